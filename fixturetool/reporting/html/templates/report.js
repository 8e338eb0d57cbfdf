"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;
  const list = byId("list");
  const bodies = [...list.tBodies];
  const haystacks = new Map(bodies.map((body) => [body, body.textContent.toLowerCase()]));
  let texts = null;
  let state = "";

  const toggle = (button, open) => {
    button.setAttribute("aria-expanded", String(open));
    byId(button.getAttribute("aria-controls")).hidden = !open;
  };
  for (const button of list.querySelectorAll(".open")) toggle(button, false);
  for (const row of list.querySelectorAll(".row")) {
    row.addEventListener("click", (event) => {
      if (event.target.closest("a") || String(getSelection())) return;
      const button = row.querySelector(".open");
      toggle(button, button.getAttribute("aria-expanded") !== "true");
    });
  }

  const marked = (text, spans) => {
    const holder = document.createElement("div");
    holder.className = "whole";
    holder.tabIndex = 0;
    const characters = Array.from(text);
    let at = 0;
    for (const span of spans) {
      const [start, end] = span.split("-").map(Number);
      if (start >= characters.length) break;
      holder.append(characters.slice(at, start).join(""));
      const mark = document.createElement("mark");
      mark.textContent = characters.slice(start, end).join("");
      holder.append(mark);
      at = end;
    }
    holder.append(characters.slice(at).join(""));
    return holder;
  };
  const unpacked = async () => {
    const packed = Uint8Array.from(atob(byId("texts").textContent), (one) => one.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  };
  root.classList.add("js");
  for (const button of list.querySelectorAll("[data-t]")) {
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", async () => {
      const open = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(open));
      const meta = button.closest(".meta");
      if (!open) {
        meta.parentElement.querySelector(".whole")?.remove();
        return;
      }
      texts ??= unpacked();
      const text = (await texts)[Number(button.dataset.t)];
      const spans = (button.dataset.m || "").split(",").filter(Boolean);
      if (button.getAttribute("aria-expanded") === "true") meta.after(marked(text, spans));
    });
  }

  const refresh = () => {
    const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const body of bodies) {
      const haystack = haystacks.get(body);
      const fits = (!state || body.dataset.state === state) && words.every((word) => haystack.includes(word));
      body.hidden = !fits;
      shown += fits;
    }
    byId("count").textContent = shown === bodies.length ? "" : `${shown} of ${bodies.length}`;
    byId("nothing").hidden = shown > 0;
  };
  const choose = (wanted) => {
    state = wanted;
    for (const chip of byId("tools").querySelectorAll("[data-state]"))
      chip.setAttribute("aria-pressed", String(chip.dataset.state === wanted));
    refresh();
  };
  byId("tools").hidden = false;
  byId("filter").addEventListener("input", refresh);
  for (const chip of byId("tools").querySelectorAll("[data-state]"))
    chip.addEventListener("click", () => choose(chip.dataset.state));
  byId("clear").addEventListener("click", () => {
    byId("filter").value = "";
    choose("");
    byId("filter").focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && document.activeElement !== byId("filter")) {
      event.preventDefault();
      byId("filter").focus();
    }
    if (event.key === "Escape" && document.activeElement === byId("filter")) {
      byId("filter").value = "";
      refresh();
    }
  });

  const collator = new Intl.Collator(["zh-Hans", "en"], { numeric: true });
  const compare = (a, b) => (typeof a === "number" ? a - b : collator.compare(a, b));
  const heads = [...list.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const value = (body) => {
      const cell = body.rows[0].cells[column];
      if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
      return column ? cell.textContent : Number(cell.textContent);
    };
    head.querySelector("button").addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const sign = descending ? -1 : 1;
      const keyed = bodies.map((body, index) => [value(body), index, body]);
      keyed.sort((a, b) => sign * compare(a[0], b[0]) || a[1] - b[1]);
      list.append(...keyed.map((entry) => entry[2]));
    });
  });

  const visit = () => {
    const target = location.hash.length > 1 && byId(location.hash.slice(1));
    if (!target || !bodies.includes(target)) return;
    if (target.hidden) {
      byId("filter").value = "";
      choose("");
    }
    toggle(target.querySelector(".open"), true);
    target.scrollIntoView();
    target.querySelector(".open").focus({ preventScroll: true });
  };
  addEventListener("hashchange", visit);
  visit();

  const themes = ["auto", "light", "dark"];
  const button = byId("theme");
  const paint = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.querySelector("b").textContent = theme;
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    const now = root.dataset.theme || "auto";
    paint(themes[(themes.indexOf(now) + 1) % themes.length]);
  });
})();

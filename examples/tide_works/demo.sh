#!/bin/sh
# Grade the embedded index on the handbook, by its captions alone and with its figures described.
# The server is ended however this ends.
set -eu
tool=${1:-fixturetool}
here=$(dirname "$0")
work=$(mktemp -d)
server=

stop() {
	if [ -n "$server" ]; then
		kill "$server" 2>/dev/null || :
		wait "$server" 2>/dev/null || :
		server=
	fi
}
trap 'stop; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

grade() {
	"$tool" index build --quiet --pdf "$here/tide-works.pdf" "$@"
	: >"$work/url"
	"$tool" serve --quiet --language tide-works --port 0 >"$work/url" 2>"$work/told" &
	server=$!
	until [ -s "$work/url" ]; do
		kill -0 "$server" 2>/dev/null || { cat "$work/told" >&2; exit 3; }
		sleep 0.1
	done
	"$tool" eval-pages --quiet --brief --format text --base-url "$(cat "$work/url")" \
		--dataset "$here/../../eval_datasets/tide-works-figures.json"
	stop
}

echo "== captions alone"
grade
echo
echo "== figures described by tide-works-figures.json"
grade --figures "$here/tide-works-figures.json"

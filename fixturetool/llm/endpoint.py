"""Where a model is asked, with which key; the key is kept out of everything that is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import SplitResult, urlsplit, urlunsplit

from fixturetool.errors import SettingsError

_NO_KEY = "none"
_HIDDEN = "***"
# Shorter ones are placeholders; hiding them would hide common letters.
_SECRET_FROM = 8


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at a provider.

    Attributes:
        model: The model's name there.
        base_url: The address up to, without, ``/chat/completions`` or ``/embeddings``.
        api_key: The key; never shown.
        api_key_env: The variable that it comes from, named in errors.
        timeout_seconds: How long an attempt may go without a byte; a byte that comes later than
            that after its start ends it too.
        max_retries: Attempts after the first.
        section: The settings that name it, told in errors.

    Raises:
        SettingsError: The address is none, or the key can't be sent.
    """

    model: str
    base_url: str
    api_key: str = field(repr=False)
    timeout_seconds: float = 120.0
    max_retries: int = 3
    api_key_env: str = "DEEPINFRA_API_KEY"
    section: str = "judge"

    def __post_init__(self) -> None:
        parts = _split(self.base_url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SettingsError(
                f'"{shown_url(self.base_url)}" is no http address',
                hint=f"set {self.section}.base_url",
            )
        if not self.api_key or not all("!" <= letter <= "~" for letter in self.api_key):
            raise SettingsError(
                f"the key in {self.api_key_env} holds what no key can hold (a space, a line break)",
                hint=f"set {self.api_key_env} to the key alone",
            )

    @property
    def shown_url(self) -> str:
        """The address without user name, password and query, any of which may be secret."""
        return shown_url(self.base_url)

    def without_key(self, text: str) -> str:
        """Return a text from the provider in which the key, if it is there, is hidden."""
        if len(self.api_key) < _SECRET_FROM:
            return text
        return text.replace(self.api_key, _HIDDEN)


class ProviderSettings(Protocol):
    """The settings of a model at a provider."""

    @property
    def model(self) -> str:
        """The model's name there."""

    @property
    def base_url(self) -> str:
        """The provider's address up to, without, what is asked of it."""

    @property
    def api_key_env(self) -> str:
        """The environment variable that holds the key; ``""``: no key is needed."""

    @property
    def timeout_seconds(self) -> float:
        """How long one attempt may take."""

    @property
    def max_retries(self) -> int:
        """Attempts after the first."""


def endpoint_of(
    settings: ProviderSettings, environ: Mapping[str, str], section: str = "judge"
) -> Endpoint:
    """Return the endpoint that the settings name, with its key from the environment.

    A provider on this machine needs no key; neither does any where ``api_key_env`` is ``""``.

    Args:
        settings: Model and address.
        environ: The environment variables.
        section: The name of the settings, told in errors.

    Raises:
        SettingsError: The key is missing or the address is none.
    """
    key = environ.get(settings.api_key_env, "").strip() if settings.api_key_env else _NO_KEY
    if not key and is_loopback(settings.base_url):
        key = _NO_KEY
    if not key:
        raise SettingsError(
            f"the environment variable {settings.api_key_env} is not set: it holds the key of "
            f'"{shown_url(settings.base_url)}"',
            hint=f"set it, or name another one with {section}.api_key_env",
        )
    return Endpoint(
        model=settings.model,
        base_url=settings.base_url,
        api_key=key,
        timeout_seconds=settings.timeout_seconds,
        max_retries=settings.max_retries,
        api_key_env=settings.api_key_env,
        section=section,
    )


def is_loopback(url: str) -> bool:
    """Tell whether an address is on this machine."""
    host = _split(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def shown_url(url: str) -> str:
    """Return an address without user name, password, query and fragment."""
    parts = _split(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url.strip())
    except ValueError:  # such as a bracket that is not closed
        return SplitResult("", "", "", "", "")

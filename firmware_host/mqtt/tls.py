"""The security of a connection: TLS, the table's certificate, user and password; read again at each connect."""

import os
import ssl
import stat
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from firmware_host.errors import UserError, plain_reason
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.rules.struct import Record


class Credentials(Record, frozen=True, kw_only=True):
    """The content of the credentials file."""

    username: str
    password: str

    def __repr__(self) -> str:
        """Leave out the password."""
        return f"Credentials({self.username!r})"


class Secured(Record, frozen=True, kw_only=True):
    """TLS and credentials, neither for an open broker; `doubt` is a reason why the broker may refuse us."""

    tls: ssl.SSLContext | None = None
    credentials: Credentials | None = None
    doubt: str = ""


class _ClosedWhenRefused(ssl.SSLSocket):
    """Closes its socket if the handshake fails: the client would leave it open at each of its attempts."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - as it is in the library
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def secured(config: MqttConfig) -> Secured:
    """
    Read the files, so that a renewed certificate or a new password needs no restart.

    Raises `UserError` for a file that is missing, invalid, or readable by other accounts.
    """
    return Secured(
        tls=_tls(config) if config.tls else None,
        credentials=_credentials(Path(config.credentials)) if config.credentials else None,
        doubt=_doubt(Path(config.certificate)) if config.certificate else "",
    )


def _tls(config: MqttConfig) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=config.ca or None)
    except OSError as error:
        raise UserError(f"cannot use {config.ca} ({_why(error)}); fix `ca` under [mqtt]") from None
    context.sslsocket_class = _ClosedWhenRefused
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # Python 3.13 sets this itself. Set here, a certificate that Debian 13 would refuse is refused on Debian 12 too.
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    if config.certificate:
        key = Path(config.certificate_key)
        _private(key, "certificate_key")
        try:
            context.load_cert_chain(config.certificate, key, password=_no_password)
        except (OSError, ValueError) as error:
            raise UserError(
                f"cannot use the certificate {config.certificate} with {key} ({_why(error)}); "
                "fix `certificate` and `certificate_key` under [mqtt]"
            ) from None
    return context


def _doubt(path: Path) -> str:
    """
    Return why the certificate's dates may make the broker refuse it; a broker does so without giving a reason.

    The connection is tried anyway, as the board's clock may be wrong instead.
    """
    from cryptography import x509  # noqa: PLC0415 - slow, and only a table with a certificate needs it

    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    begins, ends, now = certificate.not_valid_before_utc, certificate.not_valid_after_utc, datetime.now(UTC)
    if now > ends:
        return f"the certificate {path} expired on {ends:%Y-%m-%d}; renew it"
    if now < begins:
        return f"the certificate {path} is not valid before {begins:%Y-%m-%d}; check the board's clock"
    return ""


def _credentials(path: Path) -> Credentials:
    _private(path, "credentials")
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Credentials)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        # The error is not repeated, as it may contain the password.
        raise UserError(f'{path} must hold exactly two lines: username = "..." and password = "..."') from None


def _private(path: Path, option: str) -> None:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise UserError(f"cannot read {path} ({os.strerror(error.errno or 0)}); fix `{option}` under [mqtt]") from None
    if mode & 0o077:
        raise UserError(f"other accounts can read {path} (`{option}` under [mqtt]); run `chmod 600 {path}`")


def _no_password() -> str:
    """Fail instead: OpenSSL would ask for the passphrase at the terminal."""
    raise ValueError("a key with a passphrase cannot be used; store it without one")


def _why(error: Exception) -> str:
    return plain_reason(getattr(error, "strerror", None) or error)

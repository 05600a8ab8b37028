"""What a connection is secured with: TLS, the table's certificate, its user and password. Read anew at each connect."""

import os
import ssl
import stat
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from firmware_host.errors import UserError
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.rules.struct import Record


class Credentials(Record, frozen=True, kw_only=True):
    """What the file of credentials holds."""

    username: str
    password: str

    def __repr__(self) -> str:
        """Leave the password out, wherever this may be printed."""
        return f"Credentials({self.username!r})"


class Secured(Record, frozen=True, kw_only=True):
    """Neither is there for a broker that anybody may speak to; `doubt` is why it may not let us in."""

    tls: ssl.SSLContext | None = None
    credentials: Credentials | None = None
    doubt: str = ""


class _ClosedWhenRefused(ssl.SSLSocket):
    """The client lets go of a socket whose handshake fails, without closing it; and it tries again for ever."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - as it is in the library
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def secured(config: MqttConfig) -> Secured:
    """
    Return what the files say now, so that a renewed certificate or another password needs no restart.

    Raises `UserError` for a file that is not there, is none, or may be read by others.
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
        raise UserError(f"cannot use {config.ca} ({_why(error)}); mend `ca` under [mqtt]") from None
    context.sslsocket_class = _ClosedWhenRefused
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if config.certificate:
        key = Path(config.certificate_key)
        _private(key, "certificate_key")
        try:
            context.load_cert_chain(config.certificate, key, password=_no_password)
        except (OSError, ValueError) as error:
            raise UserError(
                f"cannot use the certificate {config.certificate} with {key} ({_why(error)}); mend them under [mqtt]"
            ) from None
    return context


def _doubt(path: Path) -> str:
    """
    Return what the certificate's own dates say against it: a broker that refuses one hangs up without a word.

    It is tried all the same, for the clock may be what is wrong.
    """
    from cryptography import x509  # noqa: PLC0415 - only a table with a certificate pays for it

    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    begins, ends, now = certificate.not_valid_before_utc, certificate.not_valid_after_utc, datetime.now(UTC)
    if now > ends:
        return f"the certificate {path} has expired on {ends:%Y-%m-%d}; renew it"
    if now < begins:
        return f"the certificate {path} is not valid before {begins:%Y-%m-%d}; is the clock right?"
    return ""


def _credentials(path: Path) -> Credentials:
    _private(path, "credentials")
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Credentials)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        # What was wrong is not repeated: a password may stand in it.
        raise UserError(f'{path} has to say username = "..." and password = "..." and nothing else') from None


def _private(path: Path, option: str) -> None:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise UserError(f"cannot read {path} ({os.strerror(error.errno or 0)}); mend `{option}` under [mqtt]") from None
    if mode & 0o077:
        raise UserError(f"{path} may be read by others; chmod 600 it (`{option}` under [mqtt])")


def _no_password() -> str:
    """OpenSSL would ask at the terminal, of which a controller has none."""
    raise ValueError("a key with a passphrase cannot be used: nobody is there to type it")


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)

"""Certificates for a table whose house has no authority, and signing requests for one whose house has."""

import ipaddress
import os
import pwd
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from firmware_host import files
from firmware_host.errors import UserError

DAYS_AUTHORITY, DAYS = 3650, 825

CONF = "firmware-host-tls.conf"

BROKER = """\
# Made by `firmware-host init`: the broker of this board, by TLS, for clients with a certificate of this authority.
listener 8883
cafile {certs}/firmware-host-ca.crt
certfile {certs}/firmware-host-broker.crt
keyfile {certs}/firmware-host-broker.key
allow_anonymous false
require_certificate true
use_identity_as_username true
acl_file {folder}/firmware-host.rights
"""

RIGHTS = """\
# Made by `firmware-host init`. The user is the name in the certificate.
user {table}
topic write {base}/#
topic readwrite {base}/status
topic readwrite {base}/state
topic readwrite {base}/sign
topic readwrite {base}/checkpoint
topic readwrite {base}/device/+
topic readwrite {base}/alert/+
topic read {base}/cmd/+
topic read {base}/replay/+

# Everybody else with a certificate may read the table, and send commands and requests under the name in it.
pattern read {base}/#
pattern write {base}/cmd/%u
pattern write {base}/replay/%u
"""


def put(path: Path, data: bytes, *, mode: int, owner: Path | str | None = None) -> None:
    """Write a file with this mode; as root give it to an account, or to the owner of a folder."""

    def give(file: int) -> None:
        os.fchmod(file, mode)
        if os.geteuid() == 0:
            _give(file, owner)

    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        files.replace(path, data, before=give)
    except (OSError, LookupError) as error:
        raise UserError(f"cannot write {path} ({error}); run this as root, or check the folder and its disk") from None


def _give(file: int, owner: Path | str | None) -> None:
    match owner:
        case str():
            os.fchown(file, pwd.getpwnam(owner).pw_uid, -1)
        case Path():
            os.fchown(file, owner.stat().st_uid, owner.stat().st_gid)
        case None:
            pass


class Authority:
    """A certificate authority in a folder: its certificate, and its key, which only root reads."""

    def __init__(self, folder: Path, *, name: str) -> None:
        """Read the authority, or make one."""
        self.certificate_file, self._key_file = folder / "ca.crt", folder / "ca.key"
        if not self.exists(folder):
            key = ec.generate_private_key(ec.SECP256R1())
            subject = _name(f"{name} authority")
            made = _signed(_builder(subject, subject, key, DAYS_AUTHORITY, authority=True), key)
            put(self._key_file, _private(key), mode=0o600)
            put(self.certificate_file, _pem(made), mode=0o644)
        self._key = _read_key(self._key_file)
        self.certificate = x509.load_pem_x509_certificate(self.certificate_file.read_bytes())

    @staticmethod
    def exists(folder: Path) -> bool:
        """Return whether there is an authority in this folder."""
        return (folder / "ca.crt").exists() and (folder / "ca.key").exists()

    def issue(
        self, certificate: Path, key_file: Path, *, name: str, owner: Path | str | None, server: bool = False
    ) -> None:
        """Make a key and a certificate for a client, or for the broker of this board."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(_name(name), self.certificate.subject, key, DAYS, authority=False, server=server)
        put(key_file, _private(key), mode=0o600, owner=owner)
        put(certificate, _pem(_signed(builder, self._key)), mode=0o644)


def request(request_file: Path, key_file: Path, *, name: str, owner: Path) -> None:
    """Make a key, unless there is one, and a signing request for it."""
    if not key_file.exists():
        put(key_file, _private(ec.generate_private_key(ec.SECP256R1())), mode=0o600, owner=owner)
    builder = x509.CertificateSigningRequestBuilder().subject_name(_name(name))
    wanted = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH])
    signed = builder.add_extension(wanted, critical=False).sign(_read_key(key_file), hashes.SHA256())
    put(request_file, signed.public_bytes(serialization.Encoding.PEM), mode=0o644)


def configure_broker(folder: Path, authority: Authority, *, table: str, base: str) -> None:
    """Give the broker of this board its certificate, its access list and a file in `conf.d`."""
    certs = folder / "certs"
    put(certs / "firmware-host-ca.crt", authority.certificate_file.read_bytes(), mode=0o644)
    certificate, key = certs / "firmware-host-broker.crt", certs / "firmware-host-broker.key"
    authority.issue(certificate, key, name=socket.gethostname(), owner="mosquitto", server=True)
    put(folder / "firmware-host.rights", RIGHTS.format(table=table, base=base).encode(), mode=0o600, owner="mosquitto")
    text = BROKER.format(certs=certs.absolute(), folder=folder.absolute())
    put(folder / "conf.d" / CONF, text.encode(), mode=0o644)


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: EllipticCurvePrivateKey,
    days: int,
    *,
    authority: bool,
    server: bool = False,
) -> x509.CertificateBuilder:
    # A board without a battery may be a day behind at its first start.
    begins = datetime.now(UTC) - timedelta(days=1)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=0 if authority else None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if authority:
        return builder.add_extension(_may_sign(), critical=True)
    use = ExtendedKeyUsageOID.SERVER_AUTH if server else ExtendedKeyUsageOID.CLIENT_AUTH
    builder = builder.add_extension(x509.ExtendedKeyUsage([use]), critical=False)
    if not server:
        return builder
    names = dict.fromkeys(("localhost", socket.gethostname(), socket.getfqdn()))
    addresses = [x509.IPAddress(ipaddress.ip_address(address)) for address in ("127.0.0.1", "::1")]
    return builder.add_extension(x509.SubjectAlternativeName([*map(x509.DNSName, names), *addresses]), critical=False)


def _may_sign() -> x509.KeyUsage:
    off = dict.fromkeys(
        (
            "digital_signature",
            "content_commitment",
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "encipher_only",
            "decipher_only",
        ),
        False,
    )
    return x509.KeyUsage(**off, key_cert_sign=True, crl_sign=True)


def _signed(builder: x509.CertificateBuilder, key: EllipticCurvePrivateKey) -> x509.Certificate:
    """Name the key of the issuer: Python from 3.13 on refuses a certificate that does not (RFC 5280, 4.2.1.1)."""
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())
    return builder.add_extension(issuer, critical=False).sign(key, hashes.SHA256())


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _private(key: EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _read_key(path: Path) -> EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise UserError(f"cannot use the key {path} ({error}); run this as root, or restore the file") from None
    if not isinstance(key, EllipticCurvePrivateKey):
        raise UserError(f"{path} is not a key that `firmware-host init` made; move it away")
    return key

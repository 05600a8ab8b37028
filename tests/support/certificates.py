"""A certificate authority of a test's own, and what it issues."""

import datetime as dt
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hil.broker import LOOPBACK

DAY = dt.timedelta(days=1)

SIGNS = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


class Authority:
    """Issues certificates into a folder; `ca` is its own."""

    def __init__(self, folder: Path, name: str = "ca") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        self.ca = folder / f"{name}.pem"
        own = self._built(self._name, self._key.public_key(), name, ca=True)
        self.ca.write_bytes(own.public_bytes(serialization.Encoding.PEM))

    def issued(self, name: str, *, expired: bool = False) -> tuple[Path, Path]:
        """Return the files of a new certificate and of its key, in the place of older ones."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate, private = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        made = self._built(_named(name), key.public_key(), name, ca=False, expired=expired)
        certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
        private.touch(mode=0o600)
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return certificate, private

    def _built(
        self, subject: x509.Name, key: ec.EllipticCurvePublicKey, name: str, *, ca: bool, expired: bool = False
    ) -> x509.Certificate:
        now = dt.datetime.now(dt.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - DAY)
            .not_valid_after(now - DAY / 2 if expired else now + DAY)
            .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
            .add_extension(
                x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address(LOOPBACK))]),
                critical=False,
            )
        )
        if ca:
            builder = builder.add_extension(SIGNS, critical=True)
        return builder.sign(self._key, hashes.SHA256())


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])

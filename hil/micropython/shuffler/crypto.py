"""HMAC, HKDF, X25519 and a secret's letters: what the protocol page needs beyond SHA-256 and CRC-32."""

import hashlib

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_P = 2**255 - 19
_A24 = 121665


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hmac(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104)."""
    if len(key) > 64:
        key = sha256(key)
    key = key + bytes(64 - len(key))
    inner = sha256(bytes(b ^ 0x36 for b in key) + data)
    return sha256(bytes(b ^ 0x5C for b in key) + inner)


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF-SHA-256 (RFC 5869)."""
    key = hmac(salt, secret)
    block, out, number = b"", b"", 1
    while len(out) < length:
        block = hmac(key, block + info + bytes([number]))
        out += block
        number += 1
    return out[:length]


def same(a: bytes, b: bytes) -> bool:
    """Compare in the same time wherever the two differ."""
    if len(a) != len(b):
        return False
    difference = 0
    for i in range(len(a)):
        difference |= a[i] ^ b[i]
    return difference == 0


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


def x25519(private: bytes, public: bytes) -> bytes:
    """One scalar multiplication on Curve25519 (RFC 7748, section 5)."""
    k = (_little(private) & ((1 << 254) - 8)) | (1 << 254)
    x1 = (_little(public) & ((1 << 255) - 1)) % _P
    x2, z2, x3, z3, swap = 1, 0, x1, 1, 0
    for t in range(254, -1, -1):
        bit = (k >> t) & 1
        if swap != bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a = x2 + z2
        b = x2 - z2
        aa = a * a % _P
        bb = b * b % _P
        e = aa - bb
        da = (x3 - z3) * a % _P
        cb = (x3 + z3) * b % _P
        x3 = da + cb
        x3 = x3 * x3 % _P
        z3 = da - cb
        z3 = z3 * z3 * x1 % _P
        x2 = aa * bb % _P
        z2 = e * (aa + _A24 * e) % _P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, _P - 2, _P) % _P).to_bytes(32, "little")


def public_value(private: bytes) -> bytes:
    return x25519(private, bytes([9]) + bytes(31))


def letters(secret: str) -> bytes:
    """A secret as it goes into the keys: capitals, without hyphens and blanks, O as 0, I and L as 1."""
    out = ""
    for letter in secret.upper():
        if letter in "- ":
            continue
        out += {"O": "0", "I": "1", "L": "1"}.get(letter, letter)
    return out.encode()


def draw_secret(noise: bytes) -> str:
    """Four groups of four letters from 16 random bytes: 80 bits."""
    drawn = "".join([ALPHABET[b % 32] for b in noise[:16]])
    return "-".join([drawn[i : i + 4] for i in range(0, 16, 4)])

"""Vectors of the RFCs, and every frame and message of the protocol page's examples. Runs under MicroPython."""

from shuffler import crypto, frame
from shuffler import messages as m
from shuffler.pairing import NewKey, Press
from shuffler.session import Opening

h = bytes.fromhex


def run_of(first, length):
    return bytes([first + i for i in range(length)])


K = run_of(0x00, 32)
HOST, DEVICE = run_of(0x10, 16), run_of(0x20, 16)
HOST_NONCE, NONCE = run_of(0xA0, 32), run_of(0xC0, 32)
WORDS = m.vocabulary((1, 2, 3, 4, 0x81, 0x82, 0x83, 0x91, 0x92, 0x93))


def test_hmac_of_rfc_4231():
    told = crypto.hmac(b"Jefe", b"what do ya want for nothing?")
    assert told == h("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    told = crypto.hmac(b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First")
    assert told == h("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")


def test_hkdf_of_rfc_5869():
    told = crypto.hkdf(b"\x0b" * 22, run_of(0, 13), run_of(0xF0, 10), 42)
    assert told == h("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")


def test_x25519_of_rfc_7748():
    told = crypto.x25519(
        h("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
        h("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"),
    )
    assert told == h("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552")
    told = crypto.x25519(
        h("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d"),
        h("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"),
    )
    assert told == h("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957")


def test_x25519_a_hundred_times_and_both_ends_agree():
    k = u = bytes([9]) + bytes(31)
    k, u = crypto.x25519(k, u), k
    assert k == h("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")
    for _ in range(99):
        k, u = crypto.x25519(k, u), k
    one, other = run_of(0x40, 32), run_of(0x60, 32)
    assert crypto.x25519(one, crypto.public_value(other)) == crypto.x25519(other, crypto.public_value(one))


def test_x25519_of_a_bad_public_value_is_zeros():
    assert crypto.x25519(run_of(0x40, 32), bytes(32)) == bytes(32)


def test_sum_of_the_page():
    assert frame.on_the_wire(b"123456789")[-5:] == h("cbf4392600")


def test_a_secret_is_read_as_people_write_it():
    assert crypto.letters("7k3m 9qxt-o1bc-DEFG") == b"7K3M9QXT01BCDEFG"
    assert crypto.letters("il") == b"11"
    drawn = crypto.draw_secret(run_of(3, 16))
    assert len(crypto.letters(drawn)) == 16


def test_cobs():
    for size in (0, 1, 5, 253, 254, 255, 300):
        for data in (bytes(size), b"\x01" * size, bytes([i % 7 for i in range(size)])):
            run = frame.stuff(data)
            assert 0 not in run
            assert frame.unstuff(run) == data, size
    assert frame.unstuff(b"\x05\x01") is None


def body(text):
    """A frame of the page as the reader gives it."""
    (whole,) = frame.Reader().feed(h(text.replace(" ", "").replace("\n", "")))
    return whole


HELLO = (
    "37 01 01 01020304 101112131415161718191a1b1c1d1e1f"
    "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf b0b1b2b3b4b5b6b7b8b9babbbcbdbebf"
    "010101010101010101010101020e020e 0101010101010101010101010101061e 1d5ec11a 00"
)
WELCOME = (
    "37 01 02 01020304 202122232425262728292a2b2c2d2e2f"
    "c0c1c2c3c4c5c6c7c8c9cacbcccdcecf d0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
    "010101010101010101010101020e020e 0101010101010101010101010101161e"
    "7eb09b3db21c27fe5d7ded69bf339d08 ea9183c4 00"
)


def wire(text):
    return h(text.replace(" ", "").replace("\n", ""))


def test_hello_and_welcome():
    opening = Opening(body(HELLO), DEVICE, NONCE, WORDS, K)
    assert opening.host_words == WORDS
    assert opening.host_key == h("dde9c47b9bc213ca6807a8ca2240abad6c506319e41b44bc34cf37ff15f5451e")
    assert opening.device_key == h("af40755fe32891b35cf78f8fea1cff8ed572c54a861ade8541ac55883b2d109b")
    assert frame.on_the_wire(opening.welcome) == wire(WELCOME)


def test_sealed_frames():
    opening = Opening(body(HELLO), DEVICE, NONCE, WORDS, K)
    host, device = opening.host_key, opening.device_key
    command = run_of(0, 16) + (42).to_bytes(8, "big")
    # kind, counter, sequence, payload, key, as the page has it
    frames = (
        (0x11, 1, 0, b"", host, "03d01e6ed0f00fbc357994aaf20a021a 9a8476c0 00"),
        (0x13, 1, 0, b"", device, "c66d9506aa8f2ea8958854223570bab2 25c72c46 00"),
        (0x12, 2, 1, b"\x01", host, "5baf586f63267733eeaaa2cc16761233 fe1edd66 00"),
        (0x13, 2, 1, b"", device, "09a4376c60140b2629531822909c8f61 e462e49d 00"),
        (0x12, 3, 1, b"\x01", host, "f7867d217daa155198f7a18662d5eb49 4ef0d1e9 00"),
        (0x12, 4, 2, b"\x03" + command, host, "06a1f638b8d27a2cce72bbf7fe54fa25 f524e4bf 00"),
        (0x14, 5, 0, b"", host, "335c203afb1dbfbd2990b1069490e525 1f0592a9 00"),
        (0x15, 3, 0, b"", device, "564077cb8c9ab81bd3eeead404ac2fd6 f20548a9 00"),
        (0x16, 4, 0, b"\x1f\x40", device, "634e21714078d2302bbc49e7826742402cc0 7ff5 00"),
        (0x17, 5, 0, b"\x01", device, "40f55cfd65e7d361e445e83fc11377f3 88ac6e0d 00"),
    )
    for kind, counter, sequence, payload, key, end in frames:
        sealed = frame.sealed(kind, 0x01020304, counter, sequence, payload, key=key)
        assert frame.opens(sealed, key)
        sent = frame.on_the_wire(sealed)
        # stuffing spreads zeros over tag and sum where these have any: BUSY has one
        if kind == 0x16:
            assert sent == wire(
                "07 01 16 01020304 010101010101 02 04 01 17 1f40634e21714078d2302bbc49e7826742402cc0 7ff5 00"
            )
        else:
            assert sent[-len(wire(end)) :] == wire(end), kind


def test_refusals():
    assert frame.on_the_wire(frame.plain(3, 0x01020304, b"\x01")) == wire("0c 01 03 01020304 01 3bcb0c94 00")


def test_vocabularies():
    assert m.ALL_WORDS == 0x77FFE001E0000000000000000000000000F07003E
    fourteen = (1, 2, 3, 4, 0x10, 0x1B, 0x81, 0x83, 0xA0, 0x91, 0x92, 0x93, 0x9B, 0x9D)
    assert m.vocabulary(fourteen) == 0x1280E000A0000000000000000000000000801001E


def test_pairing():
    press = Press(DEVICE, "7K3M-9QXT-01BC-DEFG", 0)
    pair = body(
        "3b 01 04 01020304 101112131415161718191a1b1c1d1e1f"
        "79a631eede1bf9c98f12032cdeadd0e7 a079398fc786b88cc846ec89af85a51a 6bd1e582 00"
    )
    offer = press.pair(pair, run_of(0x60, 32), 1)
    assert frame.on_the_wire(offer) == wire(
        "4b 01 05 01020304 202122232425262728292a2b2c2d2e2f"
        "675dd574ed7789310b3d2e7681f3790b 466c773b1521fecf36577958371ea52f"
        "86be1c78ba52e09c30cbf295f2084eb8 93411616 00"
    )
    accept = body("1b 01 06 01020304 1ebf6e37669e7c36365987d3da887cc3 0e57d256 00")
    new = press.accept(accept, 2)
    assert isinstance(new, NewKey)
    assert new.host == HOST
    assert new.key == h("e6e58c52e1009fe02b727b33e639f978df0d3f49d64b23b7d0ce0d66e7fc6f61")
    paired = wire("1b 01 07 01020304 77a4fb98a7b844dcc57d2ad6ec68b0c2 80ada929 00")
    assert frame.on_the_wire(new.paired) == paired
    assert press.accept(accept, 3) == new.paired


def test_answers_of_the_page():
    command = run_of(0, 16) + (42).to_bytes(8, "big")
    tail = "000102030405060708090a0b0c0d0e0f 000000000000002a"
    assert m.identity("MD-3", "S3-0017") == wire("81 4d442d33000000000000000000000000 53332d30303137000000000000000000")
    assert m.progress(command, 16, 52) == wire("82" + tail + "10 34")
    assert m.command_status(command, m.RUNNING) == wire("83" + tail + "01")
    assert m.wear(260_000, 12_000, 25_000, 300_000) == wire("a2 0003f7a0 00002ee0 000061a8 000493e0")

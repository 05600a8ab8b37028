"""Errors that a person at the command line can fix, and suggestions for mistyped names."""

from collections.abc import Iterable


class UserError(Exception):
    """
    One clear line: what is wrong and what to do about it.

    Raised when the cause is outside the program: a file, a port, a broker, a disk. The command line
    prints the line and exits with code 2, without a traceback.
    """


def plain_reason(error: object) -> str:
    """
    Return an error of the operating system or of TLS without its number and its place in the library.

    >>> plain_reason(ConnectionRefusedError(111, "Connection refused"))
    'Connection refused'
    """
    import re  # noqa: PLC0415 - needed only after an error

    return re.sub(r"\[(?:Errno|SSL|X509)\b[^\]]*\] | \(_ssl\.c:\d+\)", "", str(error))


LONGEST_WORD = 300


def printable(text: str) -> str:
    r"""
    Return a text without what could steer a terminal, and with words of thousands of letters cut.

    Messages repeat what a person typed and what a file says, which may come from somebody else.

    >>> printable("unknown name `\x1b[2Jhouse`")
    'unknown name `?[2Jhouse`'
    """
    shown = "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
    cut = (word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}..." for word in shown.split(" "))
    return " ".join(cut)


EXPLAIN = "firmware-host explain"

CITED = r"(?<![\w.])(?:1[34]\.\d{1,2}[A-C]?(?:\(\w{1,3}\)\d?)+|I-\d{1,2})(?!\w)"
"""A paragraph of the regulation, or an interpretation, in a text."""

MOST_CITED = 3


def with_explanation(text: str) -> str:
    """
    Append the command that explains the paragraphs and interpretations cited in a text, unless it names one already.

    >>> with_explanation("nine seats are too many (14.11(A)(b), I-4)")
    "nine seats are too many (14.11(A)(b), I-4); see `firmware-host explain '14.11(A)(b)' I-4`"
    """
    import re  # noqa: PLC0415 - needed only after an error

    cited = [] if EXPLAIN in text else list(dict.fromkeys(re.findall(CITED, text)))[:MOST_CITED]
    words = " ".join(f"'{each}'" if "(" in each else each for each in cited)
    return f"{text}; see `{EXPLAIN} {words}`" if words else text


USUAL = 0.6
"""How similar a name has to be to be suggested: 1 is identical."""


def did_you_mean(name: str, those: Iterable[str], *, otherwise: str = "", cutoff: float = USUAL) -> str:
    """
    Suggest the most similar of these names, ignoring case; return `otherwise` if none is similar enough.

    >>> did_you_mean("INFO", ("info", "debug")), did_you_mean("loud", ("info", "debug"), otherwise="see the list")
    ('did you mean `info`?', 'see the list')
    """
    import difflib  # noqa: PLC0415 - needed only after a typing error

    as_written = {each.lower(): each for each in those}
    near = difflib.get_close_matches(name.lower(), as_written, n=1, cutoff=cutoff)
    return f"did you mean `{as_written[near[0]]}`?" if near else otherwise

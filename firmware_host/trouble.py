"""What a person at the command line has to mend."""


class Trouble(Exception):  # noqa: N818 - it is the user's word, not a programming error
    """
    One clear line: what is wrong and what to do about it.

    Raised wherever the cause lies outside the program (a file, a port, a broker, a disk). The command line
    prints it and ends with code 2; it never becomes a traceback.
    """

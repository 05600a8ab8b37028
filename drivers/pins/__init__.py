"""
The board's GPIO pins: inputs with debouncing, and outputs for lamps.

    edge on the pin's own thread --> Board.watch --> event loop --> PinListener --> pure logic --> event

Only `board` uses gpiozero, and only once a board is opened.
"""

from drivers.pins.board import Board, Edge, Lamp, Watch
from drivers.pins.debounce import Change, Debounce
from drivers.pins.pin_errors import PinFactoryMissing, PinNotAllowed, PinTrouble, PinUnavailable, PinUsedTwice

__all__ = [
    "Board",
    "Change",
    "Debounce",
    "Edge",
    "Lamp",
    "PinFactoryMissing",
    "PinNotAllowed",
    "PinTrouble",
    "PinUnavailable",
    "PinUsedTwice",
    "Watch",
]

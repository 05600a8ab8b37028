"""A bare WebSocket echo in a process of its own: `python -m tests.bench._echo` prints its port and serves on it."""

import asyncio

from websockets.asyncio.server import ServerConnection, serve


async def _echo(socket: ServerConnection) -> None:
    async for message in socket:
        await socket.send(message)


async def main() -> None:
    """Serve on a free port of loopback."""
    async with serve(_echo, "127.0.0.1", 0, compression=None) as server:
        (listening,) = server.sockets
        print(listening.getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())

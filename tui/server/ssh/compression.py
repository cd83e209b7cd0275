"""Compression of SSH connections, with a limit on what a small packet may expand to.

When this module is loaded, it replaces the library's own handlers, which have no limit.
"""

from __future__ import annotations

import zlib

from asyncssh.compression import Compressor, Decompressor, register_compression_alg

ALGORITHMS = ["zlib@openssh.com", "none"]
"""Compression that begins after the login, so that nobody unknown can make the server expand anything."""
LEVEL = 5
"""Of zlib: higher ones take longer and save little on screens."""
LARGEST = 1 << 16
"""Maximum bytes that a packet may expand to; clients send no more than 35000."""


class ScreenCompressor(Compressor):
    def __init__(self) -> None:
        self._zlib = zlib.compressobj(LEVEL)

    def compress(self, data: bytes) -> bytes:
        """A packet that can be expanded as soon as it arrives."""
        return self._zlib.compress(data) + self._zlib.flush(zlib.Z_SYNC_FLUSH)


class BoundedDecompressor(Decompressor):
    def __init__(self) -> None:
        self._zlib = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """The content of a packet; None, which ends the connection, when it is damaged or too large."""
        try:
            expanded = self._zlib.decompress(data, LARGEST)
        except zlib.error:
            return None
        return None if self._zlib.unconsumed_tail else expanded


register_compression_alg(ALGORITHMS[0].encode(), ScreenCompressor, BoundedDecompressor, True, False)

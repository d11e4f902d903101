// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Labels as ids
/// @dev An id is the label itself: its ASCII bytes, left-aligned in 32 bytes. All bytes are checked
///      at once, each in its own lane of the word, so that every label costs the same.
library Label {
    uint256 internal constant MAX_BYTES = 31;
    uint256 private constant MIN_BYTES = 3;
    /// @dev The lowest and the highest bit of each byte.
    uint256 private constant ONES =
        0x0101010101010101010101010101010101010101010101010101010101010101;
    uint256 private constant TOPS =
        0x8080808080808080808080808080808080808080808080808080808080808080;
    uint256 private constant HYPHEN = 0x2d;
    /// @dev `0x`, which begins addresses.
    uint256 private constant HEX_PREFIX = 0x3078;

    /// @dev The number of characters of a valid label; 0 for any other word.
    function length(uint256 word) internal pure returns (uint256) {
        unchecked {
            if (word & TOPS != 0) return 0;
            uint256 good =
                _within(word, "a", "z") | _within(word, "0", "9") | _within(word, "-", "-");
            // Every byte is a good character or zero.
            if (good != _within(word, bytes1(0x01), bytes1(0x7f))) return 0;
            // The zeros are at the end: their bytes, filled with ones, are one less than a power of 2.
            uint256 zeros = (TOPS - good) >> 7;
            uint256 filled = zeros * 0xff;
            if (filled & (filled + 1) != 0) return 0;
            uint256 size = 32 - (zeros * ONES >> 248);
            if (size < MIN_BYTES || size > MAX_BYTES) return 0;
            return _isWellFormed(word, size) ? size : 0;
        }
    }

    /// @dev The id of a valid label; 0 for any other text.
    function fromText(bytes memory text) internal pure returns (uint256 word) {
        if (text.length > MAX_BYTES) return 0;
        assembly ("memory-safe") {
            // Bytes behind the text may hold anything.
            let unused := shl(3, sub(32, mload(text)))
            word := shl(unused, shr(unused, mload(add(text, 0x20))))
        }
        // A text with zeros at its end has the word of a shorter one.
        if (length(word) != text.length) return 0;
    }

    /// @dev The text of a valid label with `size` characters; empty for 0.
    function toText(uint256 word, uint256 size) internal pure returns (string memory text) {
        if (size == 0) return "";
        text = new string(size);
        assembly ("memory-safe") {
            mstore(add(text, 0x20), word)
        }
    }

    function _isWellFormed(uint256 word, uint256 size) private pure returns (bool) {
        if (_byteAt(word, 0) == HYPHEN || _byteAt(word, size - 1) == HYPHEN) return false;
        if (_byteAt(word, 2) == HYPHEN && _byteAt(word, 3) == HYPHEN) return false;
        return word >> 240 != HEX_PREFIX;
    }

    function _byteAt(uint256 word, uint256 index) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := byte(index, word)
        }
    }

    /// @dev The top bit of each byte within the bounds; no byte may have its top bit set.
    function _within(uint256 word, bytes1 low, bytes1 high) private pure returns (uint256) {
        unchecked {
            uint256 notBelow = word + ONES * (0x80 - uint256(uint8(low)));
            uint256 above = word + ONES * (0x7f - uint256(uint8(high)));
            return notBelow & ~above & TOPS;
        }
    }
}

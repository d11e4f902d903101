// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title How addresses of metadata are read
/// @dev Kept as bytes: UTF-8 text in which `{address}` stands for the collection, or a CIDv1 in its
///      36 bytes with the rest of the path behind it.
library PlainUri {
    uint256 private constant CID_LENGTH = 36;
    uint256 private constant CID_BITS = 8 * CID_LENGTH;
    /// @dev Base32 letters needed for so many bits, the last one padded with zeros.
    uint256 private constant CID_LETTERS = 58;
    bytes32 private constant LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
    bytes16 private constant HEX_DIGITS = "0123456789abcdef";
    bytes9 private constant PLACEHOLDER = "{address}";

    /// @notice The text that wallets and markets are shown.
    function readable(bytes memory given, address collection)
        internal
        pure
        returns (string memory)
    {
        bool isCid = given.length >= CID_LENGTH && given[0] == 0x01;
        if (!isCid) return _replacePlaceholders(given, collection);
        return string.concat("ipfs://b", _base32(given), _after(given, CID_LENGTH));
    }

    /// @notice Whether something is to be appended to this text.
    function endsWithSlash(string memory text) internal pure returns (bool) {
        uint256 length = bytes(text).length;
        return length != 0 && bytes(text)[length - 1] == "/";
    }

    /// @notice Whether the text begins with ipfs://, whatever the case of its letters.
    function isOnIpfs(string memory text) internal pure returns (bool) {
        bytes memory scheme = "ipfs://";
        if (bytes(text).length < scheme.length) return false;
        for (uint256 i; i < scheme.length; ++i) {
            bytes1 char = bytes(text)[i];
            if (char >= "A" && char <= "Z") char = bytes1(uint8(char) + 32);
            if (char != scheme[i]) return false;
        }
        return true;
    }

    /// @notice The number in decimal digits.
    function decimal(uint256 value) internal pure returns (string memory) {
        uint256 length = 1;
        for (uint256 rest = value / 10; rest != 0; rest /= 10) {
            ++length;
        }
        bytes memory digits = new bytes(length);
        for (uint256 i = length; i != 0; --i) {
            digits[i - 1] = bytes1(uint8(48 + value % 10));
            value /= 10;
        }
        return string(digits);
    }

    function _base32(bytes memory cid) private pure returns (string memory) {
        bytes memory text = new bytes(CID_LETTERS);
        for (uint256 i; i < CID_LETTERS; ++i) {
            uint256 letter;
            for (uint256 bit = 5 * i; bit < 5 * i + 5; ++bit) {
                letter = 2 * letter + (bit < CID_BITS ? _bitOf(cid, bit) : 0);
            }
            text[i] = LETTERS[letter];
        }
        return string(text);
    }

    /// @dev Counted from the highest bit of the first byte.
    function _bitOf(bytes memory data, uint256 bit) private pure returns (uint256) {
        return uint8(data[bit / 8]) >> (7 - bit % 8) & 1;
    }

    function _replacePlaceholders(bytes memory text, address collection)
        private
        pure
        returns (string memory result)
    {
        uint256 copied;
        for (uint256 i; i + PLACEHOLDER.length <= text.length; ++i) {
            if (text[i] != "{" || !_isPlaceholderAt(text, i)) continue;
            result = string.concat(result, _between(text, copied, i), _hexOf(collection));
            copied = i + PLACEHOLDER.length;
        }
        return copied == 0 ? string(text) : string.concat(result, _after(text, copied));
    }

    function _isPlaceholderAt(bytes memory text, uint256 position) private pure returns (bool) {
        for (uint256 i; i < PLACEHOLDER.length; ++i) {
            if (text[position + i] != PLACEHOLDER[i]) return false;
        }
        return true;
    }

    function _hexOf(address account) private pure returns (string memory) {
        bytes20 raw = bytes20(account);
        bytes memory digits = new bytes(40);
        for (uint256 i; i < 20; ++i) {
            digits[2 * i] = HEX_DIGITS[uint8(raw[i]) / 16];
            digits[2 * i + 1] = HEX_DIGITS[uint8(raw[i]) % 16];
        }
        return string.concat("0x", string(digits));
    }

    function _after(bytes memory text, uint256 start) private pure returns (string memory) {
        return _between(text, start, text.length);
    }

    function _between(bytes memory text, uint256 start, uint256 end)
        private
        pure
        returns (string memory)
    {
        bytes memory part = new bytes(end - start);
        for (uint256 i; i < part.length; ++i) {
            part[i] = text[start + i];
        }
        return string(part);
    }
}

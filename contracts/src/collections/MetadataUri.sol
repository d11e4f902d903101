// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title URIs of metadata, expanded from their stored form
library MetadataUri {
    /// @dev A CIDv1 of a SHA-256 hash: version, codec, hash function and length, 32 bytes of hash.
    uint256 private constant CID_SIZE = 36;
    uint256 private constant CID_DIGITS = 58;
    bytes1 private constant CID_VERSION = 0x01;
    /// @dev The nine characters of `{address}`.
    uint256 private constant PLACEHOLDER = 0x7b616464726573737d;
    uint256 private constant PLACEHOLDER_SIZE = 9;
    /// @dev The seven characters of `ipfs://`, and the bit of lower case in its four letters.
    uint256 private constant IPFS = 0x697066733a2f2f;
    uint256 private constant IPFS_SIZE = 7;
    uint256 private constant LOWER_CASE = 0x20202020000000;
    bytes16 private constant HEX = "0123456789abcdef";
    bytes32 private constant BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

    /// @dev Text: `{address}` replaced by `self`. A raw CID: ipfs:// with the CID in base32.
    function read(bytes memory uri, address self) internal pure returns (string memory) {
        if (uri.length >= CID_SIZE && uri[0] == CID_VERSION) {
            bytes memory path = slice(uri, CID_SIZE, uri.length);
            bytes memory cid = bytes.concat(slice(uri, 0, CID_SIZE), bytes1(0));
            return string(bytes.concat("ipfs://b", _base32(cid), path));
        }
        return string(_fillIn(uri, self));
    }

    /// @dev The address of one item: its name behind a trailing slash; else all items share it.
    function item(string memory base, string memory itemName)
        internal
        pure
        returns (string memory)
    {
        return isFolder(base) ? string.concat(base, itemName) : base;
    }

    function isFolder(string memory base) internal pure returns (bool) {
        uint256 length = bytes(base).length;
        return length != 0 && bytes(base)[length - 1] == "/";
    }

    /// @dev Whether the address begins with ipfs://, in letters of any case, and so names its content.
    function isOnIpfs(string memory base) internal pure returns (bool isThere) {
        if (bytes(base).length < IPFS_SIZE) return false;
        assembly ("memory-safe") {
            let scheme := shr(200, mload(add(base, 0x20)))
            isThere := eq(or(scheme, LOWER_CASE), IPFS)
        }
    }

    function decimal(uint256 value) internal pure returns (string memory) {
        unchecked {
            uint256 length = 1;
            for (uint256 rest = value / 10; rest != 0; rest /= 10) {
                ++length;
            }
            bytes memory digits = new bytes(length);
            for (uint256 i = length; i != 0; value /= 10) {
                _put(digits, --i, 48 + value % 10);
            }
            return string(digits);
        }
    }

    function _fillIn(bytes memory uri, address self) private pure returns (bytes memory filled) {
        unchecked {
            uint256 start;
            for (uint256 i; i + PLACEHOLDER_SIZE <= uri.length; ++i) {
                if (!_isPlaceholder(uri, i)) continue;
                filled = bytes.concat(filled, slice(uri, start, i), _hex(self));
                start = i + PLACEHOLDER_SIZE;
            }
            return bytes.concat(filled, slice(uri, start, uri.length));
        }
    }

    function _isPlaceholder(bytes memory uri, uint256 index) private pure returns (bool isThere) {
        assembly ("memory-safe") {
            let word := mload(add(add(uri, 0x20), index))
            isThere := eq(shr(184, word), PLACEHOLDER)
        }
    }

    /// @dev Lower case with 0x, as in the paths of the web.
    function _hex(address account) private pure returns (bytes memory text) {
        unchecked {
            text = new bytes(42);
            _put(text, 0, uint8(bytes1("0")));
            _put(text, 1, uint8(bytes1("x")));
            uint256 rest = uint160(account);
            for (uint256 i = 42; i > 2; rest >>= 4) {
                _put(text, --i, uint128(HEX) >> (120 - 8 * (rest & 15)));
            }
        }
    }

    /// @dev RFC 4648 in lower case, without padding; a byte of zeros follows the CID.
    function _base32(bytes memory data) private pure returns (bytes memory text) {
        unchecked {
            text = new bytes(CID_DIGITS);
            for (uint256 i; i < text.length; ++i) {
                uint256 digit = _fiveBits(data, i * 5);
                _put(text, i, uint256(BASE32) >> (248 - 8 * digit));
            }
        }
    }

    /// @dev The five bits from `start` on.
    function _fiveBits(bytes memory data, uint256 start) private pure returns (uint256 bits) {
        assembly ("memory-safe") {
            let word := mload(add(add(data, 0x20), shr(3, start)))
            bits := and(shr(sub(251, and(start, 7)), word), 31)
        }
    }

    /// @dev The bytes of `whole` from `start` up to `end`.
    function slice(bytes memory whole, uint256 start, uint256 end)
        internal
        pure
        returns (bytes memory part)
    {
        unchecked {
            part = new bytes(end - start);
            for (uint256 i; i < part.length; ++i) {
                _put(part, i, uint8(whole[start + i]));
            }
        }
    }

    /// @dev Stores the lowest byte of `char`; callers stay inside the text.
    function _put(bytes memory text, uint256 index, uint256 char) private pure {
        assembly ("memory-safe") {
            mstore8(add(add(text, 0x20), index), char)
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Base64 with padding (RFC 4648)
library Base64 {
    bytes private constant DIGITS =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function encode(bytes memory data) internal pure returns (string memory) {
        unchecked {
            bytes memory digits = DIGITS;
            uint256 groups = (data.length + 2) / 3;
            uint256 size = data.length;
            // Zeros behind the end, which the last group reads.
            bytes memory padded = bytes.concat(data, bytes2(0));
            bytes memory text = new bytes(groups * 4);
            for (uint256 i; i < groups; ++i) {
                uint256 bits = uint256(uint8(padded[3 * i])) << 16;
                bits |= uint256(uint8(padded[3 * i + 1])) << 8 | uint8(padded[3 * i + 2]);
                for (uint256 j; j < 4; ++j) {
                    text[4 * i + j] = digits[bits >> (18 - 6 * j) & 63];
                }
            }
            for (uint256 missing = groups * 3 - size; missing != 0; --missing) {
                text[text.length - missing] = "=";
            }
            return string(text);
        }
    }
}

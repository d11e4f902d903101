// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The rules of a label, one character after the other: the reference of the registry's.
library PlainLabel {
    function isValid(string memory label) internal pure returns (bool) {
        bytes memory chars = bytes(label);
        if (chars.length < 3 || chars.length > 31) return false;
        for (uint256 i; i < chars.length; ++i) {
            bool isLetter = chars[i] >= "a" && chars[i] <= "z";
            bool isDigit = chars[i] >= "0" && chars[i] <= "9";
            if (!isLetter && !isDigit && chars[i] != "-") return false;
        }
        if (chars[0] == "-" || chars[chars.length - 1] == "-") return false;
        if (chars.length > 3 && chars[2] == "-" && chars[3] == "-") return false;
        return !(chars[0] == "0" && chars[1] == "x");
    }

    /// @dev The bytes of a word in front of its zeros at the end.
    function fromId(uint256 tokenId) internal pure returns (string memory) {
        uint256 size = 32;
        while (size != 0 && uint8(tokenId >> (8 * (32 - size))) == 0) --size;
        bytes memory text = new bytes(size);
        for (uint256 i; i < size; ++i) {
            text[i] = bytes1(uint8(tokenId >> (8 * (31 - i))));
        }
        return string(text);
    }
}

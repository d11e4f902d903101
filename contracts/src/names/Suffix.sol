// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The suffix of names
library Suffix {
    uint256 private constant MAX_BYTES = 63;

    /// @dev True for 1 to 63 characters: labels of a-z, 0-9 and hyphens, with dots between them.
    function isValid(bytes memory suffix) internal pure returns (bool) {
        if (suffix.length == 0 || suffix.length > MAX_BYTES) return false;
        // As if a dot stood before the first label.
        bool isAfterDot = true;
        for (uint256 i; i < suffix.length; ++i) {
            bytes1 char = suffix[i];
            bool isDot = char == ".";
            if (isDot && isAfterDot) return false;
            if (!isDot && !_isLabelCharacter(char)) return false;
            isAfterDot = isDot;
        }
        return !isAfterDot;
    }

    /// @dev The node by ENSIP-1 of a valid suffix.
    function node(bytes memory suffix) internal pure returns (bytes32 hash) {
        uint256 end = suffix.length;
        for (uint256 i = suffix.length; i != 0; --i) {
            if (i != 1 && suffix[i - 2] != ".") continue;
            hash = keccak256(abi.encode(hash, _hash(suffix, i - 1, end)));
            // Left of the label's dot.
            if (i > 1) end = i - 2;
        }
    }

    /// @dev The form in which the DNS writes it: the length of each label before it, 0 at the end.
    function dnsEncode(bytes memory suffix) internal pure returns (bytes memory encoded) {
        encoded = bytes.concat(bytes1(0), suffix, bytes1(0));
        uint256 lengthAt;
        for (uint256 i = 1; i < encoded.length; ++i) {
            bool isEnd = i == encoded.length - 1;
            if (!isEnd && encoded[i] != ".") continue;
            encoded[lengthAt] = bytes1(uint8(i - lengthAt - 1));
            lengthAt = i;
        }
    }

    function _isLabelCharacter(bytes1 char) private pure returns (bool) {
        return (char >= "a" && char <= "z") || (char >= "0" && char <= "9") || char == "-";
    }

    function _hash(bytes memory text, uint256 start, uint256 end)
        private
        pure
        returns (bytes32 hash)
    {
        assembly ("memory-safe") {
            hash := keccak256(add(add(text, 0x20), start), sub(end, start))
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Storage that the parts of the registry share
/// @dev One word a name: owner 160 | version 64 | flags. The version counts transfers; records are
///      kept by version, so that a transfer clears them without touching one. A word without an
///      owner is 0 or the reserved flag.
abstract contract NameStorage {
    uint256 internal constant IS_RESERVED = 1 << 224;
    uint256 internal constant HAS_RECORDS = 1 << 225;
    uint256 internal constant IS_APPROVED = 1 << 226;
    uint256 private constant VERSION = 160;

    mapping(uint256 tokenId => uint256 word) internal _names;
    mapping(address owner => uint256 count) internal _balances;
    mapping(address account => uint256 tokenId) internal _primaries;

    function _owner(uint256 word) internal pure returns (address) {
        return address(uint160(word));
    }

    function _version(uint256 word) internal pure returns (uint256) {
        return uint64(word >> VERSION);
    }

    /// @dev The word of the same name with its next owner: without flags, one version later.
    function _moved(uint256 word, address to) internal pure returns (uint256) {
        unchecked {
            return uint256(uint64(_version(word) + 1)) << VERSION | uint160(to);
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title What factory and collections encode alike
/// @dev Where the fields of the hot word begin (drawn in `Layout`), and the flags of the fixed terms
///      (drawn in `FixedTerms`).
abstract contract Encoding {
    uint256 internal constant HOT_CAP = 28;
    uint256 internal constant HOT_TENTHS = 56;
    uint256 internal constant HOT_REFERRED = 88;
    uint256 internal constant HOT_UNIT = 116;
    uint256 internal constant HOT_START = 172;
    uint256 internal constant HOT_END = 204;
    uint256 internal constant HOT_LIMIT = 236;
    uint256 internal constant HOT_FREE = 252;
    uint256 internal constant HOT_STORED = 255;
    uint256 internal constant IS_FREE = 1 << 252;
    uint256 internal constant IS_PAUSED =
        0x2000000000000000000000000000000000000000000000000000000000000000;
    uint256 internal constant HAS_PUBLIC_CAP = 1 << 254;
    uint256 internal constant ARE_LISTS_STORED = 1 << 255;

    uint256 internal constant DROP = 0;
    uint256 internal constant EDITION = 2;
    uint256 internal constant KIND_FLAGS = 3;
    uint256 internal constant HAS_LIST = 4;
    uint256 internal constant HAS_PROVENANCE = 8;
    uint256 internal constant IS_SOULBOUND = 16;
}

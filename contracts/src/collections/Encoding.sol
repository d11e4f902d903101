// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Constants of the encoding that factory and collections share
/// @dev Bit positions of the fields of slot0 (drawn in `Layout`), and the flags of the fixed terms
///      (drawn in `FixedTerms`).
abstract contract Encoding {
    uint256 internal constant SLOT0_CAP = 28;
    uint256 internal constant SLOT0_TENTHS = 56;
    uint256 internal constant SLOT0_REFERRED = 88;
    uint256 internal constant SLOT0_UNIT = 116;
    uint256 internal constant SLOT0_START = 172;
    uint256 internal constant SLOT0_END = 204;
    uint256 internal constant SLOT0_LIMIT = 236;
    uint256 internal constant SLOT0_FREE = 252;
    uint256 internal constant SLOT0_STORED = 255;
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
    uint256 internal constant HAS_ROYALTY_SPLIT = 32;
}

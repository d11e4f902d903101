// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The standards that both resolvers support
library ResolverSupport {
    bytes4 private constant ERC_165 = 0x01ffc9a7;
    bytes4 private constant EXTENDED_RESOLVER = 0x9061b923;
    bytes4 private constant FEATURES = 0x582de3e7;
    bytes4 private constant MULTICALL = bytes4(keccak256("eth.ens.resolver.extended.multicall"));

    /// @dev ERC-165, ENSIP-10 and ERC-7996.
    function hasInterface(bytes4 id) internal pure returns (bool) {
        return id == ERC_165 || id == EXTENDED_RESOLVER || id == FEATURES;
    }

    function hasFeature(bytes4 feature) internal pure returns (bool) {
        return feature == MULTICALL;
    }
}

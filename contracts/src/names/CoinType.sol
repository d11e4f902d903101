// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Coin types of address records
/// @dev SLIP-44 for 60, ENSIP-11 for EVM chains, ENSIP-19 for the one of all EVM chains.
library CoinType {
    uint256 internal constant ETHER = 60;
    uint256 internal constant EVERY_CHAIN = 1 << 31;

    function isEvm(uint256 coinType) internal pure returns (bool) {
        return coinType == ETHER || coinType >> 31 == 1;
    }

    /// @dev The coin type of the chain that this code runs on.
    function isHome(uint256 coinType) internal view returns (bool) {
        if (block.chainid == 1) return coinType == ETHER;
        return coinType == EVERY_CHAIN + block.chainid && isEvm(coinType);
    }
}

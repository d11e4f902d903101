// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Whether an account is a contract
library AccountCode {
    /// @dev The code of an account with a key that delegates to a contract (EIP-7702): these three
    ///      bytes and the contract's address. No other code can begin with 0xef (EIP-3541).
    uint256 private constant DELEGATION = 0xef0100;
    uint256 private constant DELEGATION_SIZE = 23;

    /// @dev True for an account with code; a delegated account has a key and counts as none.
    function isContract(address account) internal view returns (bool) {
        uint256 size = account.code.length;
        if (size == 0) return false;
        return size != DELEGATION_SIZE || _firstBytes(account) != DELEGATION;
    }

    function _firstBytes(address account) private view returns (uint256 begin) {
        assembly ("memory-safe") {
            extcodecopy(account, 0, 0, 0x20)
            begin := shr(232, mload(0))
        }
    }
}

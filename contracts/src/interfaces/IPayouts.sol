// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Withdrawals over many collections
/// @notice Reads and withdraws the amounts that several collections owe one account. Holds no ether.
interface IPayouts {
    /// @notice Too little gas is left to give each release its share.
    error NotEnoughGas();

    /// @notice The amount that each collection owes `account`, in wei; 0 where the call failed.
    function owedMany(address[] calldata collections, address account)
        external
        view
        returns (uint256[] memory amounts);

    /// @notice Lets each collection pay `account`. A release that fails pays nothing, stays owed and
    ///         stops no other.
    /// @return amounts The amount that each collection paid, in wei.
    function releaseMany(address[] calldata collections, address account)
        external
        returns (uint256[] memory amounts);
}

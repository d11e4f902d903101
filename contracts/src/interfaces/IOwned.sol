// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Ownership in two steps
/// @notice A new owner has to accept, so that a mistyped address cannot become the owner.
interface IOwned {
    /// @notice Only the owner may do this.
    error NotOwner();

    /// @notice Only the account that ownership was offered to may accept it.
    error NotPendingOwner();

    /// @notice Ownership was offered to `newOwner`; 0: the offer was withdrawn.
    event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner);

    /// @notice `newOwner` is the owner from now on.
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    /// @notice Offers ownership to `newOwner`, who must accept it; 0 withdraws the offer.
    function transferOwnership(address newOwner) external;

    /// @notice Accepts ownership offered to the caller.
    function acceptOwnership() external;

    /// @notice The account that may change settings.
    function owner() external view returns (address);

    /// @notice The account that may accept ownership now.
    function pendingOwner() external view returns (address);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "./ICollectionTypes.sol";

/// @title Royalties of a collection, shared among its first payees
/// @notice Receives royalties in the native currency and in any ERC-20, and owes each payee its
///         share of all that ever arrived. Payees and shares stand in its code: unlike those of the
///         collection's own income they can never change, also when the collection gets another
///         owner. It has no owner, and nothing leaves it except to its payees.
/// @dev Amounts are in wei, or in the smallest unit of the token; shares are basis points. What is
///      lost by rounding down, less than one unit for each payee, stays until more arrives. A token
///      whose balances shrink by themselves pays who comes first; no other token is affected.
interface IRoyaltySplit {
    /// @notice The payment to `account` failed; it stays owed.
    error PaymentFailed(address account);

    /// @notice `token` cannot be released: it has no balance that can be read, or one above 2^240 - 1,
    ///         or it moves the native currency.
    error UnusableToken(address token);

    /// @notice A payment in `token` is under way.
    error ReleaseUnderWay(address token);

    /// @notice `account` received `amount` wei that it was owed.
    event Released(address indexed account, uint256 amount);

    /// @notice `account` received `amount` of `token` that it was owed.
    event TokenReleased(address indexed token, address indexed account, uint256 amount);

    /// @notice Pays `account` all that it is owed in the native currency; anyone may call.
    /// @return amount In wei; 0, without an error, when nothing is owed.
    function release(address account) external returns (uint256 amount);

    /// @notice Pays `account` all that it is owed in an ERC-20; anyone may call.
    /// @return amount In the token's smallest unit; 0, without an error, when nothing is owed.
    function release(address token, address account) external returns (uint256 amount);

    /// @notice The amount that `release(account)` would pay, in wei.
    function owed(address account) external view returns (uint256);

    /// @notice The amount that `release(token, account)` would pay.
    function owed(address token, address account) external view returns (uint256);

    /// @notice The amount that `account` was paid so far, in wei.
    function released(address account) external view returns (uint256);

    /// @notice The amount that `account` was paid so far in `token`.
    function released(address token, address account) external view returns (uint256);

    /// @notice The accounts that share the royalties, for ever.
    function payees() external view returns (ICollectionTypes.Payee[] memory);
}

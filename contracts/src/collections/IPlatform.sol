// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOwned} from "./IOwned.sol";

/// @title The operator
/// @notice Names who receives the platform's share of every collection, also of those already made.
/// @dev Stands alone, so that its address follows from its owner, and all others from its address.
interface IPlatform is IOwned {
    /// @notice The platform's share of all collections is paid to this account from now on.
    event FeeRecipientChanged(address feeRecipient);

    /// @notice Sets who receives the platform's share; 0 leaves it in the collections.
    function setFeeRecipient(address feeRecipient) external;

    /// @notice Who receives the platform's share; 0 until the owner has set it.
    function feeRecipient() external view returns (address);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOwned} from "./IOwned.sol";

/// @title The platform of an operator
/// @notice Sets the recipient of the platform's share of all collections, existing ones included.
/// @dev Stands alone, so that its address follows from its owner, and all others from its address.
interface IPlatform is IOwned {
    /// @notice The platform's share of all collections is paid to this account from now on.
    event FeeRecipientChanged(address feeRecipient);

    /// @notice Sets the recipient of the platform's share; 0 leaves it in the collections.
    function setFeeRecipient(address feeRecipient) external;

    /// @notice The recipient of the platform's share; 0 until the owner has set it.
    function feeRecipient() external view returns (address);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOwned} from "../interfaces/IOwned.sol";

/// @dev The inheriting contract names its first owner through `_setOwner`.
abstract contract Owned is IOwned {
    /// @inheritdoc IOwned
    address public owner;
    /// @inheritdoc IOwned
    address public pendingOwner;

    modifier onlyOwner() {
        _requireOwner();
        _;
    }

    /// @inheritdoc IOwned
    function transferOwnership(address newOwner) external onlyOwner {
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(msg.sender, newOwner);
    }

    /// @inheritdoc IOwned
    function acceptOwnership() external {
        if (msg.sender != pendingOwner) revert NotPendingOwner();
        _setOwner(msg.sender);
    }

    function _setOwner(address newOwner) internal {
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
        pendingOwner = address(0);
    }

    /// @dev Apart from the modifier, whose body is copied into every function that bears it.
    function _requireOwner() private view {
        if (msg.sender != owner) revert NotOwner();
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IPlatform} from "../interfaces/IPlatform.sol";
import {Owned} from "./Owned.sol";

contract Platform is IPlatform, Owned {
    /// @inheritdoc IPlatform
    address public feeRecipient;

    /// @param firstOwner The only argument, so that the platform has one address on every chain.
    constructor(address firstOwner) {
        _setOwner(firstOwner);
    }

    /// @inheritdoc IPlatform
    function setFeeRecipient(address newRecipient) external onlyOwner {
        feeRecipient = newRecipient;
        emit FeeRecipientChanged(newRecipient);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Recovery} from "./Recovery.sol";
import {SmartAccount} from "./SmartAccount.sol";
import {IValidator, OperationType} from "./Transaction.sol";

/// @dev Takes signatures of the owners of the account that asks.
contract OwnerValidator is IValidator {
    function handleValidation(OperationType, bytes32 signedHash, bytes calldata signature)
        external
        view
        returns (bool)
    {
        address signer = Recovery.recover(signedHash, signature);
        return signer != address(0) && SmartAccount(payable(msg.sender)).k1IsOwner(signer);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == type(IValidator).interfaceId;
    }
}

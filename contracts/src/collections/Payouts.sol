// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionSale} from "../interfaces/ICollectionSale.sol";
import {IPayouts} from "../interfaces/IPayouts.sol";

contract Payouts is IPayouts {
    /// @dev Enough for a contract wallet to be paid, too little for one account to use up the rest.
    uint256 private constant GAS_PER_RELEASE = 300_000;
    /// @dev A call costs something itself and passes on 63/64 of the rest at most (EIP-150).
    uint256 private constant GAS_NEEDED = 310_000;

    /// @inheritdoc IPayouts
    function releaseMany(address[] calldata collections, address account)
        external
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](collections.length);
        bytes memory request = abi.encodeCall(ICollectionSale.release, (account));
        for (uint256 i; i < collections.length; ++i) {
            // Without this a wallet could estimate so little gas that every release fails unseen.
            if (gasleft() < GAS_NEEDED) revert NotEnoughGas();
            amounts[i] = _release(collections[i], request);
        }
    }

    /// @inheritdoc IPayouts
    function owedMany(address[] calldata collections, address account)
        external
        view
        returns (uint256[] memory amounts)
    {
        amounts = new uint256[](collections.length);
        bytes memory request = abi.encodeCall(ICollectionSale.owed, (account));
        for (uint256 i; i < collections.length; ++i) {
            amounts[i] = _owed(collections[i], request);
        }
    }

    /// @dev Copies one word of the return data at most.
    function _release(address collection, bytes memory request) private returns (uint256 amount) {
        assembly ("memory-safe") {
            mstore(0, 0)
            let isDone :=
                call(GAS_PER_RELEASE, collection, 0, add(request, 0x20), mload(request), 0, 0x20)
            if and(isDone, gt(returndatasize(), 0x1f)) { amount := mload(0) }
        }
    }

    /// @dev The same as a static call.
    function _owed(address collection, bytes memory request) private view returns (uint256 amount) {
        assembly ("memory-safe") {
            mstore(0, 0)
            let isDone :=
                staticcall(GAS_PER_RELEASE, collection, add(request, 0x20), mload(request), 0, 0x20)
            if and(isDone, gt(returndatasize(), 0x1f)) { amount := mload(0) }
        }
    }
}

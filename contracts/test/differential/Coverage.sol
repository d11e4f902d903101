// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {Views} from "./Views.sol";

/// @dev The coverage that a number of runs must reach, or they prove little.
abstract contract Coverage is Views {
    /// @dev The calls of the token standard.
    function _tokenCalls() internal pure virtual returns (bytes4[] memory);

    function _tokenErrors() internal pure virtual returns (bytes4[] memory);

    function _requireAllMet() internal view {
        _requireMet(_saleCalls(), done, "never done");
        _requireMet(_saleCalls(), refused, "never refused");
        _requireMet(_managementCalls(), done, "never done");
        _requireMet(_managementCalls(), refused, "never refused");
        _requireMet(_tokenCalls(), done, "never done");
        _requireMet(_tokenCalls(), refused, "never refused");
        _requireMet(_saleErrors(), met, "never met");
        _requireMet(_managementErrors(), met, "never met");
        _requireMet(_tokenErrors(), met, "never met");
    }

    function _requireMet(
        bytes4[] memory expected,
        mapping(bytes4 => uint256) storage counts,
        string memory otherwise
    ) private view {
        for (uint256 i; i < expected.length; ++i) {
            if (counts[expected[i]] != 0) continue;
            revert(string.concat(otherwise, ": ", vm.toString(bytes.concat(expected[i]))));
        }
    }

    function _saleCalls() private pure returns (bytes4[] memory calls) {
        calls = new bytes4[](6);
        calls[0] = ICollectionSale.mint.selector;
        calls[1] = ICollectionSale.mintTo.selector;
        calls[2] = MINT_LISTED;
        calls[3] = MINT_LISTED_PARTLY;
        calls[4] = ICollectionSale.airdrop.selector;
        calls[5] = ICollectionSale.release.selector;
    }

    function _managementCalls() private pure returns (bytes4[] memory calls) {
        calls = new bytes4[](17);
        calls[0] = ICollectionManagement.setPublicPhase.selector;
        calls[1] = ICollectionManagement.applyPublicPhase.selector;
        calls[2] = ICollectionManagement.addList.selector;
        calls[3] = ICollectionManagement.removeList.selector;
        calls[4] = ICollectionManagement.lowerCap.selector;
        calls[5] = ICollectionManagement.applyCap.selector;
        calls[6] = ICollectionManagement.freezeCap.selector;
        calls[7] = ICollectionManagement.setPaused.selector;
        calls[8] = ICollectionManagement.reveal.selector;
        calls[9] = ICollectionManagement.setBaseUri.selector;
        calls[10] = ICollectionManagement.freezeMetadata.selector;
        calls[11] = ICollectionManagement.setContractUri.selector;
        calls[12] = ICollectionManagement.setRoyalty.selector;
        calls[13] = ICollectionManagement.setPayees.selector;
        calls[14] = ICollectionManagement.applyPayees.selector;
        calls[15] = IOwned.transferOwnership.selector;
        calls[16] = IOwned.acceptOwnership.selector;
    }

    function _saleErrors() private pure returns (bytes4[] memory errors) {
        errors = new bytes4[](16);
        errors[0] = ICollectionTypes.PhaseClosed.selector;
        errors[1] = ICollectionTypes.Paused.selector;
        errors[2] = ICollectionTypes.SoldOut.selector;
        errors[3] = ICollectionTypes.PhaseSoldOut.selector;
        errors[4] = ICollectionTypes.WalletLimit.selector;
        errors[5] = ICollectionTypes.BadProof.selector;
        errors[6] = ICollectionTypes.WrongValue.selector;
        errors[7] = ICollectionTypes.ZeroQuantity.selector;
        errors[8] = ICollectionTypes.TooMany.selector;
        errors[9] = ICollectionTypes.BadPrice.selector;
        errors[10] = ICollectionTypes.BadReferrer.selector;
        errors[11] = ICollectionTypes.BadRecipient.selector;
        errors[12] = ICollectionTypes.RefundFailed.selector;
        errors[13] = ICollectionTypes.PaymentFailed.selector;
        errors[14] = ICollectionTypes.BadTerms.selector;
        errors[15] = ICollectionTypes.LengthMismatch.selector;
    }

    function _managementErrors() private pure returns (bytes4[] memory errors) {
        errors = new bytes4[](12);
        errors[0] = ICollectionTypes.BadList.selector;
        errors[1] = ICollectionTypes.UnknownList.selector;
        errors[2] = ICollectionTypes.BadPayees.selector;
        errors[3] = ICollectionTypes.BadRoyalty.selector;
        errors[4] = ICollectionTypes.BadCap.selector;
        errors[5] = ICollectionTypes.Frozen.selector;
        errors[6] = ICollectionTypes.NotRevealed.selector;
        errors[7] = ICollectionTypes.BadReveal.selector;
        errors[8] = ICollectionTypes.NothingPending.selector;
        errors[9] = ICollectionTypes.NoticePending.selector;
        errors[10] = IOwned.NotOwner.selector;
        errors[11] = IOwned.NotPendingOwner.selector;
    }
}

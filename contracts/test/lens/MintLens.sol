// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";

/// @title What collections answer about mints, many answers in one call
/// @notice For holding the rules off the chain against the contracts; never deployed for use.
contract MintLens {
    /// @dev More than any mint may hold: asks how many would go through at most.
    uint256 private constant AS_MANY_AS_POSSIBLE = 1000;

    /// @param phaseId Whose counters are read beside `checkMint`.
    /// @param root The list whose window is read.
    /// @param packed The terms as `checkMint` takes them; so are the others.
    struct Question {
        ICollection collection;
        address account;
        uint8 phaseId;
        bytes32 root;
        uint256 quantity;
        uint256 packed;
        bytes32[] proof;
    }

    /// @dev One answer of `checkMint`.
    struct Check {
        uint256 reasons;
        uint256 through;
        uint256 total;
    }

    /// @param asked For the quantity in question.
    /// @param most For as many as possible.
    struct Answer {
        Check asked;
        Check most;
        uint256 walletMinted;
        uint256 phaseMinted;
        uint256 notBefore;
        uint256 until;
    }

    function ask(Question[] calldata questions) external view returns (Answer[] memory answers) {
        answers = new Answer[](questions.length);
        for (uint256 i; i < questions.length; ++i) {
            Question calldata question = questions[i];
            ICollection collection = question.collection;
            Answer memory answer = answers[i];
            answer.asked = _check(question, question.quantity);
            answer.most = _check(question, AS_MANY_AS_POSSIBLE);
            answer.walletMinted = collection.walletMinted(question.account, question.phaseId);
            answer.phaseMinted = collection.phaseMinted(question.phaseId);
            (answer.notBefore, answer.until) = collection.listWindow(question.root);
        }
    }

    function overviews(ICollection[] calldata collections)
        external
        view
        returns (ICollectionTypes.Overview[] memory all)
    {
        all = new ICollectionTypes.Overview[](collections.length);
        for (uint256 i; i < collections.length; ++i) {
            all[i] = collections[i].overview();
        }
    }

    function _check(Question calldata question, uint256 quantity)
        private
        view
        returns (Check memory check)
    {
        (check.reasons, check.through, check.total) = question.collection
            .checkMint(question.account, quantity, question.packed, question.proof);
    }
}

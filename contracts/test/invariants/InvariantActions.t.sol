// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TestBase} from "../TestBase.sol";
import {DropHandler} from "./DropHandler.sol";
import {EditionHandler} from "./EditionHandler.sol";
import {EnvironmentActions} from "./EnvironmentActions.sol";

/// @dev An invariant over actions that never go through would hold for nothing. Here the actions are
///      played with fixed dice, and each must go through and be refused, where it can.
contract InvariantActionsTest is TestBase {
    uint256 private constant LIVES = 12;
    uint256 private constant STEPS = 250;
    address private constant CONSOLE = 0x000000000000000000636F6e736F6c652e6c6f67;

    mapping(string action => uint256 count) private _done;
    mapping(string action => uint256 count) private _refused;
    mapping(string action => bool isKnown) private _isKnown;
    string[] private _actions;

    function test_everyActionWithDropsGoesThroughAndIsRefused() public {
        vm.pauseGasMetering();
        bytes4[18] memory shared = _sharedActions();
        bytes4[] memory actions = new bytes4[](shared.length + 5);
        for (uint256 i; i < shared.length; ++i) {
            actions[i] = shared[i];
        }
        actions[shared.length] = DropHandler.moveToken.selector;
        actions[shared.length + 1] = DropHandler.moveByAFormerOwner.selector;
        actions[shared.length + 2] = DropHandler.moveOrBurnToken.selector;
        actions[shared.length + 3] = DropHandler.approveToken.selector;
        actions[shared.length + 4] = DropHandler.setOperator.selector;
        for (uint256 life; life < LIVES; ++life) {
            _live(new DropHandler(), life, actions);
        }
        _expectBoth();
        assertEq(_actions.length, 39, "every action was tried");
    }

    function test_everyActionWithEditionsGoesThroughAndIsRefused() public {
        vm.pauseGasMetering();
        bytes4[18] memory shared = _sharedActions();
        bytes4[] memory actions = new bytes4[](shared.length + 4);
        for (uint256 i; i < shared.length; ++i) {
            actions[i] = shared[i];
        }
        actions[shared.length] = EditionHandler.moveCopies.selector;
        actions[shared.length + 1] = EditionHandler.moveCopiesInBatch.selector;
        actions[shared.length + 2] = EditionHandler.moveOrBurnCopies.selector;
        actions[shared.length + 3] = EditionHandler.setOperator.selector;
        for (uint256 life; life < LIVES; ++life) {
            _live(new EditionHandler(), life, actions);
        }
        _expectBoth();
        assertEq(_actions.length, 37, "every action was tried");
    }

    function _sharedActions() private pure returns (bytes4[18] memory) {
        return [
            EnvironmentActions.wait.selector,
            EnvironmentActions.createAnother.selector,
            EnvironmentActions.callImplementation.selector,
            _selector("mint(uint256)"),
            _selector("mintTo(uint256)"),
            _selector("mintFromList(uint256)"),
            _selector("mintPartFromList(uint256)"),
            _selector("mintWithForeignProof(uint256)"),
            _selector("airdrop(uint256)"),
            _selector("release(uint256)"),
            _selector("release(uint256)"),
            _selector("forceEther(uint256)"),
            _selector("operate(uint256)"),
            _selector("changeTerms(uint256)"),
            _selector("changeLists(uint256)"),
            _selector("changeCap(uint256)"),
            _selector("changePayees(uint256)"),
            _selector("changePromises(uint256)")
        ];
    }

    function _live(EnvironmentActions handler, uint256 life, bytes4[] memory actions) private {
        for (uint256 step; step < STEPS; ++step) {
            uint256 seed = uint256(keccak256(abi.encode(life, step)));
            bytes4 action = actions[seed % actions.length];
            (bool isDone, bytes memory reason) =
                address(handler).call(abi.encodeWithSelector(action, seed));
            vm.assertTrue(isDone, string(reason));
        }
        string[] memory names = handler.actions();
        for (uint256 i; i < names.length; ++i) {
            _done[names[i]] += handler.doneOf(names[i]);
            _refused[names[i]] += handler.refusedOf(names[i]);
            if (!_isKnown[names[i]]) _actions.push(names[i]);
            _isKnown[names[i]] = true;
        }
    }

    function _expectBoth() private view {
        for (uint256 i; i < _actions.length; ++i) {
            string memory action = _actions[i];
            _print(action, _done[action], _refused[action]);
        }
        for (uint256 i; i < _actions.length; ++i) {
            string memory action = _actions[i];
            bool mayGoThrough = !_isOne(action, _neverDone());
            bool mayBeRefused = !_isOne(action, _neverRefused());
            vm.assertTrue(
                (_done[action] != 0) == mayGoThrough, string.concat(action, " goes through")
            );
            vm.assertTrue(
                (_refused[action] != 0) == mayBeRefused, string.concat(action, " is refused")
            );
        }
    }

    /// @dev Attacks that succeed never.
    function _neverDone() private pure returns (string[4] memory) {
        return ["mintWithForeignProof", "mintOnAnotherChain", "sendEther", "moveByAFormerOwner"];
    }

    /// @dev Actions that never fail, and reentries, which are only counted when they succeed.
    function _neverRefused() private pure returns (string[4] memory) {
        return ["forceEther", "setOperator", "strike", ""];
    }

    function _isOne(string memory action, string[4] memory names) private pure returns (bool) {
        for (uint256 i; i < names.length; ++i) {
            if (keccak256(bytes(names[i])) == keccak256(bytes(action))) return true;
        }
        return false;
    }

    /// @dev The distribution of actions, seen with `forge test -vv`.
    function _print(string memory action, uint256 done, uint256 refused) private view {
        bytes memory line = abi.encodeWithSignature(
            "log(string,uint256,uint256)",
            string.concat(action, ": %s done, %s refused"),
            done,
            refused
        );
        (bool isPrinted,) = CONSOLE.staticcall(line);
        isPrinted;
    }

    function _selector(string memory signature) private pure returns (bytes4) {
        return bytes4(keccak256(bytes(signature)));
    }
}

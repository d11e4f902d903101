// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {Vm} from "../TestBase.sol";
import {Chance} from "./Chance.sol";
import {Actor} from "./Actor.sol";

/// @dev Two collections that must behave identically: every call goes to both of them, and
///      every observable result is compared.
abstract contract Pair is Chance {
    /// @dev Enough for everything, also where a receiver burns all but a sixty-fourth of it.
    uint256 private constant GAS = 100_000_000;
    uint256 private constant ADDRESS_DIGITS = 42;

    /// @dev All that a call leaves behind; `moved` is what each account gained, modulo 2^256, with
    ///      the collection last.
    struct Outcome {
        bool isDone;
        bytes result;
        bytes32 logs;
        uint256[] moved;
    }

    ICollection internal real;
    ICollection internal plain;
    /// @dev All accounts of the run.
    address[] internal accounts;
    /// @dev Whether texts may show the collection's address, which differs between the two.
    bool internal isNamedInTexts;
    /// @dev Where a difference arose.
    uint256 private _run;
    uint256 internal steps;

    mapping(bytes4 selector => uint256 count) internal done;
    mapping(bytes4 selector => uint256 count) internal refused;
    mapping(bytes4 error_ => uint256 count) internal met;

    function _startRun(uint256 seed) internal {
        _run = seed;
        _startChance(seed);
    }

    /// @dev Does the same to both. The reason of a refusal counts too, unless the call was broken on
    ///      its way: then it is the decoder's.
    function _act(address sender, uint256 value, bytes memory data, bool isBroken)
        internal
        returns (bool isDone)
    {
        Outcome memory actual = _perform(address(real), sender, value, data);
        Outcome memory expected = _perform(address(plain), sender, value, data);

        bytes4 selector = bytes4(data);
        if (actual.isDone != expected.isDone) {
            bytes memory result = actual.isDone ? expected.result : actual.result;
            _fail(actual.isDone ? "real only succeeds" : "plain only succeeds", data, result);
        }
        bool isCompared = actual.isDone || !isBroken;
        if (isCompared && keccak256(actual.result) != keccak256(expected.result)) {
            _fail("results differ", actual.result, expected.result);
        }
        if (actual.logs != expected.logs) _fail("logs differ", data, "");
        if (keccak256(abi.encode(actual.moved)) != keccak256(abi.encode(expected.moved))) {
            _fail("balances differ", abi.encode(actual.moved), abi.encode(expected.moved));
        }

        if (expected.isDone) ++done[selector];
        else ++refused[selector];
        if (!expected.isDone && !isBroken) ++met[bytes4(expected.result)];
        return expected.isDone;
    }

    /// @dev Calls the same view of both.
    function _ask(bytes memory question) internal view {
        (bool isAnswered, bytes memory actual) = address(real).staticcall(question);
        (bool isExpected, bytes memory expected) = address(plain).staticcall(question);
        bool isSame = keccak256(actual) == keccak256(expected);
        if (!isSame && isNamedInTexts) isSame = keccak256(actual) == keccak256(_renamed(expected));
        if (isAnswered != isExpected || !isSame) {
            _fail("views differ", question, bytes.concat(actual, "|", expected));
        }
    }

    function _perform(address collection, address sender, uint256 value, bytes memory data)
        private
        returns (Outcome memory outcome)
    {
        outcome.moved = _balances(collection);
        vm.prank(sender);
        (outcome.isDone, outcome.result) = collection.call{value: value, gas: GAS}(data);
        bytes32 logs = _digestLogs(collection);
        if (outcome.isDone) outcome.logs = logs;
        uint256[] memory afterwards = _balances(collection);
        for (uint256 i; i < afterwards.length; ++i) {
            unchecked {
                outcome.moved[i] = afterwards[i] - outcome.moved[i];
            }
        }
    }

    function _balances(address collection) private view returns (uint256[] memory balances) {
        address[] memory all = accounts;
        balances = new uint256[](all.length + 1);
        for (uint256 i; i < all.length; ++i) {
            balances[i] = all[i].balance;
        }
        balances[all.length] = collection.balance;
    }

    /// @dev Forge records what is logged in calls that fail, too; on a chain it never was.
    function _digestLogs(address collection) private returns (bytes32 digest) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes32 certain;
        for (uint256 i; i < logs.length; ++i) {
            bytes32 topic = logs[i].topics[0];
            if (topic == Actor.CallingBack.selector) certain = digest;
            bool isUndone = topic == Actor.CalledBack.selector && !_isDone(logs[i].data);
            if (isUndone) digest = certain;
            digest = _digestLog(digest, logs[i], collection);
        }
    }

    function _isDone(bytes memory calledBack) private pure returns (bool isDone) {
        (isDone,) = abi.decode(calledBack, (bool, bytes));
    }

    function _digestLog(bytes32 digest, Vm.Log memory log, address collection)
        internal
        view
        returns (bytes32)
    {
        address emitter = log.emitter == collection ? address(0) : log.emitter;
        bool isText = log.data.length > ADDRESS_DIGITS;
        bool isRenamed = isNamedInTexts && isText && collection == address(plain);
        bytes memory data = isRenamed ? _renamed(log.data) : log.data;
        return keccak256(abi.encode(digest, emitter, log.topics, data));
    }

    /// @dev The same bytes with the address of `real` wherever that of `plain` is spelt out.
    function _renamed(bytes memory text) private view returns (bytes memory) {
        bytes memory from = bytes(_lowerCase(vm.toString(address(plain))));
        bytes memory to = bytes(_lowerCase(vm.toString(address(real))));
        for (uint256 i; i + ADDRESS_DIGITS <= text.length; ++i) {
            uint256 same;
            while (same < ADDRESS_DIGITS && text[i + same] == from[same]) {
                ++same;
            }
            if (same < ADDRESS_DIGITS) continue;
            for (uint256 j; j < ADDRESS_DIGITS; ++j) {
                text[i + j] = to[j];
            }
        }
        return text;
    }

    function _lowerCase(string memory text) private pure returns (string memory) {
        bytes memory letters = bytes(text);
        for (uint256 i; i < letters.length; ++i) {
            bool isCapital = letters[i] >= "A" && letters[i] <= "Z";
            if (isCapital) letters[i] = bytes1(uint8(letters[i]) + 32);
        }
        return text;
    }

    function _fail(string memory what, bytes memory first, bytes memory second) private view {
        string memory where =
            string.concat(" in step ", vm.toString(steps), " of run ", vm.toString(_run), ": ");
        revert(string.concat(what, where, vm.toString(first), " ", vm.toString(second)));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TestBase} from "../TestBase.sol";

/// @dev Numbers that follow from a seed alone, so that every run can be repeated.
abstract contract Chance is TestBase {
    uint256 private _state;

    function _startChance(uint256 seed) internal {
        _state = seed;
    }

    function _word() internal returns (uint256 word) {
        word = uint256(keccak256(bytes.concat(bytes32(_state))));
        _state = word;
    }

    /// @dev The next number within [lowest, highest].
    function _pick(uint256 lowest, uint256 highest) internal returns (uint256) {
        return bound(_word(), lowest, highest);
    }

    function _isOneIn(uint256 many) internal returns (bool) {
        return _pick(1, many) == 1;
    }
}

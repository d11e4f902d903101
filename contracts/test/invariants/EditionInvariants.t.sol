// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionInvariants} from "./CollectionInvariants.sol";
import {EditionHandler} from "./EditionHandler.sol";
import {EnvironmentActions} from "./EnvironmentActions.sol";

/// @dev Invariants of editions, besides those of all collections.
contract EditionInvariants is CollectionInvariants {
    /// @dev Copies exist of token 1 alone.
    function invariant_copiesExistOfOneTokenAlone() public inLife {
        EditionHandler handler = EditionHandler(address(handler));
        address[] memory actors = handler.actors();
        for (uint256 i; i < actors.length; ++i) {
            assertEq(handler.edition().balanceOf(actors[i], 0), 0, "broken: nothing of token 0");
            assertEq(handler.edition().balanceOf(actors[i], 2), 0, "broken: nothing of token 2");
        }
    }

    function _newWorld() internal override returns (EnvironmentActions) {
        return new EditionHandler();
    }

    function _balanceOf(address account) internal view override returns (uint256) {
        return EditionHandler(address(handler)).edition().balanceOf(account, 1);
    }
}

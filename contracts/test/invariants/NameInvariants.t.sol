// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRegistry} from "../../src/interfaces/INameRegistry.sol";
import {TestBase} from "../TestBase.sol";
import {NameHandler} from "./NameHandler.sol";

/// @dev Invariants of a registry of names after every action.
contract NameInvariants is TestBase {
    NameHandler private handler;
    INameRegistry private registry;

    function setUp() public {
        handler = new NameHandler();
        registry = handler.registry();
    }

    /// @dev Read by forge: only the handler is acted upon.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev The logs alone reproduce owners, reserved names, primary names and texts; so an index that
    ///      reads them has the state of the chain.
    function invariant_logsReproduceTheState() public view {
        assertEq(handler.broken(), "");
        for (uint256 i; i < handler.LABELS(); ++i) {
            uint256 tokenId = handler.idAt(i);
            address owner = handler.ownerByLogs(tokenId);
            bool isFree = owner == address(0);
            if (!isFree) assertEq(registry.ownerOf(tokenId), owner);
            assertEq(registry.text(tokenId, "url"), handler.textByLogs(tokenId));
            bool isReserved = registry.reserved(tokenId);
            assertTrue(isReserved == handler.reservedByLogs(tokenId), "broken: reserved alike");
            bool isAvailable = registry.available(registry.labelOf(tokenId));
            assertTrue(isAvailable == (isFree && !isReserved), "broken: available is free");
            assertFalse(isReserved && !isFree);
        }
        for (uint256 i; i < handler.PEOPLE(); ++i) {
            address account = handler.accountAt(i);
            assertEq(registry.primaryTokenOf(account), handler.primaryByLogs(account));
        }
    }

    /// @dev A primary name is always owned by the account that shows it.
    function invariant_aPrimaryNameIsOwned() public view {
        for (uint256 i; i < handler.PEOPLE(); ++i) {
            address account = handler.accountAt(i);
            uint256 tokenId = registry.primaryTokenOf(account);
            if (tokenId != 0) assertEq(registry.ownerOf(tokenId), account);
        }
    }

    /// @dev The balance of an account is the number of names it owns; none is lost or made.
    function invariant_balancesCountNames() public view {
        for (uint256 i; i < handler.PEOPLE(); ++i) {
            address account = handler.accountAt(i);
            uint256 owned;
            for (uint256 j; j < handler.LABELS(); ++j) {
                if (handler.ownerByLogs(handler.idAt(j)) == account) ++owned;
            }
            assertEq(registry.balanceOf(account), owned);
        }
    }

    /// @dev The registry holds what names cost and what was not withdrawn.
    function invariant_theBalanceIsTheIncome() public view {
        assertEq(address(registry).balance, handler.income() - handler.withdrawn());
    }
}

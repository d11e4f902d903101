// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICampaignBadges} from "../../src/interfaces/ICampaignBadges.sol";
import {TestBase} from "../TestBase.sol";
import {BadgeHandler} from "./BadgeHandler.sol";

/// @dev Invariants of a contract of badges after every action.
contract BadgeInvariants is TestBase {
    BadgeHandler private handler;
    ICampaignBadges private badges;

    function setUp() public {
        handler = new BadgeHandler();
        badges = handler.badges();
    }

    /// @dev Read by forge: only the handler is acted upon.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev The logs alone give the holders, so an index that reads them has the state of the chain;
    ///      every call ended as the rules have it.
    function invariant_logsReproduceTheHolders() public {
        assertEq(handler.broken(), "");
        for (uint256 i; i < handler.REWARDS(); ++i) {
            for (uint256 j; j < handler.PEOPLE(); ++j) {
                uint256 tokenId = handler.idAt(i, j);
                address holder = handler.holderByLogs(tokenId);
                if (holder == address(0)) {
                    expectRevert(ICampaignBadges.NoBadge.selector, tokenId);
                    badges.ownerOf(tokenId);
                } else {
                    // A badge is held by the account it was made for, or by none.
                    assertEq(holder, handler.accountAt(j));
                    assertEq(badges.ownerOf(tokenId), holder);
                }
            }
        }
    }

    /// @dev The balance of an account is the number of badges it holds.
    function invariant_balancesCountBadges() public view {
        for (uint256 j; j < handler.PEOPLE(); ++j) {
            uint256 held;
            for (uint256 i; i < handler.REWARDS(); ++i) {
                if (handler.holderByLogs(handler.idAt(i, j)) != address(0)) ++held;
            }
            assertEq(badges.balanceOf(handler.accountAt(j)), held);
        }
    }
}

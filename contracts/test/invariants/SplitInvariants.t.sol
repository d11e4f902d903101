// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";
import {TestBase} from "../TestBase.sol";
import {SplitToken} from "../collections/SplitTokens.sol";
import {SplitHandler} from "./SplitHandler.sol";

/// @dev Invariants of a royalty split after every action.
contract SplitInvariants is TestBase {
    SplitHandler private handler;
    IRoyaltySplit private split;

    function setUp() public {
        handler = new SplitHandler();
        split = handler.split();
    }

    /// @dev Read by forge: only the handler is acted upon.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev What each payee got and what it is owed is its share of the ether that came, to the wei,
    ///      and the same of each token that keeps to ERC-20, whatever the other one does.
    function invariant_paidAndOwedIsTheShareOfAllThatCame() public view {
        _assertShares(address(0), handler.etherReceived(), address(split).balance);
        for (uint256 i = handler.HONEST_FROM(); i < handler.TOKENS(); ++i) {
            SplitToken token = handler.tokenAt(i);
            _assertShares(address(token), handler.received(i), token.balanceOf(address(split)));
        }
    }

    /// @dev Every action had the outcome that was expected of it; the split and its plain reference,
    ///      which went through the same, owe and paid the same in all currencies.
    function invariant_theSplitIsThePlainSplit() public view {
        assertEq(handler.broken(), "");
        IRoyaltySplit plain = handler.plain();
        for (uint256 i; i < handler.PAYEES(); ++i) {
            address account = handler.accountAt(i);
            assertEq(split.owed(account), plain.owed(account), "broken: ether owed alike");
            assertEq(split.released(account), plain.released(account), "broken: ether paid alike");
            for (uint256 j; j < handler.TOKENS(); ++j) {
                address token = address(handler.tokenAt(j));
                assertEq(
                    split.owed(token, account), plain.owed(token, account), "broken: owed alike"
                );
                uint256 paid = plain.released(token, account);
                assertEq(split.released(token, account), paid, "broken: paid alike");
            }
        }
    }

    /// @dev No payee is ever owed more than there is in any token, an account that is no payee never
    ///      gets anything, and the payees never change.
    function invariant_onlyPayeesAreOwedWhatIsThere() public view {
        address other = handler.accountAt(handler.PAYEES());
        assertEq(other.balance, 0, "broken: no ether for others");
        for (uint256 i; i < handler.TOKENS(); ++i) {
            SplitToken token = handler.tokenAt(i);
            uint256 held = token.balanceOf(address(split));
            for (uint256 j; j < handler.PAYEES(); ++j) {
                assertLe(split.owed(address(token), handler.accountAt(j)), held);
            }
            assertEq(split.owed(address(token), other), 0, "broken: nothing is owed to others");
            assertEq(token.balanceOf(other), 0, "broken: no token for others");
        }
        bytes memory payees = abi.encode(split.payees());
        assertEq(payees, abi.encode(handler.payees()), "broken: the payees stay");
    }

    /// @param token 0: the native currency.
    function _assertShares(address token, uint256 received, uint256 held) private view {
        ICollectionTypes.Payee[] memory payees = handler.payees();
        uint256 sum;
        for (uint256 i; i < payees.length; ++i) {
            address account = payees[i].account;
            bool isEther = token == address(0);
            uint256 owed = isEther ? split.owed(account) : split.owed(token, account);
            uint256 paid = isEther ? split.released(account) : split.released(token, account);
            assertEq(paid + owed, received * payees[i].bps / 10_000, "broken: a share is exact");
            // The plain split pays the same accounts.
            uint256 arrived = isEther ? account.balance : SplitToken(token).balanceOf(account);
            assertEq(arrived, 2 * paid, "broken: what was paid arrived");
            sum += owed;
        }
        assertLe(sum, held);
        assertTrue(held - sum < payees.length, "broken: only rounding stays");
    }
}

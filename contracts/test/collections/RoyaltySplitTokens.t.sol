// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";
import {SplitFixture} from "./SplitFixture.sol";
import {NativeToken, ReleasingPayee, SplitToken, Way} from "./SplitTokens.sol";

/// @dev Royalties in tokens: those that keep to ERC-20, and those that do not.
contract RoyaltySplitTokensTest is SplitFixture {
    uint256 private constant MAX_RECEIVED = type(uint240).max;

    function test_releaseToken_paysEachItsShare() public {
        token.give(address(split), 1000);
        assertEq(split.owed(address(token), ALICE), 700);
        vm.expectEmit(address(split));
        emit IRoyaltySplit.TokenReleased(address(token), ALICE, 700);
        assertEq(split.release(address(token), ALICE), 700);
        assertEq(split.release(address(token), ALICE), 0);
        assertEq(split.release(address(token), CREATOR), 0);
        assertEq(split.release(address(token), BOB), 300);
        assertEq(token.balanceOf(ALICE), 700);
        assertEq(token.balanceOf(BOB), 300);
        assertEq(split.released(address(token), ALICE), 700);
        assertEq(split.released(ALICE), 0);
    }

    function testFuzz_releaseToken_isExactForEachToken(uint256[6] memory incomes, uint256 seed)
        public
    {
        ICollectionTypes.Payee[] memory payees = _anyPayees(seed);
        split = _split(payees);
        SplitToken[2] memory tokens = [token, new SplitToken()];
        uint256[2] memory received;
        for (uint256 i; i < 6; ++i) {
            uint256 income = bound(incomes[i], 0, i % 3 == 0 ? 1000 : 1e50);
            tokens[i % 2].give(address(split), income);
            received[i % 2] += income;
            address account = payees[(seed >> (4 * i)) % payees.length].account;
            split.release(address(tokens[i % 2]), account);
        }
        for (uint256 i; i < payees.length; ++i) {
            for (uint256 j; j < 2; ++j) {
                split.release(address(tokens[j]), payees[i].account);
                uint256 share = received[j] * payees[i].bps / 10_000;
                assertEq(split.released(address(tokens[j]), payees[i].account), share);
                assertEq(tokens[j].balanceOf(payees[i].account), share);
            }
        }
    }

    function test_releaseToken_takesTokensThatReturnNothingOrMuch() public {
        Way[2] memory ways = [Way.Silent, Way.CallsLast];
        for (uint256 i; i < 2; ++i) {
            token.setWay(ways[i]);
            token.give(address(split), 1000);
            assertEq(split.release(address(token), ALICE), 700);
        }
        assertEq(token.balanceOf(ALICE), 1400);
    }

    function test_releaseToken_revertsWhen_theTokenRefuses() public {
        token.give(address(split), 1000);
        Way[5] memory ways = [
            Way.ReturnsFalse, Way.ReturnsTwo, Way.ReturnsTooLittle, Way.ReturnsTooMuch, Way.Reverts
        ];
        for (uint256 i; i < 5; ++i) {
            token.setWay(ways[i]);
            expectRevert(IRoyaltySplit.PaymentFailed.selector, ALICE);
            split.release(address(token), ALICE);
            assertEq(split.owed(address(token), ALICE), 700);
        }
        token.setWay(Way.Usual);
        assertEq(split.release(address(token), ALICE), 700);
    }

    function test_releaseToken_isStoppedByNoBlockedPayee() public {
        token.give(address(split), 1000);
        token.setBlocked(ALICE, true);
        expectRevert(IRoyaltySplit.PaymentFailed.selector, ALICE);
        split.release(address(token), ALICE);
        assertEq(split.release(address(token), BOB), 300);
        token.setBlocked(ALICE, false);
        assertEq(split.release(address(token), ALICE), 700);
    }

    function test_releaseToken_revertsWhen_itIsNoToken() public {
        address[4] memory others = [address(0), ALICE, address(factory), address(split)];
        for (uint256 i; i < 4; ++i) {
            expectRevert(IRoyaltySplit.UnusableToken.selector, others[i]);
            split.owed(others[i], ALICE);
            expectRevert(IRoyaltySplit.UnusableToken.selector, others[i]);
            split.release(others[i], ALICE);
        }
    }

    function test_releaseToken_revertsWhen_theBalanceIsBeyondAllAmounts() public {
        token.set(address(split), MAX_RECEIVED);
        assertEq(split.owed(address(token), ALICE), MAX_RECEIVED * 7000 / 10_000);
        token.set(address(split), MAX_RECEIVED + 1);
        expectRevert(IRoyaltySplit.UnusableToken.selector, address(token));
        split.release(address(token), ALICE);
        // Also when it only comes to so much together with what was paid.
        token.set(address(split), 10);
        split.release(address(token), ALICE);
        token.set(address(split), MAX_RECEIVED - 6);
        expectRevert(IRoyaltySplit.UnusableToken.selector, address(token));
        split.release(address(token), BOB);
        token.set(address(split), MAX_RECEIVED - 7);
        assertEq(split.release(address(token), BOB), MAX_RECEIVED * 3000 / 10_000);
    }

    /// @dev The fault of splitters that count a token's balance before it moved as income.
    function test_releaseToken_countsNothingTwiceWhenTheTokenCallsBack() public {
        ReleasingPayee payee = new ReleasingPayee();
        split = _split(_payees(address(payee), 5000, BOB, 5000));
        token.setWay(Way.CallsFirst);
        token.give(address(split), 1000);
        payee.plan(split, address(token), BOB);
        assertEq(split.release(address(token), address(payee)), 500);
        assertEq(
            payee.result(),
            abi.encodeWithSelector(IRoyaltySplit.ReleaseUnderWay.selector, address(token))
        );
        assertEq(token.balanceOf(BOB), 0);
        assertEq(split.release(address(token), BOB), 500);
        assertEq(split.release(address(token), address(payee)), 0);
    }

    function test_releaseToken_letsOtherTokensBePaidMeanwhile() public {
        ReleasingPayee payee = new ReleasingPayee();
        split = _split(_payees(address(payee), 5000, BOB, 5000));
        SplitToken other = new SplitToken();
        token.setWay(Way.CallsFirst);
        token.give(address(split), 1000);
        other.give(address(split), 1000);
        payee.plan(split, address(other), BOB);
        assertEq(split.release(address(token), address(payee)), 500);
        assertEq(other.balanceOf(BOB), 500);
    }

    /// @dev The fault of splitters on chains whose currency is also a token: one income, paid twice.
    function test_releaseToken_revertsWhen_theTokenIsTheNativeCurrency() public {
        NativeToken native = new NativeToken();
        _earn(1 ether);
        split.release(ALICE);
        assertEq(split.owed(address(native), ALICE), 0.21 ether);
        expectRevert(IRoyaltySplit.UnusableToken.selector, address(native));
        split.release(address(native), ALICE);
        // The cheatcode that moves the ether is not undone with the call.
        vm.deal(address(split), 0.3 ether);
        assertEq(split.owed(ALICE), 0);
        assertEq(split.release(BOB), 0.3 ether);
    }

    function test_releaseToken_isExactWhenTheTokenTakesAFee() public {
        token.setWay(Way.TakesFromAmount);
        token.give(address(split), 1000);
        assertEq(split.release(address(token), ALICE), 700);
        assertEq(split.release(address(token), BOB), 300);
        assertEq(token.balanceOf(address(split)), 0);
        assertEq(token.balanceOf(ALICE), 630);
    }

    /// @dev What the token took from the split itself is missing for who comes last.
    function test_releaseToken_paysWhatIsLeftWhenTheTokenTakesAFeeOnTop() public {
        token.setWay(Way.TakesOnTop);
        token.give(address(split), 1000);
        assertEq(split.release(address(token), ALICE), 700);
        assertEq(token.balanceOf(address(split)), 230);
        assertEq(split.owed(address(token), ALICE), 0);
        assertEq(split.release(address(token), BOB), 230);
    }

    function test_releaseToken_goesOnAfterTheBalanceShrank() public {
        _earn(1 ether);
        token.give(address(split), 1000);
        split.release(address(token), ALICE);
        token.setScale(5000);
        // 150 are left of 300: Bob's share of 850 is 255.
        assertEq(split.owed(address(token), ALICE), 0);
        assertEq(split.owed(address(token), BOB), 150);
        assertEq(split.release(address(token), BOB), 150);
        // Later income makes up for it before anyone gets more.
        token.give(address(split), 1000);
        assertEq(split.owed(address(token), ALICE), 595);
        assertEq(split.owed(address(token), BOB), 405);
        // No other money is affected.
        assertEq(split.release(ALICE), 0.7 ether);
    }

    function testFuzz_releaseToken_neverPaysMoreThanIsThere(
        uint256[6] memory scales,
        uint256 income,
        uint256 seed
    ) public {
        token.give(address(split), bound(income, 0, 1e30));
        for (uint256 i; i < 6; ++i) {
            token.setScale(bound(scales[i], 1, 30_000));
            address account = (seed >> i) % 2 == 0 ? ALICE : BOB;
            uint256 held = token.balanceOf(address(split));
            uint256 owed = split.owed(address(token), account);
            assertLe(owed, held);
            assertEq(split.release(address(token), account), owed);
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IPayouts} from "../../src/interfaces/IPayouts.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";
import {CollectionFixture} from "./CollectionFixture.sol";
import {ClosedPayee, NativeToken, ReleasingPayee, SplitToken, Way} from "./SplitTokens.sol";

/// @dev Pays as old markets do: with 2,300 gas.
contract OldMarket {
    function pay(address payable receiver) external payable {
        receiver.transfer(msg.value);
    }
}

/// @dev Royalties shared by a contract of their own, in ether and in tokens of any manners.
contract RoyaltySplitTest is CollectionFixture {
    uint256 private constant MAX_RECEIVED = type(uint240).max;

    IRoyaltySplit private split;
    SplitToken private token;

    function setUp() public override {
        super.setUp();
        token = new SplitToken();
        split = _split(_payees(ALICE, 7000, BOB, 3000));
        vm.deal(ALICE, 0);
        vm.deal(BOB, 0);
    }

    // --- ether ----------------------------------------------------------------------------------

    function test_release_paysEachItsShare() public {
        _earn(10 ether);
        assertEq(split.owed(ALICE), 7 ether);
        assertEq(split.owed(BOB), 3 ether);
        vm.expectEmit(address(split));
        emit IRoyaltySplit.Released(ALICE, 7 ether);
        assertEq(split.release(ALICE), 7 ether);
        assertEq(ALICE.balance, 7 ether);
        assertEq(split.released(ALICE), 7 ether);
        assertEq(split.owed(ALICE), 0);
        assertEq(split.owed(BOB), 3 ether);
    }

    function test_release_paysNothingTwiceAndNothingToOthers() public {
        _earn(10 ether);
        split.release(ALICE);
        assertEq(split.release(ALICE), 0);
        address[4] memory others = [CREATOR, address(0), address(split), address(platform)];
        for (uint256 i; i < 4; ++i) {
            assertEq(split.owed(others[i]), 0);
            assertEq(split.release(others[i]), 0);
        }
        assertEq(address(split).balance, 3 ether);
    }

    function test_release_sharesWhatComesLaterAndWhatIsForcedIn() public {
        _earn(10 ether);
        split.release(ALICE);
        _earn(10 ether);
        vm.deal(address(split), address(split).balance + 10 ether);
        assertEq(split.release(ALICE), 14 ether);
        assertEq(split.release(BOB), 9 ether);
        assertEq(address(split).balance, 0);
    }

    function test_release_keepsLessThanAWeiForEachPayee() public {
        _earn(9);
        assertEq(split.release(ALICE), 6);
        assertEq(split.release(BOB), 2);
        assertEq(address(split).balance, 1);
        // The rest is not lost: with the next wei each has its share of all ten.
        _earn(1);
        assertEq(split.release(ALICE), 1);
        assertEq(split.release(BOB), 1);
    }

    function testFuzz_release_isExactToTheWei(uint256[6] memory incomes, uint256 seed) public {
        ICollectionTypes.Payee[] memory payees = _anyPayees(seed);
        split = _split(payees);
        uint256 received;
        for (uint256 i; i < 6; ++i) {
            uint256 income = bound(incomes[i], 0, i % 2 == 0 ? 1000 : 1e30);
            _earn(income);
            received += income;
            split.release(payees[(seed >> (4 * i)) % payees.length].account);
        }
        uint256 paid;
        for (uint256 i; i < payees.length; ++i) {
            split.release(payees[i].account);
            assertEq(split.released(payees[i].account), received * payees[i].bps / 10_000);
            assertEq(payees[i].account.balance, split.released(payees[i].account));
            paid += split.released(payees[i].account);
        }
        assertEq(address(split).balance, received - paid);
        assertTrue(received - paid < payees.length);
    }

    function test_split_receivesEtherWithTheGasOfOldMarkets() public {
        OldMarket market = new OldMarket();
        vm.deal(address(this), 1 ether);
        market.pay{value: 1 ether}(payable(address(split)));
        assertEq(split.owed(ALICE), 0.7 ether);
    }

    function test_split_refusesEtherWithACall() public {
        vm.deal(address(this), 1 ether);
        bytes[3] memory calls = [
            abi.encodeWithSignature("release(address)", ALICE),
            abi.encodeWithSignature("unknown()"),
            bytes("1")
        ];
        for (uint256 i; i < 3; ++i) {
            (bool isDone,) = address(split).call{value: 1}(calls[i]);
            assertFalse(isDone);
        }
        (bool isReceived,) = factory.royaltySplitImplementation().call{value: 1}("");
        assertFalse(isReceived);
    }

    function test_split_hasNoOtherWayOut() public {
        _earn(1 ether);
        token.give(address(split), 1 ether);
        string[8] memory others = [
            "withdraw()",
            "owner()",
            "setPayees((address,uint16)[])",
            "transferOwnership(address)",
            "execute(address,uint256,bytes)",
            "approve(address,uint256)",
            "onERC721Received(address,address,uint256,bytes)",
            "initialize()"
        ];
        for (uint256 i; i < 8; ++i) {
            (bool isDone,) = address(split).call(abi.encodeWithSignature(others[i], 0, 0, 0, 0));
            assertFalse(isDone);
        }
    }

    function test_release_isStoppedByNoOtherPayee() public {
        address closed = address(new ClosedPayee());
        split = _split(_payees(closed, 5000, BOB, 5000));
        _earn(2 ether);
        expectRevert(IRoyaltySplit.PaymentFailed.selector, closed);
        split.release(closed);
        assertEq(split.owed(closed), 1 ether);
        assertEq(split.released(closed), 0);
        assertEq(split.release(BOB), 1 ether);
        assertEq(split.owed(closed), 1 ether);
    }

    function test_release_paysOnceWhenThePayeeCallsBack() public {
        ReleasingPayee payee = new ReleasingPayee();
        split = _split(_payees(address(payee), 5000, BOB, 5000));
        payee.plan(split, address(0), address(payee));
        _earn(2 ether);
        assertEq(split.release(address(payee)), 1 ether);
        assertEq(payee.calls(), 1);
        assertEq(address(payee).balance, 1 ether);
        // Others may be paid meanwhile, and get what is theirs.
        payee.plan(split, address(0), BOB);
        _earn(2 ether);
        split.release(address(payee));
        assertEq(BOB.balance, 2 ether);
        assertEq(address(split).balance, 0);
    }

    function test_releaseMany_paysFromSplitsToo() public {
        IPayouts payouts = IPayouts(vm.deployCode("Payouts.sol:Payouts", ""));
        address[] memory splits = new address[](2);
        (splits[0], splits[1]) = (address(split), address(_split(_payees(ALICE, 1, BOB, 9999))));
        _earn(1 ether);
        vm.deal(splits[1], 1 ether);
        assertEq(payouts.owedMany(splits, ALICE)[1], 0.0001 ether);
        payouts.releaseMany(splits, ALICE);
        assertEq(ALICE.balance, 0.7001 ether);
    }

    // --- tokens ---------------------------------------------------------------------------------

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

    // --- made with the collection ---------------------------------------------------------------

    function testFuzz_payees_areThoseOfTheCreation(uint256 seed) public {
        ICollectionTypes.Payee[] memory payees = _anyPayees(seed);
        assertEq(abi.encode(_split(payees).payees()), abi.encode(payees));
    }

    function test_split_isAProxyWithItsPayeesAndNothingElse() public view {
        assertEq(
            address(split).code,
            abi.encodePacked(
                hex"36600557005b363d3d373d3d3d363d73",
                factory.royaltySplitImplementation(),
                hex"5af43d82803e903d91603157fd5bf3",
                ALICE,
                uint16(7000),
                BOB,
                uint16(3000)
            )
        );
    }

    function test_payees_changeNeitherWithTheCollectionsNorWithItsOwner() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.hasRoyaltySplit = true;
        params.payees = _payees(ALICE, 7000, BOB, 3000);
        ICollection collection = _create(params);
        vm.prank(CREATOR);
        collection.setPayees(_payees(CREATOR, 5000, REFERRER, 5000));
        vm.prank(CREATOR);
        collection.transferOwnership(REFERRER);
        vm.prank(REFERRER);
        collection.acceptOwnership();
        assertEq(collection.overview().payees[0].account, CREATOR);
        (address receiver, uint256 amount) = collection.royaltyInfo(1, 1 ether);
        assertEq(amount, 0.05 ether);
        assertEq(abi.encode(IRoyaltySplit(receiver).payees()), abi.encode(params.payees));
    }

    function test_create_sharesTheSplitOfTheSameSaltAndPayees() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.hasRoyaltySplit = true;
        params.payees = _payees(ALICE, 7000, BOB, 3000);
        address first = _receiver(_createWith(params, CREATOR));
        params.name = "Another";
        address predicted = factory.predict(params, CREATOR, "salt");
        ICollection second = _createWith(params, CREATOR);
        assertEq(address(second), predicted);
        assertEq(_receiver(second), first);
        // Other payees, or another creator, have a split of their own.
        assertTrue(_receiver(_createWith(params, ALICE)) != first);
        params.payees = _payees(ALICE, 7001, BOB, 2999);
        assertTrue(_receiver(_createWith(params, CREATOR)) != first);
        expectRevert(ICollectionFactory.AlreadyCreated.selector, predicted);
        params.payees = _payees(ALICE, 7000, BOB, 3000);
        _createWith(params, CREATOR);
    }

    function test_create_revertsWhen_aSplitHasNoGoodPayees() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.hasRoyaltySplit = true;
        ICollectionTypes.Payee[][4] memory bad = [
            new ICollectionTypes.Payee[](0),
            _payees(ALICE, 5000, BOB, 4999),
            _payees(ALICE, 5000, ALICE, 5000),
            _payees(ALICE, 5000, address(platform), 5000)
        ];
        for (uint256 i; i < 4; ++i) {
            params.payees = bad[i];
            expectRevert(ICollectionTypes.BadPayees.selector);
            _createWith(params, CREATOR);
            expectRevert(ICollectionTypes.BadPayees.selector);
            factory.predict(params, CREATOR, "salt");
        }
    }

    function test_create_makesBothOrNeitherWhateverTheGas() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.hasRoyaltySplit = true;
        params.payees = _payees(ALICE, 7000, BOB, 3000);
        address predicted = factory.predict(params, CREATOR, "salt");
        uint256 refused;
        for (uint256 gas = 60_000; gas < 300_000; gas += 4000) {
            uint256 snapshot = vm.snapshotState();
            vm.prank(CREATOR);
            try factory.create{gas: gas}(params, "salt", NOW) returns (address made) {
                assertEq(made, predicted);
                assertTrue(_receiver(ICollection(made)).code.length != 0);
            } catch (bytes memory reason) {
                if (reason.length != 0) {
                    assertEq(
                        reason, abi.encodeWithSelector(ICollectionFactory.NotEnoughGas.selector)
                    );
                    ++refused;
                }
                assertEq(predicted.code.length, 0);
            }
            vm.revertToState(snapshot);
        }
        assertTrue(refused > 10);
    }

    function _split(ICollectionTypes.Payee[] memory payees) private returns (IRoyaltySplit) {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.hasRoyaltySplit = true;
        params.payees = payees;
        return IRoyaltySplit(_receiver(_create(params)));
    }

    function _createWith(ICollectionFactory.CreateParams memory params, address creator)
        private
        returns (ICollection)
    {
        vm.prank(creator);
        return ICollection(factory.create(params, "salt", NOW));
    }

    function _receiver(ICollection collection) private view returns (address receiver) {
        (receiver,) = collection.royaltyInfo(1, 1 ether);
        assertEq(collection.overview().royaltyReceiver, receiver);
    }

    function _earn(uint256 amount) private {
        vm.deal(address(this), amount);
        (bool isReceived,) = address(split).call{value: amount}("");
        assertTrue(isReceived);
    }

    /// @dev One to sixteen, with any shares.
    function _anyPayees(uint256 seed)
        private
        pure
        returns (ICollectionTypes.Payee[] memory payees)
    {
        uint256 count = 1 + seed % 16;
        payees = new ICollectionTypes.Payee[](count);
        uint256 left = 10_000;
        for (uint256 i; i < count; ++i) {
            address account = address(uint160(uint256(keccak256(abi.encode(seed, i)))));
            uint256 most = left - (count - 1 - i);
            uint256 bps =
                i == count - 1 ? left : 1 + (seed >> (13 * i)) % (most > 2000 ? 2000 : most);
            payees[i] = _payee(account, uint16(bps));
            left -= bps;
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IPayouts} from "../../src/interfaces/IPayouts.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";
import {SplitFixture} from "./SplitFixture.sol";
import {ClosedPayee, ReleasingPayee} from "./SplitTokens.sol";

/// @dev Pays as old markets do: with 2,300 gas.
contract OldMarket {
    function pay(address payable receiver) external payable {
        receiver.transfer(msg.value);
    }
}

/// @dev Royalties shared by a contract of their own: how it is made, and ether.
contract RoyaltySplitTest is SplitFixture {
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
        uint256 gasBefore = gasleft();
        ICollection second = _createWith(params, CREATOR);
        // Without a second attempt to create the split, which would take nearly all gas along.
        assertLe(gasBefore - gasleft(), 1_000_000);
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
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {ICollectionFactory} from "../../src/collections/ICollectionFactory.sol";
import {IOwned} from "../../src/collections/IOwned.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Refuses all ether.
contract ClosedWallet {}

/// @dev Uses up all the gas it is given.
contract BurningWallet {
    receive() external payable {
        while (true) {}
    }
}

/// @dev Tries to be paid twice.
contract GreedyWallet {
    receive() external payable {
        ICollection(msg.sender).release(address(this));
    }
}

contract TreasuryTest is CollectionFixture {
    address private constant FIRST = address(0xFA1);
    address private constant SECOND = address(0xFA2);
    ICollection private collection;

    function setUp() public override {
        super.setUp();
        collection = _create(_params(DROP));
    }

    function test_fee_ofAPaidMintIsThePlatforms() public {
        _mint(collection, ALICE, 5);
        _assertOwed(5 * PRICE, 5 * FEE, 0);
    }

    function test_fee_ofAReferredPaidMintIsSplitFourToOne() public {
        _mintTo(5, PRICE, REFERRER);
        _assertOwed(5 * PRICE, 5 * FEE * 8 / 10, 5 * FEE * 2 / 10);
    }

    function test_fee_ofAFreeMintIsHalfTheCreators() public {
        _setPrice(0);
        _mintTo(5, 0, address(0));
        _assertOwed(5 * FEE / 2, 5 * FEE / 2, 0);
    }

    function test_fee_ofAReferredFreeMintIsSplitFiveThreeTwo() public {
        _setPrice(0);
        _mintTo(5, 0, REFERRER);
        _assertOwed(5 * FEE * 5 / 10, 5 * FEE * 3 / 10, 5 * FEE * 2 / 10);
    }

    function testFuzz_fee_leavesNothingUnassigned(
        uint256 fee,
        uint256 price,
        uint256 quantity,
        bool isReferred
    ) public {
        fee = bound(fee, 0, 1e9) * 1 gwei;
        price = price % 3 == 0 ? 0 : bound(price, fee / 2 / 1 gwei + 1, 1e9) * 1 gwei;
        quantity = bound(quantity, 1, 10);
        vm.prank(OPERATOR);
        factory.setMintFee(fee);
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.mintFee = fee;
        params.publicPhase = _phase(price);
        collection = _create(params);

        vm.prank(ALICE);
        collection.mintTo{value: quantity * (price + fee)}(
            ALICE, 1, quantity, isReferred ? REFERRER : address(0)
        );
        uint256 forReferrer = isReferred ? quantity * fee / 5 : 0;
        uint256 forCreator = quantity * price + (price == 0 ? quantity * fee / 2 : 0);
        _assertOwed(forCreator, quantity * (price + fee) - forCreator - forReferrer, forReferrer);
        assertEq(forCreator + collection.owed(PLATFORM) + forReferrer, address(collection).balance);
    }

    function test_release_paysEachRoleApart() public {
        _mintTo(5, PRICE, REFERRER);
        vm.expectEmit(address(collection));
        emit ICollection.Released(CREATOR, 5 * PRICE);
        assertEq(collection.release(CREATOR), 5 * PRICE);
        assertEq(collection.release(PLATFORM), 5 * FEE * 4 / 5);
        assertEq(collection.release(REFERRER), 5 * FEE / 5);
        assertEq(CREATOR.balance, 5 * PRICE);
        assertEq(PLATFORM.balance, 5 * FEE * 4 / 5);
        assertEq(REFERRER.balance, 5 * FEE / 5);
        assertEq(address(collection).balance, 0);
        _assertOwed(0, 0, 0);
    }

    function test_release_paysNothingTwiceAndNothingToStrangers() public {
        _mint(collection, ALICE, 1);
        collection.release(CREATOR);
        vm.recordLogs();
        assertEq(collection.release(CREATOR), 0);
        assertEq(collection.release(ALICE), 0);
        assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_release_remembersEveryEarlierPayment() public {
        for (uint256 i; i < 3; ++i) {
            _mintTo(1, PRICE, REFERRER);
            assertEq(collection.release(CREATOR), PRICE);
            assertEq(collection.release(PLATFORM), FEE * 4 / 5);
            assertEq(collection.release(REFERRER), FEE / 5);
        }
        _assertOwed(0, 0, 0);
    }

    function test_release_addsUpTheRolesOfOneAccount() public {
        vm.prank(OPERATOR);
        factory.setFeeRecipient(CREATOR);
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(CREATOR), UNIT);
        assertEq(collection.release(CREATOR), UNIT);
    }

    function test_release_followsTheFeeRecipientOfTheFactory() public {
        _mint(collection, ALICE, 1);
        vm.prank(OPERATOR);
        factory.setFeeRecipient(BOB);
        assertEq(collection.owed(PLATFORM), 0);
        assertEq(collection.owed(BOB), FEE);
    }

    function test_release_leavesThePlatformsShareWhereItIsWithoutARecipient() public {
        _mint(collection, ALICE, 1);
        vm.prank(OPERATOR);
        factory.setFeeRecipient(address(0));
        assertEq(collection.owed(address(0)), 0);
        assertEq(collection.release(address(0)), 0);
        assertEq(address(collection).balance, UNIT);
        vm.prank(OPERATOR);
        factory.setFeeRecipient(PLATFORM);
        assertEq(collection.release(PLATFORM), FEE);
    }

    function test_release_isHeldUpByNoAccountThatBurnsItsGas() public {
        address burning = address(new BurningWallet());
        _setPayees(burning, 5000, FIRST, 5000);
        _mint(collection, ALICE, 2);
        expectRevert(ICollection.PaymentFailed.selector, burning);
        collection.release{gas: 1_000_000}(burning);
        assertEq(collection.owed(burning), PRICE);
        assertEq(collection.release(FIRST), PRICE);
        assertEq(collection.release(PLATFORM), 2 * FEE);
    }

    function test_release_revertsWhen_theAccountRefusesAndKeepsItOwed() public {
        address closed = address(new ClosedWallet());
        _setPayees(closed, 5000, FIRST, 5000);
        _mint(collection, ALICE, 2);
        expectRevert(ICollection.PaymentFailed.selector, closed);
        collection.release(closed);
        assertEq(collection.owed(closed), PRICE);
        assertEq(collection.release(FIRST), PRICE);
        assertEq(collection.release(PLATFORM), 2 * FEE);
    }

    function test_release_paysAReceiverThatReentersOnlyOnce() public {
        address greedy = address(new GreedyWallet());
        _setPayees(greedy, 5000, FIRST, 5000);
        _mint(collection, ALICE, 2);
        assertEq(collection.release(greedy), PRICE);
        assertEq(greedy.balance, PRICE);
        assertEq(collection.owed(FIRST), PRICE);
    }

    function test_owed_countsForcedEtherForTheCreator() public {
        _mint(collection, ALICE, 1);
        // As a block reward or a dying contract can, without any call.
        vm.deal(address(collection), UNIT + 1 ether);
        _assertOwed(PRICE + 1 ether, FEE, 0);
        assertEq(collection.release(CREATOR), PRICE + 1 ether);
        assertEq(collection.release(PLATFORM), FEE);
    }

    function test_owed_waitsUntilForcedCrumbsCanBeShared() public {
        _mint(collection, ALICE, 1);
        vm.deal(address(collection), UNIT + 9999);
        assertEq(collection.owed(CREATOR), PRICE);
        vm.deal(address(collection), UNIT + 10_000);
        assertEq(collection.owed(CREATOR), PRICE + 10_000);
    }

    function test_receive_refusesPlainEther() public {
        vm.prank(ALICE);
        (bool isDone,) = address(collection).call{value: 1}("");
        assertFalse(isDone);
    }

    function test_payees_shareTheIncome() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.payees = _pair(FIRST, 3333, SECOND, 6667);
        collection = _create(params);
        _mint(collection, ALICE, 10);
        assertEq(collection.owed(FIRST), 10 * PRICE * 3333 / 10_000);
        assertEq(collection.owed(SECOND), 10 * PRICE * 6667 / 10_000);
        assertEq(collection.owed(CREATOR), 0);
        collection.release(FIRST);
        _mint(collection, BOB, 10);
        assertEq(collection.owed(FIRST), 10 * PRICE * 3333 / 10_000);
    }

    function test_setPayees_appliesAtOnceWithoutNotice() public {
        _mint(collection, ALICE, 1);
        vm.expectEmit(address(collection));
        emit ICollection.PayeesChanged(_pair(FIRST, 4000, SECOND, 6000));
        _setPayees(FIRST, 4000, SECOND, 6000);
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(CREATOR), PRICE, "earned before the change");
        assertEq(collection.owed(FIRST), PRICE * 4 / 10);
        assertEq(collection.owed(SECOND), PRICE * 6 / 10);
    }

    function test_setPayees_letsAnAccountStayWithAnotherShare() public {
        _setPayees(FIRST, 5000, SECOND, 5000);
        _mint(collection, ALICE, 2);
        collection.release(FIRST);
        _setPayees(FIRST, 1000, CREATOR, 9000);
        _mint(collection, ALICE, 2);
        assertEq(collection.owed(FIRST), 2 * PRICE / 10);
        assertEq(collection.owed(SECOND), PRICE);
        assertEq(collection.owed(CREATOR), 2 * PRICE * 9 / 10);
    }

    function test_setPayees_waitsForTheNotice() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.notice = 60;
        collection = _create(params);
        ICollection.Payee[] memory payees = _pair(FIRST, 4000, SECOND, 6000);
        vm.expectEmit(address(collection));
        emit ICollection.PayeesScheduled(payees, NOW + 60);
        _setPayees(FIRST, 4000, SECOND, 6000);
        assertEq(collection.overview().payeesAt, NOW + 60);
        assertEq(keccak256(abi.encode(collection.pendingPayees())), keccak256(abi.encode(payees)));
        expectRevert(ICollection.NoticePending.selector, NOW + 60);
        collection.applyPayees();

        _mint(collection, ALICE, 1);
        vm.warp(NOW + 60);
        collection.applyPayees();
        assertEq(collection.owed(CREATOR), PRICE);
        assertEq(collection.overview().payees[1].account, SECOND);
        assertEq(collection.pendingPayees().length, 0);
        expectRevert(ICollection.NothingPending.selector);
        collection.applyPayees();
    }

    function test_setPayees_revertsWhen_theSharesMakeNoSense() public {
        _expectBadPayees(_pair(FIRST, 5000, SECOND, 4999));
        _expectBadPayees(_pair(FIRST, 5000, FIRST, 5000));
        _expectBadPayees(_pair(FIRST, 10_000, SECOND, 0));
        _expectBadPayees(_pair(address(0), 5000, SECOND, 5000));
        _expectBadPayees(new ICollection.Payee[](0));
        ICollection.Payee[] memory many = new ICollection.Payee[](17);
        for (uint160 i; i < 17; ++i) {
            many[i] = _payee(address(0x1000 + i), i == 0 ? 9984 : 1);
        }
        _expectBadPayees(many);
    }

    function test_setPayees_takesSixteen() public {
        ICollection.Payee[] memory many = new ICollection.Payee[](16);
        for (uint160 i; i < 16; ++i) {
            many[i] = _payee(address(0x1000 + i), 625);
        }
        vm.prank(CREATOR);
        collection.setPayees(many);
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(address(0x100f)), PRICE / 16);
    }

    function test_setPayees_revertsWhen_notTheOwner() public {
        ICollection.Payee[] memory payees = _pair(FIRST, 5000, SECOND, 5000);
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(FIRST);
        collection.setPayees(payees);
    }

    function _assertOwed(uint256 creator, uint256 platform, uint256 referrer) private view {
        assertEq(collection.owed(CREATOR), creator, "creator");
        assertEq(collection.owed(PLATFORM), platform, "platform");
        assertEq(collection.owed(REFERRER), referrer, "referrer");
    }

    function _mintTo(uint256 quantity, uint256 price, address referrer) private {
        vm.prank(ALICE);
        collection.mintTo{value: quantity * (price + FEE)}(ALICE, quantity, quantity, referrer);
    }

    function _setPrice(uint256 price) private {
        vm.prank(CREATOR);
        collection.setPublicPhase(_phase(price));
    }

    function _setPayees(address first, uint16 firstBps, address second, uint16 secondBps) private {
        vm.prank(CREATOR);
        collection.setPayees(_pair(first, firstBps, second, secondBps));
    }

    function _expectBadPayees(ICollection.Payee[] memory payees) private {
        expectRevert(ICollection.BadPayees.selector);
        vm.prank(CREATOR);
        collection.setPayees(payees);
    }

    function _pair(address first, uint16 firstBps, address second, uint16 secondBps)
        private
        pure
        returns (ICollection.Payee[] memory payees)
    {
        payees = new ICollection.Payee[](2);
        payees[0] = _payee(first, firstBps);
        payees[1] = _payee(second, secondBps);
    }
}

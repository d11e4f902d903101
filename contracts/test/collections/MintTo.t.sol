// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev `mintTo`: for another wallet, as many as are left, with a referrer.
abstract contract MintToTest is SaleFixture {
    function test_mintTo_givesToAnotherWalletAndCountsItThere() public {
        vm.prank(ALICE);
        uint256 quantity = collection.mintTo{value: 3 * UNIT}(BOB, 3, 3, address(0));
        assertEq(quantity, 3);
        assertEq(_balance(BOB), 3);
        assertEq(_balance(ALICE), 0);
        assertEq(collection.walletMinted(BOB, PUBLIC_PHASE_ID), 3);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 0);
    }

    function test_mintTo_emitsTransfersOnlyWithoutAReferrer() public {
        vm.recordLogs();
        _mintTo(ALICE, 2, address(0));
        assertEq(vm.getRecordedLogs().length, _transferLogs(2));
    }

    function test_mintTo_tellsAReferredSaleBeforeItsTransfers() public {
        vm.recordLogs();
        _mintTo(ALICE, 2, REFERRER);
        _assertLogs(ICollectionTypes.MintedByReferral.selector, 1, 2);
    }

    function testFuzz_mintTo_logsTheReferral(uint256 requested, uint256 price) public {
        requested = bound(requested, 1, 50);
        price = price % 5 == 0 ? 0 : bound(price, FEE / 1 gwei, 1e9) * 1 gwei;
        _setPrice(price);
        uint256 given = requested < 10 ? requested : 10;
        vm.expectEmit(address(collection));
        emit ICollectionTypes.MintedByReferral(REFERRER, _sale(price, given, PUBLIC_PHASE_ID));
        vm.prank(ALICE);
        collection.mintTo{value: requested * (price + FEE)}(ALICE, 1, requested, REFERRER);
        assertEq(collection.owed(REFERRER), given * FEE / 5);
    }

    function test_mintTo_fillsWhatTheCollectionHasLeft() public {
        _lowerCap(12);
        _mint(collection, ALICE, 10);
        _assertGives(BOB, 5, 2);
    }

    function test_mintTo_fillsWhatThePhaseHasLeft() public {
        _setPublicCap(12);
        _mint(collection, ALICE, 10);
        _assertGives(BOB, 5, 2);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 12);
    }

    function test_mintTo_fillsWhatTheWalletHasLeft() public {
        _mint(collection, ALICE, 8);
        _assertGives(ALICE, 5, 2);
    }

    function test_mintTo_returnsTheSurplusToTheCaller() public {
        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        collection.mintTo{value: 15 * UNIT}(BOB, 1, 15, address(0));
        assertEq(_balance(BOB), 10);
        assertEq(before - ALICE.balance, 10 * UNIT);
    }

    function test_mintTo_revertsWhen_fewerThanTheMinimumAreLeft() public {
        _lowerCap(12);
        _mint(collection, ALICE, 10);
        _expectReverts(BOB, 3, 5, address(0), _soldOut(2));
        _expectReverts(ALICE, 0, 1, address(0), _walletLimit(0));
        _mint(collection, BOB, 2);
        _expectReverts(BOB, 0, 1, address(0), _soldOut(0));
    }

    function test_mintTo_revertsWhen_fewerThanTheMinimumAreLeftInThePhase() public {
        _setPublicCap(12);
        _mint(collection, ALICE, 10);
        _expectReverts(BOB, 3, 5, address(0), _phaseSoldOut(2));
        _mint(collection, BOB, 2);
        _expectReverts(BOB, 0, 1, address(0), _phaseSoldOut(0));
    }

    function test_mintTo_givesExactlyTheMinimum() public {
        _lowerCap(12);
        _mint(collection, ALICE, 10);
        vm.prank(BOB);
        assertEq(collection.mintTo{value: 5 * UNIT}(BOB, 2, 5, address(0)), 2);
    }

    function test_mintTo_revertsWhen_nothingOrTooMuchIsAskedFor() public {
        _expectReverts(
            ALICE, 0, 0, address(0), abi.encodeWithSelector(ICollectionTypes.ZeroQuantity.selector)
        );
        _expectReverts(ALICE, 1, 51, address(0), _tooMany(50));
        _expectReverts(ALICE, 3, 2, address(0), _tooMany(2));
        vm.expectRevert(_tooMany(50));
        collection.mintTo(ALICE, 1, type(uint256).max, REFERRER);
    }

    function test_mintTo_revertsWhen_theRecipientIsNobody() public {
        _expectReverts(
            address(0),
            1,
            1,
            address(0),
            abi.encodeWithSelector(ICollectionTypes.BadRecipient.selector, address(0))
        );
    }

    function test_mintTo_revertsWhen_theReferrerIsAParty() public {
        address[4] memory barred = [ALICE, BOB, CREATOR, address(platform)];
        for (uint256 i; i < barred.length; ++i) {
            expectRevert(ICollectionTypes.BadReferrer.selector, barred[i]);
            vm.prank(ALICE);
            collection.mintTo{value: UNIT}(BOB, 1, 1, barred[i]);
        }
    }

    function test_mintTo_creditsALaterOwnerAndTheFeeRecipient() public {
        vm.prank(CREATOR);
        collection.transferOwnership(REFERRER);
        vm.prank(REFERRER);
        collection.acceptOwnership();
        _mintTo(BOB, 1, REFERRER);
        assertEq(collection.owed(REFERRER), FEE / 5);
        _mintTo(BOB, 1, FEE_RECIPIENT);
        assertEq(collection.owed(FEE_RECIPIENT), FEE / 5);

        expectRevert(ICollectionTypes.BadReferrer.selector, CREATOR);
        vm.prank(ALICE);
        collection.mintTo{value: UNIT}(BOB, 1, 1, CREATOR);
    }

    function test_mintTo_revertsWhen_closedOrPaused() public {
        _setPaused(true);
        _expectReverts(
            ALICE, 1, 1, REFERRER, abi.encodeWithSelector(ICollectionTypes.Paused.selector)
        );
        _setPaused(false);
        bytes memory closed = _phaseClosed(NOW - 100, NOW + 1000);
        vm.warp(NOW - 101);
        _expectReverts(ALICE, 1, 1, REFERRER, closed);
        vm.warp(NOW + 1000);
        _expectReverts(ALICE, 1, 1, REFERRER, closed);
        vm.warp(NOW + 999);
        _mintTo(ALICE, 1, REFERRER);
        vm.warp(NOW - 100);
        _mintTo(ALICE, 1, REFERRER);
    }

    function testFuzz_mintTo_revertsWhen_theValueIsNotThePriceOfAll(uint256 value) public {
        value = bound(value, 0, 15 * UNIT);
        if (value == 12 * UNIT) ++value;
        vm.expectRevert(_wrongValue(value, 12 * UNIT));
        vm.prank(ALICE);
        collection.mintTo{value: value}(ALICE, 1, 12, REFERRER);
    }

    function test_mintTo_isFreeOfPriceButNotOfFee() public {
        _setPrice(0);
        vm.prank(ALICE);
        collection.mintTo{value: 2 * FEE}(BOB, 2, 2, REFERRER);
        assertEq(_balance(BOB), 2);
        assertEq(collection.owed(CREATOR), FEE);
    }

    /// @dev The minted quantity is the least of all limits, and is paid for exactly.
    function testFuzz_mintTo_paysForWhatItGives(
        uint256 cap,
        uint256 phaseCap,
        uint256 walletLimit,
        uint256 requested,
        uint256 least
    ) public {
        cap = bound(cap, 1, 60);
        requested = bound(requested, 1, 50);
        least = bound(least, 0, requested);
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = uint32(bound(phaseCap, 0, 40));
        phase.walletLimit = uint16(bound(walletLimit, 1, 60));
        _setPublicPhase(phase);
        _lowerCap(cap);
        uint256 expected = requested < cap ? requested : cap;
        if (phase.supplyCap != 0 && expected > phase.supplyCap) expected = phase.supplyCap;
        if (expected > phase.walletLimit) expected = phase.walletLimit;

        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        (bool isDone,) = address(collection).call{value: requested * UNIT}(
            _mintToCall(ALICE, least, requested, REFERRER)
        );
        assertTrue(isDone == (expected >= least));
        uint256 given = isDone ? expected : 0;
        assertEq(_balance(ALICE), given);
        assertEq(before - ALICE.balance, given * UNIT);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), phase.supplyCap == 0 ? 0 : given);
        assertEq(collection.owed(REFERRER), given * FEE / 5);
    }

    function test_mintTo_addsUpWhatAReferrerEarns() public {
        for (uint256 i = 1; i < 4; ++i) {
            _mintTo(BOB, i, REFERRER);
        }
        assertEq(collection.owed(REFERRER), 6 * FEE / 5);
    }

    function _assertGives(address to, uint256 requested, uint256 expected) private {
        uint256 before = BOB.balance;
        uint256 held = _balance(to);
        vm.prank(BOB);
        uint256 quantity = collection.mintTo{value: requested * UNIT}(to, 1, requested, address(0));
        assertEq(quantity, expected);
        assertEq(_balance(to) - held, expected);
        assertEq(before - BOB.balance, expected * UNIT);
        assertEq(address(collection).balance, collection.totalSupply() * UNIT);
    }

    function _expectReverts(
        address to,
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        vm.prank(ALICE);
        collection.mintTo{value: maxQuantity * UNIT}(to, minQuantity, maxQuantity, referrer);
    }
}

contract DropMintToTest is MintToTest, OnDrop {}

contract OpenEditionMintToTest is MintToTest, OnOpenEdition {}

contract EditionMintToTest is MintToTest, OnEdition {}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev Changing the terms of the public phase: `setPublicPhase`, `applyPublicPhase`.
abstract contract PublicPhaseTest is SaleFixture {
    function test_setPublicPhase_appliesAtOnceWithoutNotice() public {
        ICollectionTypes.PublicPhase memory phase = _phase(2 * PRICE);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PublicPhaseChanged(phase);
        _setPublicPhase(phase);
        _assertPhase(collection.overview().publicPhase, phase);
        assertEq(collection.overview().publicPhaseAt, 0);
    }

    function test_setPublicPhase_waitsWhenItHarmsMinters() public {
        _createWithNotice(60);
        ICollectionTypes.PublicPhase memory phase = _phase(2 * PRICE);
        phase.supplyCap = 9;
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PublicPhaseScheduled(phase, NOW + 60);
        _setPublicPhase(phase);
        _assertPhase(collection.overview().publicPhase, _phase(PRICE));
        _assertPhase(collection.overview().pendingPublicPhase, phase);
        assertEq(collection.overview().publicPhaseAt, NOW + 60);
        _mint(collection, ALICE, 1);

        vm.warp(NOW + 59);
        expectRevert(ICollectionTypes.NoticePending.selector, NOW + 60);
        collection.applyPublicPhase();
        vm.warp(NOW + 60);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PublicPhaseChanged(phase);
        vm.prank(ALICE);
        collection.applyPublicPhase();
        _assertPhase(collection.overview().publicPhase, phase);
        ICollectionTypes.PublicPhase memory none;
        _assertPhase(collection.overview().pendingPublicPhase, none);
        assertEq(collection.overview().publicPhaseAt, 0);
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyPublicPhase();
    }

    function test_applyPublicPhase_revertsWhen_nothingIsAnnounced() public {
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyPublicPhase();
    }

    function test_setPublicPhase_replacesWhatWasAnnounced() public {
        _createWithNotice(60);
        _setPrice(2 * PRICE);
        vm.warp(NOW + 30);
        _setPrice(3 * PRICE);
        assertEq(collection.overview().publicPhaseAt, NOW + 90);
        assertEq(collection.overview().pendingPublicPhase.price, 3 * PRICE);
        vm.warp(NOW + 60);
        expectRevert(ICollectionTypes.NoticePending.selector, NOW + 90);
        collection.applyPublicPhase();
        _setPrice(PRICE / 2);
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyPublicPhase();
        assertEq(collection.overview().publicPhase.price, PRICE / 2);
    }

    function test_setPublicPhase_appliesAtOnceWhenItHelpsMinters() public {
        _createWithNotice(60);
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE / 2);
        phase.start += 100;
        phase.end += 1;
        phase.walletLimit += 1;
        _setPublicPhase(phase);
        _assertPhase(collection.overview().publicPhase, phase);
    }

    function test_setPublicPhase_waitsForEveryKindOfHarm() public {
        _createWithNotice(60);
        ICollectionTypes.PublicPhase[5] memory harms;
        for (uint256 i; i < 5; ++i) {
            harms[i] = _phase(PRICE);
        }
        harms[0].price += 1 gwei;
        harms[1].start = uint32(NOW + 1);
        harms[2].end -= 1;
        harms[3].walletLimit -= 1;
        harms[4].supplyCap = 100;
        for (uint256 i; i < 5; ++i) {
            _setPublicPhase(harms[i]);
            assertEq(collection.overview().publicPhaseAt, NOW + 60);
            _setPublicPhase(_phase(PRICE));
            assertEq(collection.overview().publicPhaseAt, 0, "a better change replaces it");
        }
    }

    function test_setPublicPhase_comparesSupplyCaps() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = 60;
        params.publicPhase.supplyCap = 10;
        collection = _create(params);
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = 9;
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhaseAt, NOW + 60);
        phase.supplyCap = 11;
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.supplyCap, 11);
        phase.price = uint80(PRICE / 2);
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.price, PRICE / 2);
        phase.supplyCap = 0;
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.supplyCap, 0);
    }

    function test_setPublicPhase_endsThePhaseForGoodWithAllZero() public {
        ICollectionTypes.PublicPhase memory none;
        _setPublicPhase(none);
        _assertPhase(collection.overview().publicPhase, none);
        _expectMintReverts(ALICE, 1, _phaseClosed(0, 0));

        _createWithNotice(60);
        _setPublicPhase(none);
        assertEq(collection.overview().publicPhaseAt, NOW + 60);
        _mint(collection, ALICE, 1);
        vm.warp(NOW + 60);
        collection.applyPublicPhase();
        _expectMintReverts(ALICE, 1, _phaseClosed(0, 0));
    }

    function test_setPublicPhase_sellsFreeAndPaidTokensInTurn() public {
        uint256[3] memory prices = [uint256(0), PRICE, 0];
        for (uint256 i; i < 3; ++i) {
            _setPrice(prices[i]);
            vm.prank(ALICE);
            collection.mint{value: prices[i] + FEE}(1);
        }
        assertEq(collection.owed(address(platform)), FEE / 2 + FEE + FEE / 2);
        assertEq(collection.owed(CREATOR), FEE / 2 + PRICE + FEE / 2);
    }

    function test_setPublicPhase_leavesPauseCapAndCountsAlone() public {
        _lowerCap(50);
        _mint(collection, ALICE, 3);
        vm.prank(ALICE);
        collection.mintTo{value: 2 * UNIT}(ALICE, 2, 2, REFERRER);
        _setPaused(true);
        _setPublicCap(7);
        assertTrue(collection.overview().isPaused);
        assertEq(collection.overview().maxSupply, 50);
        assertEq(collection.overview().minted, 5);
        assertEq(collection.owed(REFERRER), 2 * FEE / 5);
        assertEq(collection.owed(address(platform)), 3 * FEE + 2 * FEE * 8 / 10);
        assertEq(collection.owed(CREATOR), 5 * PRICE);
    }

    function test_setPublicPhase_leavesTheFirstListInForce() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.listRoot = "root";
        collection = _create(params);
        _setPrice(0);
        (, uint256 until) = collection.listWindow("root");
        assertEq(until, FOR_EVER);
    }

    /// @dev Every field comes back, at once and by way of an announcement.
    function testFuzz_setPublicPhase_keepsWhatWasAsked(
        uint80 price,
        uint32 start,
        uint32 end,
        uint16 walletLimit,
        uint32 supplyCap
    ) public {
        ICollectionTypes.PublicPhase memory phase = ICollectionTypes.PublicPhase({
            price: price % 5 == 0 ? 0 : uint80(bound(price, FEE / 1 gwei, 1e15) * 1 gwei),
            start: uint32(bound(start, 0, FOR_EVER - 1)),
            end: 0,
            walletLimit: uint16(bound(walletLimit, 1, type(uint16).max)),
            supplyCap: supplyCap
        });
        phase.end = uint32(bound(end, phase.start + 1, FOR_EVER));
        _setPublicPhase(phase);
        _assertPhase(collection.overview().publicPhase, phase);

        ICollectionFactory.CreateParams memory params = _usual();
        params.publicPhase = phase;
        _assertPhase(_create(params).overview().publicPhase, phase);

        // Whatever the phase, this one is dearer than free.
        params.publicPhase = _phase(0);
        params.notice = 60;
        collection = _create(params);
        if (phase.price == 0) phase.price = uint80(PRICE);
        _setPublicPhase(phase);
        _assertPhase(collection.overview().pendingPublicPhase, phase);
        vm.warp(NOW + 60);
        collection.applyPublicPhase();
        _assertPhase(collection.overview().publicPhase, phase);
    }

    /// @dev An account that could mint at some instant still can, as many and no dearer.
    function testFuzz_setPublicPhase_harmsNobodyWithoutNotice(
        uint256 price,
        uint256 start,
        uint256 end,
        uint256 limit,
        uint256 cap,
        uint256 later
    ) public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = 60;
        params.publicPhase.supplyCap = price % 2 == 0 ? 0 : 6;
        collection = _create(params);
        _mint(collection, ALICE, 2);
        vm.warp(bound(later, NOW, NOW + 999));
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, 50, 0, new bytes32[](0));
        assertEq(reasons, 0);

        vm.warp(NOW);
        ICollectionTypes.PublicPhase memory phase = _phase(bound(price, 0, 4) * PRICE / 2);
        phase.start = uint32(bound(start, NOW - 101, NOW + 1));
        phase.end = uint32(bound(end, NOW + 998, NOW + 1002));
        phase.walletLimit = uint16(bound(limit, 8, 12));
        phase.supplyCap = uint32(bound(cap, 0, 8));
        _setPublicPhase(phase);
        if (collection.overview().publicPhaseAt != 0) return;
        vm.warp(bound(later, NOW, NOW + 999));
        (uint256 newReasons, uint256 newThrough, uint256 newTotal) =
            collection.checkMint(ALICE, 50, 0, new bytes32[](0));
        assertEq(newReasons, 0);
        assertLe(through, newThrough);
        assertLe(newTotal * through, total * newThrough);
    }

    function test_setPublicPhase_isFreeWhileThePhaseIsNotLive() public {
        _createWithNotice(60);
        vm.warp(NOW + 1000);
        _setPrice(2 * PRICE);
        assertEq(collection.overview().publicPhase.price, 2 * PRICE);
        vm.warp(NOW - 101);
        _setPrice(3 * PRICE);
        assertEq(collection.overview().publicPhase.price, 3 * PRICE);
    }

    function test_setPublicPhase_isLiveInItsFirstAndLastSecond() public {
        _createWithNotice(60);
        uint256[2] memory instants = [NOW - 100, NOW + 999];
        for (uint256 i; i < 2; ++i) {
            vm.warp(instants[i]);
            _setPrice(2 * PRICE);
            assertEq(collection.overview().publicPhaseAt, instants[i] + 60);
        }
    }

    function test_setPublicPhase_revertsWhen_theTermsMakeNoSense() public {
        bytes memory badTerms = abi.encodeWithSelector(ICollectionTypes.BadTerms.selector);
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.end = phase.start;
        _expectReverts(phase, badTerms);
        --phase.end;
        _expectReverts(phase, badTerms);
        phase = _phase(PRICE);
        phase.walletLimit = 0;
        _expectReverts(phase, badTerms);
        ICollectionTypes.PublicPhase[4] memory partly;
        partly[0].price = uint80(PRICE);
        partly[1].start = 1;
        partly[2].end = 1;
        partly[3].supplyCap = 1;
        for (uint256 i; i < 4; ++i) {
            _expectReverts(partly[i], badTerms);
        }
        ICollectionTypes.PublicPhase memory limitOnly;
        limitOnly.walletLimit = 1;
        _expectReverts(limitOnly, badTerms);
        assertEq(collection.overview().publicPhase.price, PRICE);
    }

    function test_setPublicPhase_revertsWhen_thePriceIsOutOfBand() public {
        uint256[4] memory prices = [PRICE + 1, FEE / 2 - 1 gwei, 1 gwei, 1];
        for (uint256 i; i < 4; ++i) {
            _expectReverts(
                _phase(prices[i]),
                abi.encodeWithSelector(ICollectionTypes.BadPrice.selector, prices[i])
            );
        }
        _setPrice(FEE / 2);
        assertEq(collection.overview().publicPhase.price, FEE / 2);
    }

    function test_setPublicPhase_roundsHalfAnOddFeeUp() public {
        _setMintFee(7 gwei);
        ICollectionFactory.CreateParams memory params = _usual();
        params.mintFee = 7 gwei;
        collection = _create(params);
        _expectReverts(
            _phase(3 gwei), abi.encodeWithSelector(ICollectionTypes.BadPrice.selector, 3 gwei)
        );
        _setPrice(4 gwei);
    }

    function test_setPublicPhase_revertsWhen_notTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        collection.setPublicPhase(_phase(PRICE));
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(ALICE);
        collection.setPaused(true);
    }

    function _expectReverts(ICollectionTypes.PublicPhase memory phase, bytes memory reason)
        private
    {
        vm.expectRevert(reason);
        _setPublicPhase(phase);
    }

    function _assertPhase(
        ICollectionTypes.PublicPhase memory actual,
        ICollectionTypes.PublicPhase memory expected
    ) private pure {
        assertEq(abi.encode(actual), abi.encode(expected));
    }
}

contract DropPublicPhaseTest is PublicPhaseTest, OnDrop {}

contract EditionPublicPhaseTest is PublicPhaseTest, OnEdition {}

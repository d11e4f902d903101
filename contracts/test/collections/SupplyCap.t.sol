// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev The cap of the whole collection: `lowerCap`, `applyCap`, `freezeCap`.
abstract contract SupplyCapTest is SaleFixture {
    function test_lowerCap_appliesAtOnceWithoutNotice() public {
        vm.expectEmit(address(collection));
        emit ICollectionTypes.CapLowered(50);
        _lowerCap(50);
        assertEq(collection.overview().maxSupply, 50);
        assertEq(collection.overview().maxSupplyAt, 0);
    }

    function test_lowerCap_revertsWhen_itCutsIntoTheMinted() public {
        _mint(collection, ALICE, 5);
        _expectBadCap(4, 5, _usual().maxSupply);
        _expectBadCap(0, 5, _usual().maxSupply);
        _lowerCap(5);
        _expectMintReverts(BOB, 1, _soldOut(0));
    }

    function test_lowerCap_revertsWhen_itIsZeroOrRaised() public {
        _expectBadCap(0, 0, _usual().maxSupply);
        _lowerCap(90);
        _expectBadCap(90, 0, 90);
        _expectBadCap(91, 0, 90);
        _expectBadCap(type(uint256).max, 0, 90);
        _expectBadCap(1 << 32, 0, 90);
        _lowerCap(89);
        _lowerCap(1);
        _expectBadCap(0, 0, 1);
    }

    function test_lowerCap_waitsWhileMintingMayBeUnderWay() public {
        _createWithNotice(60);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.CapScheduled(5, NOW + 60);
        _lowerCap(5);
        assertEq(collection.overview().maxSupply, _usual().maxSupply);
        assertEq(collection.overview().pendingMaxSupply, 5);
        assertEq(collection.overview().maxSupplyAt, NOW + 60);

        vm.warp(NOW + 59);
        expectRevert(ICollectionTypes.NoticePending.selector, NOW + 60);
        collection.applyCap();
        vm.warp(NOW + 60);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.CapLowered(5);
        vm.prank(ALICE);
        collection.applyCap();
        assertEq(collection.overview().maxSupply, 5);
        assertEq(collection.overview().pendingMaxSupply, 0);
        assertEq(collection.overview().maxSupplyAt, 0);
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyCap();
    }

    function test_applyCap_cutsNoTokenMintedMeanwhile() public {
        _createWithNotice(60);
        _lowerCap(5);
        _mint(collection, ALICE, 7);
        vm.warp(NOW + 60);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.CapLowered(7);
        collection.applyCap();
        assertEq(collection.overview().maxSupply, 7);
        _expectMintReverts(BOB, 1, _soldOut(0));
    }

    function test_applyCap_revertsWhen_nothingIsAnnounced() public {
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyCap();
    }

    function test_lowerCap_replacesWhatWasAnnounced() public {
        _createWithNotice(60);
        _lowerCap(5);
        vm.warp(NOW + 30);
        _lowerCap(50);
        assertEq(collection.overview().pendingMaxSupply, 50);
        assertEq(collection.overview().maxSupplyAt, NOW + 90);
        vm.warp(NOW + 1000);
        // No longer live: the lower cap holds at once and nothing waits any more.
        _lowerCap(40);
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyCap();
        assertEq(collection.overview().maxSupply, 40);
    }

    function test_lowerCap_isFreeBeforeAndAfterTheSaleUnlessAListIsOpen() public {
        _createWithNotice(60);
        vm.warp(NOW - 101);
        _lowerCap(90);
        assertEq(collection.overview().maxSupply, 90);
        vm.warp(NOW + 1000);
        _lowerCap(80);
        assertEq(collection.overview().maxSupply, 80);
        _addList("root", NOW + 2000);
        vm.warp(NOW + 1999);
        _lowerCap(70);
        assertEq(collection.overview().maxSupply, 70);
        vm.warp(NOW + 2000);
        _lowerCap(60);
        assertEq(collection.overview().maxSupply, 70);
        // A further list that opens later does not hide the open one.
        _addList("later", NOW + 3000);
        _lowerCap(60);
        assertEq(collection.overview().maxSupply, 70);
    }

    function test_lowerCap_waitsOnceTheFirstListMayBeOpen() public {
        ICollectionFactory.CreateParams memory params = _usual();
        delete params.publicPhase;
        params.notice = 60;
        params.listRoot = "root";
        params.listNotBefore = uint32(NOW + 5);
        collection = _create(params);
        vm.warp(NOW + 4);
        _lowerCap(90);
        assertEq(collection.overview().maxSupply, 90);
        vm.warp(NOW + 5);
        _lowerCap(80);
        assertEq(collection.overview().maxSupply, 90);
        assertEq(collection.overview().maxSupplyAt, NOW + 65);
    }

    function test_lowerCap_waitsWhenAnEarlierListIsAddedBesideALaterOne() public {
        ICollectionFactory.CreateParams memory params = _usual();
        delete params.publicPhase;
        params.notice = 60;
        collection = _create(params);
        _lowerCap(90);
        _addList("later", NOW + 100);
        _lowerCap(80);
        assertEq(collection.overview().maxSupply, 80);
        _addList("sooner", NOW + 50);
        vm.warp(NOW + 50);
        _lowerCap(70);
        assertEq(collection.overview().maxSupply, 80);
    }

    function test_maxSupply_isTheCapAndZeroWhileThereIsNone() public {
        assertEq(_maxSupply(), _usual().maxSupply);
        _lowerCap(50);
        assertEq(_maxSupply(), 50);
        _mint(collection, ALICE, 5);
        assertEq(_maxSupply(), 50);
        _freezeCap();
        assertEq(_maxSupply(), 50);
    }

    function testFuzz_maxSupply_isWhatTheOverviewShows(uint256 cap) public {
        cap = bound(cap, 0, (1 << 28) - 2);
        ICollectionFactory.CreateParams memory params = _usual();
        if (cap == 0 && params.kind == DROP) params.kind = OPEN_EDITION;
        if (cap != 0 && params.kind == OPEN_EDITION) {
            (params.kind, params.transferable) = (DROP, true);
        }
        params.maxSupply = uint32(cap);
        collection = _create(params);
        assertEq(_maxSupply(), cap);
        assertEq(collection.overview().maxSupply, cap);
    }

    function test_freezeCap_endsLoweringForGood() public {
        _createWithNotice(60);
        _lowerCap(50);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.CapFrozen(_usual().maxSupply);
        _freezeCap();
        assertTrue(collection.overview().isCapFrozen);
        assertEq(collection.overview().pendingMaxSupply, 0);
        assertEq(collection.overview().maxSupplyAt, 0);
        vm.warp(NOW + 60);
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyCap();
        expectRevert(ICollectionTypes.Frozen.selector);
        _lowerCap(50);
        expectRevert(ICollectionTypes.Frozen.selector);
        _freezeCap();
        assertEq(collection.overview().maxSupply, _usual().maxSupply);
    }

    function test_cap_canBeChangedByNobodyButTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        collection.lowerCap(1);
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(ALICE);
        collection.freezeCap();
    }

    function test_lowerCap_changesNothingElse() public {
        _mint(collection, ALICE, 5);
        _setPaused(true);
        _lowerCap(50);
        assertTrue(collection.overview().isPaused);
        assertEq(collection.overview().minted, 5);
        assertEq(collection.owed(address(platform)), 5 * FEE);
        assertEq(abi.encode(collection.overview().publicPhase), abi.encode(_usual().publicPhase));
    }

    function testFuzz_lowerCap_goesDownOnlyAndNeverBelowTheMinted(
        uint256 minted,
        uint256 first,
        uint256 second
    ) public {
        minted = bound(minted, 1, 10);
        _mint(collection, ALICE, minted);
        first = bound(first, minted, 99);
        second = bound(second, 0, 120);
        _lowerCap(first);
        bool isGood = second >= minted && second < first;
        if (!isGood) expectRevert(ICollectionTypes.BadCap.selector, minted, first);
        _lowerCap(second);
        assertEq(collection.overview().maxSupply, isGood ? second : first);
    }

    function _expectBadCap(uint256 cap, uint256 minted, uint256 maxSupply) private {
        expectRevert(ICollectionTypes.BadCap.selector, minted, maxSupply);
        _lowerCap(cap);
    }

    function _maxSupply() private view returns (uint256) {
        return collection.maxSupply();
    }

    function _freezeCap() private {
        vm.prank(CREATOR);
        collection.freezeCap();
    }
}

contract DropSupplyCapTest is SupplyCapTest, OnDrop {}

contract OpenEditionSupplyCapTest is SupplyCapTest, OnOpenEdition {
    uint256 private constant HIGHEST = (1 << 28) - 2;

    function test_lowerCap_givesAnOpenEditionACap() public {
        expectRevert(ICollectionTypes.BadCap.selector, 0, 0);
        _lowerCap(HIGHEST + 1);
        _lowerCap(HIGHEST);
        assertEq(collection.overview().maxSupply, HIGHEST);
        assertEq(collection.overview().kind, OPEN_EDITION);
    }

    function test_freezeCap_promisesThatThereWillNeverBeOne() public {
        vm.expectEmit(address(collection));
        emit ICollectionTypes.CapFrozen(0);
        vm.prank(CREATOR);
        collection.freezeCap();
        expectRevert(ICollectionTypes.Frozen.selector);
        _lowerCap(50);
    }
}

contract EditionSupplyCapTest is SupplyCapTest, OnEdition {}

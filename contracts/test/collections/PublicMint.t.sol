// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev `mint`: the cheap way in the public phase.
abstract contract PublicMintTest is SaleFixture {
    uint256 private constant MAX_PRICE = type(uint80).max / 1 gwei * 1 gwei;
    uint256 private constant MAX_FEE = ((1 << 55) - 1) * 1 gwei;

    function test_mint_givesTokensForTheExactPrice() public {
        _mint(collection, ALICE, 3);
        assertEq(_balance(ALICE), 3);
        assertEq(collection.totalSupply(), 3);
        assertEq(collection.overview().minted, 3);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 3);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 0, "counted only under a cap");
        assertEq(address(collection).balance, 3 * UNIT);
    }

    function test_mint_emitsTransfersOnly() public {
        vm.recordLogs();
        _mint(collection, ALICE, 2);
        assertEq(vm.getRecordedLogs().length, _transferLogs(2));
    }

    function test_mint_givesFiftyAtOnce() public {
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.walletLimit = 50;
        _setPublicPhase(phase);
        vm.recordLogs();
        _mint(collection, ALICE, 50);
        assertEq(vm.getRecordedLogs().length, _transferLogs(50));
        assertEq(_balance(ALICE), 50);
    }

    function test_mint_opensAtTheStartAndClosesAtTheEnd() public {
        bytes memory closed = _phaseClosed(NOW - 100, NOW + 1000);
        vm.warp(NOW - 101);
        _expectMintReverts(ALICE, 1, closed);
        vm.warp(NOW - 100);
        _mint(collection, ALICE, 1);
        vm.warp(NOW + 999);
        _mint(collection, ALICE, 1);
        vm.warp(NOW + 1000);
        _expectMintReverts(ALICE, 1, closed);
    }

    function test_mint_revertsWhen_thereIsNoPublicPhase() public {
        ICollectionFactory.CreateParams memory params = _usual();
        delete params.publicPhase;
        collection = _create(params);
        _expectMintReverts(ALICE, 1, _phaseClosed(0, 0));
    }

    function test_mint_revertsWhen_paused() public {
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PauseChanged(true);
        _setPaused(true);
        assertTrue(collection.overview().isPaused);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollectionTypes.Paused.selector));
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PauseChanged(false);
        _setPaused(false);
        assertFalse(collection.overview().isPaused);
        _mint(collection, ALICE, 1);
    }

    function test_setPaused_changesNothingElse() public {
        _mint(collection, ALICE, 3);
        uint256 slot0 = _word(collection, 0);
        _setPaused(true);
        _setPaused(true);
        assertEq(_word(collection, 0), slot0 | 1 << 253);
        _setPaused(false);
        _setPaused(false);
        assertEq(_word(collection, 0), slot0);
    }

    function testFuzz_mint_revertsWhen_theValueIsNotThePrice(uint256 quantity, uint256 value)
        public
    {
        quantity = bound(quantity, 1, 10);
        value = value % 4 == 0 ? quantity * UNIT - 1 : bound(value, 0, 1 ether);
        if (value == quantity * UNIT) ++value;
        vm.expectRevert(_wrongValue(value, quantity * UNIT));
        vm.prank(ALICE);
        collection.mint{value: value}(quantity);
    }

    function testFuzz_mint_revertsWhen_nothingOrTooMuchIsAskedFor(uint256 quantity) public {
        vm.expectRevert(abi.encodeWithSelector(ICollectionTypes.ZeroQuantity.selector));
        vm.prank(ALICE);
        collection.mint(0);
        quantity = bound(quantity, 51, type(uint256).max);
        uint256[2] memory quantities = [51, quantity];
        for (uint256 i; i < 2; ++i) {
            _setPublicCap(i * 100);
            vm.expectRevert(_tooMany(50));
            vm.prank(ALICE);
            collection.mint{value: 51 * UNIT}(quantities[i]);
        }
    }

    function test_mint_revertsWhen_theWalletLimitIsReached() public {
        _mint(collection, ALICE, 8);
        _expectMintReverts(ALICE, 3, _walletLimit(2));
        _mint(collection, ALICE, 2);
        _expectMintReverts(ALICE, 1, _walletLimit(0));
        _mint(collection, BOB, 1);
    }

    function test_mint_revertsWhen_soldOut() public {
        _lowerCap(12);
        _mint(collection, ALICE, 10);
        _expectMintReverts(BOB, 3, _soldOut(2));
        _mint(collection, BOB, 2);
        _expectMintReverts(BOB, 1, _soldOut(0));
    }

    function test_mint_revertsWhen_thePhaseIsSoldOut() public {
        _setPublicCap(5);
        _mint(collection, ALICE, 4);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 4);
        _expectMintReverts(BOB, 2, _phaseSoldOut(1));
        _mint(collection, BOB, 1);
        assertEq(collection.overview().publicMinted, 5);
        _expectMintReverts(BOB, 1, _phaseSoldOut(0));
    }

    function test_mint_countsUnderTheFirstPhasesCap() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.publicPhase.supplyCap = 3;
        collection = _create(params);
        assertEq(collection.overview().publicPhase.supplyCap, 3);
        _mint(collection, ALICE, 2);
        _expectMintReverts(BOB, 2, _phaseSoldOut(1));
        _mint(collection, BOB, 1);
    }

    function test_mint_keepsThePhasesCountWhileThereIsNoCap() public {
        _setPublicCap(5);
        _mint(collection, ALICE, 3);
        _setPublicCap(0);
        _mint(collection, ALICE, 4);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 3, "minted under a cap only");
        _setPublicCap(4);
        _expectMintReverts(BOB, 2, _phaseSoldOut(1));
        _mint(collection, BOB, 1);
    }

    function test_mint_revertsWhen_aLimitIsLoweredBelowWhatIsMinted() public {
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = 10;
        _setPublicPhase(phase);
        _mint(collection, ALICE, 5);
        phase.walletLimit = 4;
        _setPublicPhase(phase);
        assertEq(_reasons(ALICE, 1), 16);
        _expectMintReverts(ALICE, 1, _walletLimit(0));
        phase.supplyCap = 4;
        _setPublicPhase(phase);
        assertEq(_reasons(BOB, 1), 32);
        _expectMintReverts(BOB, 1, _phaseSoldOut(0));
    }

    function test_mint_isFreeOfPriceButNotOfFee() public {
        _setPrice(0);
        vm.prank(ALICE);
        collection.mint{value: 2 * FEE}(2);
        assertEq(_balance(ALICE), 2);
    }

    function test_mint_costsNothingWithoutPriceAndFee() public {
        _setMintFee(0);
        ICollectionFactory.CreateParams memory params = _usual();
        params.mintFee = 0;
        params.publicPhase = _phase(0);
        collection = _create(params);
        vm.prank(ALICE);
        collection.mint(2);
        assertEq(_balance(ALICE), 2);
    }

    function test_mint_takesTheHighestPrice() public {
        // No higher fee goes with it, because a price is at least half the fee.
        _mintTenAt(MAX_PRICE, 2 * MAX_PRICE);
        assertEq(collection.owed(address(platform)), 20 * MAX_PRICE);
        assertEq(collection.owed(CREATOR), 10 * MAX_PRICE);
    }

    function test_mint_takesTheHighestFee() public {
        _mintTenAt(0, MAX_FEE);
        assertEq(collection.owed(address(platform)), 5 * MAX_FEE);
        assertEq(collection.owed(CREATOR), 5 * MAX_FEE);
    }

    function test_mint_isUnlimitedWithoutACap() public {
        ICollectionFactory.CreateParams memory params = _usual();
        if (params.kind == DROP) params.kind = OPEN_EDITION;
        params.maxSupply = 0;
        params.publicPhase.walletLimit = type(uint16).max;
        params.publicPhase.end = type(uint32).max;
        collection = _create(params);
        assertEq(collection.overview().maxSupply, 0);
        for (uint256 i; i < 3; ++i) {
            _mint(collection, ALICE, 50);
        }
        assertEq(collection.totalSupply(), 150);
    }

    function testFuzz_mint_keepsEveryWeiAndToken(uint256 quantity, uint256 price, uint256 fee)
        public
    {
        quantity = bound(quantity, 1, 10);
        fee = bound(fee, 0, 1e9) * 1 gwei;
        price = price % 5 == 0 ? 0 : bound(price, fee / 1 gwei / 2 + 1, 1e9) * 1 gwei;
        _setMintFee(fee);
        ICollectionFactory.CreateParams memory params = _usual();
        params.mintFee = fee;
        params.publicPhase = _phase(price);
        collection = _create(params);

        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        collection.mint{value: quantity * (price + fee)}(quantity);
        assertEq(before - ALICE.balance, quantity * (price + fee));
        assertEq(_balance(ALICE), quantity);
        assertEq(address(collection).balance, quantity * (price + fee));
        uint256 owed = collection.owed(CREATOR) + collection.owed(address(platform));
        assertEq(owed, address(collection).balance);
    }

    /// @dev Two mints in a row: the second goes through or names the first limit in its way.
    function testFuzz_mint_givesNoMoreThanEveryLimitLeaves(
        uint256 cap,
        uint256 phaseCap,
        uint256 walletLimit,
        uint256 first,
        uint256 second
    ) public {
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.walletLimit = uint16(bound(walletLimit, 5, 15));
        phase.supplyCap = phaseCap % 2 == 0 ? 0 : uint32(bound(phaseCap, 5, 15));
        _setPublicPhase(phase);
        cap = bound(cap, 5, 15);
        _lowerCap(cap);
        (first, second) = (bound(first, 1, 5), bound(second, 1, 10));
        _mint(collection, ALICE, first);

        uint256 total = first + second;
        uint256 inPhase = phase.supplyCap == 0 ? total : phase.supplyCap;
        if (total > cap) {
            _expectMintReverts(ALICE, second, _soldOut(cap - first));
        } else if (total > inPhase) {
            _expectMintReverts(ALICE, second, _phaseSoldOut(inPhase - first));
        } else if (total > phase.walletLimit) {
            _expectMintReverts(ALICE, second, _walletLimit(phase.walletLimit - first));
        } else {
            _mint(collection, ALICE, second);
            assertEq(_balance(ALICE), total);
            assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), total);
        }
    }

    function test_mint_keepsCollectionsApart() public {
        ICollection other = _create(_usual());
        _mint(collection, ALICE, 10);
        _mint(other, ALICE, 10);
        assertEq(other.totalSupply(), 10);
        assertEq(other.owed(CREATOR), 10 * PRICE);
    }

    function _mintTenAt(uint256 price, uint256 fee) private {
        _setMintFee(fee);
        ICollectionFactory.CreateParams memory params = _usual();
        params.mintFee = fee;
        params.publicPhase = _phase(price);
        collection = _create(params);
        assertEq(collection.overview().publicPhase.price, price);
        assertEq(collection.mintFee(), fee);
        uint256 value = 10 * (price + fee);
        vm.deal(ALICE, value);
        vm.prank(ALICE);
        collection.mint{value: value}(10);
    }
}

contract DropPublicMintTest is PublicMintTest, OnDrop {}

contract OpenEditionPublicMintTest is PublicMintTest, OnOpenEdition {}

contract EditionPublicMintTest is PublicMintTest, OnEdition {}

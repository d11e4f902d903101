// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";
import {ClosedWallet} from "./Wallets.sol";

/// @dev `airdrop`: gifts of the owner.
abstract contract AirdropTest is SaleFixture {
    function test_airdrop_givesForFreeBeyondWalletLimitsAlsoWhilePausedAndClosed() public {
        _setPaused(true);
        vm.warp(NOW + 1000);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.Airdropped(ALICE, 12);
        _airdrop(ALICE, 12);
        assertEq(_balance(ALICE), 12);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 0);
        assertEq(collection.owed(address(platform)) + collection.owed(CREATOR), 0);
    }

    function test_airdrop_tellsEachGiftBeforeItsTransfers() public {
        vm.recordLogs();
        _airdropTwice(ALICE, 2, BOB, 2);
        _assertLogs(ICollectionTypes.Airdropped.selector, 2, 2);
    }

    function test_airdrop_givesTheSameRecipientTwice() public {
        _airdropTwice(ALICE, 2, ALICE, 3);
        assertEq(_balance(ALICE), 5);
        assertEq(collection.totalSupply(), 5);
    }

    function test_airdrop_countsNeitherForPhaseNorForWallet() public {
        _setPublicCap(20);
        _airdrop(ALICE, 12);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 0);
        _mint(collection, ALICE, 10);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 10);
    }

    function test_airdrop_givesUpTo255AndTheLastToken() public {
        ICollectionFactory.CreateParams memory params = _usual();
        if (params.maxSupply != 0) params.maxSupply = 255;
        collection = _create(params);
        _airdrop(ALICE, 255);
        assertEq(_balance(ALICE), 255);
        if (params.maxSupply == 0) _lowerCap(255);
        vm.expectRevert(_soldOut(0));
        _airdrop(ALICE, 1);
    }

    function test_airdrop_toNobodyAtAllDoesNothing() public {
        vm.recordLogs();
        vm.prank(CREATOR);
        collection.airdrop(new address[](0), new uint256[](0));
        assertEq(vm.getRecordedLogs().length, 0);
        assertEq(collection.totalSupply(), 0);
    }

    function test_airdrop_revertsWhen_anEntryCannotBeGiven() public {
        _lowerCap(90);
        vm.expectRevert(_soldOut(90));
        _airdrop(ALICE, 91);
        vm.expectRevert(_tooMany(255));
        _airdrop(ALICE, 256);
        vm.expectRevert(_tooMany(255));
        _airdrop(ALICE, type(uint256).max);
        expectRevert(ICollectionTypes.ZeroQuantity.selector);
        _airdrop(ALICE, 0);
        expectRevert(ICollectionTypes.BadRecipient.selector, address(0));
        _airdrop(address(0), 1);
    }

    function test_airdrop_revertsWhole_whenALaterEntryCannotBeGiven() public {
        _lowerCap(90);
        vm.expectRevert(_soldOut(50));
        _airdropTwice(ALICE, 40, BOB, 51);
        expectRevert(ICollectionTypes.ZeroQuantity.selector);
        _airdropTwice(ALICE, 40, BOB, 0);
        expectRevert(ICollectionTypes.BadRecipient.selector, address(0));
        _airdropTwice(ALICE, 40, address(0), 1);
        assertEq(collection.totalSupply(), 0);
        _airdropTwice(ALICE, 40, BOB, 50);
    }

    function test_airdrop_revertsWhen_theListsDifferInLength() public {
        expectRevert(ICollectionTypes.LengthMismatch.selector);
        vm.prank(CREATOR);
        collection.airdrop(new address[](1), new uint256[](2));
        expectRevert(ICollectionTypes.LengthMismatch.selector);
        vm.prank(CREATOR);
        collection.airdrop(new address[](2), new uint256[](1));
    }

    function test_airdrop_revertsWhen_notTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(ALICE);
        collection.airdrop(new address[](0), new uint256[](0));
    }

    function testFuzz_airdrop_countsExactly(uint256 first, uint256 second, uint256 cap) public {
        first = bound(first, 1, 255);
        second = bound(second, 1, 255);
        cap = bound(cap, 1, 520);
        ICollectionFactory.CreateParams memory params = _usual();
        if (params.maxSupply == 0) {
            collection = _create(params);
            _lowerCap(cap);
        } else {
            params.maxSupply = uint32(cap);
            collection = _create(params);
        }
        if (first > cap) vm.expectRevert(_soldOut(cap));
        else if (first + second > cap) vm.expectRevert(_soldOut(cap - first));
        _airdropTwice(ALICE, first, BOB, second);
        if (first + second > cap) return;

        assertEq(_balance(ALICE), first);
        assertEq(_balance(BOB), second);
        assertEq(collection.totalSupply(), first + second);
    }

    function _airdropTwice(address first, uint256 quantity, address second, uint256 furtherQuantity)
        private
    {
        address[] memory recipients = new address[](2);
        uint256[] memory quantities = new uint256[](2);
        (recipients[0], recipients[1]) = (first, second);
        (quantities[0], quantities[1]) = (quantity, furtherQuantity);
        vm.prank(CREATOR);
        collection.airdrop(recipients, quantities);
    }
}

contract DropAirdropTest is AirdropTest, OnDrop {
    function test_airdrop_asksNoReceiver() public {
        address closed = address(new ClosedWallet());
        _airdrop(closed, 3);
        assertEq(_balance(closed), 3);
    }
}

contract OpenEditionAirdropTest is AirdropTest, OnOpenEdition {}

contract EditionAirdropTest is AirdropTest, OnEdition {}

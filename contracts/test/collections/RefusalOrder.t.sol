// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev Everything about a mint is wrong, and is put right fault by fault: each time the next one is
///      named. The order is part of what callers can rely on.
abstract contract RefusalOrderTest is SaleFixture {
    uint256 private constant LIMIT = 4;

    function test_refusals_ofThePublicPhaseComeInOrder() public {
        // Alice has all she may have, the phase and the collection are sold out.
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = 10;
        _setPublicPhase(phase);
        _mint(collection, ALICE, 10);
        _lowerCap(10);
        _setPaused(true);
        vm.warp(NOW + 1000);

        _expectMintTo(ALICE, 1, 0, 1, ALICE, abi.encodeWithSelector(_paused()));
        _setPaused(false);
        _expectMintTo(ALICE, 1, 0, 1, ALICE, _phaseClosed(NOW - 100, NOW + 1000));
        vm.warp(NOW);
        _expectMintTo(address(0), 1, 0, 1, ALICE, abi.encodeWithSelector(_zeroQuantity()));
        _expectMintTo(address(0), 52, 51, 1, ALICE, _tooMany(50));
        _expectMintTo(address(0), 2, 1, 1, ALICE, _tooMany(1));
        _expectMintTo(address(0), 1, 1, 1, ALICE, _badRecipient());
        _expectMintTo(ALICE, 1, 1, 1, ALICE, _badReferrer(ALICE));
        _expectMintTo(ALICE, 1, 1, 1, REFERRER, _wrongValue(1, UNIT));
        _expectMintTo(ALICE, 1, 1, UNIT, REFERRER, _soldOut(0));
    }

    function test_refusals_ofRoomInThePublicPhaseComeInOrder() public {
        _setPublicCap(10);
        _mint(collection, ALICE, 10);
        _expectMintTo(ALICE, 1, 1, UNIT, REFERRER, _phaseSoldOut(0));
        _setPublicCap(11);
        _expectMintTo(ALICE, 1, 1, UNIT, REFERRER, _walletLimit(0));
    }

    function test_refusals_ofMintComeInOrder() public {
        _mint(collection, ALICE, 10);
        _setPublicCap(1);
        _mint(collection, BOB, 1);
        _lowerCap(11);
        _setPaused(true);
        vm.warp(NOW - 101);
        _expectMint(0, 1, abi.encodeWithSelector(_paused()));
        _setPaused(false);
        _expectMint(0, 1, _phaseClosed(NOW - 100, NOW + 1000));
        vm.warp(NOW);
        _expectMint(0, 1, abi.encodeWithSelector(_zeroQuantity()));
        _expectMint(51, 1, _tooMany(50));
        _expectMint(1, 1, _wrongValue(1, UNIT));
        _expectMint(1, UNIT, _soldOut(0));
    }

    function test_refusals_ofMintForWantOfRoomComeInOrder() public {
        _mint(collection, ALICE, 10);
        _setPublicCap(1);
        _mint(collection, BOB, 1);
        _expectMint(1, UNIT, _phaseSoldOut(0));
        _setPublicCap(2);
        _expectMint(1, UNIT, _walletLimit(0));
    }

    function test_refusals_ofAListComeInOrder() public {
        uint256 good = _packed(PRICE, NOW, NOW + 10, LIMIT, LIMIT, 1);
        _mintListed(ALICE, LIMIT, good, _list(collection, ALICE, good));
        _lowerCap(LIMIT);
        _setPaused(true);
        vm.warp(NOW + 10);

        // Bad phase id, bad price, closed.
        uint256 packed = _packed(1, NOW, NOW + 10, LIMIT, LIMIT, 255);
        bytes32[] memory proof = _proof();
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        _expectListed(packed, 1, 0, 1, ALICE, _badProof());
        _addList(root, NOW + 20);
        _expectListed(packed, 1, 0, 1, ALICE, _phaseClosed(NOW + 20, FOR_EVER));
        _addList(root, NOW);
        _expectListed(
            packed, 1, 0, 1, ALICE, abi.encodeWithSelector(ICollectionTypes.BadTerms.selector)
        );

        packed = _packed(1, NOW, NOW + 10, LIMIT, LIMIT, 1);
        _list(collection, ALICE, packed);
        bytes memory badPrice = abi.encodeWithSelector(ICollectionTypes.BadPrice.selector, 1);
        _expectListed(packed, 1, 0, 1, ALICE, badPrice);

        _list(collection, ALICE, good);
        _expectListed(good, 1, 0, 1, ALICE, abi.encodeWithSelector(_paused()));
        _setPaused(false);
        _expectListed(good, 1, 0, 1, ALICE, _phaseClosed(NOW, NOW + 10));
        vm.warp(NOW + 9);
        _expectListed(good, 1, 0, 1, ALICE, abi.encodeWithSelector(_zeroQuantity()));
        _expectListed(good, 52, 51, 1, ALICE, _tooMany(50));
        _expectListed(good, 2, 1, 1, ALICE, _tooMany(1));
        _expectListed(good, 1, 1, 1, ALICE, _badReferrer(ALICE));
        _expectListed(good, 1, 1, 1, REFERRER, _wrongValue(1, UNIT));
        _expectListed(good, 1, 1, UNIT, REFERRER, _soldOut(0));
    }

    function test_refusals_ofRoomInAListComeInOrder() public {
        uint256 packed = _packed(PRICE, NOW, NOW + 10, LIMIT, LIMIT, 1);
        _mintListed(ALICE, LIMIT, packed, _list(collection, ALICE, packed));
        _expectListed(packed, 1, 1, UNIT, REFERRER, _phaseSoldOut(0));
        packed = _packed(PRICE, NOW, NOW + 10, LIMIT, LIMIT + 1, 1);
        _list(collection, ALICE, packed);
        _expectListed(packed, 1, 1, UNIT, REFERRER, _walletLimit(0));
    }

    function _expectMint(uint256 quantity, uint256 value, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(ALICE);
        collection.mint{value: value}(quantity);
    }

    function _expectMintTo(
        address to,
        uint256 minQuantity,
        uint256 maxQuantity,
        uint256 value,
        address referrer,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        vm.prank(ALICE);
        collection.mintTo{value: value}(to, minQuantity, maxQuantity, referrer);
    }

    function _expectListed(
        uint256 packed,
        uint256 minQuantity,
        uint256 maxQuantity,
        uint256 value,
        address referrer,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        vm.prank(ALICE);
        collection.mintAllowlist{value: value}(minQuantity, maxQuantity, referrer, packed, _proof());
    }

    function _paused() private pure returns (bytes4) {
        return ICollectionTypes.Paused.selector;
    }

    function _zeroQuantity() private pure returns (bytes4) {
        return ICollectionTypes.ZeroQuantity.selector;
    }

    function _badRecipient() private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.BadRecipient.selector, address(0));
    }

    function _badReferrer(address referrer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.BadReferrer.selector, referrer);
    }
}

contract DropRefusalOrderTest is RefusalOrderTest, OnDrop {}

contract EditionRefusalOrderTest is RefusalOrderTest, OnEdition {}

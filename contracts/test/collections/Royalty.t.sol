// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev The royalty under its ceiling: `setRoyalty`, `royaltyInfo`. Splits: RoyaltySplit.t.sol, RoyaltySplitTokens.t.sol.
abstract contract RoyaltyTest is SaleFixture {
    function test_setRoyalty_staysUnderTheCeiling() public {
        _assertRoyalty(500);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.RoyaltyChanged(750);
        _setRoyalty(750);
        _assertRoyalty(750);
        uint256[3] memory tooMuch = [uint256(751), 65_536, type(uint256).max];
        for (uint256 i; i < 3; ++i) {
            expectRevert(ICollectionTypes.BadRoyalty.selector, 750);
            _setRoyalty(tooMuch[i]);
        }
        _assertRoyalty(750);
    }

    function test_setRoyalty_goesDownToNothingAndUpAgain() public {
        _setRoyalty(0);
        _assertRoyalty(0);
        _setRoyalty(1);
        _assertRoyalty(1);
    }

    function test_setRoyalty_revertsWhen_notTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        collection.setRoyalty(0);
    }

    function test_royaltyInfo_namesTheOwner() public {
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        vm.prank(BOB);
        collection.acceptOwnership();
        (address receiver,) = collection.royaltyInfo(1, 1);
        assertEq(receiver, BOB);
    }

    function testFuzz_royaltyInfo_isTheShareRoundedDown(
        uint256 ceiling,
        uint256 bps,
        uint256 later,
        uint256 salePrice,
        uint256 tokenId
    ) public {
        ceiling = bound(ceiling, 0, 1000);
        bps = bound(bps, 0, ceiling);
        later = bound(later, 0, ceiling);
        salePrice = bound(salePrice, 0, type(uint256).max / 1000);
        ICollectionFactory.CreateParams memory params = _usual();
        params.royaltyBps = uint16(bps);
        params.royaltyCeilingBps = uint16(ceiling);
        collection = _create(params);
        (address receiver, uint256 amount) = collection.royaltyInfo(tokenId, salePrice);
        assertEq(receiver, CREATOR);
        assertEq(amount, salePrice * bps / 10_000);
        assertEq(collection.overview().royaltyBps, bps);
        assertEq(collection.overview().royaltyCeilingBps, ceiling);
        _setRoyalty(later);
        (, amount) = collection.royaltyInfo(tokenId, salePrice);
        assertEq(amount, salePrice * later / 10_000);
        expectRevert(ICollectionTypes.BadRoyalty.selector, ceiling);
        _setRoyalty(ceiling + 1);
    }

    function _setRoyalty(uint256 bps) private {
        vm.prank(CREATOR);
        collection.setRoyalty(bps);
    }

    function _assertRoyalty(uint256 bps) private view {
        (address receiver, uint256 amount) = collection.royaltyInfo(1, 1 ether);
        assertEq(receiver, CREATOR);
        assertEq(amount, bps * 1e14);
        assertEq(collection.overview().royaltyBps, bps);
        assertEq(collection.overview().royaltyCeilingBps, 750);
    }
}

contract DropRoyaltyTest is RoyaltyTest, OnDrop {}

contract EditionRoyaltyTest is RoyaltyTest, OnEdition {}

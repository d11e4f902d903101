// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev The documented bounds hold after creation too; the table stands in docs/contracts.md.
abstract contract BoundsTest is SaleFixture {
    uint256 internal constant MAX_MINTED = (1 << 28) - 1;
    uint256 private constant MAX_BASE_URI = 2048;
    uint256 private constant MAX_SHORT = 255;
    bytes4 private constant TOO_LONG = bytes4(keccak256("TooLong(uint256)"));

    function test_setBaseUri_revertsWhen_longerThanACreationAllows() public {
        vm.prank(CREATOR);
        collection.setBaseUri(new bytes(MAX_BASE_URI), 0);
        expectRevert(TOO_LONG, MAX_BASE_URI);
        vm.prank(CREATOR);
        collection.setBaseUri(new bytes(MAX_BASE_URI + 1), 0);
    }

    function test_reveal_revertsWhen_theBaseIsLongerThanACreationAllows() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.provenanceHash = keccak256(abi.encode(bytes32("manifest"), bytes32("secret")));
        collection = _create(params);
        expectRevert(TOO_LONG, MAX_BASE_URI);
        vm.prank(CREATOR);
        collection.reveal(new bytes(MAX_BASE_URI + 1), "manifest", "secret");
        vm.prank(CREATOR);
        collection.reveal(new bytes(MAX_BASE_URI), "manifest", "secret");
    }

    function test_setContractUri_revertsWhen_longerThanACreationAllows() public {
        vm.prank(CREATOR);
        collection.setContractUri(new bytes(MAX_SHORT));
        expectRevert(TOO_LONG, MAX_SHORT);
        vm.prank(CREATOR);
        collection.setContractUri(new bytes(MAX_SHORT + 1));
    }
}

/// @dev What holds for collections without a cap only.
abstract contract UncappedBoundsTest is BoundsTest {
    function test_applyCap_revertsWhen_anUncappedCollectionHasMintedAllItCan() public {
        _announceCap(5);
        _setMinted(MAX_MINTED);
        expectRevert(ICollectionTypes.BadCap.selector, MAX_MINTED, 0);
        collection.applyCap();
        assertEq(collection.overview().maxSupply, 0);
        _expectMintReverts(ALICE, 1, _soldOut(0));
    }

    function testFuzz_applyCap_neverLeavesTheBoundsOfACap(uint256 announced, uint256 minted)
        public
    {
        announced = bound(announced, 1, MAX_MINTED - 1);
        minted = bound(minted, 0, 3) == 0 ? bound(minted, 0, MAX_MINTED) : MAX_MINTED - minted % 3;
        _announceCap(announced);
        _setMinted(minted);
        if (minted == MAX_MINTED) {
            expectRevert(ICollectionTypes.BadCap.selector, MAX_MINTED, 0);
        } else {
            vm.expectEmit(address(collection));
            emit ICollectionTypes.CapLowered(announced > minted ? announced : minted);
        }
        collection.applyCap();
    }

    function _announceCap(uint256 cap) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.maxSupply = 0;
        params.notice = 60;
        collection = _create(params);
        _lowerCap(cap);
        vm.warp(NOW + 60);
    }

    function _setMinted(uint256 minted) private {
        uint256 word = _word(collection, 0);
        _setWord(collection, 0, word & ~MAX_MINTED | minted);
    }
}

contract DropBoundsTest is BoundsTest, OnDrop {}

contract OpenEditionBoundsTest is UncappedBoundsTest, OnOpenEdition {}

contract EditionBoundsTest is UncappedBoundsTest, OnEdition {}

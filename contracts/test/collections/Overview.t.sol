// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev The one view for the page, field by field, before and after a collection's life.
abstract contract OverviewTest is SaleFixture {
    bytes32 private constant MANIFEST = "manifest";
    bytes32 private constant SECRET = "secret";

    function test_overview_tellsWhatAFreshCollectionIs() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = 3600;
        params.provenanceHash = "provenance";
        params.payees = _payees(ALICE, 9000, BOB, 1000);
        ICollectionTypes.Overview memory expected;
        expected.collectionId = factory.collectionIdOf(CREATOR, bytes32(uint256(2)));
        expected.kind = params.kind;
        expected.transferable = true;
        expected.owner = CREATOR;
        expected.creator = CREATOR;
        expected.name = params.name;
        expected.symbol = params.symbol;
        expected.baseUri = string(params.baseUri);
        expected.contractUri = string(params.contractUri);
        expected.maxSupply = params.maxSupply;
        expected.publicPhase = params.publicPhase;
        expected.payees = params.payees;
        expected.mintFee = FEE;
        expected.notice = 3600;
        expected.royaltyBps = 500;
        expected.royaltyCeilingBps = 750;
        expected.royaltyReceiver = CREATOR;
        expected.provenanceHash = "provenance";
        assertEq(abi.encode(_create(params).overview()), abi.encode(expected));
    }

    function test_overview_tellsEveryChange() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = 60;
        params.provenanceHash = keccak256(abi.encode(MANIFEST, SECRET));
        params.publicPhase.supplyCap = 50;
        collection = _create(params);
        ICollectionTypes.Overview memory expected = collection.overview();
        assertFalse(expected.isRevealed);

        _mint(collection, ALICE, 5);
        _burn(ALICE, 2);
        (expected.minted, expected.burned, expected.publicMinted) = (5, 1, 5);
        _assertOverview(expected);

        _setPaused(true);
        expected.isPaused = true;
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        expected.pendingOwner = BOB;
        vm.prank(CREATOR);
        collection.setRoyalty(1);
        expected.royaltyBps = 1;
        vm.prank(CREATOR);
        collection.setContractUri("ipfs://page");
        expected.contractUri = "ipfs://page";
        _assertOverview(expected);

        vm.prank(CREATOR);
        collection.reveal("ipfs://set/", MANIFEST, SECRET);
        (expected.baseUri, expected.isRevealed, expected.manifestHash) =
        ("ipfs://set/", true, MANIFEST);
        vm.prank(CREATOR);
        collection.freezeMetadata(MANIFEST);
        expected.isMetadataFrozen = true;
        _assertOverview(expected);

        ICollectionTypes.PublicPhase memory phase = _phase(3 * PRICE);
        phase.supplyCap = 40;
        _setPublicPhase(phase);
        (expected.pendingPublicPhase, expected.publicPhaseAt) = (phase, NOW + 60);
        _lowerCap(30);
        (expected.pendingMaxSupply, expected.maxSupplyAt) = (30, NOW + 60);
        _setPayees(_payees(ALICE, 4000, BOB, 6000));
        expected.payeesAt = NOW + 60;
        _assertOverview(expected);

        vm.warp(NOW + 60);
        collection.applyPublicPhase();
        collection.applyCap();
        collection.applyPayees();
        vm.prank(BOB);
        collection.acceptOwnership();
        (expected.publicPhase, expected.publicPhaseAt) = (phase, 0);
        delete expected.pendingPublicPhase;
        (expected.maxSupply, expected.pendingMaxSupply, expected.maxSupplyAt) = (30, 0, 0);
        (expected.payees, expected.payeesAt) = (_payees(ALICE, 4000, BOB, 6000), 0);
        (expected.owner, expected.pendingOwner) = (BOB, address(0));
        expected.royaltyReceiver = BOB;
        _assertOverview(expected);

        vm.prank(BOB);
        collection.freezeCap();
        expected.isCapFrozen = true;
        _assertOverview(expected);
    }

    function _burn(address from, uint256 tokenId) internal virtual;

    function _assertOverview(ICollectionTypes.Overview memory expected) private view {
        assertEq(abi.encode(collection.overview()), abi.encode(expected));
    }
}

contract DropOverviewTest is OverviewTest, OnDrop {
    function _burn(address from, uint256 tokenId) internal override {
        vm.prank(from);
        IDropCollection(address(collection)).burn(tokenId);
    }
}

contract EditionOverviewTest is OverviewTest, OnEdition {
    function _burn(address from, uint256) internal override {
        vm.prank(from);
        IEditionCollection(address(collection)).burn(1);
    }
}

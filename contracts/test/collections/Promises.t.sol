// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {ICollectionFactory} from "../../src/collections/ICollectionFactory.sol";
import {IDropCollection} from "../../src/collections/IDropCollection.sol";
import {IEditionCollection} from "../../src/collections/IEditionCollection.sol";
import {IOwned} from "../../src/collections/IOwned.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract PromisesTest is CollectionFixture {
    bytes32 private constant MANIFEST = "manifest";
    bytes32 private constant SECRET = "secret";
    ICollection private collection;

    function setUp() public override {
        super.setUp();
        collection = _create(_params(DROP));
        _mint(collection, ALICE, 10);
    }

    function test_tokenURI_appendsTheIdBehindASlash() public {
        assertEq(_tokenUri(1), "https://example.org/metadata/1");
        assertEq(_tokenUri(10), "https://example.org/metadata/10");
        _setBaseUri("ipfs://one-for-all", 0);
        assertEq(_tokenUri(10), "ipfs://one-for-all");
        _setBaseUri("", 0);
        assertEq(_tokenUri(10), "");
    }

    function test_setBaseUri_isToldInBothWords() public {
        vm.expectEmit(address(collection));
        emit ICollection.BaseUriChanged("ipfs://new/");
        vm.expectEmit(address(collection));
        emit IDropCollection.BatchMetadataUpdate(1, type(uint256).max);
        _setBaseUri("ipfs://new/", 0);
    }

    function test_setBaseUri_isToldByEditions() public {
        collection = _create(_params(EDITION));
        vm.expectEmit(address(collection));
        emit ICollection.BaseUriChanged("ipfs://new/");
        vm.expectEmit(address(collection));
        emit IEditionCollection.URI("ipfs://new/1", 1);
        _setBaseUri("ipfs://new/", 0);
    }

    function test_freezeMetadata_bindsEveryLaterAddressToTheManifest() public {
        vm.expectEmit(address(collection));
        emit ICollection.MetadataFrozen(MANIFEST);
        _freezeMetadata(MANIFEST);
        assertTrue(collection.overview().isMetadataFrozen);
        assertEq(collection.overview().manifestHash, MANIFEST);
        expectRevert(ICollection.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
        _setBaseUri("ipfs://moved/", MANIFEST);
        assertEq(_tokenUri(1), "ipfs://moved/1");
        expectRevert(ICollection.Frozen.selector);
        _freezeMetadata(MANIFEST);
    }

    function test_freezeMetadata_bindsEvenToAnEmptyManifest() public {
        _freezeMetadata(0);
        expectRevert(ICollection.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
    }

    function test_reveal_opensTheCommitment() public {
        _createHidden();
        assertFalse(collection.overview().isRevealed);
        vm.expectEmit(address(collection));
        emit ICollection.Revealed("ipfs://set/", MANIFEST);
        vm.expectEmit(address(collection));
        emit IDropCollection.BatchMetadataUpdate(1, type(uint256).max);
        _reveal(MANIFEST, SECRET);
        assertTrue(collection.overview().isRevealed);
        assertEq(_tokenUri(1), "ipfs://set/1");

        expectRevert(ICollection.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
        expectRevert(ICollection.Frozen.selector);
        _freezeMetadata("other");
        _freezeMetadata(MANIFEST);
    }

    function test_reveal_bindsEvenToAnEmptyManifest() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.provenanceHash = keccak256(abi.encode(bytes32(0), SECRET));
        collection = _create(params);
        _reveal(0, SECRET);
        expectRevert(ICollection.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
        expectRevert(ICollection.Frozen.selector);
        _freezeMetadata("other");
        _setBaseUri("ipfs://moved/", 0);
    }

    function test_reveal_revertsWhen_itDoesNotOpenTheCommitment() public {
        _createHidden();
        expectRevert(ICollection.BadReveal.selector);
        _reveal(MANIFEST, "wrong");
        expectRevert(ICollection.BadReveal.selector);
        _reveal("wrong", SECRET);
        _reveal(MANIFEST, SECRET);
        expectRevert(ICollection.BadReveal.selector);
        _reveal(MANIFEST, SECRET);
    }

    function test_reveal_isTheOnlyWayOutOfHiding() public {
        _createHidden();
        expectRevert(ICollection.NotRevealed.selector);
        _setBaseUri("ipfs://other/", MANIFEST);
        expectRevert(ICollection.NotRevealed.selector);
        _freezeMetadata(MANIFEST);
    }

    function test_reveal_revertsWhen_nothingIsHidden() public {
        expectRevert(ICollection.BadReveal.selector);
        _reveal(MANIFEST, SECRET);
    }

    function test_setContractUri_isTold() public {
        vm.expectEmit(address(collection));
        emit ICollection.ContractURIUpdated();
        vm.prank(CREATOR);
        collection.setContractUri("ipfs://page");
        assertEq(collection.contractURI(), "ipfs://page");
    }

    function test_setRoyalty_staysUnderTheCeiling() public {
        vm.expectEmit(address(collection));
        emit ICollection.RoyaltyChanged(750);
        vm.prank(CREATOR);
        collection.setRoyalty(750);
        (address receiver, uint256 amount) = collection.royaltyInfo(1, 1 ether);
        assertEq(receiver, CREATOR);
        assertEq(amount, 0.075 ether);
        expectRevert(ICollection.BadRoyalty.selector, 750);
        vm.prank(CREATOR);
        collection.setRoyalty(751);
    }

    function test_ownership_movesInTwoSteps() public {
        vm.expectEmit(address(collection));
        emit IOwned.OwnershipTransferStarted(CREATOR, BOB);
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        assertEq(collection.owner(), CREATOR);
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(ALICE);
        collection.acceptOwnership();
        vm.expectEmit(address(collection));
        emit IOwned.OwnershipTransferred(CREATOR, BOB);
        vm.prank(BOB);
        collection.acceptOwnership();
        assertEq(collection.owner(), BOB);
        assertEq(collection.creator(), CREATOR);
        (address receiver,) = collection.royaltyInfo(1, 1);
        assertEq(receiver, BOB);
    }

    function test_ownership_offerCanBeWithdrawn() public {
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        vm.prank(CREATOR);
        collection.transferOwnership(address(0));
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(BOB);
        collection.acceptOwnership();
    }

    function test_promises_revertWhen_notTheOwner() public {
        bytes memory reason = abi.encodeWithSelector(IOwned.NotOwner.selector);
        vm.expectRevert(reason);
        collection.reveal("", 0, 0);
        vm.expectRevert(reason);
        collection.setBaseUri("", 0);
        vm.expectRevert(reason);
        collection.freezeMetadata(0);
        vm.expectRevert(reason);
        collection.setContractUri("");
        vm.expectRevert(reason);
        collection.setRoyalty(0);
        vm.expectRevert(reason);
        collection.transferOwnership(ALICE);
    }

    function _createHidden() private {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.baseUri = "ipfs://placeholder";
        params.provenanceHash = keccak256(abi.encode(MANIFEST, SECRET));
        collection = _create(params);
        _mint(collection, ALICE, 1);
        assertEq(_tokenUri(1), "ipfs://placeholder");
    }

    function _tokenUri(uint256 tokenId) private view returns (string memory) {
        return IDropCollection(address(collection)).tokenURI(tokenId);
    }

    function _setBaseUri(string memory uri, bytes32 manifestHash) private {
        vm.prank(CREATOR);
        collection.setBaseUri(uri, manifestHash);
    }

    function _freezeMetadata(bytes32 manifestHash) private {
        vm.prank(CREATOR);
        collection.freezeMetadata(manifestHash);
    }

    function _reveal(bytes32 manifestHash, bytes32 secret) private {
        vm.prank(CREATOR);
        collection.reveal("ipfs://set/", manifestHash, secret);
    }
}

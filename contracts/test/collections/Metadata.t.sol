// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {Vm} from "../TestBase.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev The promises about metadata: moving it, revealing it, freezing it.
abstract contract MetadataTest is SaleFixture {
    bytes32 private constant MANIFEST = "manifest";
    bytes32 private constant SECRET = "secret";

    function test_setBaseUri_movesTheMetadata() public {
        assertEq(collection.overview().baseUri, "https://example.org/metadata/");
        vm.expectEmit(address(collection));
        emit ICollectionTypes.BaseUriChanged("ipfs://new/");
        _expectTokenEvent("ipfs://new/");
        _setBaseUri("ipfs://new/", 0);
        assertEq(collection.overview().baseUri, "ipfs://new/");
        _setBaseUri("", 0);
        assertEq(collection.overview().baseUri, "");
    }

    function test_setBaseUri_takesAnyManifestWhileNoneIsPromised() public {
        _setBaseUri("ipfs://new/", "whatever");
        _setBaseUri("ipfs://newer/", "another");
        assertEq(collection.overview().manifestHash, 0);
    }

    function test_freezeMetadata_bindsEveryLaterAddressToTheManifest() public {
        vm.expectEmit(address(collection));
        emit ICollectionTypes.MetadataFrozen(MANIFEST);
        _freezeMetadata(MANIFEST);
        assertTrue(collection.overview().isMetadataFrozen);
        assertEq(collection.overview().manifestHash, MANIFEST);
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://other/", 0);
        _setBaseUri("https://moved.example/", MANIFEST);
        assertEq(collection.overview().baseUri, "https://moved.example/");
        expectRevert(ICollectionTypes.Frozen.selector);
        _freezeMetadata(MANIFEST);
    }

    function test_freezeMetadata_bindsEvenToAnEmptyManifest() public {
        _freezeMetadata(0);
        assertTrue(collection.overview().isMetadataFrozen);
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
        expectRevert(ICollectionTypes.Frozen.selector);
        _freezeMetadata(MANIFEST);
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://moved/", 0);
    }

    function test_freezeMetadata_letsAnAddressShorterThanASchemeMove() public {
        _setBaseUri("a/", 0);
        _freezeMetadata(MANIFEST);
        _setBaseUri("https://moved.example/", MANIFEST);
        assertEq(collection.overview().baseUri, "https://moved.example/");
    }

    function test_freezeMetadata_leavesTheCollectionsOwnPageFree() public {
        _freezeMetadata(MANIFEST);
        vm.prank(CREATOR);
        collection.setContractUri("ipfs://page");
        assertEq(collection.contractURI(), "ipfs://page");
    }

    function test_reveal_opensTheCommitment() public {
        _createHidden(MANIFEST);
        assertFalse(collection.overview().isRevealed);
        assertEq(collection.overview().manifestHash, 0);
        assertEq(collection.overview().provenanceHash, keccak256(abi.encode(MANIFEST, SECRET)));
        vm.expectEmit(address(collection));
        emit ICollectionTypes.Revealed("ipfs://set/", MANIFEST);
        _expectTokenEvent("ipfs://set/");
        _reveal(MANIFEST, SECRET);
        assertTrue(collection.overview().isRevealed);
        assertFalse(collection.overview().isMetadataFrozen);
        assertEq(collection.overview().manifestHash, MANIFEST);
        assertEq(collection.overview().baseUri, "ipfs://set/");
    }

    function test_reveal_bindsEveryLaterAddressToTheManifest() public {
        _createHidden(MANIFEST);
        _reveal(MANIFEST, SECRET);
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
        expectRevert(ICollectionTypes.Frozen.selector);
        _freezeMetadata("other");
        _setBaseUri("ipfs://moved/", MANIFEST);
        assertEq(collection.overview().baseUri, "ipfs://moved/");
        _freezeMetadata(MANIFEST);
        assertTrue(collection.overview().isMetadataFrozen);
        // Frozen on IPFS, where the address fixes the files.
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://moved/again/", MANIFEST);
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
    }

    function test_reveal_bindsEvenToAnEmptyManifest() public {
        _createHidden(0);
        _reveal(0, SECRET);
        expectRevert(ICollectionTypes.Frozen.selector);
        _setBaseUri("ipfs://other/", "other");
        expectRevert(ICollectionTypes.Frozen.selector);
        _freezeMetadata("other");
        _setBaseUri("ipfs://moved/", 0);
    }

    function testFuzz_reveal_takesNothingButTheCommitment(
        bytes32 manifest,
        bytes32 secret,
        uint256 bit
    ) public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.provenanceHash = keccak256(abi.encode(manifest, secret));
        collection = _create(params);
        bytes32 flip = bytes32(1 << bound(bit, 0, 255));
        expectRevert(ICollectionTypes.BadReveal.selector);
        _reveal(manifest ^ flip, secret);
        expectRevert(ICollectionTypes.BadReveal.selector);
        _reveal(manifest, secret ^ flip);
        _reveal(manifest, secret);
        assertEq(collection.overview().manifestHash, manifest);
    }

    function test_reveal_worksOnce() public {
        _createHidden(MANIFEST);
        _reveal(MANIFEST, SECRET);
        expectRevert(ICollectionTypes.BadReveal.selector);
        _reveal(MANIFEST, SECRET);
    }

    function test_reveal_isTheOnlyWayOutOfHiding() public {
        _createHidden(MANIFEST);
        expectRevert(ICollectionTypes.NotRevealed.selector);
        _setBaseUri("ipfs://other/", MANIFEST);
        expectRevert(ICollectionTypes.NotRevealed.selector);
        _freezeMetadata(MANIFEST);
    }

    function test_reveal_revertsWhen_nothingIsHidden() public {
        assertTrue(collection.overview().isRevealed);
        expectRevert(ICollectionTypes.BadReveal.selector);
        _reveal(MANIFEST, SECRET);
        expectRevert(ICollectionTypes.BadReveal.selector);
        _reveal(0, 0);
    }

    function test_setContractUri_isTold() public {
        assertEq(collection.contractURI(), "https://example.org/collection.json");
        vm.expectEmit(address(collection));
        emit ICollectionTypes.ContractURIUpdated();
        vm.prank(CREATOR);
        collection.setContractUri("ipfs://page");
        assertEq(collection.contractURI(), "ipfs://page");
        assertEq(collection.overview().contractUri, "ipfs://page");
    }

    function test_setContractUri_emptyPointsIntoTheFolderOfTheMetadata() public {
        vm.prank(CREATOR);
        collection.setContractUri("");
        assertEq(collection.contractURI(), "https://example.org/metadata/contract");
        _setBaseUri("ipfs://new/", 0);
        assertEq(collection.contractURI(), "ipfs://new/contract");
        _setBaseUri("ipfs://one-for-all", 0);
        assertEq(collection.contractURI(), "");
        _setBaseUri("", 0);
        assertEq(collection.contractURI(), "");
    }

    function test_setBaseUri_movesTheDefaultContractUriWithoutItsEvent() public {
        vm.prank(CREATOR);
        collection.setContractUri("");
        vm.recordLogs();
        _setBaseUri("ipfs://new/", 0);
        assertEq(collection.contractURI(), "ipfs://new/contract");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            assertTrue(logs[i].topics[0] != ICollectionTypes.ContractURIUpdated.selector);
        }
    }

    function test_metadata_canBeChangedByNobodyButTheOwner() public {
        bytes memory reason = abi.encodeWithSelector(IOwned.NotOwner.selector);
        vm.expectRevert(reason);
        collection.reveal("", 0, 0);
        vm.expectRevert(reason);
        collection.setBaseUri("", 0);
        vm.expectRevert(reason);
        collection.freezeMetadata(0);
        vm.expectRevert(reason);
        collection.setContractUri("");
    }

    /// @dev The address of a token's metadata.
    function _tokenUri(uint256 tokenId) internal view virtual returns (string memory);

    /// @dev The event for markets after a change of the base URI.
    function _expectTokenEvent(string memory baseUri) internal virtual;

    function _setBaseUri(bytes memory uri, bytes32 manifestHash) internal {
        vm.prank(CREATOR);
        collection.setBaseUri(uri, manifestHash);
    }

    function _createHidden(bytes32 manifest) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.baseUri = "ipfs://placeholder";
        params.provenanceHash = keccak256(abi.encode(manifest, SECRET));
        collection = _create(params);
        _mint(collection, ALICE, 1);
        assertEq(_tokenUri(1), "ipfs://placeholder");
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

contract DropMetadataTest is MetadataTest, OnDrop {
    function test_tokenURI_appendsTheIdBehindASlash() public {
        _mint(collection, ALICE, 10);
        assertEq(_tokenUri(1), "https://example.org/metadata/1");
        assertEq(_tokenUri(9), "https://example.org/metadata/9");
        assertEq(_tokenUri(10), "https://example.org/metadata/10");
        _setBaseUri("ipfs://one-for-all", 0);
        assertEq(_tokenUri(10), "ipfs://one-for-all");
        _setBaseUri("", 0);
        assertEq(_tokenUri(10), "");
        _setBaseUri("/", 0);
        assertEq(_tokenUri(10), "/10");
    }

    function testFuzz_tokenURI_spellsEveryId(uint256 id) public {
        id = bound(id, 1, (1 << 28) - 2);
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.maxSupply = uint32((1 << 28) - 2);
        collection = _create(params);
        // As if all others had been minted before.
        _setWord(collection, 0, _word(collection, 0) + id - 1);
        _mint(collection, ALICE, 1);
        assertEq(_tokenUri(id), string.concat("https://example.org/metadata/", vm.toString(id)));
    }

    function _tokenUri(uint256 tokenId) internal view override returns (string memory) {
        return IDropCollection(address(collection)).tokenURI(tokenId);
    }

    function _expectTokenEvent(string memory) internal override {
        vm.expectEmit(address(collection));
        emit IDropTokens.BatchMetadataUpdate(1, type(uint256).max);
    }
}

contract EditionMetadataTest is MetadataTest, OnEdition {
    function test_uri_appendsTheIdBehindASlash() public {
        assertEq(_tokenUri(1), "https://example.org/metadata/1");
        _setBaseUri("ipfs://one-for-all", 0);
        assertEq(_tokenUri(1), "ipfs://one-for-all");
    }

    function _tokenUri(uint256 tokenId) internal view override returns (string memory) {
        return IEditionCollection(address(collection)).uri(tokenId);
    }

    function _expectTokenEvent(string memory baseUri) internal override {
        vm.expectEmit(address(collection));
        emit IEditionTokens.URI(string.concat(baseUri, "1"), 1);
    }
}

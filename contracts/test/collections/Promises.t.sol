// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev One test for each promise on the page of a collection: it performs the act that the sentence
///      excludes, or what it allows. The sentences are in packages/rules/src/promises.ts, under the
///      names that the tests end with.
abstract contract PromisesTest is SaleFixture {
    bytes32 internal constant MANIFEST = "manifest";
    uint256 private constant NOTICE = 2 days;

    // --- supply ---------------------------------------------------------------------------------

    function test_promise_supplyFixed() public {
        _createCapped(0);
        vm.prank(CREATOR);
        collection.freezeCap();
        for (uint256 cap; cap < 103; cap += 34) {
            expectRevert(ICollectionTypes.Frozen.selector);
            _lowerCap(cap);
        }
        _expectAtMost(20);
    }

    function test_promise_supplyUncappedFixed() public {
        _createUncapped(0);
        vm.prank(CREATOR);
        collection.freezeCap();
        expectRevert(ICollectionTypes.Frozen.selector);
        _lowerCap(50);
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyCap();
        assertEq(collection.overview().maxSupply, 0);
    }

    function test_promise_supplyCapped() public {
        _createCapped(0);
        _expectBadCap(21, 20);
        _expectBadCap(type(uint256).max, 20);
        _lowerCap(15);
        _expectBadCap(20, 15);
        _expectAtMost(15);
    }

    // --- metadata -------------------------------------------------------------------------------

    function test_promise_metadataByHash() public {
        _freeze("https://example.org/set/", MANIFEST);
        _expectNoMove("https://elsewhere.example/set/", "other");
        _expectNoMove("https://elsewhere.example/set/", 0);
        _expectNoMove("ipfs://bafyother/", "other");
        expectRevert(ICollectionTypes.Frozen.selector);
        vm.prank(CREATOR);
        collection.freezeMetadata("other");
        // The address may move, under the same hash.
        _move("https://elsewhere.example/set/", MANIFEST);
        assertEq(collection.overview().baseUri, "https://elsewhere.example/set/");
    }

    function test_promise_metadataAtAddress_onIpfs() public {
        bytes[4] memory bases = [
            bytes("ipfs://bafyset/"),
            "ipfs://bafyset/one.json",
            "IPFS://bafyset/",
            // The CID in its bytes, shown as ipfs://.
            abi.encodePacked(hex"01701220", keccak256("set"), "/")
        ];
        bytes32[2] memory manifests = [MANIFEST, bytes32(0)];
        for (uint256 i; i < 8; ++i) {
            bytes32 manifest = manifests[i % 2];
            _freeze(bases[i / 2], manifest);
            string memory shown = collection.overview().baseUri;
            _expectNoMove("ipfs://bafyother/", manifest);
            _expectNoMove("https://example.org/", manifest);
            _expectNoMove(bases[i / 2], manifest);
            _expectNoMove("", manifest);
            assertEq(collection.overview().baseUri, shown);
        }
    }

    function test_promise_metadataByHash_fixedOnceOnIpfs() public {
        _freeze("https://example.org/set/", MANIFEST);
        _move("ipfs://bafyset/", MANIFEST);
        _expectNoMove("https://example.org/set/", MANIFEST);
    }

    function test_promise_metadataAtAddress() public {
        string[4] memory bases =
            ["https://example.org/set/", "ipns://set/", "ipfs", "https://ipfs.example/ipfs://x/"];
        for (uint256 i; i < 4; ++i) {
            _freeze(bytes(bases[i]), 0);
            _expectNoMove("https://elsewhere.example/set/", 0);
            _expectNoMove("https://elsewhere.example/set/", MANIFEST);
            assertEq(collection.overview().baseUri, bases[i]);
        }
    }

    function test_promise_metadataRevealed() public {
        bytes32 secret = "secret";
        ICollectionFactory.CreateParams memory params = _usual();
        params.provenanceHash = keccak256(abi.encode(MANIFEST, secret));
        collection = _create(params);
        _reveal(MANIFEST, secret);
        assertFalse(collection.overview().isMetadataFrozen);
        _expectNoMove("https://elsewhere.example/set/", "other");
        _expectNoMove("ipfs://bafyother/", 0);
        expectRevert(ICollectionTypes.Frozen.selector);
        vm.prank(CREATOR);
        collection.freezeMetadata("other");
        // The address may move, under the same hash, from IPFS too.
        _move("ipfs://bafyset/", MANIFEST);
        _move("https://elsewhere.example/set/", MANIFEST);
        assertEq(collection.overview().baseUri, "https://elsewhere.example/set/");
    }

    function test_promise_orderFixed() public {
        bytes32 secret = "secret";
        ICollectionFactory.CreateParams memory params = _usual();
        params.provenanceHash = keccak256(abi.encode(MANIFEST, secret));
        collection = _create(params);
        expectRevert(ICollectionTypes.NotRevealed.selector);
        _move("https://elsewhere.example/set/", MANIFEST);
        _expectNoReveal("other", secret);
        _expectNoReveal(MANIFEST, "other");
        _reveal(MANIFEST, secret);
        assertEq(collection.overview().manifestHash, MANIFEST);
        _expectNoReveal("other", secret);
    }

    function testFuzz_freezeMetadata_allowsAMoveUnderItsHashOnly(
        bytes32 frozen,
        bytes32 given,
        bool isSame,
        bool isOnIpfs
    ) public {
        if (isSame) given = frozen;
        _freeze(isOnIpfs ? bytes("ipfs://bafyset/") : bytes("https://example.org/"), frozen);
        bool isAllowed = !isOnIpfs && frozen != 0 && given == frozen;
        if (!isAllowed) expectRevert(ICollectionTypes.Frozen.selector);
        _move("https://elsewhere.example/", given);
    }

    // --- royalty, fee ---------------------------------------------------------------------------

    function test_promise_royaltyNone() public {
        ICollectionFactory.CreateParams memory params = _usual();
        (params.royaltyBps, params.royaltyCeilingBps) = (0, 0);
        collection = _create(params);
        expectRevert(ICollectionTypes.BadRoyalty.selector, 0);
        vm.prank(CREATOR);
        collection.setRoyalty(1);
        (, uint256 amount) = collection.royaltyInfo(1, 1 ether);
        assertEq(amount, 0);
    }

    function test_promise_royaltyAtMost() public {
        uint256[3] memory higher = [uint256(751), 1000, type(uint256).max];
        for (uint256 i; i < 3; ++i) {
            expectRevert(ICollectionTypes.BadRoyalty.selector, 750);
            vm.prank(CREATOR);
            collection.setRoyalty(higher[i]);
        }
    }

    function test_promise_royaltyToOwner() public {
        _tryToMoveRoyalty(CREATOR);
        (address receiver,) = collection.royaltyInfo(1, 1 ether);
        assertEq(receiver, BOB);
    }

    function test_promise_royaltyToSplit() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.hasRoyaltySplit = true;
        params.payees = _payees(ALICE, 7000, REFERRER, 3000);
        collection = _create(params);
        (address split,) = collection.royaltyInfo(1, 1 ether);
        bytes32 code = split.codehash;
        _tryToMoveRoyalty(split);
        (address receiver,) = collection.royaltyInfo(1, 1 ether);
        assertEq(receiver, split);
        assertEq(split.codehash, code);
        assertEq(abi.encode(IRoyaltySplit(split).payees()), abi.encode(params.payees));
    }

    /// @dev All that an owner could try; another owner is left.
    function _tryToMoveRoyalty(address before) private {
        vm.prank(CREATOR);
        collection.setPayees(_payees(BOB, 5000, address(0xF07), 5000));
        vm.prank(CREATOR);
        collection.setRoyalty(1);
        (address receiver,) = collection.royaltyInfo(1, 1 ether);
        assertEq(receiver, before);
        string[3] memory setters = [
            "setRoyaltyReceiver(address)",
            "setDefaultRoyalty(address,uint96)",
            "setTokenRoyalty(uint256,address,uint96)"
        ];
        for (uint256 i; i < 3; ++i) {
            vm.prank(CREATOR);
            (bool isDone,) =
                address(collection).call(abi.encodeWithSignature(setters[i], BOB, BOB, BOB));
            assertFalse(isDone);
        }
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        vm.prank(BOB);
        collection.acceptOwnership();
    }

    function test_promise_mintFee() public {
        _setMintFee(2 * FEE);
        assertEq(collection.mintFee(), FEE);
        _mint(collection, ALICE, 1);
        vm.expectRevert(_wrongValue(PRICE + 2 * FEE, UNIT));
        vm.prank(ALICE);
        collection.mint{value: PRICE + 2 * FEE}(1);
    }

    // --- notice ---------------------------------------------------------------------------------

    function test_promise_noticeWaits() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.publicPhase.supplyCap = 50;
        params.publicPhase.end = uint32(NOW + 90 days);
        for (uint256 i; i < 6; ++i) {
            params.notice = uint32(NOTICE);
            collection = _create(params);
            vm.warp(NOW);
            ICollectionTypes.PublicPhase memory phase = params.publicPhase;
            if (i == 0) phase = _with(phase, 2 * PRICE, phase.start, phase.end, 10, 50);
            if (i == 1) phase = _with(phase, PRICE, NOW + 1, phase.end, 10, 50);
            if (i == 2) phase = _with(phase, PRICE, phase.start, phase.end - 1, 10, 50);
            if (i == 3) phase = _with(phase, PRICE, phase.start, phase.end, 9, 50);
            if (i == 4) phase = _with(phase, PRICE, phase.start, phase.end, 10, 49);
            if (i == 5) phase = _with(phase, 0, 0, 0, 0, 0);
            _setPublicPhase(phase);
            vm.warp(NOW + NOTICE - 1);
            expectRevert(ICollectionTypes.NoticePending.selector, NOW + NOTICE);
            collection.applyPublicPhase();
            assertEq(abi.encode(collection.overview().publicPhase), abi.encode(params.publicPhase));
            vm.warp(NOW + NOTICE);
            collection.applyPublicPhase();
            assertEq(abi.encode(collection.overview().publicPhase), abi.encode(phase));
        }
    }

    function test_promise_noticeWaits_forACapAndForALiveList() public {
        _createWithNotice(uint32(NOTICE));
        uint256 packed = _packed(PRICE, 5, 0);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        _removeList(root);
        _lowerCap(1);
        vm.warp(NOW + 999);
        _mintListed(ALICE, 2, packed, proof);
        expectRevert(ICollectionTypes.NoticePending.selector, NOW + NOTICE);
        collection.applyCap();
    }

    function test_promise_noticeWaits_butPausingAndGivingAwayDoNot() public {
        _createWithNotice(uint32(NOTICE));
        _setPaused(true);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollectionTypes.Paused.selector));
        _airdrop(BOB, 1);
        assertEq(_balance(BOB), 1);
    }

    function test_promise_noticeNone() public {
        _setPrice(9 ether);
        vm.expectRevert(_wrongValue(UNIT, 9 ether + FEE));
        vm.prank(ALICE);
        collection.mint{value: UNIT}(1);
        _lowerCap(5);
        assertEq(collection.overview().maxSupply, 5);
    }

    // --- owner ----------------------------------------------------------------------------------

    function test_promise_owner() public {
        _mint(collection, ALICE, 2);
        _expectCannotMove(CREATOR, ALICE);
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        vm.prank(BOB);
        collection.acceptOwnership();
        _expectCannotMove(BOB, ALICE);
        _expectCannotMove(CREATOR, ALICE);
        vm.prank(BOB);
        collection.setPaused(true);
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(ALICE);
        collection.setPaused(false);
        assertEq(_balance(ALICE), 2);
    }

    /// @dev Tries every way to move or burn a token of `holder`.
    function _expectCannotMove(address caller, address holder) internal virtual;

    function _createCapped(uint32 notice) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = notice;
        params.publicPhase.walletLimit = 50;
        collection = _create(params);
        if (collection.overview().maxSupply == 0) _lowerCap(99);
        _lowerCap(20);
    }

    function _createUncapped(uint32 notice) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = notice;
        if (params.kind == DROP) params.kind = OPEN_EDITION;
        params.maxSupply = 0;
        collection = _create(params);
    }

    function _expectAtMost(uint256 cap) private {
        _expectMintReverts(ALICE, cap + 1, _soldOut(cap));
        vm.expectRevert(_soldOut(cap));
        _airdrop(BOB, cap + 1);
        _mint(collection, ALICE, cap);
        _expectMintReverts(BOB, 1, _soldOut(0));
        vm.expectRevert(_soldOut(0));
        _airdrop(BOB, 1);
    }

    function _expectBadCap(uint256 cap, uint256 current) private {
        expectRevert(ICollectionTypes.BadCap.selector, 0, current);
        _lowerCap(cap);
    }

    function _freeze(bytes memory base, bytes32 manifest) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.baseUri = base;
        collection = _create(params);
        vm.prank(CREATOR);
        collection.freezeMetadata(manifest);
    }

    function _expectNoReveal(bytes32 manifest, bytes32 secret) private {
        expectRevert(ICollectionTypes.BadReveal.selector);
        _reveal(manifest, secret);
    }

    function _reveal(bytes32 manifest, bytes32 secret) private {
        vm.prank(CREATOR);
        collection.reveal("https://example.org/set/", manifest, secret);
    }

    function _move(bytes memory base, bytes32 manifest) private {
        vm.prank(CREATOR);
        collection.setBaseUri(base, manifest);
    }

    function _expectNoMove(bytes memory base, bytes32 manifest) private {
        expectRevert(ICollectionTypes.Frozen.selector);
        _move(base, manifest);
    }

    function _with(
        ICollectionTypes.PublicPhase memory,
        uint256 price,
        uint256 start,
        uint256 end,
        uint16 walletLimit,
        uint32 supplyCap
    ) private pure returns (ICollectionTypes.PublicPhase memory) {
        return ICollectionTypes.PublicPhase(
            uint80(price), uint32(start), uint32(end), walletLimit, supplyCap
        );
    }
}

contract DropPromisesTest is PromisesTest, OnDrop {
    function test_promise_transfersAlways() public {
        _mint(collection, ALICE, 3);
        IDropCollection drop = IDropCollection(address(collection));
        _setPaused(true);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 2);
        vm.warp(NOW + 1000);
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, BOB, 1);
        assertEq(drop.balanceOf(BOB), 2);
    }

    function _expectCannotMove(address caller, address holder) internal override {
        IDropCollection drop = IDropCollection(address(collection));
        bytes memory reason = abi.encodeWithSelector(IDropTokens.NotAuthorized.selector);
        vm.expectRevert(reason);
        vm.prank(caller);
        drop.transferFrom(holder, caller, 1);
        vm.expectRevert(reason);
        vm.prank(caller);
        drop.safeTransferFrom(holder, caller, 1);
        vm.expectRevert(reason);
        vm.prank(caller);
        drop.burn(1);
        vm.expectRevert(reason);
        vm.prank(caller);
        drop.burnFrom(holder, 1);
        vm.expectRevert(reason);
        vm.prank(caller);
        drop.approve(caller, 1);
    }
}

contract OpenEditionPromisesTest is PromisesTest, OnOpenEdition {
    function test_promise_transfersNever() public {
        vm.prank(ALICE);
        collection.mintTo{value: UNIT}(BOB, 1, 1, address(0));
        IDropCollection drop = IDropCollection(address(collection));
        vm.prank(BOB);
        drop.approve(ALICE, 1);
        address[3] memory callers = [BOB, ALICE, CREATOR];
        for (uint256 i; i < 3; ++i) {
            expectRevert(IDropTokens.Soulbound.selector);
            vm.prank(callers[i]);
            drop.transferFrom(BOB, ALICE, 1);
            expectRevert(IDropTokens.Soulbound.selector);
            vm.prank(callers[i]);
            drop.safeTransferFrom(BOB, ALICE, 1, "");
        }
        assertEq(drop.ownerOf(1), BOB);
    }

    function _expectCannotMove(address caller, address holder) internal override {
        IDropCollection drop = IDropCollection(address(collection));
        expectRevert(IDropTokens.Soulbound.selector);
        vm.prank(caller);
        drop.transferFrom(holder, caller, 1);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(caller);
        drop.burnFrom(holder, 1);
    }
}

contract EditionPromisesTest is PromisesTest, OnEdition {
    function test_promise_transfersAlways() public {
        _mint(collection, ALICE, 3);
        _setPaused(true);
        vm.prank(ALICE);
        IEditionCollection(address(collection)).safeTransferFrom(ALICE, BOB, 1, 2, "");
        assertEq(_balance(BOB), 2);
    }

    function _expectCannotMove(address caller, address holder) internal override {
        IEditionCollection edition = IEditionCollection(address(collection));
        uint256[] memory one = new uint256[](1);
        one[0] = 1;
        bytes memory reason = abi.encodeWithSelector(IEditionTokens.NotAuthorized.selector);
        vm.expectRevert(reason);
        vm.prank(caller);
        edition.safeTransferFrom(holder, caller, 1, 1, "");
        vm.expectRevert(reason);
        vm.prank(caller);
        edition.safeBatchTransferFrom(holder, caller, one, one, "");
        vm.expectRevert(reason);
        vm.prank(caller);
        edition.burnFrom(holder, 1);
    }
}

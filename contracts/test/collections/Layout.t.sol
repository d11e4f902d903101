// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Storage as it is drawn in `Layout`, word by word, and keys that an attacker could try to hit.
contract LayoutTest is CollectionFixture {
    uint256 private constant TOKEN_PREFIX = 1 << 200;
    uint256 private constant HOLDER_PREFIX = 1 << 201;
    uint256 private constant PHASE_PREFIX = 1 << 202;
    uint256 private constant WALLET_PREFIX = 1 << 203;
    uint256 private constant REFERRER_PREFIX = 1 << 204;
    uint256 private constant LIST_PREFIX = 1 << 205;
    uint256 private constant UNCAPPED = (1 << 28) - 1;
    uint256 private constant IS_FREE = 1 << 252;
    uint256 private constant IS_PAUSED = 1 << 253;
    uint256 private constant HAS_PUBLIC_CAP = 1 << 254;
    uint256 private constant ARE_LISTS_STORED = 1 << 255;

    function testFuzz_packSlot0_isWhatWasAsked(
        uint256 seed,
        uint80 price,
        uint256 fee,
        uint32 start,
        uint32 end,
        uint16 walletLimit,
        uint32 supplyCap,
        uint32 maxSupply
    ) public {
        fee = bound(fee, 0, 1e12) * 1 gwei;
        _setMintFee(fee);
        ICollectionFactory.CreateParams memory params = _params(uint8(seed % 3));
        params.mintFee = fee;
        if (params.kind != OPEN_EDITION) {
            params.maxSupply = uint32(bound(maxSupply, 1, UNCAPPED - 1));
        }
        if (params.kind == EDITION && seed % 5 == 0) params.maxSupply = 0;
        if (seed % 7 == 0) params.listRoot = "root";
        start = uint32(bound(start, 0, FOR_EVER - 1));
        uint256 least = (fee / 1 gwei + 1) / 2;
        params.publicPhase = ICollectionTypes.PublicPhase({
            price: price % 4 == 0 ? 0 : uint80(bound(price, least, 1e15) * 1 gwei),
            start: start,
            end: uint32(bound(end, start + 1, FOR_EVER)),
            walletLimit: uint16(bound(walletLimit, 1, type(uint16).max)),
            supplyCap: supplyCap % 3 == 0 ? 0 : supplyCap
        });
        if (seed % 11 == 0) delete params.publicPhase;

        ICollection collection = _create(params);
        ICollectionTypes.PublicPhase memory phase = params.publicPhase;
        uint256 slot0 = (params.maxSupply == 0 ? UNCAPPED : params.maxSupply) << 28
            | (phase.price + fee) / 1 gwei << 116 | uint256(phase.start) << 172 | uint256(phase.end)
            << 204 | uint256(phase.walletLimit) << 236;
        if (phase.price == 0) slot0 |= IS_FREE;
        if (phase.supplyCap != 0) slot0 |= HAS_PUBLIC_CAP;
        if (params.listRoot == 0) slot0 |= ARE_LISTS_STORED;
        assertEq(_word(collection, 0), slot0);
        assertEq(_word(collection, 1), uint256(phase.supplyCap) << 32);
        for (uint256 slot = 2; slot < 30; ++slot) {
            assertEq(_word(collection, slot), 0);
        }
    }

    function test_packSlot0_countsEveryMint() public {
        ICollection collection = _create(_params(DROP));
        uint256 before = _word(collection, 0);
        _mint(collection, ALICE, 3);
        assertEq(_word(collection, 0), before + 3 + (30 << 56));
        vm.prank(ALICE);
        collection.mintTo{value: 2 * UNIT}(BOB, 2, 2, REFERRER);
        assertEq(_word(collection, 0), before + 5 + (46 << 56) + (2 << 88));
        vm.prank(CREATOR);
        collection.setPaused(true);
        assertEq(_word(collection, 0), before + 5 + (46 << 56) + (2 << 88) | IS_PAUSED);
    }

    function test_words_lieInTheirZones() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.publicPhase.supplyCap = 50;
        ICollection collection = _create(params);
        _mint(collection, ALICE, 3);
        assertEq(_word(collection, 1), 3 | 50 << 32);
        uint256 held = 3 | 3 << 28 | 1 << 44 | 3 << 72;
        assertEq(_word(collection, HOLDER_PREFIX | uint160(ALICE)), held);
        assertEq(_word(collection, TOKEN_PREFIX | 1), uint160(ALICE) | 3 << 160);

        uint256 packed = _packed(PRICE, 0, FOR_EVER, 9, 9, 5);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        vm.prank(ALICE);
        collection.mintAllowlist{value: UNIT}(1, 1, REFERRER, packed, proof);
        assertEq(
            _word(collection, HOLDER_PREFIX | uint160(ALICE)), held + 1 + (1 << (152 + 5 * 13))
        );
        assertEq(_word(collection, PHASE_PREFIX), 1 << (5 * 28));
        assertEq(_word(collection, REFERRER_PREFIX | uint160(REFERRER)), 1);
        uint256 list = FOR_EVER << 32 | uint256(uint128(uint256(root))) << 64;
        assertEq(_word(collection, LIST_PREFIX | uint256(root) >> 128), list);

        packed = _packed(PRICE, 0, FOR_EVER, 9, 9, 21);
        proof = _list(collection, ALICE, packed);
        vm.prank(ALICE);
        collection.mintAllowlist{value: 2 * UNIT}(2, packed, proof);
        assertEq(_word(collection, WALLET_PREFIX | 21 << 160 | uint160(ALICE)), 2);
        assertEq(_word(collection, PHASE_PREFIX | 2), 2 << (5 * 28));

        collection.release(REFERRER);
        assertEq(_word(collection, REFERRER_PREFIX | uint160(REFERRER)), 1 | 1 << 28);
        assertEq(_word(collection, 2), (FEE / 5 / 1e8) << 183);
    }

    /// @dev A root may be chosen to look like the key of any word; none of these words changes.
    function testFuzz_roots_thatAreStorageKeysDoNoHarm(uint256 seed, uint256 notBefore) public {
        IDropCollection drop = IDropCollection(address(_create(_params(DROP))));
        _mint(drop, ALICE, 3);
        vm.prank(ALICE);
        drop.mintTo{value: 2 * UNIT}(BOB, 2, 2, REFERRER);
        uint256[12] memory keys = [
            TOKEN_PREFIX | 1,
            TOKEN_PREFIX | 2,
            HOLDER_PREFIX | uint160(ALICE),
            HOLDER_PREFIX | uint160(BOB),
            PHASE_PREFIX,
            PHASE_PREFIX | 31,
            WALLET_PREFIX | 9 << 160 | uint160(ALICE),
            REFERRER_PREFIX | uint160(REFERRER),
            LIST_PREFIX,
            LIST_PREFIX | uint256(bytes32("other")) >> 128,
            1 + seed % 40,
            uint256(keccak256(abi.encode(ALICE, seed % 40)))
        ];
        vm.prank(CREATOR);
        drop.addList("other", "file", 7);
        uint256[12] memory words;
        for (uint256 i; i < keys.length; ++i) {
            words[i] = _word(drop, keys[i]);
        }
        uint256 slot0 = _word(drop, 0);
        bytes32 overview = keccak256(abi.encode(drop.overview()));

        for (uint256 i; i < keys.length; ++i) {
            // As a whole root, and as one whose upper bits would lead there.
            _addAndRemove(drop, bytes32(keys[i]), notBefore);
            bytes32 cut = bytes32(keys[i] << 128);
            if (cut != 0 && cut != "other") _addAndRemove(drop, cut, notBefore);
        }
        for (uint256 i; i < keys.length; ++i) {
            if (keys[i] == LIST_PREFIX || keys[i] < 41) continue;
            assertEq(_word(drop, keys[i]), words[i]);
        }
        assertEq(_word(drop, 0), slot0);
        assertEq(keccak256(abi.encode(drop.overview())), overview);
        assertEq(drop.ownerOf(2), ALICE);
        assertEq(drop.owed(REFERRER), 2 * FEE / 5);
        (, uint256 until) = drop.listWindow("other");
        assertEq(until, FOR_EVER);
    }

    /// @dev The owner chooses roots and times: these only write to the 2^128 words of lists.
    function testFuzz_addList_writesNowhereButInTheZoneOfLists(bytes32 root, uint32 notBefore)
        public
    {
        ICollection collection = _create(_params(DROP));
        if (root == 0) return;
        vm.record();
        vm.prank(CREATOR);
        collection.addList(root, "file", notBefore);
        (, bytes32[] memory writes) = vm.accesses(address(collection));
        uint256 lists;
        for (uint256 i; i < writes.length; ++i) {
            uint256 key = uint256(writes[i]);
            if (key < 40) continue;
            assertEq(key, LIST_PREFIX | uint256(root) >> 128);
            ++lists;
        }
        assertEq(lists, 1);
        uint256 rest = uint256(root) & type(uint128).max;
        assertEq(
            _word(collection, LIST_PREFIX | uint256(root) >> 128),
            notBefore | FOR_EVER << 32 | rest << 64
        );
    }

    /// @dev Ids as large as a key prefix would be keys of other words; they do not exist.
    function test_ids_thatAreStorageKeysDoNotExist() public {
        IDropCollection drop = IDropCollection(address(_create(_params(DROP))));
        _mint(drop, ALICE, 3);
        uint256[6] memory ids = [
            HOLDER_PREFIX | uint160(ALICE),
            (HOLDER_PREFIX | uint160(ALICE)) ^ TOKEN_PREFIX,
            TOKEN_PREFIX | 1,
            PHASE_PREFIX,
            1 << 28 | 1,
            type(uint256).max
        ];
        for (uint256 i; i < ids.length; ++i) {
            vm.expectRevert(abi.encodeWithSignature("NoToken(uint256)", ids[i]));
            vm.prank(ALICE);
            drop.transferFrom(ALICE, BOB, ids[i]);
            vm.expectRevert(abi.encodeWithSignature("NoToken(uint256)", ids[i]));
            vm.prank(ALICE);
            drop.approve(BOB, ids[i]);
            vm.expectRevert(abi.encodeWithSignature("NoToken(uint256)", ids[i]));
            drop.ownerOf(ids[i]);
        }
    }

    function _addAndRemove(ICollection collection, bytes32 root, uint256 notBefore) private {
        vm.prank(CREATOR);
        try collection.addList(root, "file", uint32(notBefore)) {}
        catch (bytes memory reason) {
            // Another root was kept in the same word before.
            assertEq(reason, abi.encodeWithSelector(ICollectionTypes.BadList.selector));
            return;
        }
        (uint256 from, uint256 until) = collection.listWindow(root);
        assertEq(from, uint32(notBefore));
        assertEq(until, FOR_EVER);
        vm.prank(CREATOR);
        collection.removeList(root);
        (, until) = collection.listWindow(root);
        assertEq(until, block.timestamp);
    }
}

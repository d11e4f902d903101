// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev `checkMint`: what stands in the way, how many would go through and what they cost.
abstract contract CheckMintTest is SaleFixture {
    uint256 private constant NOT_STARTED = 1;
    uint256 private constant ENDED = 2;
    uint256 private constant PAUSED = 4;
    uint256 private constant SOLD_OUT = 8;
    uint256 private constant WALLET_LIMIT = 16;
    uint256 private constant PHASE_SOLD_OUT = 32;
    uint256 private constant BAD_PROOF = 64;
    uint256 private constant BAD_TERMS = 128;
    uint256 private constant ZERO_QUANTITY = 256;

    function test_checkMint_tellsEveryReasonOfThePublicPhase() public {
        assertEq(_reasons(ALICE, 1), 0);
        assertEq(_reasons(ALICE, 0), ZERO_QUANTITY);
        vm.warp(NOW - 101);
        assertEq(_reasons(ALICE, 1), NOT_STARTED);
        vm.warp(NOW - 100);
        assertEq(_reasons(ALICE, 1), 0);
        vm.warp(NOW + 999);
        assertEq(_reasons(ALICE, 1), 0);
        vm.warp(NOW + 1000);
        assertEq(_reasons(ALICE, 1), ENDED);
        vm.warp(NOW);
        _setPaused(true);
        assertEq(_reasons(ALICE, 1), PAUSED);
        _setPaused(false);
        _mint(collection, ALICE, 10);
        assertEq(_reasons(ALICE, 1), WALLET_LIMIT);
        _setPublicCap(1);
        _mint(collection, BOB, 1);
        assertEq(_reasons(BOB, 1), PHASE_SOLD_OUT);
        _lowerCap(11);
        assertEq(_reasons(BOB, 1), SOLD_OUT | PHASE_SOLD_OUT);
        _setPaused(true);
        vm.warp(NOW + 1000);
        assertEq(
            _reasons(ALICE, 0),
            ENDED | PAUSED | SOLD_OUT | PHASE_SOLD_OUT | WALLET_LIMIT | ZERO_QUANTITY
        );
    }

    function test_checkMint_tellsThatThereIsNoPublicPhase() public {
        ICollectionTypes.PublicPhase memory none;
        _setPublicPhase(none);
        assertEq(_reasons(ALICE, 1), ENDED | WALLET_LIMIT);
    }

    function test_checkMint_tellsEveryReasonOfAList() public {
        uint256 packed = _packed(PRICE, NOW + 10, NOW + 20, 2, 3, 1);
        bytes32[] memory proof = _proof();
        assertEq(_listReasons(ALICE, 1, packed), BAD_PROOF | NOT_STARTED);
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        _addList(root, NOW + 15);
        assertEq(_listReasons(ALICE, 1, packed), NOT_STARTED);
        assertEq(_listReasons(BOB, 1, packed), BAD_PROOF | NOT_STARTED);
        vm.warp(NOW + 14);
        assertEq(_listReasons(ALICE, 1, packed), NOT_STARTED);
        vm.warp(NOW + 15);
        assertEq(_listReasons(ALICE, 1, packed), 0);
        assertEq(_listReasons(ALICE, 0, packed), ZERO_QUANTITY);
        assertEq(_listReasons(BOB, 1, packed), BAD_PROOF);
        _mintListed(ALICE, 2, packed, proof);
        assertEq(_listReasons(ALICE, 1, packed), WALLET_LIMIT);
        _list(collection, BOB, packed);
        _mintListed(BOB, 1, packed, proof);
        assertEq(_listReasons(BOB, 1, packed), PHASE_SOLD_OUT);
        _setPaused(true);
        vm.warp(NOW + 20);
        assertEq(_listReasons(BOB, 1, packed), PHASE_SOLD_OUT | PAUSED | ENDED);
        _removeList(root);
        assertEq(_listReasons(ALICE, 1, packed), PHASE_SOLD_OUT | WALLET_LIMIT | PAUSED | ENDED);
    }

    function test_checkMint_tellsOfTermsThatNoListMayHave() public {
        uint256[3] memory bad =
            [_packed(PRICE + 1, 4, 2), _packed(FEE / 2 - 1 gwei, 4, 2), _packed(PRICE, 4, 255)];
        for (uint256 i; i < 3; ++i) {
            _list(collection, ALICE, bad[i]);
            assertEq(_listReasons(ALICE, 1, bad[i]), BAD_TERMS);
        }
        for (uint256 bit = 200; bit < 256; ++bit) {
            uint256 packed = _packed(PRICE, 4, 2) | 1 << bit;
            _list(collection, ALICE, packed);
            assertEq(_listReasons(ALICE, 1, packed), BAD_TERMS);
        }
        uint256 good = _packed(FEE / 2, 4, 254);
        _list(collection, ALICE, good);
        assertEq(_listReasons(ALICE, 1, good), 0);
    }

    function test_checkMint_judgesTheRoomOfTheLastPhaseIdByThePublicCounters() public {
        _setPublicCap(20);
        _mint(collection, ALICE, 5);
        uint256 packed = _packed(PRICE, 0, FOR_EVER, 5, 5, 255);
        _list(collection, ALICE, packed);
        assertEq(_listReasons(ALICE, 1, packed), BAD_TERMS | WALLET_LIMIT | PHASE_SOLD_OUT);
        _list(collection, BOB, packed);
        assertEq(_listReasons(BOB, 1, packed), BAD_TERMS | PHASE_SOLD_OUT);
    }

    function test_checkMint_isToldOfTheFirstListToo() public {
        uint256 packed = _packed(PRICE, 4, 2);
        bytes16 id = factory.collectionIdOf(CREATOR, bytes32(uint256(2)));
        bytes32 root = _node(_leaf(id, ALICE, packed), _proof()[0]);
        _createWithList(root, NOW + 5);
        assertEq(_listReasons(ALICE, 1, packed), NOT_STARTED);
        vm.warp(NOW + 5);
        assertEq(_listReasons(ALICE, 1, packed), 0);
        _removeList(root);
        assertEq(_listReasons(ALICE, 1, packed), ENDED);
    }

    function test_checkMint_tellsWhatAPartialMintWouldGive() public {
        _mint(collection, ALICE, 7);
        _assertThrough(ALICE, 200, 3);
        _assertThrough(ALICE, 3, 3);
        _assertThrough(ALICE, 2, 2);
        _assertThrough(BOB, type(uint256).max, 10);

        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.walletLimit = 1000;
        _setPublicPhase(phase);
        _assertThrough(BOB, 200, 50);
        phase.supplyCap = 20;
        _setPublicPhase(phase);
        _assertThrough(BOB, 200, 20);
        _lowerCap(26);
        _assertThrough(BOB, 200, 19);
    }

    function test_checkMint_tellsWhatAPartialListedMintWouldGive() public {
        uint256 packed = _packed(PRICE, NOW, NOW + 1, 60, 55, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        _assertListedThrough(packed, 50);
        _mintListed(ALICE, 10, packed, proof);
        _assertListedThrough(packed, 45);
        _lowerCap(50);
        _assertListedThrough(packed, 40);
        packed = _packed(PRICE, NOW, NOW + 1, 13, 55, 1);
        _list(collection, ALICE, packed);
        _assertListedThrough(packed, 3);
    }

    function testFuzz_checkMint_countsTheFeeIntoTheTotal(
        uint256 price,
        uint256 fee,
        uint256 quantity
    ) public {
        fee = bound(fee, 0, 1e9) * 1 gwei;
        price = price % 5 == 0 ? 0 : bound(price, fee / 1 gwei / 2 + 1, 1e9) * 1 gwei;
        quantity = bound(quantity, 1, 10);
        _createWithFee(fee, price);
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, quantity, 0, new bytes32[](0));
        assertEq(reasons, 0);
        assertEq(through, quantity);
        assertEq(total, quantity * (price + fee));
    }

    /// @dev The result of checkMint for a list matches the mint.
    function testFuzz_checkMint_agreesWithTheMint(
        uint256 start,
        uint256 end,
        uint256 limit,
        uint256 cap,
        uint256 quantity,
        uint256 price
    ) public {
        _lowerCap(20);
        _mint(collection, BOB, 6);
        start = bound(start, NOW - 1, NOW + 1);
        end = bound(end, NOW - 1, NOW + 1);
        price = bound(price, 0, 4) * FEE / 4;
        uint256 packed =
            _packed(price, start, end, bound(limit, 0, 20), bound(cap, 0, 20), bound(cap, 0, 255));
        bytes32[] memory proof = _list(collection, ALICE, packed);
        quantity = bound(quantity, 0, 50);
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, quantity, packed, proof);

        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        (bool isDone,) = address(collection).call{value: quantity * (price + FEE)}(
            _partly(quantity, packed, proof)
        );
        assertTrue(isDone == (reasons == 0));
        assertEq(_balance(ALICE), through);
        assertEq(before - ALICE.balance, total);
    }

    function _assertThrough(address account, uint256 quantity, uint256 expected) private view {
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(account, quantity, 0, new bytes32[](0));
        assertEq(reasons, 0);
        assertEq(through, expected);
        assertEq(total, expected * UNIT);
    }

    function _assertListedThrough(uint256 packed, uint256 expected) private view {
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, 200, packed, _proof());
        assertEq(reasons, 0);
        assertEq(through, expected);
        assertEq(total, expected * UNIT);
    }

    /// @dev With any reason nothing goes through and nothing is to be paid.
    function _listReasons(address account, uint256 quantity, uint256 packed)
        private
        view
        returns (uint256 reasons)
    {
        uint256 through;
        uint256 total;
        (reasons, through, total) = collection.checkMint(account, quantity, packed, _proof());
        assertTrue((reasons == 0) == (through != 0));
        if (reasons != 0) assertEq(total, 0);
    }

    function _createWithList(bytes32 root, uint256 notBefore) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.listRoot = root;
        params.listNotBefore = uint32(notBefore);
        collection = _create(params);
    }

    function _createWithFee(uint256 fee, uint256 price) private {
        _setMintFee(fee);
        ICollectionFactory.CreateParams memory params = _usual();
        params.mintFee = fee;
        params.publicPhase = _phase(price);
        collection = _create(params);
    }
}

contract DropCheckMintTest is CheckMintTest, OnDrop {}

contract EditionCheckMintTest is CheckMintTest, OnEdition {}

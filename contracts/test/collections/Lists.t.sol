// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev Which lists are in force and since when: `addList`, `removeList`, `listWindow`.
abstract contract ListsTest is SaleFixture {
    uint256 private constant TERMS_LIMIT = 20;

    function test_addList_revertsWhen_theRootIsEmpty() public {
        expectRevert(ICollectionTypes.BadList.selector);
        _addList(collection, 0);
    }

    function test_addList_opensNoEarlierThanAsked() public {
        uint256 packed = _packed(PRICE, 1, 0);
        bytes32 leaf = _leaf(collection, ALICE, packed);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.ListAdded(leaf, "file");
        _addList(leaf, NOW + 5);
        _assertWindow(leaf, NOW + 5, FOR_EVER);
        (uint256 reasons,,) = collection.checkMint(ALICE, 1, packed, new bytes32[](0));
        assertEq(reasons, 1);
        vm.warp(NOW + 5);
        _mintListed(ALICE, 1, packed, new bytes32[](0));
    }

    function test_addList_neverClosesAListThatIsOpen() public {
        _addList(collection, "root");
        _addList("root", NOW + 5);
        _assertWindow("root", 0, FOR_EVER);
    }

    function test_addList_opensAListEarlierWhenItIsAddedAgain() public {
        _addList("root", NOW + 5);
        _addList("root", NOW + 2);
        _assertWindow("root", NOW + 2, FOR_EVER);
    }

    function test_addList_opensAnEndedListNoEarlierThanAsked() public {
        _addList(collection, "root");
        _removeList("root");
        _addList("root", NOW + 5);
        _assertWindow("root", NOW + 5, FOR_EVER);
    }

    function test_addList_takesBackARemovalUnderWay() public {
        _createWithNotice(60);
        _addList("root", NOW - 7);
        _removeList("root");
        _assertWindow("root", NOW - 7, NOW + 60);
        vm.warp(NOW + 59);
        _addList("root", NOW + 59);
        _assertWindow("root", NOW - 7, FOR_EVER);
    }

    function test_listWindow_isEmptyForARootThatWasNeverAdded() public {
        _assertWindow("root", 0, 0);
        _assertWindow(0, 0, 0);
        _createWithFirstList("root", 0);
        _assertWindow("other", 0, 0);
        _assertWindow(0, 0, 0);
    }

    function test_removeList_closesAtOnceWithoutNotice() public {
        uint256 packed = _packed(PRICE, 1, 0);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.ListRemoved(root, NOW);
        _removeList(root);
        _expectListReverts(ALICE, 1, packed, proof, _phaseClosed(0, NOW));
        (uint256 reasons,,) = collection.checkMint(ALICE, 1, packed, proof);
        assertEq(reasons, 2);

        _addList(collection, root);
        _mintListed(ALICE, 1, packed, proof);
    }

    function test_removeList_waitsForTheNoticeWhenOpen() public {
        _createWithNotice(60);
        _addList("root", NOW);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.ListRemoved("root", NOW + 60);
        _removeList("root");
        vm.warp(NOW + 30);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.ListRemoved("root", NOW + 60);
        _removeList("root");
        _assertWindow("root", NOW, NOW + 60);
    }

    function test_removeList_endsAtOnceWhatHasNotOpened() public {
        _createWithNotice(60);
        _addList("later", NOW + 1);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.ListRemoved("later", NOW);
        _removeList("later");
        _assertWindow("later", NOW + 1, NOW);
    }

    function test_removeList_leavesOtherListsAlone() public {
        _createWithFirstList("first", 0);
        _addList("second", 0);
        _removeList("second");
        _assertWindow("first", 0, FOR_EVER);
        _assertWindow("second", 0, NOW);
    }

    function test_removeList_revertsWhen_unknownOrOver() public {
        bytes memory unknown =
            abi.encodeWithSelector(ICollectionTypes.UnknownList.selector, bytes32("root"));
        vm.expectRevert(unknown);
        _removeList("root");
        _addList(collection, "root");
        _removeList("root");
        vm.expectRevert(unknown);
        _removeList("root");
        vm.warp(NOW + 1);
        vm.expectRevert(unknown);
        _removeList("root");
    }

    function test_removeList_revertsWhen_itsNoticeIsOver() public {
        _createWithNotice(60);
        _addList("root", NOW);
        _removeList("root");
        vm.warp(NOW + 59);
        _removeList("root");
        vm.warp(NOW + 60);
        vm.expectRevert(
            abi.encodeWithSelector(ICollectionTypes.UnknownList.selector, bytes32("root"))
        );
        _removeList("root");
    }

    function test_lists_canBeChangedByNobodyButTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        collection.addList("root", "file", 0);
        _addList("root", 0);
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(ALICE);
        collection.removeList("root");
    }

    // --- the list a collection is made with -----------------------------------------------------

    function test_firstList_sellsFromTheStart() public {
        (uint256 packed, bytes32[] memory proof, bytes32 root) = _createWithOwnList(0);
        _assertWindow(root, 0, FOR_EVER);
        _mintListed(ALICE, 2, packed, proof);
        assertEq(_mintListedPartly(ALICE, 1, REFERRER, packed, proof), 1);
        assertEq(_balance(ALICE), 3);
        _expectListReverts(BOB, 1, packed, proof, _badProof());
    }

    function test_firstList_opensNoEarlierThanAsked() public {
        (uint256 packed, bytes32[] memory proof, bytes32 root) = _createWithOwnList(NOW + 5);
        _assertWindow(root, NOW + 5, FOR_EVER);
        _expectListReverts(ALICE, 1, packed, proof, _phaseClosed(NOW + 5, FOR_EVER));
        vm.warp(NOW + 4);
        _expectListReverts(ALICE, 1, packed, proof, _phaseClosed(NOW + 5, FOR_EVER));
        vm.warp(NOW + 5);
        _mintListed(ALICE, 1, packed, proof);
    }

    function test_firstList_sellsOnBesideLaterLists() public {
        (uint256 packed, bytes32[] memory proof,) = _createWithOwnList(0);
        uint256 later = _packed(2 * PRICE, TERMS_LIMIT, 2);
        bytes32[] memory laterProof = _list(collection, ALICE, later);
        _mintListed(ALICE, 1, packed, proof);
        _mintListed(ALICE, 1, later, laterProof);
        assertEq(_balance(ALICE), 2);
    }

    function test_firstList_endsWhenItIsRemoved() public {
        (uint256 packed, bytes32[] memory proof, bytes32 root) = _createWithOwnList(NOW - 9);
        _removeList(root);
        _assertWindow(root, NOW - 9, NOW);
        _expectListReverts(ALICE, 1, packed, proof, _phaseClosed(NOW - 9, NOW));
        _addList(root, NOW);
        _assertWindow(root, NOW, FOR_EVER);
        _mintListed(ALICE, 1, packed, proof);
    }

    function test_firstList_canBeOpenedEarlier() public {
        (uint256 packed, bytes32[] memory proof, bytes32 root) = _createWithOwnList(NOW + 9);
        _addList(root, NOW + 12);
        _assertWindow(root, NOW + 9, FOR_EVER);
        _addList(root, NOW);
        _assertWindow(root, NOW, FOR_EVER);
        _mintListed(ALICE, 1, packed, proof);
    }

    function test_firstList_isNotClosedByAddingItAgain() public {
        (uint256 packed, bytes32[] memory proof, bytes32 root) = _createWithOwnList(0);
        _addList(root, NOW + 100);
        _assertWindow(root, 0, FOR_EVER);
        _mintListed(ALICE, 1, packed, proof);
    }

    function test_firstList_waitsForTheNotice() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = 60;
        params.listRoot = "root";
        params.listNotBefore = uint32(NOW + 1);
        collection = _create(params);
        _removeList("root");
        _assertWindow("root", NOW + 1, NOW);
        collection = _create(params);
        vm.warp(NOW + 1);
        _removeList("root");
        _assertWindow("root", NOW + 1, NOW + 61);
    }

    // --- roots that would be kept in the same word ----------------------------------------------

    function testFuzz_addList_revertsWhen_anotherListHasItsWord(bytes32 root, uint256 bit) public {
        if (root == 0) root = "root";
        bytes32 near = root ^ bytes32(1 << bound(bit, 0, 127));
        if (near == 0) return;
        _addList(root, NOW - 5);
        _assertTakenBeside(root, near, NOW - 5, FOR_EVER);
        _removeList(root);
        _assertTakenBeside(root, near, NOW - 5, NOW);
        _addList(root, NOW);

        _createWithFirstList(root, NOW - 9);
        _assertTakenBeside(root, near, NOW - 9, FOR_EVER);
        _removeList(root);
        _assertTakenBeside(root, near, NOW - 9, NOW);
    }

    function testFuzz_addList_keepsAllOtherRootsApart(bytes32 root, uint256 bit) public {
        if (root == 0) root = "root";
        bytes32 other = root ^ bytes32(1 << bound(bit, 128, 255));
        if (other == 0) return;
        _addList(root, NOW - 5);
        _assertWindow(other, 0, 0);
        _addList(other, NOW + 5);
        _assertWindow(root, NOW - 5, FOR_EVER);
        _assertWindow(other, NOW + 5, FOR_EVER);
        _removeList(root);
        _assertWindow(other, NOW + 5, FOR_EVER);
    }

    function test_mintAllowlist_revertsWhen_itsRootIsOnlyNearAListInForce() public {
        uint256 packed = _packed(PRICE, TERMS_LIMIT, 1);
        for (uint256 bit; bit < 128; ++bit) {
            collection = _create(_usual());
            bytes32 leaf = _leaf(collection, ALICE, packed);
            _addList(leaf ^ bytes32(1 << bit), 0);
            _expectListReverts(ALICE, 1, packed, new bytes32[](0), _badProof());
        }
    }

    /// @dev Whatever the owner does to an open list, it stays open until a notice has passed.
    function testFuzz_lists_areNeverClosedWithoutNotice(uint256 seed, bool isFirst) public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = 60;
        params.listRoot = isFirst ? bytes32("root") : bytes32("other");
        params.listNotBefore = uint32(NOW + seed % 50);
        collection = _create(params);
        for (uint256 i; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            vm.warp(block.timestamp + seed % 40);
            (uint256 notBefore, uint256 until) = collection.listWindow("root");
            bool isOpen = block.timestamp >= notBefore && block.timestamp < until;
            bytes memory data = seed % 3 == 0
                ? abi.encodeCall(ICollectionManagement.removeList, ("root"))
                : abi.encodeCall(
                    ICollectionManagement.addList,
                    ("root", "file", uint32(block.timestamp - 50 + (seed >> 128) % 100))
                );
            vm.prank(CREATOR);
            (bool isDone,) = address(collection).call(data);
            assertTrue(isDone || until <= block.timestamp);
            if (!isOpen) continue;

            uint256 least = block.timestamp + 60 < until ? block.timestamp + 60 : until;
            (notBefore, until) = collection.listWindow("root");
            assertLe(notBefore, block.timestamp);
            assertLe(least, until);
        }
        if (!isFirst) _assertWindow("other", params.listNotBefore, FOR_EVER);
    }

    function _assertTakenBeside(bytes32 root, bytes32 near, uint256 notBefore, uint256 until)
        private
    {
        _assertWindow(near, 0, 0);
        expectRevert(ICollectionTypes.BadList.selector);
        _addList(near, 0);
        vm.expectRevert(abi.encodeWithSelector(ICollectionTypes.UnknownList.selector, near));
        _removeList(near);
        _assertWindow(root, notBefore, until);
    }

    function _assertWindow(bytes32 root, uint256 notBefore, uint256 until) private view {
        (uint256 gotNotBefore, uint256 gotUntil) = collection.listWindow(root);
        assertEq(gotNotBefore, notBefore, "not before");
        assertEq(gotUntil, until, "until");
    }

    function _createWithFirstList(bytes32 root, uint256 notBefore) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.listRoot = root;
        params.listContentHash = "file";
        params.listNotBefore = uint32(notBefore);
        collection = _create(params);
    }

    /// @dev Alice is on the list that the collection, the second of its creator, is made with.
    function _createWithOwnList(uint256 notBefore)
        private
        returns (uint256 packed, bytes32[] memory proof, bytes32 root)
    {
        packed = _packed(PRICE, TERMS_LIMIT, 1);
        proof = _proof();
        bytes16 id = factory.collectionIdOf(CREATOR, bytes32(uint256(2)));
        root = _node(_leaf(id, ALICE, packed), proof[0]);
        _createWithFirstList(root, notBefore);
        assertEq(bytes32(collection.collectionId()), bytes32(id));
    }
}

contract DropListsTest is ListsTest, OnDrop {}

contract EditionListsTest is ListsTest, OnEdition {}

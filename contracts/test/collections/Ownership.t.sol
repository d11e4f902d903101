// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Ownership in two steps; the platform and every collection follow the same tests.
abstract contract OwnershipTest is CollectionFixture {
    function test_ownership_movesInTwoSteps() public {
        IOwned owned = _owned();
        address first = owned.owner();
        vm.expectEmit(address(owned));
        emit IOwned.OwnershipTransferStarted(first, BOB);
        vm.prank(first);
        owned.transferOwnership(BOB);
        assertEq(owned.owner(), first);
        assertEq(owned.pendingOwner(), BOB);
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(ALICE);
        owned.acceptOwnership();
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(BOB);
        owned.transferOwnership(ALICE);

        vm.expectEmit(address(owned));
        emit IOwned.OwnershipTransferred(first, BOB);
        vm.prank(BOB);
        owned.acceptOwnership();
        assertEq(owned.owner(), BOB);
        assertEq(owned.pendingOwner(), address(0));
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(first);
        owned.transferOwnership(first);
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(BOB);
        owned.acceptOwnership();
    }

    function test_ownership_movesOnAndBack() public {
        IOwned owned = _owned();
        address first = owned.owner();
        address[3] memory owners = [BOB, ALICE, first];
        for (uint256 i; i < 3; ++i) {
            address last = owned.owner();
            vm.prank(last);
            owned.transferOwnership(owners[i]);
            vm.expectEmit(address(owned));
            emit IOwned.OwnershipTransferred(last, owners[i]);
            vm.prank(owners[i]);
            owned.acceptOwnership();
            assertEq(owned.owner(), owners[i]);
        }
    }

    function test_ownership_offerCanBeWithdrawnAndReplaced() public {
        IOwned owned = _owned();
        address first = owned.owner();
        vm.prank(first);
        owned.transferOwnership(BOB);
        vm.expectEmit(address(owned));
        emit IOwned.OwnershipTransferStarted(first, address(0));
        vm.prank(first);
        owned.transferOwnership(address(0));
        assertEq(owned.pendingOwner(), address(0));
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(BOB);
        owned.acceptOwnership();

        vm.prank(first);
        owned.transferOwnership(BOB);
        vm.prank(first);
        owned.transferOwnership(ALICE);
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(BOB);
        owned.acceptOwnership();
        vm.prank(ALICE);
        owned.acceptOwnership();
        assertEq(owned.owner(), ALICE);
    }

    function test_ownership_canBeOfferedByNobodyElse() public {
        IOwned owned = _owned();
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(ALICE);
        owned.transferOwnership(ALICE);
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(ALICE);
        owned.acceptOwnership();
    }

    function _owned() internal virtual returns (IOwned);
}

contract PlatformOwnershipTest is OwnershipTest {
    function _owned() internal view override returns (IOwned) {
        return platform;
    }
}

contract CollectionOwnershipTest is OwnershipTest {
    function test_ownership_leavesTheCreatorAndItsIncome() public {
        ICollection collection = _create(_params(DROP));
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        assertEq(collection.overview().pendingOwner, BOB);
        vm.prank(BOB);
        collection.acceptOwnership();
        assertEq(collection.overview().owner, BOB);
        assertEq(collection.overview().pendingOwner, address(0));
        assertEq(collection.creator(), CREATOR);
        assertEq(collection.overview().creator, CREATOR);
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(CREATOR), PRICE);
        assertEq(collection.owed(BOB), 0);
    }

    function test_ownership_bringsEveryRightWithIt() public {
        ICollection collection = _create(_params(DROP));
        vm.prank(CREATOR);
        collection.transferOwnership(BOB);
        vm.prank(BOB);
        collection.acceptOwnership();
        bytes[12] memory calls = [
            abi.encodeCall(ICollectionSale.airdrop, (new address[](0), new uint256[](0))),
            abi.encodeCall(ICollectionManagement.setPublicPhase, (_phase(0))),
            abi.encodeCall(ICollectionManagement.addList, ("root", "file", 0)),
            abi.encodeCall(ICollectionManagement.removeList, ("root")),
            abi.encodeCall(ICollectionManagement.lowerCap, (50)),
            abi.encodeCall(ICollectionManagement.freezeCap, ()),
            abi.encodeCall(ICollectionManagement.setPaused, (true)),
            abi.encodeCall(ICollectionManagement.setBaseUri, ("", 0)),
            abi.encodeCall(ICollectionManagement.freezeMetadata, (0)),
            abi.encodeCall(ICollectionManagement.setContractUri, ("")),
            abi.encodeCall(ICollectionManagement.setRoyalty, (0)),
            abi.encodeCall(ICollectionManagement.setPayees, (_payees(ALICE, 5000, BOB, 5000)))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(CREATOR);
            (bool isDone, bytes memory result) = address(collection).call(calls[i]);
            assertFalse(isDone);
            assertEq(result, abi.encodeWithSelector(IOwned.NotOwner.selector));
            vm.prank(BOB);
            (isDone,) = address(collection).call(calls[i]);
            assertTrue(isDone);
        }
    }

    function _owned() internal override returns (IOwned) {
        return IOwned(address(_create(_params(DROP))));
    }
}

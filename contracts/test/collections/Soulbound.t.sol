// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {Vm} from "../TestBase.sol";
import {CollectionFixture} from "./CollectionFixture.sol";
import {TokenReceiver} from "./Receivers.sol";

/// @dev Tokens that stay with their recipient until they are burned.
contract SoulboundTest is CollectionFixture {
    IDropCollection private drop;

    function setUp() public override {
        super.setUp();
        drop = _createSoulbound(DROP);
    }

    function test_mint_saysOfEachTokenThatItIsLocked() public {
        vm.recordLogs();
        _mint(drop, ALICE, 3);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 6);
        for (uint256 i; i < 3; ++i) {
            assertEq(logs[2 * i].topics[0], IDropTokens.Transfer.selector);
            assertEq(logs[2 * i].topics[1], 0);
            assertEq(uint256(logs[2 * i].topics[2]), uint160(ALICE));
            assertEq(uint256(logs[2 * i].topics[3]), i + 1);
            assertEq(logs[2 * i + 1].topics[0], IDropTokens.Locked.selector);
            assertEq(logs[2 * i + 1].data, abi.encode(i + 1));
        }
    }

    function test_locked_isTrueForEveryTokenThatExists() public {
        _mint(drop, ALICE, 2);
        assertTrue(drop.locked(1));
        assertTrue(drop.locked(2));
        expectRevert(IDropTokens.NoToken.selector, 3);
        drop.locked(3);
        assertTrue(drop.supportsInterface(0xb45a3c0e));
        assertFalse(drop.overview().transferable);
    }

    function test_transferFrom_revertsWhen_soulbound() public {
        for (uint8 kind = DROP; kind <= OPEN_EDITION; ++kind) {
            drop = _createSoulbound(kind);
            _mint(drop, ALICE, 2);
            expectRevert(IDropTokens.Soulbound.selector);
            vm.prank(ALICE);
            drop.transferFrom(ALICE, BOB, 1);
            expectRevert(IDropTokens.Soulbound.selector);
            vm.prank(ALICE);
            drop.transferFrom(ALICE, ALICE, 1);
            expectRevert(IDropTokens.Soulbound.selector);
            vm.prank(ALICE);
            drop.safeTransferFrom(ALICE, BOB, 1);
            expectRevert(IDropTokens.Soulbound.selector);
            vm.prank(ALICE);
            drop.safeTransferFrom(ALICE, BOB, 1, "hello");
            assertEq(drop.ownerOf(1), ALICE);
        }
    }

    function test_transferFrom_revertsForOperatorsAndTheApproved() public {
        TokenReceiver receiver = new TokenReceiver();
        _mint(drop, ALICE, 2);
        vm.prank(ALICE);
        drop.approve(BOB, 1);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, true);
        expectRevert(IDropTokens.Soulbound.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        expectRevert(IDropTokens.Soulbound.selector);
        vm.prank(BOB);
        drop.safeTransferFrom(ALICE, address(receiver), 2, "hello");
        vm.prank(BOB);
        drop.burnFrom(ALICE, 2);
        assertEq(drop.balanceOf(ALICE), 1);
    }

    function test_approved_burnsATokenOfItsHolder() public {
        _mint(drop, ALICE, 2);
        vm.prank(ALICE);
        drop.approve(BOB, 1);
        vm.prank(BOB);
        drop.burn(1);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, true);
        vm.prank(BOB);
        drop.burn(2);
        assertEq(drop.balanceOf(ALICE), 0);
    }

    function test_burn_isTheOnlyWayToPartWithOne() public {
        _mint(drop, ALICE, 1);
        vm.expectEmit(address(drop));
        emit IDropTokens.Transfer(ALICE, address(0), 1);
        vm.prank(ALICE);
        drop.burn(1);
        assertEq(drop.totalSupply(), 0);
        assertEq(drop.balanceOf(ALICE), 0);
    }

    function _createSoulbound(uint8 kind) private returns (IDropCollection) {
        ICollectionFactory.CreateParams memory params = _params(kind);
        params.transferable = false;
        return IDropCollection(address(_create(params)));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {CollectionFixture} from "./CollectionFixture.sol";
import {FixedReceiver, RefusingReceiver, TokenReceiver} from "./Receivers.sol";
import {ClosedWallet} from "./Wallets.sol";

/// @dev Holding, moving and burning the copies of an edition.
contract EditionTokensTest is CollectionFixture {
    bytes4 private constant RECEIVED = 0xf23a6e61;
    bytes4 private constant BATCH_RECEIVED = 0xbc197c81;
    IEditionCollection private edition;

    function setUp() public override {
        super.setUp();
        edition = IEditionCollection(address(_create(_params(EDITION))));
        _mint(edition, ALICE, 5);
    }

    function test_mint_givesCopiesOfTokenOne() public {
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferSingle(BOB, address(0), BOB, 1, 2);
        _mint(edition, BOB, 2);
        assertEq(edition.balanceOf(BOB, 1), 2);
        assertEq(edition.balanceOf(BOB, 0), 0);
        assertEq(edition.balanceOf(BOB, 2), 0);
        assertEq(edition.balanceOf(address(0), 1), 0);
        assertEq(edition.totalSupply(), 7);
    }

    function test_mintTo_namesTheCallerAsOperator() public {
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferSingle(ALICE, address(0), BOB, 1, 3);
        vm.prank(ALICE);
        edition.mintTo{value: 3 * UNIT}(BOB, 3, 3, address(0));
    }

    function testFuzz_uri_revertsWhen_thereIsNoSuchToken(uint256 id) public {
        assertEq(edition.uri(1), "https://example.org/metadata/1");
        if (id == 1) id = 0;
        expectRevert(IEditionTokens.NoToken.selector, id);
        edition.uri(id);
    }

    // --- transfers ------------------------------------------------------------------------------

    function test_safeTransferFrom_movesCopies() public {
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferSingle(ALICE, ALICE, BOB, 1, 2);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 1, 2, "");
        assertEq(edition.balanceOf(ALICE, 1), 3);
        assertEq(edition.balanceOf(BOB, 1), 2);
        assertEq(edition.totalSupply(), 5);
        assertEq(edition.walletMinted(ALICE, PUBLIC_PHASE_ID), 5);
        assertEq(edition.walletMinted(BOB, PUBLIC_PHASE_ID), 0);
    }

    function test_safeTransferFrom_toOneselfChangesNothing() public {
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, ALICE, 1, 3, "");
        assertEq(edition.balanceOf(ALICE, 1), 5);
        expectRevert(IEditionTokens.BalanceTooLow.selector, 5);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, ALICE, 1, 6, "");
    }

    function test_safeTransferFrom_movesNothingAndEverything() public {
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferSingle(ALICE, ALICE, BOB, 1, 0);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 1, 0, "");
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 1, 5, "");
        assertEq(edition.balanceOf(ALICE, 1), 0);
        assertEq(edition.balanceOf(BOB, 1), 5);
    }

    function testFuzz_safeTransferFrom_keepsEveryCopy(uint256 value, uint256 back) public {
        value = bound(value, 0, 8);
        back = bound(back, 0, 8);
        if (value > 5) expectRevert(IEditionTokens.BalanceTooLow.selector, 5);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 1, value, "");
        if (value > 5) return;
        if (back > value) expectRevert(IEditionTokens.BalanceTooLow.selector, value);
        vm.prank(BOB);
        edition.safeTransferFrom(BOB, ALICE, 1, back, "");
        if (back > value) back = 0;
        assertEq(edition.balanceOf(ALICE, 1), 5 - value + back);
        assertEq(edition.balanceOf(BOB, 1), value - back);
    }

    function testFuzz_safeTransferFrom_revertsWhen_theBalanceIsTooLow(uint256 value) public {
        value = bound(value, 6, type(uint256).max);
        expectRevert(IEditionTokens.BalanceTooLow.selector, 5);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 1, value, "");
        expectRevert(IEditionTokens.BalanceTooLow.selector, 5);
        vm.prank(ALICE);
        edition.burn(value);
        expectRevert(IEditionTokens.BalanceTooLow.selector, 5);
        vm.prank(ALICE);
        edition.burnFrom(ALICE, value);
        assertEq(edition.walletMinted(ALICE, PUBLIC_PHASE_ID), 5);
    }

    function test_safeTransferFrom_revertsWhen_notAllowed() public {
        expectRevert(IEditionTokens.NotAuthorized.selector);
        vm.prank(BOB);
        edition.safeTransferFrom(ALICE, BOB, 1, 1, "");
        expectRevert(IEditionTokens.NotAuthorized.selector);
        vm.prank(BOB);
        edition.safeTransferFrom(ALICE, BOB, 1, 0, "");
        expectRevert(IEditionTokens.NoToken.selector, 2);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 2, 0, "");
        expectRevert(IEditionTokens.NoToken.selector, 0);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 0, 1, "");
        expectRevert(ICollectionTypes.BadRecipient.selector, address(0));
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, address(0), 1, 1, "");
    }

    function test_safeTransferFrom_tellsTheReceiver() public {
        TokenReceiver receiver = new TokenReceiver();
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, address(receiver), 1, 2, "hello");
        assertEq(
            receiver.received(), keccak256(abi.encode(edition, ALICE, ALICE, 1, 2, bytes("hello")))
        );
        vm.prank(ALICE);
        edition.setApprovalForAll(BOB, true);
        vm.prank(BOB);
        edition.safeTransferFrom(ALICE, address(receiver), 1, 3, "");
        assertEq(receiver.received(), keccak256(abi.encode(edition, BOB, ALICE, 1, 3, bytes(""))));
    }

    function test_transfers_revertWhen_theReceiverDoesNotTakeThem() public {
        bytes4[2] memory selectors = [RECEIVED, BATCH_RECEIVED];
        for (uint256 i; i < 2; ++i) {
            bytes[6] memory results = [
                bytes(""),
                abi.encode(selectors[1 - i]),
                abi.encodePacked(selectors[i]),
                abi.encodePacked(selectors[i], bytes27(0)),
                abi.encodePacked(selectors[i], bytes28(uint224(1))),
                abi.encode(uint256(uint32(selectors[i])))
            ];
            for (uint256 j; j < results.length; ++j) {
                _expectNotReceived(address(new FixedReceiver(results[j])), i == 1);
            }
            _expectNotReceived(address(new RefusingReceiver()), i == 1);
            _expectNotReceived(address(new ClosedWallet()), i == 1);
        }
        assertEq(edition.balanceOf(ALICE, 1), 5);
    }

    function test_transfers_areTakenWithALongerAnswer() public {
        address receiver = address(new FixedReceiver(abi.encode(RECEIVED, "thank you")));
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, receiver, 1, 1, "");
        assertEq(edition.balanceOf(receiver, 1), 1);
        receiver = address(new FixedReceiver(abi.encode(BATCH_RECEIVED, "thank you")));
        (uint256[] memory ids, uint256[] memory values) = _batch(1, 2);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, receiver, ids, values, "");
        assertEq(edition.balanceOf(receiver, 1), 3);
    }

    function test_safeTransferFrom_letsItsReceiverPassTheCopiesOn() public {
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(
            address(edition),
            abi.encodeCall(IEditionTokens.safeTransferFrom, (address(receiver), BOB, 1, 2, ""))
        );
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, address(receiver), 1, 3, "");
        assertEq(edition.balanceOf(ALICE, 1), 2);
        assertEq(edition.balanceOf(address(receiver), 1), 1);
        assertEq(edition.balanceOf(BOB, 1), 2);
    }

    function test_safeTransferFrom_letsItsReceiverBurnTheCopies() public {
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(address(edition), abi.encodeCall(IEditionTokens.burn, (3)));
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, address(receiver), 1, 3, "");
        assertEq(edition.balanceOf(address(receiver), 1), 0);
        assertEq(edition.totalSupply(), 2);
        // Not more than it received.
        receiver.answerAfter(address(edition), abi.encodeCall(IEditionTokens.burn, (3)));
        expectRevert(ICollectionTypes.NotReceived.selector);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, address(receiver), 1, 2, "");
    }

    // --- batches --------------------------------------------------------------------------------

    function test_safeBatchTransferFrom_movesEveryEntry() public {
        TokenReceiver receiver = new TokenReceiver();
        (uint256[] memory ids, uint256[] memory values) = _batch(2, 1);
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferBatch(ALICE, ALICE, address(receiver), ids, values);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, address(receiver), ids, values, "hello");
        assertEq(
            receiver.received(),
            keccak256(abi.encode(edition, ALICE, ALICE, ids, values, bytes("hello")))
        );
        assertEq(edition.balanceOf(address(receiver), 1), 3);
        assertEq(edition.balanceOf(ALICE, 1), 2);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, new uint256[](0), new uint256[](0), "");
    }

    function test_safeBatchTransferFrom_revertsWhen_notAllowed() public {
        (uint256[] memory ids, uint256[] memory values) = _batch(3, 3);
        expectRevert(IEditionTokens.BalanceTooLow.selector, 2);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, values, "");
        expectRevert(IEditionTokens.NotAuthorized.selector);
        vm.prank(BOB);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, values, "");
        expectRevert(IEditionTokens.NotAuthorized.selector);
        vm.prank(BOB);
        edition.safeBatchTransferFrom(ALICE, BOB, new uint256[](0), new uint256[](0), "");
        expectRevert(ICollectionTypes.BadRecipient.selector, address(0));
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, address(0), ids, values, "");
        expectRevert(ICollectionTypes.LengthMismatch.selector);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, new uint256[](1), "");
        expectRevert(ICollectionTypes.LengthMismatch.selector);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, new uint256[](1), values, "");
        ids[1] = 2;
        expectRevert(IEditionTokens.NoToken.selector, 2);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, values, "");
        assertEq(edition.balanceOf(ALICE, 1), 5);
    }

    function test_balanceOfBatch_readsPairs() public {
        address[] memory accounts = new address[](3);
        (accounts[0], accounts[1], accounts[2]) = (ALICE, ALICE, BOB);
        uint256[] memory ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (1, 7, 1);
        uint256[] memory balances = edition.balanceOfBatch(accounts, ids);
        assertEq(balances.length, 3);
        assertEq(balances[0], 5);
        assertEq(balances[1], 0);
        assertEq(balances[2], 0);
        expectRevert(ICollectionTypes.LengthMismatch.selector);
        edition.balanceOfBatch(accounts, new uint256[](2));
        expectRevert(ICollectionTypes.LengthMismatch.selector);
        edition.balanceOfBatch(accounts, new uint256[](4));
    }

    // --- approvals ------------------------------------------------------------------------------

    function test_setApprovalForAll_allowsAnOperator() public {
        vm.expectEmit(address(edition));
        emit IEditionTokens.ApprovalForAll(ALICE, BOB, true);
        vm.prank(ALICE);
        edition.setApprovalForAll(BOB, true);
        assertTrue(edition.isApprovedForAll(ALICE, BOB));
        assertFalse(edition.isApprovedForAll(BOB, ALICE));
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferSingle(BOB, ALICE, REFERRER, 1, 1);
        vm.prank(BOB);
        edition.safeTransferFrom(ALICE, REFERRER, 1, 1, "");
        (uint256[] memory ids, uint256[] memory values) = _batch(1, 0);
        vm.prank(BOB);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, values, "");
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferSingle(BOB, ALICE, address(0), 1, 1);
        vm.prank(BOB);
        edition.burnFrom(ALICE, 1);
        assertEq(edition.balanceOf(ALICE, 1), 2);

        vm.expectEmit(address(edition));
        emit IEditionTokens.ApprovalForAll(ALICE, BOB, false);
        vm.prank(ALICE);
        edition.setApprovalForAll(BOB, false);
        expectRevert(IEditionTokens.NotAuthorized.selector);
        vm.prank(BOB);
        edition.safeTransferFrom(ALICE, BOB, 1, 1, "");
        expectRevert(IEditionTokens.NotAuthorized.selector);
        vm.prank(BOB);
        edition.burnFrom(ALICE, 1);
    }

    // --- burning --------------------------------------------------------------------------------

    function test_burn_endsCopies() public {
        vm.expectEmit(address(edition));
        emit IEditionTokens.TransferSingle(ALICE, ALICE, address(0), 1, 2);
        vm.prank(ALICE);
        edition.burn(2);
        vm.prank(ALICE);
        edition.burnFrom(ALICE, 1);
        assertEq(edition.totalSupply(), 2);
        assertEq(edition.balanceOf(ALICE, 1), 2);
        assertEq(edition.overview().minted, 5);
        assertEq(edition.overview().burned, 3);
        assertEq(edition.walletMinted(ALICE, PUBLIC_PHASE_ID), 5);
        expectRevert(IEditionTokens.BalanceTooLow.selector, 2);
        vm.prank(ALICE);
        edition.burn(3);
        expectRevert(IEditionTokens.NotAuthorized.selector);
        vm.prank(BOB);
        edition.burnFrom(ALICE, 1);
    }

    function test_burn_makesNoRoomUnderTheCap() public {
        vm.prank(CREATOR);
        edition.lowerCap(5);
        vm.prank(ALICE);
        edition.burn(5);
        expectRevert(ICollectionTypes.SoldOut.selector, 0);
        vm.prank(BOB);
        edition.mint{value: UNIT}(1);
    }

    function testFuzz_burn_countsExactly(uint256 first, uint256 second) public {
        first = bound(first, 0, 5);
        second = bound(second, 0, 5 - first);
        vm.prank(ALICE);
        edition.burn(first);
        vm.prank(ALICE);
        edition.burnFrom(ALICE, second);
        assertEq(edition.balanceOf(ALICE, 1), 5 - first - second);
        assertEq(edition.totalSupply(), 5 - first - second);
        assertEq(edition.overview().burned, first + second);
    }

    function test_supportsInterface_namesTheStandards() public view {
        bytes4[4] memory ids =
            [bytes4(0x01ffc9a7), bytes4(0xd9b67a26), bytes4(0x0e89341c), bytes4(0x2a55205a)];
        for (uint256 i; i < ids.length; ++i) {
            assertTrue(edition.supportsInterface(ids[i]));
        }
        assertFalse(edition.supportsInterface(0x80ac58cd));
        assertFalse(edition.supportsInterface(0xffffffff));
        assertFalse(edition.supportsInterface(0x00000000));
        assertFalse(edition.supportsInterface(0x49064906));
    }

    function _expectNotReceived(address receiver, bool isBatch) private {
        (uint256[] memory ids, uint256[] memory values) = _batch(1, 1);
        expectRevert(ICollectionTypes.NotReceived.selector);
        vm.prank(ALICE);
        if (isBatch) edition.safeBatchTransferFrom(ALICE, receiver, ids, values, "");
        else edition.safeTransferFrom(ALICE, receiver, 1, 1, "");
    }

    function _batch(uint256 first, uint256 second)
        private
        pure
        returns (uint256[] memory ids, uint256[] memory values)
    {
        ids = new uint256[](2);
        values = new uint256[](2);
        (ids[0], ids[1]) = (1, 1);
        (values[0], values[1]) = (first, second);
    }
}

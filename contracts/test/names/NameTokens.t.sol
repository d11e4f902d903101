// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {
    BurningReceiver,
    FixedReceiver,
    RefusingReceiver,
    TokenReceiver
} from "../collections/Receivers.sol";
import {NameFixture} from "./NameFixture.sol";

/// @dev Names as ERC-721 tokens.
contract NameTokensTest is NameFixture {
    address private constant CAROL = address(0xCA401);

    function setUp() public override {
        super.setUp();
        _register(LANTERN, ALICE);
    }

    function test_transferFrom_movesTheName() public {
        vm.expectEmit(address(registry));
        emit INameTokens.Transfer(ALICE, BOB, LANTERN);
        _transfer(ALICE, BOB, LANTERN);
        assertEq(registry.ownerOf(LANTERN), BOB);
        assertEq(registry.balanceOf(ALICE), 0);
        assertEq(registry.balanceOf(BOB), 1);
    }

    function test_transferFrom_revertsWhen_theCallerMayNot() public {
        expectRevert(INameTokens.NotAuthorized.selector);
        vm.prank(BOB);
        registry.transferFrom(ALICE, BOB, LANTERN);
        // The owner's own name, as if it were another's.
        expectRevert(INameTokens.NotAuthorized.selector);
        vm.prank(ALICE);
        registry.transferFrom(BOB, ALICE, LANTERN);
    }

    function test_transferFrom_revertsWhen_thereIsNoSuchName() public {
        expectRevert(INameTokens.NameNotRegistered.selector, HARBOR);
        _transfer(ALICE, BOB, HARBOR);
        _reserve(HARBOR);
        expectRevert(INameTokens.NameNotRegistered.selector, HARBOR);
        _transfer(address(0), BOB, HARBOR);
    }

    function test_transferFrom_revertsWhen_theRecipientCannotOwn() public {
        expectRevert(INameTokens.BadRecipient.selector, address(0));
        _transfer(ALICE, address(0), LANTERN);
        expectRevert(INameTokens.BadRecipient.selector, address(registry));
        _transfer(ALICE, address(registry), LANTERN);
    }

    function test_approve_letsOneAccountMoveOneName() public {
        vm.expectEmit(address(registry));
        emit INameTokens.Approval(ALICE, BOB, LANTERN);
        vm.prank(ALICE);
        registry.approve(BOB, LANTERN);
        assertEq(registry.getApproved(LANTERN), BOB);
        vm.prank(BOB);
        registry.transferFrom(ALICE, CAROL, LANTERN);
        // The approval ended with the transfer, also when the name comes back.
        assertEq(registry.getApproved(LANTERN), address(0));
        expectRevert(INameTokens.NotAuthorized.selector);
        vm.prank(BOB);
        registry.transferFrom(CAROL, BOB, LANTERN);
        _transfer(CAROL, ALICE, LANTERN);
        assertEq(registry.getApproved(LANTERN), address(0));
    }

    function test_approve_isTakenBackWithZero() public {
        vm.prank(ALICE);
        registry.approve(BOB, LANTERN);
        vm.prank(ALICE);
        registry.approve(address(0), LANTERN);
        assertEq(registry.getApproved(LANTERN), address(0));
        expectRevert(INameTokens.NotAuthorized.selector);
        vm.prank(BOB);
        registry.transferFrom(ALICE, BOB, LANTERN);
    }

    function test_approve_revertsWhen_theCallerIsNotTheOwner() public {
        vm.prank(ALICE);
        registry.approve(BOB, LANTERN);
        expectRevert(INameTokens.NotAuthorized.selector);
        vm.prank(BOB);
        registry.approve(CAROL, LANTERN);
        expectRevert(INameTokens.NameNotRegistered.selector, HARBOR);
        vm.prank(BOB);
        registry.approve(CAROL, HARBOR);
    }

    function test_approve_keepsTheRecords() public {
        _setText(LANTERN, ALICE, "url", "https://example.org");
        vm.prank(ALICE);
        registry.approve(BOB, LANTERN);
        vm.prank(ALICE);
        registry.approve(address(0), LANTERN);
        assertEq(registry.text(LANTERN, "url"), "https://example.org");
    }

    function test_setApprovalForAll_letsAnOperatorMoveAndApprove() public {
        vm.expectEmit(address(registry));
        emit INameTokens.ApprovalForAll(ALICE, BOB, true);
        vm.prank(ALICE);
        registry.setApprovalForAll(BOB, true);
        assertTrue(registry.isApprovedForAll(ALICE, BOB));
        vm.prank(BOB);
        registry.approve(CAROL, LANTERN);
        vm.prank(BOB);
        registry.transferFrom(ALICE, CAROL, LANTERN);
        vm.prank(ALICE);
        registry.setApprovalForAll(BOB, false);
        assertFalse(registry.isApprovedForAll(ALICE, BOB));
    }

    function test_safeTransferFrom_asksTheReceivingContract() public {
        TokenReceiver receiver = new TokenReceiver();
        vm.prank(ALICE);
        registry.setApprovalForAll(BOB, true);
        vm.prank(BOB);
        registry.safeTransferFrom(ALICE, address(receiver), LANTERN, "data");
        assertEq(registry.ownerOf(LANTERN), address(receiver));
        assertEq(
            receiver.received(),
            keccak256(abi.encode(address(registry), BOB, ALICE, LANTERN, bytes("data")))
        );
    }

    function test_safeTransferFrom_withoutDataPassesNone() public {
        TokenReceiver receiver = new TokenReceiver();
        vm.prank(ALICE);
        registry.safeTransferFrom(ALICE, address(receiver), LANTERN);
        assertEq(
            receiver.received(),
            keccak256(abi.encode(address(registry), ALICE, ALICE, LANTERN, bytes("")))
        );
    }

    function test_safeTransferFrom_revertsWhen_theContractDoesNotAccept() public {
        bytes32 right = bytes32(bytes4(0x150b7a02));
        address[6] memory receivers = [
            address(new RefusingReceiver()),
            address(new BurningReceiver()),
            address(new FixedReceiver("")),
            address(new FixedReceiver(abi.encodePacked(bytes4(right)))),
            address(new FixedReceiver(abi.encode(uint256(right) | 1))),
            address(new FixedReceiver(abi.encode(bytes4(0xf23a6e61))))
        ];
        for (uint256 i; i < receivers.length; ++i) {
            vm.prank(ALICE);
            expectRevert(INameTokens.NotReceived.selector);
            registry.safeTransferFrom{gas: 5_000_000}(ALICE, receivers[i], LANTERN);
        }
        assertEq(registry.ownerOf(LANTERN), ALICE);
    }

    function test_safeTransferFrom_asksNoAccountWithAKey() public {
        vm.prank(ALICE);
        registry.safeTransferFrom(ALICE, BOB, LANTERN);
        // Code of EIP-7702 counts as none.
        vm.etch(CAROL, abi.encodePacked(hex"ef0100", address(this)));
        vm.prank(BOB);
        registry.safeTransferFrom(BOB, CAROL, LANTERN);
        assertEq(registry.ownerOf(LANTERN), CAROL);
    }

    function test_safeTransferFrom_isCompleteWhenTheReceiverIsAsked() public {
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(
            address(registry),
            abi.encodeCall(INameTokens.transferFrom, (address(receiver), BOB, LANTERN))
        );
        vm.prank(ALICE);
        registry.safeTransferFrom(ALICE, address(receiver), LANTERN);
        assertEq(registry.ownerOf(LANTERN), BOB);
        assertEq(registry.balanceOf(address(receiver)), 0);
    }

    function test_views_revertForNoNameAndNoOwner() public {
        expectRevert(INameTokens.NameNotRegistered.selector, HARBOR);
        registry.ownerOf(HARBOR);
        expectRevert(INameTokens.NameNotRegistered.selector, HARBOR);
        registry.getApproved(HARBOR);
        expectRevert(INameTokens.BadRecipient.selector, address(0));
        registry.balanceOf(address(0));
    }

    function testFuzz_transferFrom_isForOwnerApprovedAndOperators(uint256 seed) public {
        address[4] memory callers = [ALICE, BOB, CAROL, OPERATOR];
        address caller = callers[seed & 3];
        (bool isApproved, bool isOperator) = (seed >> 2 & 1 == 1, seed >> 3 & 1 == 1);
        if (isApproved) {
            vm.prank(ALICE);
            registry.approve(BOB, LANTERN);
        }
        if (isOperator) {
            vm.prank(ALICE);
            registry.setApprovalForAll(CAROL, true);
        }
        bool mayMove =
            caller == ALICE || (caller == BOB && isApproved) || (caller == CAROL && isOperator);
        if (!mayMove) expectRevert(INameTokens.NotAuthorized.selector);
        vm.prank(caller);
        registry.transferFrom(ALICE, OPERATOR, LANTERN);
        assertEq(registry.ownerOf(LANTERN), mayMove ? OPERATOR : ALICE);
    }
}

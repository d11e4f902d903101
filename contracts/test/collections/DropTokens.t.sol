// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {CollectionFixture} from "./CollectionFixture.sol";
import {FixedReceiver, RefusingReceiver, TokenReceiver} from "./Receivers.sol";
import {ClosedWallet} from "./Wallets.sol";

/// @dev Holding, moving and burning the numbered tokens of a drop.
contract DropTokensTest is CollectionFixture {
    bytes4 private constant RECEIVED = 0x150b7a02;
    IDropCollection private drop;

    function setUp() public override {
        super.setUp();
        drop = IDropCollection(address(_create(_params(DROP))));
        _mint(drop, ALICE, 5);
    }

    function test_mint_numbersTokensFromOneInOrder() public {
        vm.expectEmit(address(drop));
        emit IDropTokens.Transfer(address(0), BOB, 6);
        vm.expectEmit(address(drop));
        emit IDropTokens.Transfer(address(0), BOB, 7);
        _mint(drop, BOB, 2);
        assertEq(drop.ownerOf(1), ALICE);
        assertEq(drop.ownerOf(5), ALICE);
        assertEq(drop.ownerOf(6), BOB);
        assertEq(drop.ownerOf(7), BOB);
        assertEq(drop.balanceOf(ALICE), 5);
        assertEq(drop.balanceOf(BOB), 2);
    }

    function testFuzz_mint_logsEveryTokenInOrder(uint256 quantity) public {
        quantity = bound(quantity, 1, 10);
        for (uint256 i; i < quantity; ++i) {
            vm.expectEmit(address(drop));
            emit IDropTokens.Transfer(address(0), BOB, 6 + i);
        }
        _mint(drop, BOB, quantity);
    }

    function test_mint_asksNoReceiver() public {
        address wallet = address(new ClosedWallet());
        vm.deal(wallet, 1 ether);
        _mint(drop, wallet, 1);
        assertEq(drop.ownerOf(6), wallet);
    }

    function test_views_revertWhen_thereIsNoSuchToken() public {
        uint256[5] memory ids = [uint256(0), 6, 1 << 28, (1 << 28) - 1, type(uint256).max];
        for (uint256 i; i < ids.length; ++i) {
            expectRevert(IDropTokens.NoToken.selector, ids[i]);
            drop.ownerOf(ids[i]);
            expectRevert(IDropTokens.NoToken.selector, ids[i]);
            drop.tokenURI(ids[i]);
            expectRevert(IDropTokens.NoToken.selector, ids[i]);
            drop.getApproved(ids[i]);
            expectRevert(IDropTokens.NoToken.selector, ids[i]);
            drop.locked(ids[i]);
        }
    }

    function test_balanceOf_revertsWhen_askedAboutNobody() public {
        expectRevert(ICollectionTypes.BadRecipient.selector, address(0));
        drop.balanceOf(address(0));
    }

    // --- transfers ------------------------------------------------------------------------------

    function test_transferFrom_movesOneToken() public {
        vm.expectEmit(address(drop));
        emit IDropTokens.Transfer(ALICE, BOB, 3);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 3);
        assertEq(drop.ownerOf(3), BOB);
        assertEq(drop.ownerOf(2), ALICE);
        assertEq(drop.ownerOf(4), ALICE);
        assertEq(drop.balanceOf(ALICE), 4);
        assertEq(drop.balanceOf(BOB), 1);
        assertEq(drop.totalSupply(), 5);
    }

    function test_transferFrom_toOneselfChangesNothing() public {
        for (uint256 id = 1; id < 6; ++id) {
            vm.prank(ALICE);
            drop.transferFrom(ALICE, ALICE, id);
            assertEq(drop.balanceOf(ALICE), 5);
            assertEq(drop.ownerOf(id), ALICE);
        }
    }

    function test_transferFrom_leavesWalletCountsAlone() public {
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 3);
        assertEq(drop.walletMinted(ALICE, PUBLIC_PHASE_ID), 5);
        assertEq(drop.walletMinted(BOB, PUBLIC_PHASE_ID), 0);
    }

    function test_transferFrom_revertsWhen_notAllowed() public {
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(BOB, BOB, 1);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(ALICE);
        drop.transferFrom(BOB, ALICE, 1);
        expectRevert(ICollectionTypes.BadRecipient.selector, address(0));
        vm.prank(ALICE);
        drop.transferFrom(ALICE, address(0), 1);
    }

    function test_moves_revertWhen_thereIsNoSuchToken() public {
        vm.prank(ALICE);
        drop.burn(5);
        // The second run has a hint that must not reach behind its end.
        _mint(drop, BOB, 2);
        uint256[6] memory ids = [uint256(0), 5, 8, 1 << 28, (1 << 28) - 1, type(uint256).max];
        address[2] memory holders = [ALICE, BOB];
        for (uint256 i; i < 2 * ids.length; ++i) {
            (address holder, uint256 id) = (holders[i / ids.length], ids[i % ids.length]);
            bytes memory reason = abi.encodeWithSelector(IDropTokens.NoToken.selector, id);
            vm.expectRevert(reason);
            vm.prank(holder);
            drop.transferFrom(holder, REFERRER, id);
            vm.expectRevert(reason);
            vm.prank(holder);
            drop.safeTransferFrom(holder, REFERRER, id);
            vm.expectRevert(reason);
            vm.prank(holder);
            drop.burn(id);
            vm.expectRevert(reason);
            vm.prank(holder);
            drop.burnFrom(holder, id);
            vm.expectRevert(reason);
            vm.prank(holder);
            drop.approve(REFERRER, id);
            vm.expectRevert(reason);
            vm.prank(holder);
            drop.transferFrom(address(0), holder, id);
        }
    }

    /// @dev Ids that would become keys with another prefix do not exist either.
    function testFuzz_moves_revertWhen_theIdIsBeyondAllIds(uint256 id) public {
        id = bound(id, 1 << 28, type(uint256).max);
        bytes memory reason = abi.encodeWithSelector(IDropTokens.NoToken.selector, id);
        vm.expectRevert(reason);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, id);
        vm.expectRevert(reason);
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, BOB, id, "");
        vm.expectRevert(reason);
        vm.prank(ALICE);
        drop.burnFrom(ALICE, id);
        vm.expectRevert(reason);
        vm.prank(ALICE);
        drop.burn(id);
        vm.expectRevert(reason);
        vm.prank(ALICE);
        drop.approve(BOB, id);
        vm.expectRevert(reason);
        drop.ownerOf(id);
        assertEq(drop.tokensOfOwnerIn(ALICE, id, type(uint256).max).length, 0);
    }

    // --- approvals ------------------------------------------------------------------------------

    function test_approve_allowsOneTokenOnce() public {
        vm.expectEmit(address(drop));
        emit IDropTokens.Approval(ALICE, BOB, 2);
        vm.prank(ALICE);
        drop.approve(BOB, 2);
        assertEq(drop.getApproved(2), BOB);
        assertEq(drop.getApproved(1), address(0));
        assertEq(drop.getApproved(3), address(0));
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        vm.prank(BOB);
        drop.transferFrom(ALICE, REFERRER, 2);
        assertEq(drop.getApproved(2), address(0));
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(REFERRER, BOB, 2);
    }

    function test_approve_endsWhenTheTokenComesBack() public {
        vm.prank(ALICE);
        drop.approve(BOB, 1);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, REFERRER, 1);
        vm.prank(REFERRER);
        drop.transferFrom(REFERRER, ALICE, 1);
        assertEq(drop.getApproved(1), address(0));
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
    }

    function test_approve_endsWithATransferToOneself() public {
        vm.prank(ALICE);
        drop.approve(BOB, 3);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, ALICE, 3);
        assertEq(drop.getApproved(3), address(0));
    }

    function test_approve_isReplacedAndTakenBack() public {
        vm.prank(ALICE);
        drop.approve(BOB, 2);
        vm.prank(ALICE);
        drop.approve(REFERRER, 2);
        assertEq(drop.getApproved(2), REFERRER);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 2);
        vm.expectEmit(address(drop));
        emit IDropTokens.Approval(ALICE, address(0), 2);
        vm.prank(ALICE);
        drop.approve(address(0), 2);
        assertEq(drop.getApproved(2), address(0));
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(REFERRER);
        drop.transferFrom(ALICE, REFERRER, 2);
    }

    function test_approve_changesNoOwner() public {
        for (uint256 id = 1; id < 6; ++id) {
            vm.prank(ALICE);
            drop.approve(BOB, id);
            for (uint256 other = 1; other < 6; ++other) {
                assertEq(drop.ownerOf(other), ALICE);
            }
        }
        assertEq(drop.balanceOf(ALICE), 5);
    }

    function test_approve_revertsWhen_notAllowed() public {
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.approve(BOB, 1);
        vm.prank(ALICE);
        drop.approve(BOB, 1);
        // An approved account cannot approve others.
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.approve(REFERRER, 1);
    }

    function test_setApprovalForAll_allowsAnOperator() public {
        vm.expectEmit(address(drop));
        emit IDropTokens.ApprovalForAll(ALICE, BOB, true);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, true);
        assertTrue(drop.isApprovedForAll(ALICE, BOB));
        assertFalse(drop.isApprovedForAll(BOB, ALICE));
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        vm.prank(BOB);
        drop.approve(REFERRER, 2);
        vm.prank(BOB);
        drop.burnFrom(ALICE, 4);
        vm.prank(BOB);
        drop.burn(5);
        assertEq(drop.balanceOf(ALICE), 2);

        vm.expectEmit(address(drop));
        emit IDropTokens.ApprovalForAll(ALICE, BOB, false);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, false);
        assertFalse(drop.isApprovedForAll(ALICE, BOB));
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 3);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.approve(BOB, 3);
    }

    function test_setApprovalForAll_isForTheTokensOfOneHolder() public {
        vm.deal(REFERRER, UNIT);
        _mint(drop, REFERRER, 1);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, true);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(REFERRER, BOB, 6);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 6);
    }

    // --- safe transfers -------------------------------------------------------------------------

    function test_safeTransferFrom_tellsTheReceiver() public {
        TokenReceiver receiver = new TokenReceiver();
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(receiver), 1, "hello");
        assertEq(receiver.received(), keccak256(abi.encode(drop, ALICE, ALICE, 1, bytes("hello"))));
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(receiver), 2);
        assertEq(receiver.received(), keccak256(abi.encode(drop, ALICE, ALICE, 2, bytes(""))));
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, true);
        vm.prank(BOB);
        drop.safeTransferFrom(ALICE, address(receiver), 3, "by an operator");
        assertEq(
            receiver.received(), keccak256(abi.encode(drop, BOB, ALICE, 3, bytes("by an operator")))
        );
        assertEq(drop.balanceOf(address(receiver)), 3);
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, BOB, 4);
        assertEq(drop.ownerOf(4), BOB);
    }

    function test_safeTransferFrom_revertsWhen_theReceiverDoesNotTakeIt() public {
        bytes[6] memory results = [
            bytes(""),
            abi.encode(bytes4(0xdeadbeef)),
            abi.encodePacked(RECEIVED),
            abi.encodePacked(RECEIVED, bytes27(0)),
            abi.encodePacked(RECEIVED, bytes28(uint224(1))),
            abi.encode(uint256(uint32(RECEIVED)))
        ];
        for (uint256 i; i < results.length; ++i) {
            _expectNotReceived(address(new FixedReceiver(results[i])));
        }
        _expectNotReceived(address(new RefusingReceiver()));
        _expectNotReceived(address(new ClosedWallet()));
        _expectNotReceived(address(drop));
        assertEq(drop.ownerOf(1), ALICE);
    }

    function test_safeTransferFrom_isTakenWithALongerAnswer() public {
        address receiver = address(new FixedReceiver(abi.encode(RECEIVED, "and a word of thanks")));
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, receiver, 1);
        assertEq(drop.ownerOf(1), receiver);
    }

    function test_safeTransferFrom_revertsWhen_notAllowed() public {
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.safeTransferFrom(ALICE, BOB, 1);
        expectRevert(ICollectionTypes.BadRecipient.selector, address(0));
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(0), 1);
    }

    function test_safeTransferFrom_letsItsReceiverPassTheTokenOn() public {
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(
            address(drop), abi.encodeCall(IDropTokens.transferFrom, (address(receiver), BOB, 2))
        );
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(receiver), 2);
        assertEq(drop.ownerOf(2), BOB);
        assertEq(drop.balanceOf(address(receiver)), 0);
        assertEq(drop.balanceOf(ALICE), 4);
        assertEq(drop.balanceOf(BOB), 1);
    }

    function test_safeTransferFrom_letsItsReceiverBurnTheToken() public {
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(address(drop), abi.encodeCall(IDropTokens.burn, (2)));
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(receiver), 2);
        assertEq(drop.totalSupply(), 4);
        assertEq(drop.balanceOf(address(receiver)), 0);
        expectRevert(IDropTokens.NoToken.selector, 2);
        drop.ownerOf(2);
    }

    function test_safeTransferFrom_letsItsReceiverTakeNoOtherToken() public {
        TokenReceiver receiver = new TokenReceiver();
        vm.prank(ALICE);
        drop.approve(address(receiver), 2);
        // Approved for this token alone, and no longer once it has it.
        receiver.answerAfter(
            address(drop), abi.encodeCall(IDropTokens.transferFrom, (ALICE, address(receiver), 3))
        );
        expectRevert(ICollectionTypes.NotReceived.selector);
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(receiver), 2);
    }

    // --- burning --------------------------------------------------------------------------------

    function test_burn_endsATokenForGood() public {
        vm.expectEmit(address(drop));
        emit IDropTokens.Transfer(ALICE, address(0), 2);
        vm.prank(ALICE);
        drop.burn(2);
        vm.expectEmit(address(drop));
        emit IDropTokens.Transfer(ALICE, address(0), 3);
        vm.prank(ALICE);
        drop.burnFrom(ALICE, 3);
        assertEq(drop.totalSupply(), 3);
        assertEq(drop.overview().minted, 5);
        assertEq(drop.overview().burned, 2);
        assertEq(drop.balanceOf(ALICE), 3);
        expectRevert(IDropTokens.NoToken.selector, 2);
        drop.ownerOf(2);
        _mint(drop, BOB, 1);
        assertEq(drop.ownerOf(6), BOB);
    }

    function test_burn_makesNoRoomUnderTheCap() public {
        vm.prank(CREATOR);
        drop.lowerCap(5);
        vm.prank(ALICE);
        drop.burn(2);
        expectRevert(ICollectionTypes.SoldOut.selector, 0);
        vm.prank(BOB);
        drop.mint{value: UNIT}(1);
    }

    function test_burn_makesNoRoomForTheWallet() public {
        _mint(drop, ALICE, 5);
        vm.prank(ALICE);
        drop.burn(2);
        expectRevert(ICollectionTypes.WalletLimit.selector, 0);
        vm.prank(ALICE);
        drop.mint{value: UNIT}(1);
    }

    function test_burn_isOpenToTheApproved() public {
        vm.prank(ALICE);
        drop.approve(BOB, 2);
        vm.prank(ALICE);
        drop.approve(BOB, 3);
        vm.prank(BOB);
        drop.burn(2);
        vm.prank(BOB);
        drop.burnFrom(ALICE, 3);
        assertEq(drop.balanceOf(ALICE), 3);
        expectRevert(IDropTokens.NoToken.selector, 2);
        drop.getApproved(2);
    }

    function test_burn_revertsWhen_notAllowed() public {
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.burn(1);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.burnFrom(ALICE, 1);
        expectRevert(IDropTokens.NotAuthorized.selector);
        vm.prank(BOB);
        drop.burnFrom(BOB, 1);
    }

    function test_burn_canEmptyACollection() public {
        for (uint256 id = 5; id > 0; --id) {
            vm.prank(ALICE);
            drop.burn(id);
        }
        assertEq(drop.totalSupply(), 0);
        assertEq(drop.balanceOf(ALICE), 0);
        assertEq(drop.tokensOfOwnerIn(ALICE, 0, 100).length, 0);
    }

    // --- slices ---------------------------------------------------------------------------------

    function test_tokensOfOwnerIn_readsASlice() public {
        _mint(drop, BOB, 2);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 2);
        vm.prank(ALICE);
        drop.burn(4);
        _assertSlice(ALICE, 2, 1000, _ids(3, 5));
        _assertSlice(ALICE, 3, 5, _ids(3));
        _assertSlice(ALICE, 4, 5, new uint256[](0));
        _assertSlice(BOB, 0, 7, _ids(2, 6));
        _assertSlice(BOB, 0, 8, _ids(2, 6, 7));
        _assertSlice(BOB, 7, type(uint256).max, _ids(7));
        _assertSlice(BOB, 8, type(uint256).max, new uint256[](0));
        _assertSlice(BOB, 8, 7, new uint256[](0));
        _assertSlice(BOB, 2, 2, new uint256[](0));
        _assertSlice(BOB, 0, 0, new uint256[](0));
        _assertSlice(address(0), 0, 10, new uint256[](0));
    }

    function test_supportsInterface_namesTheStandards() public view {
        bytes4[5] memory ids = [
            bytes4(0x01ffc9a7),
            bytes4(0x80ac58cd),
            bytes4(0x5b5e139f),
            bytes4(0x2a55205a),
            bytes4(0x49064906)
        ];
        for (uint256 i; i < ids.length; ++i) {
            assertTrue(drop.supportsInterface(ids[i]));
        }
        assertFalse(drop.supportsInterface(0xb45a3c0e));
        assertFalse(drop.supportsInterface(0xffffffff));
        assertFalse(drop.supportsInterface(0x00000000));
        assertFalse(drop.supportsInterface(0xd9b67a26));
    }

    function test_locked_isFalseForTransferableTokens() public view {
        assertFalse(drop.locked(1));
        assertTrue(drop.overview().transferable);
    }

    function _expectNotReceived(address receiver) private {
        expectRevert(ICollectionTypes.NotReceived.selector);
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, receiver, 1);
        expectRevert(ICollectionTypes.NotReceived.selector);
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, receiver, 1, "with data");
    }

    function _assertSlice(address holder, uint256 start, uint256 stop, uint256[] memory expected)
        private
        view
    {
        assertEq(
            abi.encode(drop.tokensOfOwnerIn(holder, start, stop)), abi.encode(expected), "slice"
        );
    }

    function _ids(uint256 first) private pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = first;
    }

    function _ids(uint256 first, uint256 second) private pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        (ids[0], ids[1]) = (first, second);
    }

    function _ids(uint256 first, uint256 second, uint256 third)
        private
        pure
        returns (uint256[] memory ids)
    {
        ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (first, second, third);
    }
}

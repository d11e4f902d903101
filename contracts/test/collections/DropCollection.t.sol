// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {ICollectionFactory} from "../../src/collections/ICollectionFactory.sol";
import {IDropCollection} from "../../src/collections/IDropCollection.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Takes tokens, and remembers what it was told about the last one.
contract TokenReceiver {
    bytes32 public told;

    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4)
    {
        told = keccak256(abi.encode(operator, from, tokenId, data));
        return this.onERC721Received.selector;
    }
}

/// @dev Answers every call, with the wrong word.
contract WrongReceiver {
    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(bytes4(0xdeadbeef));
    }
}

/// @dev Knows nothing of tokens.
contract NoReceiver {}

contract DropCollectionTest is CollectionFixture {
    IDropCollection private drop;

    function setUp() public override {
        super.setUp();
        drop = IDropCollection(address(_create(_params(DROP))));
        _mint(drop, ALICE, 5);
    }

    function test_mint_numbersTokensFromOneInOrder() public {
        vm.expectEmit(address(drop));
        emit IDropCollection.Transfer(address(0), BOB, 6);
        vm.expectEmit(address(drop));
        emit IDropCollection.Transfer(address(0), BOB, 7);
        _mint(drop, BOB, 2);
        assertEq(drop.ownerOf(1), ALICE);
        assertEq(drop.ownerOf(5), ALICE);
        assertEq(drop.ownerOf(6), BOB);
        assertEq(drop.balanceOf(ALICE), 5);
    }

    function test_ownerOf_revertsWhen_thereIsNoSuchToken() public {
        expectRevert(IDropCollection.NoToken.selector, 0);
        drop.ownerOf(0);
        expectRevert(IDropCollection.NoToken.selector, 6);
        drop.ownerOf(6);
        expectRevert(IDropCollection.NoToken.selector, 6);
        drop.tokenURI(6);
        expectRevert(IDropCollection.NoToken.selector, 6);
        drop.getApproved(6);
        expectRevert(IDropCollection.NoToken.selector, 6);
        drop.locked(6);
        expectRevert(ICollection.BadRecipient.selector, address(0));
        drop.balanceOf(address(0));
    }

    function test_transferFrom_movesOneToken() public {
        vm.expectEmit(address(drop));
        emit IDropCollection.Transfer(ALICE, BOB, 3);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 3);
        assertEq(drop.ownerOf(3), BOB);
        assertEq(drop.ownerOf(2), ALICE);
        assertEq(drop.ownerOf(4), ALICE);
        assertEq(drop.balanceOf(ALICE), 4);
        assertEq(drop.balanceOf(BOB), 1);
    }

    function test_transferFrom_toOneselfChangesNothing() public {
        vm.prank(ALICE);
        drop.transferFrom(ALICE, ALICE, 3);
        assertEq(drop.balanceOf(ALICE), 5);
        assertEq(drop.ownerOf(3), ALICE);
    }

    function test_transferFrom_revertsWhen_notAllowed() public {
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(BOB, BOB, 1);
        expectRevert(IDropCollection.NoToken.selector, 6);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 6);
        expectRevert(ICollection.BadRecipient.selector, address(0));
        vm.prank(ALICE);
        drop.transferFrom(ALICE, address(0), 1);
    }

    function test_approve_allowsOneTokenOnce() public {
        vm.expectEmit(address(drop));
        emit IDropCollection.Approval(ALICE, BOB, 2);
        vm.prank(ALICE);
        drop.approve(BOB, 2);
        assertEq(drop.getApproved(2), BOB);
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        vm.prank(BOB);
        drop.transferFrom(ALICE, REFERRER, 2);
        assertEq(drop.getApproved(2), address(0));
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(REFERRER, BOB, 2);
    }

    function test_approve_revertsWhen_notAllowed() public {
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.approve(BOB, 1);
    }

    function test_setApprovalForAll_allowsAnOperator() public {
        vm.expectEmit(address(drop));
        emit IDropCollection.ApprovalForAll(ALICE, BOB, true);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, true);
        assertTrue(drop.isApprovedForAll(ALICE, BOB));
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        vm.prank(BOB);
        drop.approve(REFERRER, 2);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, false);
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 3);
    }

    function test_safeTransferFrom_tellsTheReceiver() public {
        TokenReceiver receiver = new TokenReceiver();
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(receiver), 1, "hello");
        assertEq(receiver.told(), keccak256(abi.encode(ALICE, ALICE, 1, bytes("hello"))));
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, address(receiver), 2);
        assertEq(receiver.told(), keccak256(abi.encode(ALICE, ALICE, 2, bytes(""))));
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, BOB, 3);
        assertEq(drop.ownerOf(3), BOB);
    }

    function test_safeTransferFrom_revertsWhen_theReceiverDoesNotTakeIt() public {
        address[2] memory receivers = [address(new WrongReceiver()), address(new NoReceiver())];
        for (uint256 i; i < 2; ++i) {
            expectRevert(IDropCollection.NotReceived.selector);
            vm.prank(ALICE);
            drop.safeTransferFrom(ALICE, receivers[i], 1);
        }
    }

    function test_mint_asksNoReceiver() public {
        address wallet = address(new NoReceiver());
        vm.deal(wallet, 1 ether);
        _mint(drop, wallet, 1);
        assertEq(drop.ownerOf(6), wallet);
    }

    function test_burn_endsATokenForGood() public {
        vm.expectEmit(address(drop));
        emit IDropCollection.Transfer(ALICE, address(0), 2);
        vm.prank(ALICE);
        drop.burn(2);
        vm.prank(ALICE);
        drop.burnFrom(ALICE, 3);
        assertEq(drop.totalSupply(), 3);
        assertEq(drop.overview().minted, 5);
        assertEq(drop.overview().burned, 2);
        assertEq(drop.balanceOf(ALICE), 3);
        expectRevert(IDropCollection.NoToken.selector, 2);
        drop.ownerOf(2);
        _mint(drop, BOB, 1);
        assertEq(drop.ownerOf(6), BOB);
    }

    function test_burn_revertsWhen_notAllowed() public {
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.burn(1);
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.burnFrom(ALICE, 1);
        expectRevert(IDropCollection.NotAuthorized.selector);
        vm.prank(BOB);
        drop.burnFrom(BOB, 1);
    }

    function test_tokensOfOwnerIn_readsASlice() public {
        _mint(drop, BOB, 2);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 2);
        vm.prank(ALICE);
        drop.burn(4);
        uint256[] memory ids = drop.tokensOfOwnerIn(ALICE, 2, 1000);
        assertEq(ids.length, 2);
        assertEq(ids[0], 3);
        assertEq(ids[1], 5);
        assertEq(drop.tokensOfOwnerIn(BOB, 0, 7).length, 2);
        assertEq(drop.tokensOfOwnerIn(BOB, 0, type(uint256).max).length, 3);
        assertEq(drop.tokensOfOwnerIn(BOB, 8, 7).length, 0);
        assertEq(drop.tokensOfOwnerIn(address(0), 0, 10).length, 0);
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
        assertFalse(drop.supportsInterface(0xd9b67a26));
    }

    function test_soulbound_staysWithItsHolder() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.transferable = false;
        drop = IDropCollection(address(_create(params)));
        vm.expectEmit(address(drop));
        emit IDropCollection.Transfer(address(0), ALICE, 1);
        vm.expectEmit(address(drop));
        emit IDropCollection.Locked(1);
        _mint(drop, ALICE, 1);
        assertTrue(drop.locked(1));
        assertTrue(drop.supportsInterface(0xb45a3c0e));
        assertFalse(drop.overview().transferable);
        expectRevert(IDropCollection.Soulbound.selector);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 1);
        expectRevert(IDropCollection.Soulbound.selector);
        vm.prank(ALICE);
        drop.safeTransferFrom(ALICE, BOB, 1);
        vm.prank(ALICE);
        drop.burn(1);
        assertEq(drop.totalSupply(), 0);
    }

    function test_soulbound_isMovedByNoOperator() public {
        ICollectionFactory.CreateParams memory params = _params(OPEN_EDITION);
        params.transferable = false;
        drop = IDropCollection(address(_create(params)));
        _mint(drop, ALICE, 2);
        vm.prank(ALICE);
        drop.approve(BOB, 1);
        vm.prank(ALICE);
        drop.setApprovalForAll(BOB, true);
        expectRevert(IDropCollection.Soulbound.selector);
        vm.prank(BOB);
        drop.transferFrom(ALICE, BOB, 1);
        expectRevert(IDropCollection.Soulbound.selector);
        vm.prank(BOB);
        drop.safeTransferFrom(ALICE, BOB, 2, "hello");
        vm.prank(BOB);
        drop.burnFrom(ALICE, 2);
        assertEq(drop.balanceOf(ALICE), 1);
    }

    function test_locked_isFalseForTransferableTokens() public view {
        assertFalse(drop.locked(1));
    }
}

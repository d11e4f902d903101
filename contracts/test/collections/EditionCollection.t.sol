// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {IEditionCollection} from "../../src/collections/IEditionCollection.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Takes copies, and remembers what it was told last.
contract CopyReceiver {
    bytes32 public told;

    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external returns (bytes4) {
        told = keccak256(abi.encode(operator, from, id, value, data));
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4) {
        told = keccak256(abi.encode(operator, from, ids, values, data));
        return this.onERC1155BatchReceived.selector;
    }
}

/// @dev Answers every call, with the wrong word.
contract WrongCopyReceiver {
    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(bytes4(0xdeadbeef));
    }
}

/// @dev Knows nothing of tokens.
contract NoCopyReceiver {}

contract EditionCollectionTest is CollectionFixture {
    IEditionCollection private edition;

    function setUp() public override {
        super.setUp();
        edition = IEditionCollection(address(_create(_params(EDITION))));
        _mint(edition, ALICE, 5);
    }

    function test_mint_givesCopiesOfTokenOne() public {
        vm.expectEmit(address(edition));
        emit IEditionCollection.TransferSingle(BOB, address(0), BOB, 1, 2);
        _mint(edition, BOB, 2);
        assertEq(edition.balanceOf(BOB, 1), 2);
        assertEq(edition.balanceOf(BOB, 2), 0);
        assertEq(edition.totalSupply(), 7);
    }

    function test_mint_asksNoReceiver() public {
        address wallet = address(new NoCopyReceiver());
        vm.deal(wallet, 1 ether);
        _mint(edition, wallet, 1);
        assertEq(edition.balanceOf(wallet, 1), 1);
    }

    function test_uri_revertsWhen_thereIsNoSuchToken() public {
        assertEq(edition.uri(1), "https://example.org/metadata/1");
        expectRevert(IEditionCollection.NoToken.selector, 2);
        edition.uri(2);
    }

    function test_safeTransferFrom_movesCopies() public {
        vm.expectEmit(address(edition));
        emit IEditionCollection.TransferSingle(ALICE, ALICE, BOB, 1, 2);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 1, 2, "");
        assertEq(edition.balanceOf(ALICE, 1), 3);
        assertEq(edition.balanceOf(BOB, 1), 2);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, ALICE, 1, 3, "");
        assertEq(edition.balanceOf(ALICE, 1), 3);
    }

    function test_safeTransferFrom_revertsWhen_notAllowed() public {
        expectRevert(IEditionCollection.NotAuthorized.selector);
        vm.prank(BOB);
        edition.safeTransferFrom(ALICE, BOB, 1, 1, "");
        expectRevert(IEditionCollection.BalanceTooLow.selector, 5);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 1, 6, "");
        expectRevert(IEditionCollection.NoToken.selector, 2);
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, BOB, 2, 0, "");
        expectRevert(ICollection.BadRecipient.selector, address(0));
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, address(0), 1, 1, "");
    }

    function test_setApprovalForAll_allowsAnOperator() public {
        vm.expectEmit(address(edition));
        emit IEditionCollection.ApprovalForAll(ALICE, BOB, true);
        vm.prank(ALICE);
        edition.setApprovalForAll(BOB, true);
        assertTrue(edition.isApprovedForAll(ALICE, BOB));
        vm.prank(BOB);
        edition.safeTransferFrom(ALICE, BOB, 1, 1, "");
        vm.prank(BOB);
        edition.burnFrom(ALICE, 1);
        assertEq(edition.balanceOf(ALICE, 1), 3);
    }

    function test_safeTransferFrom_tellsTheReceiver() public {
        CopyReceiver receiver = new CopyReceiver();
        vm.prank(ALICE);
        edition.safeTransferFrom(ALICE, address(receiver), 1, 2, "hello");
        assertEq(receiver.told(), keccak256(abi.encode(ALICE, ALICE, 1, 2, bytes("hello"))));
    }

    function test_safeBatchTransferFrom_movesEveryEntry() public {
        CopyReceiver receiver = new CopyReceiver();
        (uint256[] memory ids, uint256[] memory values) = _batch(2, 1);
        vm.expectEmit(address(edition));
        emit IEditionCollection.TransferBatch(ALICE, ALICE, address(receiver), ids, values);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, address(receiver), ids, values, "hello");
        assertEq(receiver.told(), keccak256(abi.encode(ALICE, ALICE, ids, values, bytes("hello"))));
        assertEq(edition.balanceOf(address(receiver), 1), 3);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, new uint256[](0), new uint256[](0), "");
    }

    function test_safeBatchTransferFrom_revertsWhen_notAllowed() public {
        (uint256[] memory ids, uint256[] memory values) = _batch(3, 3);
        expectRevert(IEditionCollection.BalanceTooLow.selector, 2);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, values, "");
        expectRevert(IEditionCollection.NotAuthorized.selector);
        vm.prank(BOB);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, values, "");
        expectRevert(ICollection.LengthMismatch.selector);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, new uint256[](1), "");
        ids[1] = 2;
        expectRevert(IEditionCollection.NoToken.selector, 2);
        vm.prank(ALICE);
        edition.safeBatchTransferFrom(ALICE, BOB, ids, values, "");
    }

    function test_safeTransferFrom_revertsWhen_theReceiverDoesNotTakeThem() public {
        address[2] memory receivers =
            [address(new WrongCopyReceiver()), address(new NoCopyReceiver())];
        (uint256[] memory ids, uint256[] memory values) = _batch(1, 1);
        for (uint256 i; i < 2; ++i) {
            expectRevert(IEditionCollection.NotReceived.selector);
            vm.prank(ALICE);
            edition.safeTransferFrom(ALICE, receivers[i], 1, 1, "");
            expectRevert(IEditionCollection.NotReceived.selector);
            vm.prank(ALICE);
            edition.safeBatchTransferFrom(ALICE, receivers[i], ids, values, "");
        }
    }

    function test_balanceOfBatch_readsPairs() public {
        address[] memory accounts = new address[](2);
        accounts[0] = ALICE;
        accounts[1] = ALICE;
        uint256[] memory ids = new uint256[](2);
        ids[0] = 1;
        ids[1] = 7;
        uint256[] memory balances = edition.balanceOfBatch(accounts, ids);
        assertEq(balances[0], 5);
        assertEq(balances[1], 0);
        expectRevert(ICollection.LengthMismatch.selector);
        edition.balanceOfBatch(accounts, new uint256[](1));
    }

    function test_burn_endsCopies() public {
        vm.expectEmit(address(edition));
        emit IEditionCollection.TransferSingle(ALICE, ALICE, address(0), 1, 2);
        vm.prank(ALICE);
        edition.burn(2);
        assertEq(edition.totalSupply(), 3);
        assertEq(edition.overview().minted, 5);
        assertEq(edition.overview().burned, 2);
        expectRevert(IEditionCollection.BalanceTooLow.selector, 3);
        vm.prank(ALICE);
        edition.burn(4);
        expectRevert(IEditionCollection.NotAuthorized.selector);
        vm.prank(BOB);
        edition.burnFrom(ALICE, 1);
    }

    function test_supportsInterface_namesTheStandards() public view {
        bytes4[4] memory ids =
            [bytes4(0x01ffc9a7), bytes4(0xd9b67a26), bytes4(0x0e89341c), bytes4(0x2a55205a)];
        for (uint256 i; i < ids.length; ++i) {
            assertTrue(edition.supportsInterface(ids[i]));
        }
        assertFalse(edition.supportsInterface(0x80ac58cd));
        assertFalse(edition.supportsInterface(0xffffffff));
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

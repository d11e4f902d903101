// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC165} from "@openzeppelin/contracts/interfaces/IERC165.sol";
import {IERC1155} from "@openzeppelin/contracts/interfaces/IERC1155.sol";
import {IERC1155MetadataURI} from "@openzeppelin/contracts/interfaces/IERC1155MetadataURI.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ICollection} from "../../src/interfaces/ICollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract EditionHolder is ERC1155Holder {}

contract NumberedHolder is ERC721Holder {}

/// @dev A market that sells copies it was approved for, knowing nothing but the standard.
contract CopyMarket {
    function sell(IERC1155 token, address seller, uint256 quantity) external payable {
        token.safeTransferFrom(seller, msg.sender, 1, quantity, "");
        (address receiver, uint256 royalty) = IERC2981(address(token)).royaltyInfo(1, msg.value);
        payable(receiver).transfer(royalty);
        payable(seller).transfer(msg.value - royalty);
    }
}

/// @dev An edition as markets see it: through the interfaces of OpenZeppelin alone.
contract ERC1155Test is CollectionFixture {
    address private constant CAROL = address(0xF07);
    address private _edition;
    IERC1155 private token;

    function setUp() public override {
        super.setUp();
        _edition = address(_create(_params(EDITION)));
        token = IERC1155(_edition);
        _mint(ICollection(_edition), ALICE, 5);
    }

    function testFuzz_supportsInterface_knowsTheStandardsAndNoOthers(bytes4 id) public view {
        IERC165 erc165 = IERC165(_edition);
        assertTrue(erc165.supportsInterface(type(IERC165).interfaceId));
        assertTrue(erc165.supportsInterface(type(IERC1155).interfaceId));
        assertTrue(erc165.supportsInterface(type(IERC1155MetadataURI).interfaceId));
        assertTrue(erc165.supportsInterface(type(IERC2981).interfaceId));
        assertFalse(erc165.supportsInterface(type(IERC721).interfaceId));
        assertFalse(erc165.supportsInterface(0xffffffff));
        bool isKnown = id == type(IERC165).interfaceId || id == type(IERC1155).interfaceId
            || id == type(IERC1155MetadataURI).interfaceId || id == type(IERC2981).interfaceId;
        assertTrue(erc165.supportsInterface(id) == isKnown);
    }

    function test_uri_isFoundThroughTheStandard() public {
        assertEq(IERC1155MetadataURI(_edition).uri(1), "https://example.org/metadata/1");
        vm.expectEmit(_edition);
        emit IERC1155.URI("ipfs://moved/1", 1);
        vm.prank(CREATOR);
        ICollection(_edition).setBaseUri("ipfs://moved/", 0);
        assertEq(IERC1155MetadataURI(_edition).uri(1), "ipfs://moved/1");
    }

    function test_mintAndBurn_emitTransfersFromAndToNobody() public {
        vm.expectEmit(_edition);
        emit IERC1155.TransferSingle(BOB, address(0), BOB, 1, 3);
        _mint(ICollection(_edition), BOB, 3);
        vm.expectEmit(_edition);
        emit IERC1155.TransferSingle(BOB, BOB, address(0), 1, 2);
        vm.prank(BOB);
        IEditionTokens(_edition).burn(2);
        assertEq(token.balanceOf(BOB, 1), 1);
    }

    function test_safeTransferFrom_emitsTransferSingle() public {
        vm.expectEmit(_edition);
        emit IERC1155.TransferSingle(ALICE, ALICE, CAROL, 1, 2);
        vm.prank(ALICE);
        token.safeTransferFrom(ALICE, CAROL, 1, 2, "");
        assertEq(token.balanceOf(ALICE, 1), 3);
        assertEq(token.balanceOf(CAROL, 1), 2);
    }

    function test_operator_movesCopiesOfItsHolder() public {
        vm.expectEmit(_edition);
        emit IERC1155.ApprovalForAll(ALICE, BOB, true);
        vm.prank(ALICE);
        token.setApprovalForAll(BOB, true);
        assertTrue(token.isApprovedForAll(ALICE, BOB));
        vm.expectEmit(_edition);
        emit IERC1155.TransferSingle(BOB, ALICE, CAROL, 1, 4);
        vm.prank(BOB);
        token.safeTransferFrom(ALICE, CAROL, 1, 4, "");
        vm.expectRevert();
        vm.prank(BOB);
        token.safeTransferFrom(CAROL, BOB, 1, 1, "");
    }

    function test_safeTransfers_reachHoldersAndNobodyElse() public {
        address holder = address(new EditionHolder());
        (uint256[] memory ids, uint256[] memory values) = (new uint256[](2), new uint256[](2));
        (ids[0], ids[1], values[0], values[1]) = (1, 1, 1, 2);
        vm.prank(ALICE);
        token.safeTransferFrom(ALICE, holder, 1, 1, "with data");
        vm.expectEmit(_edition);
        emit IERC1155.TransferBatch(ALICE, ALICE, holder, ids, values);
        vm.prank(ALICE);
        token.safeBatchTransferFrom(ALICE, holder, ids, values, "with data");
        assertEq(token.balanceOf(holder, 1), 4);
        address other = address(new NumberedHolder());
        vm.expectRevert();
        vm.prank(ALICE);
        token.safeTransferFrom(ALICE, other, 1, 1, "");
        values[1] = 0;
        vm.expectRevert();
        vm.prank(ALICE);
        token.safeBatchTransferFrom(ALICE, other, ids, values, "");
        assertEq(token.balanceOf(ALICE, 1), 1);
    }

    function test_balanceOfBatch_readsMany() public {
        _mint(ICollection(_edition), BOB, 2);
        address[] memory accounts = new address[](3);
        uint256[] memory ids = new uint256[](3);
        (accounts[0], accounts[1], accounts[2]) = (ALICE, BOB, BOB);
        (ids[0], ids[1], ids[2]) = (1, 1, 2);
        uint256[] memory balances = token.balanceOfBatch(accounts, ids);
        assertEq(balances[0], 5);
        assertEq(balances[1], 2);
        assertEq(balances[2], 0);
    }

    function test_market_sellsAndPaysTheRoyalty() public {
        CopyMarket market = new CopyMarket();
        vm.prank(ALICE);
        token.setApprovalForAll(address(market), true);
        uint256 before = ALICE.balance;
        vm.prank(BOB);
        market.sell{value: 2 ether}(token, ALICE, 3);
        assertEq(token.balanceOf(BOB, 1), 3);
        assertEq(CREATOR.balance, 0.1 ether);
        assertEq(ALICE.balance - before, 1.9 ether);
    }
}

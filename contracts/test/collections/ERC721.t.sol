// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC165} from "@openzeppelin/contracts/interfaces/IERC165.sol";
import {IERC1155} from "@openzeppelin/contracts/interfaces/IERC1155.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";
import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev ERC-5192, of which OpenZeppelin has no interface.
interface IERC5192 {
    event Locked(uint256 tokenId);
    event Unlocked(uint256 tokenId);

    function locked(uint256 tokenId) external view returns (bool);
}

/// @dev ERC-7572, likewise.
interface IERC7572 {
    event ContractURIUpdated();

    function contractURI() external view returns (string memory);
}

contract TokenHolder is ERC721Holder {}

contract CopyHolder is ERC1155Holder {}

/// @dev A market that sells tokens it was approved for, knowing nothing but the standard.
contract TokenMarket {
    function sell(IERC721 token, address seller, uint256 tokenId) external payable {
        token.safeTransferFrom(seller, msg.sender, tokenId);
        (address receiver, uint256 royalty) =
            IERC2981(address(token)).royaltyInfo(tokenId, msg.value);
        payable(receiver).transfer(royalty);
        payable(seller).transfer(msg.value - royalty);
    }
}

/// @dev A drop as markets see it: through the interfaces of OpenZeppelin alone.
contract ERC721Test is CollectionFixture {
    address private constant CAROL = address(0xF07);
    address private _drop;
    IERC721 private token;

    function setUp() public override {
        super.setUp();
        _drop = address(_create(_params(DROP)));
        token = IERC721(_drop);
        _mint(ICollection(_drop), ALICE, 5);
    }

    function test_supportsInterface_knowsTheStandardsByTheirIds() public view {
        IERC165 erc165 = IERC165(_drop);
        assertTrue(erc165.supportsInterface(type(IERC165).interfaceId));
        assertTrue(erc165.supportsInterface(type(IERC721).interfaceId));
        assertTrue(erc165.supportsInterface(type(IERC721Metadata).interfaceId));
        assertTrue(erc165.supportsInterface(type(IERC2981).interfaceId));
        // ERC-4906 has no functions, so its id is a constant of the standard.
        assertTrue(erc165.supportsInterface(0x49064906));
        assertFalse(erc165.supportsInterface(type(IERC5192).interfaceId));
        assertFalse(erc165.supportsInterface(type(IERC721Enumerable).interfaceId));
        assertFalse(erc165.supportsInterface(type(IERC1155).interfaceId));
        assertFalse(erc165.supportsInterface(0xffffffff));
    }

    function testFuzz_supportsInterface_knowsNoOthers(bytes4 id) public view {
        bool isKnown = id == type(IERC165).interfaceId || id == type(IERC721).interfaceId
            || id == type(IERC721Metadata).interfaceId || id == type(IERC2981).interfaceId
            || id == 0x49064906;
        assertTrue(IERC165(_drop).supportsInterface(id) == isKnown);
    }

    function test_metadata_isFoundThroughTheStandard() public view {
        IERC721Metadata metadata = IERC721Metadata(_drop);
        assertEq(metadata.name(), "Tide Tables");
        assertEq(metadata.symbol(), "TIDE");
        assertEq(metadata.tokenURI(3), "https://example.org/metadata/3");
        assertEq(IERC7572(_drop).contractURI(), "https://example.org/collection.json");
    }

    function test_balanceOfAndOwnerOf_agree() public {
        assertEq(token.balanceOf(ALICE), 5);
        for (uint256 id = 1; id < 6; ++id) {
            assertEq(token.ownerOf(id), ALICE);
        }
        assertEq(token.balanceOf(BOB), 0);
        vm.expectRevert();
        token.balanceOf(address(0));
        vm.expectRevert();
        token.ownerOf(6);
    }

    function test_transferFrom_emitsTransferAndClearsTheApproval() public {
        vm.prank(ALICE);
        token.approve(BOB, 2);
        vm.expectEmit(_drop);
        emit IERC721.Transfer(ALICE, CAROL, 2);
        vm.prank(BOB);
        token.transferFrom(ALICE, CAROL, 2);
        assertEq(token.ownerOf(2), CAROL);
        assertEq(token.getApproved(2), address(0));
        vm.expectRevert();
        vm.prank(BOB);
        token.transferFrom(CAROL, BOB, 2);
    }

    function test_mintAndBurn_emitTransfersFromAndToNobody() public {
        vm.expectEmit(_drop);
        emit IERC721.Transfer(address(0), BOB, 6);
        _mint(ICollection(_drop), BOB, 1);
        vm.expectEmit(_drop);
        emit IERC721.Transfer(BOB, address(0), 6);
        vm.prank(BOB);
        IDropTokens(_drop).burn(6);
        vm.expectRevert();
        token.ownerOf(6);
    }

    function test_approve_emitsApproval() public {
        vm.expectEmit(_drop);
        emit IERC721.Approval(ALICE, BOB, 4);
        vm.prank(ALICE);
        token.approve(BOB, 4);
        assertEq(token.getApproved(4), BOB);
    }

    function test_operator_movesEveryTokenOfItsHolder() public {
        vm.expectEmit(_drop);
        emit IERC721.ApprovalForAll(ALICE, BOB, true);
        vm.prank(ALICE);
        token.setApprovalForAll(BOB, true);
        assertTrue(token.isApprovedForAll(ALICE, BOB));
        for (uint256 id = 1; id < 6; ++id) {
            vm.prank(BOB);
            token.transferFrom(ALICE, CAROL, id);
        }
        assertEq(token.balanceOf(CAROL), 5);
        vm.expectRevert();
        vm.prank(BOB);
        token.transferFrom(CAROL, BOB, 1);
    }

    function test_safeTransferFrom_reachesHoldersAndNobodyElse() public {
        address holder = address(new TokenHolder());
        vm.prank(ALICE);
        token.safeTransferFrom(ALICE, holder, 1);
        vm.prank(ALICE);
        token.safeTransferFrom(ALICE, holder, 2, "with data");
        assertEq(token.balanceOf(holder), 2);
        address other = address(new CopyHolder());
        vm.expectRevert();
        vm.prank(ALICE);
        token.safeTransferFrom(ALICE, other, 3);
        vm.prank(ALICE);
        token.transferFrom(ALICE, other, 3);
        assertEq(token.ownerOf(3), other);
    }

    function test_market_sellsAndPaysTheRoyalty() public {
        TokenMarket market = new TokenMarket();
        vm.prank(ALICE);
        token.approve(address(market), 3);
        uint256 before = ALICE.balance;
        vm.prank(BOB);
        market.sell{value: 2 ether}(token, ALICE, 3);
        assertEq(token.ownerOf(3), BOB);
        assertEq(CREATOR.balance, 0.1 ether);
        assertEq(ALICE.balance - before, 1.9 ether);
        vm.expectRevert();
        vm.prank(BOB);
        market.sell{value: 2 ether}(token, ALICE, 4);
    }

    function test_metadataUpdates_areToldInTheWordsOfTheStandards() public {
        vm.expectEmit(_drop);
        emit IERC4906.BatchMetadataUpdate(1, type(uint256).max);
        vm.prank(CREATOR);
        ICollection(_drop).setBaseUri("ipfs://moved/", 0);
        vm.expectEmit(_drop);
        emit IERC7572.ContractURIUpdated();
        vm.prank(CREATOR);
        ICollection(_drop).setContractUri("ipfs://page");
    }

    function test_soulboundTokens_followErc5192() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.transferable = false;
        address soulbound = address(_create(params));
        assertTrue(IERC165(soulbound).supportsInterface(type(IERC5192).interfaceId));
        assertTrue(IERC165(soulbound).supportsInterface(type(IERC721).interfaceId));
        vm.expectEmit(soulbound);
        emit IERC5192.Locked(1);
        _mint(ICollection(soulbound), ALICE, 1);
        assertTrue(IERC5192(soulbound).locked(1));
        vm.expectRevert();
        vm.prank(ALICE);
        IERC721(soulbound).transferFrom(ALICE, BOB, 1);
        assertFalse(IERC5192(_drop).locked(1));
    }
}

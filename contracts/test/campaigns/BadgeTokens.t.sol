// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICampaignBadges} from "../../src/interfaces/ICampaignBadges.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {BadgeFixture} from "./BadgeFixture.sol";

/// @dev Badges as tokens that never move, their metadata, and the owner's settings.
contract BadgeTokensTest is BadgeFixture {
    // --- soulbound ------------------------------------------------------------------------------

    function test_badges_neitherMoveNorCanBeApproved() public {
        _claim(_voucher(ALICE));
        uint256 tokenId = _id(ALICE);
        bytes[5] memory calls = [
            abi.encodeCall(ICampaignBadges.transferFrom, (ALICE, BOB, tokenId)),
            abi.encodeWithSignature(
                "safeTransferFrom(address,address,uint256)", ALICE, BOB, tokenId
            ),
            abi.encodeWithSignature(
                    "safeTransferFrom(address,address,uint256,bytes)", ALICE, BOB, tokenId, ""
                ),
            abi.encodeCall(ICampaignBadges.approve, (BOB, tokenId)),
            abi.encodeCall(ICampaignBadges.setApprovalForAll, (BOB, true))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(ALICE);
            (bool isDone, bytes memory reason) = address(badges).call(calls[i]);
            assertFalse(isDone);
            assertEq(reason, abi.encodeWithSelector(ICampaignBadges.Soulbound.selector));
        }
        assertEq(badges.ownerOf(tokenId), ALICE);
        assertEq(badges.getApproved(tokenId), address(0));
        assertFalse(badges.isApprovedForAll(ALICE, BOB));
        assertTrue(badges.locked(tokenId));
    }

    function test_readsOfABadge_revertWhen_itIsNotHeld() public {
        uint256 tokenId = _id(ALICE);
        bytes[4] memory reads = [
            abi.encodeCall(ICampaignBadges.ownerOf, (tokenId)),
            abi.encodeCall(ICampaignBadges.tokenURI, (tokenId)),
            abi.encodeCall(ICampaignBadges.locked, (tokenId)),
            abi.encodeCall(ICampaignBadges.getApproved, (tokenId))
        ];
        for (uint256 i; i < reads.length; ++i) {
            (bool isDone, bytes memory reason) = address(badges).call(reads[i]);
            assertFalse(isDone);
            assertEq(reason, abi.encodeWithSelector(ICampaignBadges.NoBadge.selector, tokenId));
        }
    }

    function test_balanceOf_revertsWhen_theAccountIs0() public {
        expectRevert(ICampaignBadges.ZeroAccount.selector);
        badges.balanceOf(address(0));
    }

    function testFuzz_tokenIdOf_holdsRewardAndAccount(
        bytes32 campaignId,
        bytes32 rewardId,
        address account
    ) public view {
        uint256 tokenId = badges.tokenIdOf(campaignId, rewardId, account);
        assertEq(address(uint160(tokenId)), account);
        uint256 reward = uint256(keccak256(abi.encode(campaignId, rewardId)));
        assertEq(tokenId >> 160, reward >> 160);
    }

    function test_supportsInterface_namesItsStandards() public view {
        bytes4[5] memory ids = [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0x49064906, 0xb45a3c0e];
        for (uint256 i; i < ids.length; ++i) {
            assertTrue(badges.supportsInterface(ids[i]));
        }
        assertFalse(badges.supportsInterface(0xffffffff));
    }

    function test_eip712Domain_isThatOfTheVouchers() public view {
        (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        ) = badges.eip712Domain();
        assertEq(bytes32(fields), bytes32(bytes1(0x0f)));
        assertEq(name, "CampaignBadges");
        assertEq(version, "1");
        assertEq(chainId, block.chainid);
        assertEq(verifyingContract, address(badges));
        assertEq(uint256(salt) + extensions.length, 0);
        assertEq(badges.name(), "Campaign badges");
        assertEq(badges.symbol(), "BADGE");
    }

    // --- metadata -------------------------------------------------------------------------------

    function test_tokenURI_isBaseUriAndTheDigitsOfTheReward() public {
        vm.expectEmit(address(badges));
        emit ICampaignBadges.BaseUriChanged("https://mint.example.org/api/badges/");
        vm.expectEmit(address(badges));
        emit ICampaignBadges.BatchMetadataUpdate(0, type(uint256).max);
        vm.prank(OPERATOR);
        badges.setBaseUri("https://mint.example.org/api/badges/");
        _claim(_voucher(ALICE));
        _claim(_voucher(BOB));
        // The first 24 digits of keccak256(keccak256("stamp-card"), keccak256("full")).
        string memory digits = _digits(_id(ALICE));
        string memory uri = string.concat("https://mint.example.org/api/badges/", digits);
        assertEq(badges.tokenURI(_id(ALICE)), uri);
        assertEq(badges.tokenURI(_id(BOB)), uri);
    }

    function test_setRewardUri_isForOneRewardUntilItIsEmpty() public {
        vm.prank(OPERATOR);
        badges.setBaseUri("https://mint.example.org/");
        _claim(_voucher(ALICE));
        uint256 first = badges.tokenIdOf(CAMPAIGN, REWARD, address(0));
        vm.expectEmit(address(badges));
        emit ICampaignBadges.RewardUriChanged(CAMPAIGN, REWARD, "ipfs://full");
        vm.expectEmit(address(badges));
        emit ICampaignBadges.BatchMetadataUpdate(first, first | type(uint160).max);
        vm.prank(OPERATOR);
        badges.setRewardUri(CAMPAIGN, REWARD, "ipfs://full");
        assertEq(badges.tokenURI(_id(ALICE)), "ipfs://full");
        vm.prank(OPERATOR);
        badges.setRewardUri(CAMPAIGN, REWARD, "");
        assertEq(
            badges.tokenURI(_id(ALICE)),
            string.concat("https://mint.example.org/", _digits(_id(ALICE)))
        );
    }

    function test_uris_revertWhen_theyAreTooLong() public {
        string memory long = string(new bytes(1025));
        expectRevert(ICampaignBadges.BadUri.selector);
        vm.prank(OPERATOR);
        badges.setBaseUri(long);
        expectRevert(ICampaignBadges.BadUri.selector);
        vm.prank(OPERATOR);
        badges.setRewardUri(CAMPAIGN, REWARD, long);
        vm.prank(OPERATOR);
        badges.setBaseUri(string(new bytes(1024)));
    }

    // --- the owner ------------------------------------------------------------------------------

    function test_settings_revertWhen_theCallerIsNotTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        badges.setSigner(ALICE, FOR_EVER);
        expectRevert(IOwned.NotOwner.selector);
        badges.setBaseUri("");
        expectRevert(IOwned.NotOwner.selector);
        badges.setRewardUri(CAMPAIGN, REWARD, "");
        expectRevert(IOwned.NotOwner.selector);
        badges.transferOwnership(ALICE);
    }

    function test_ownership_movesInTwoSteps() public {
        vm.prank(OPERATOR);
        badges.transferOwnership(ALICE);
        assertEq(badges.owner(), OPERATOR);
        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(BOB);
        badges.acceptOwnership();
        vm.prank(ALICE);
        badges.acceptOwnership();
        assertEq(badges.owner(), ALICE);
        assertEq(badges.pendingOwner(), address(0));
    }

    function _digits(uint256 tokenId) private pure returns (string memory) {
        bytes memory all = bytes(vm.toString(abi.encodePacked(uint96(tokenId >> 160))));
        // Without the 0x.
        bytes memory digits = new bytes(24);
        for (uint256 i; i < 24; ++i) {
            digits[i] = all[i + 2];
        }
        return string(digits);
    }
}

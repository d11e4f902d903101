// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICampaignBadges} from "../../src/interfaces/ICampaignBadges.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {BadgeFixture} from "./BadgeFixture.sol";

/// @dev Claiming a badge with a voucher, and the keys that sign vouchers.
contract BadgeClaimsTest is BadgeFixture {
    uint256 private constant ORDER =
        0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    // --- a right voucher ------------------------------------------------------------------------

    function test_claim_givesTheBadgeAndLogsCampaignAndReward() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        bytes memory signature = _sign(KEY, voucher);
        uint256 tokenId = _id(ALICE);
        vm.expectEmit(address(badges));
        emit ICampaignBadges.Transfer(address(0), ALICE, tokenId);
        vm.expectEmit(address(badges));
        emit ICampaignBadges.Locked(tokenId);
        vm.expectEmit(address(badges));
        emit ICampaignBadges.BadgeClaimed(CAMPAIGN, REWARD, ALICE, tokenId, 1);
        vm.prank(ALICE);
        badges.claim(voucher, signature);
        assertEq(badges.ownerOf(tokenId), ALICE);
        assertEq(badges.balanceOf(ALICE), 1);
    }

    function test_claim_worksInTheLastSecondAndNotAfterIt() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        bytes memory signature = _sign(KEY, voucher);
        uint256 state = vm.snapshotState();
        vm.warp(voucher.deadline);
        assertEq(badges.canClaim(voucher, signature), 0);
        vm.prank(ALICE);
        badges.claim(voucher, signature);
        vm.revertToState(state);
        vm.warp(uint256(voucher.deadline) + 1);
        assertEq(badges.canClaim(voucher, signature), 2);
        expectRevert(ICampaignBadges.Expired.selector, uint256(voucher.deadline));
        vm.prank(ALICE);
        badges.claim(voucher, signature);
    }

    function test_claim_givesEachAccountCampaignAndRewardItsOwnBadge() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        _claim(voucher);
        voucher.rewardId = keccak256("half");
        _claim(voucher);
        voucher.campaignId = keccak256("guild-battle");
        _claim(voucher);
        _claim(_voucher(BOB));
        assertEq(badges.balanceOf(ALICE), 3);
        assertEq(badges.balanceOf(BOB), 1);
    }

    function testFuzz_hashVoucher_isTheHashOfEip712(ICampaignBadges.Voucher memory voucher)
        public
        view
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("CampaignBadges"),
                keccak256("1"),
                block.chainid,
                address(badges)
            )
        );
        bytes32 typeHash = keccak256(
            "Voucher(bytes32 campaignId,bytes32 rewardId,address account,uint64 nonce,uint64 deadline)"
        );
        bytes32 fields = keccak256(
            abi.encode(
                typeHash,
                voucher.campaignId,
                voucher.rewardId,
                voucher.account,
                voucher.nonce,
                voucher.deadline
            )
        );
        assertEq(
            badges.hashVoucher(voucher), keccak256(abi.encodePacked(hex"1901", domain, fields))
        );
    }

    // --- a wrong voucher ------------------------------------------------------------------------

    function test_claim_revertsWhen_anotherAccountUsesTheVoucher() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        bytes memory signature = _sign(KEY, voucher);
        expectRevert(ICampaignBadges.NotVoucherAccount.selector, ALICE);
        vm.prank(BOB);
        badges.claim(voucher, signature);
    }

    function test_claim_revertsWhen_theBadgeIsHeld() public {
        _claim(_voucher(ALICE));
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        for (uint64 nonce = 1; nonce < 3; ++nonce) {
            voucher.nonce = nonce;
            bytes memory signature = _sign(KEY, voucher);
            assertEq(badges.canClaim(voucher, signature), 1);
            expectRevert(ICampaignBadges.AlreadyClaimed.selector, _id(ALICE));
            vm.prank(ALICE);
            badges.claim(voucher, signature);
        }
    }

    function test_claim_revertsWhen_theNonceIs0() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        voucher.nonce = 0;
        bytes memory signature = _sign(KEY, voucher);
        assertEq(badges.canClaim(voucher, signature), 1);
        expectRevert(ICampaignBadges.AlreadyClaimed.selector, _id(ALICE));
        vm.prank(ALICE);
        badges.claim(voucher, signature);
    }

    function test_claim_revertsWhen_anotherKeySigned() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        _refused(voucher, _sign(NEXT_KEY, voucher), vm.addr(NEXT_KEY));
    }

    function test_claim_revertsWhen_theSignatureHasAnotherForm() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, badges.hashVoucher(voucher));
        bytes32 high = bytes32(ORDER - uint256(s));
        bytes[5] memory signatures = [
            bytes(""),
            abi.encodePacked(r, s),
            abi.encodePacked(r, s, v, v),
            abi.encodePacked(r, high, v == 27 ? uint8(28) : uint8(27)),
            abi.encodePacked(r, s, v - 27)
        ];
        for (uint256 i; i < signatures.length; ++i) {
            _refused(voucher, signatures[i], address(0));
        }
    }

    function testFuzz_claim_revertsWhen_anyFieldWasChanged(uint256 change, uint256 field) public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        bytes memory signature = _sign(KEY, voucher);
        change = bound(change, 1, type(uint64).max);
        field = bound(field, 0, 3);
        if (field == 0) voucher.campaignId ^= bytes32(change);
        if (field == 1) voucher.rewardId ^= bytes32(change);
        if (field == 2) voucher.nonce ^= uint64(change);
        if (field == 3) {
            voucher.deadline ^= uint64(change);
            vm.assume(voucher.deadline >= NOW);
        }
        assertEq(badges.canClaim(voucher, signature) & 4, 4);
        vm.expectRevert();
        vm.prank(ALICE);
        badges.claim(voucher, signature);
        // For another account it is another voucher.
        voucher = _voucher(BOB);
        vm.expectRevert();
        vm.prank(BOB);
        badges.claim(voucher, signature);
    }

    function test_claim_revertsWhen_itWasSignedForAnotherContractOrChain() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        ICampaignBadges other = _deployBadges();
        bytes memory foreign = _signHash(KEY, other.hashVoucher(voucher));
        assertEq(badges.canClaim(voucher, foreign), 4);
        vm.expectRevert();
        vm.prank(ALICE);
        badges.claim(voucher, foreign);
        bytes memory signature = _sign(KEY, voucher);
        vm.chainId(10);
        assertEq(badges.canClaim(voucher, signature), 4);
        vm.expectRevert();
        vm.prank(ALICE);
        badges.claim(voucher, signature);
    }

    function test_canClaim_sumsAllReasons() public {
        _claim(_voucher(ALICE));
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        vm.warp(uint256(voucher.deadline) + 1);
        assertEq(badges.canClaim(voucher, ""), 7);
    }

    // --- a badge that is gone -------------------------------------------------------------------

    function test_claim_ofARemovedBadgeNeedsAHigherNonce() public {
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        voucher.nonce = 3;
        _claim(voucher);
        uint256 tokenId = _id(ALICE);
        vm.prank(ALICE);
        badges.burn(tokenId);
        for (uint64 nonce = 2; nonce < 4; ++nonce) {
            voucher.nonce = nonce;
            bytes memory signature = _sign(KEY, voucher);
            expectRevert(ICampaignBadges.AlreadyClaimed.selector, _id(ALICE));
            vm.prank(ALICE);
            badges.claim(voucher, signature);
        }
        voucher.nonce = 4;
        _claim(voucher);
        assertEq(badges.balanceOf(ALICE), 1);
    }

    function test_burn_isForTheHolderAlone() public {
        _claim(_voucher(ALICE));
        uint256 tokenId = _id(ALICE);
        expectRevert(ICampaignBadges.NotHolder.selector);
        vm.prank(BOB);
        badges.burn(tokenId);
        vm.expectEmit(address(badges));
        emit ICampaignBadges.Transfer(ALICE, address(0), tokenId);
        vm.prank(ALICE);
        badges.burn(tokenId);
        assertEq(badges.balanceOf(ALICE), 0);
        expectRevert(ICampaignBadges.NoBadge.selector, tokenId);
        vm.prank(ALICE);
        badges.burn(tokenId);
    }

    function test_revoke_isForTheOwnerWithAPublicReason() public {
        _claim(_voucher(ALICE));
        uint256 tokenId = _id(ALICE);
        expectRevert(IOwned.NotOwner.selector);
        badges.revoke(tokenId, "Two wallets of one person.");
        string[2] memory bad = ["", string(new bytes(281))];
        for (uint256 i; i < 2; ++i) {
            expectRevert(ICampaignBadges.BadReason.selector);
            vm.prank(OPERATOR);
            badges.revoke(tokenId, bad[i]);
        }
        vm.expectEmit(address(badges));
        emit ICampaignBadges.Transfer(ALICE, address(0), tokenId);
        vm.expectEmit(address(badges));
        emit ICampaignBadges.BadgeRevoked(tokenId, "Two wallets of one person.");
        vm.prank(OPERATOR);
        badges.revoke(tokenId, "Two wallets of one person.");
        expectRevert(ICampaignBadges.NoBadge.selector, tokenId);
        vm.prank(OPERATOR);
        badges.revoke(tokenId, string(new bytes(280)));
    }

    // --- keys -----------------------------------------------------------------------------------

    function test_setSigner_letsTwoKeysOverlapUntilTheOldOneEnds() public {
        _setSigner(KEY, NOW + 600);
        _setSigner(NEXT_KEY, FOR_EVER);
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        assertEq(badges.canClaim(voucher, _sign(KEY, voucher)), 0);
        assertEq(badges.canClaim(voucher, _sign(NEXT_KEY, voucher)), 0);
        vm.warp(NOW + 601);
        assertEq(badges.canClaim(voucher, _sign(KEY, voucher)), 4);
        assertEq(badges.canClaim(voucher, _sign(NEXT_KEY, voucher)), 0);
    }

    function test_setSigner_endsAKeyAtOnce() public {
        vm.expectEmit(address(badges));
        emit ICampaignBadges.SignerChanged(vm.addr(KEY), 0);
        _setSigner(KEY, 0);
        assertEq(badges.acceptedUntil(vm.addr(KEY)), 0);
        ICampaignBadges.Voucher memory voucher = _voucher(ALICE);
        _refused(voucher, _sign(KEY, voucher), vm.addr(KEY));
    }

    function test_setSigner_revertsWhen_itIsNoSignerOrItsEndIsPast() public {
        expectRevert(ICampaignBadges.BadSigner.selector);
        vm.prank(OPERATOR);
        badges.setSigner(address(0), FOR_EVER);
        expectRevert(ICampaignBadges.BadSigner.selector);
        vm.prank(OPERATOR);
        badges.setSigner(ALICE, NOW - 1);
    }

    function _refused(
        ICampaignBadges.Voucher memory voucher,
        bytes memory signature,
        address signer
    ) private {
        assertEq(badges.canClaim(voucher, signature), 4);
        expectRevert(ICampaignBadges.NotSigned.selector, signer);
        vm.prank(voucher.account);
        badges.claim(voucher, signature);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICampaignBadges} from "../../src/interfaces/ICampaignBadges.sol";
import {TestBase} from "../TestBase.sol";

/// @dev A contract of badges with one accepted key, and vouchers of it.
abstract contract BadgeFixture is TestBase {
    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant KEY = 0xA11;
    uint256 internal constant NEXT_KEY = 0xB22;
    uint256 internal constant FOR_EVER = type(uint256).max;
    address internal constant OPERATOR = address(0xF01);
    address internal constant ALICE = address(0xA11CE);
    address internal constant BOB = address(0xB0B);
    bytes32 internal constant CAMPAIGN = keccak256("stamp-card");
    bytes32 internal constant REWARD = keccak256("full");

    ICampaignBadges internal badges;

    function setUp() public virtual {
        vm.warp(NOW);
        badges = _deployBadges();
        _setSigner(KEY, FOR_EVER);
    }

    function _deployBadges() internal returns (ICampaignBadges) {
        // From the compiler's output: in every test contract it would be compiled once more.
        return
            ICampaignBadges(
                vm.deployCode("CampaignBadges.sol:CampaignBadges", abi.encode(OPERATOR))
            );
    }

    function _setSigner(uint256 key, uint256 until) internal {
        vm.prank(OPERATOR);
        badges.setSigner(vm.addr(key), until);
    }

    function _voucher(address account) internal pure returns (ICampaignBadges.Voucher memory) {
        return ICampaignBadges.Voucher(CAMPAIGN, REWARD, account, 1, uint64(NOW + 1 days));
    }

    function _id(address account) internal view returns (uint256) {
        return badges.tokenIdOf(CAMPAIGN, REWARD, account);
    }

    function _sign(uint256 key, ICampaignBadges.Voucher memory voucher)
        internal
        view
        returns (bytes memory)
    {
        return _signHash(key, badges.hashVoucher(voucher));
    }

    function _signHash(uint256 key, bytes32 hash) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }

    /// @dev Claims with a voucher of the accepted key.
    function _claim(ICampaignBadges.Voucher memory voucher) internal {
        bytes memory signature = _sign(KEY, voucher);
        vm.prank(voucher.account);
        badges.claim(voucher, signature);
    }
}

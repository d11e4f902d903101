// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICampaignBadges} from "../../src/interfaces/ICampaignBadges.sol";
import {TestBase} from "../TestBase.sol";
import {GasTest} from "./GasTest.sol";

/// @dev Measures every row of badges in `tools/bench/gas-rows.ts`.
contract BadgeGasTest is GasTest, TestBase {
    uint256 private constant KEY = 0xA11;

    address private _operator;
    ICampaignBadges private _badges;

    function test_badges_costWhatTheSnapshotSays() public {
        _begin("badges", "claim");
        _operator = _account(0);
        _badges = ICampaignBadges(_install("CampaignBadges", abi.encode(_operator)));
        bytes memory data =
            abi.encodeCall(ICampaignBadges.setSigner, (TestBase.vm.addr(KEY), type(uint256).max));
        _send(_operator, address(_badges), 0, data);
        address account = _account(1 ether);
        _claim("badge claim", account, "full");
        _claim("badge claim, second of an account", account, "half");
        uint256 tokenId = _badges.tokenIdOf(_fullWord("campaign"), _fullWord("full"), account);
        _measure(
            "badge burn",
            account,
            address(_badges),
            0,
            abi.encodeCall(ICampaignBadges.burn, (tokenId))
        );
    }

    function _claim(string memory row, address account, bytes memory reward) private {
        ICampaignBadges.Voucher memory voucher = ICampaignBadges.Voucher(
            _fullWord("campaign"), _fullWord(reward), account, 1, uint64(NOW + 1 days)
        );
        (uint8 v, bytes32 r, bytes32 s) = TestBase.vm.sign(KEY, _badges.hashVoucher(voucher));
        bytes memory data =
            abi.encodeCall(ICampaignBadges.claim, (voucher, abi.encodePacked(r, s, v)));
        _measure(row, account, address(_badges), 0, data);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICampaignBadges} from "../../src/interfaces/ICampaignBadges.sol";
import {TestBase, Vm} from "../TestBase.sol";

/// @dev Actions on a contract of badges, and who should hold each badge as the logs of the calls have
///      it.
contract BadgeHandler is TestBase {
    uint256 public constant PEOPLE = 4;
    uint256 public constant REWARDS = 3;
    uint256 private constant KEYS = 2;
    uint256 private constant NOW = 1_800_000_000;
    address private constant OPERATOR = address(0xF01);
    bytes32 private constant CAMPAIGN = keccak256("campaign");

    ICampaignBadges public badges;
    /// @dev What the logs add up to.
    mapping(uint256 tokenId => address holder) public holderByLogs;
    mapping(uint256 tokenId => uint256 nonce) public nonceByLogs;
    mapping(uint256 key => uint256 until) private _untilByKey;
    /// @dev The first expectation of an action that failed.
    string public broken;

    constructor() {
        vm.warp(NOW);
        bytes memory arguments = abi.encode(OPERATOR);
        badges = ICampaignBadges(vm.deployCode("CampaignBadges.sol:CampaignBadges", arguments));
        setSigner(0, type(uint256).max, true);
    }

    function claim(uint256 seed, uint64 nonce, uint256 change) external {
        (address account, address other, bytes32 rewardId) = _pick(seed);
        // Mostly a nonce and a deadline that count.
        ICampaignBadges.Voucher memory voucher = ICampaignBadges.Voucher(
            CAMPAIGN,
            rewardId,
            account,
            uint64(bound(nonce, 0, 5)),
            uint64(NOW - 1 + bound(seed >> 64, 0, 3))
        );
        uint256 key = seed >> 48 & 1;
        bytes memory signature = _sign(key, voucher);
        bool isChanged = change % 8 == 0;
        if (isChanged) voucher.rewardId = keccak256(abi.encode(rewardId));
        bool isAllowed = !isChanged && _untilByKey[key] >= NOW && _isOpen(voucher);
        bool canClaim = badges.canClaim(voucher, signature) == 0;
        _expect(canClaim == isAllowed, "canClaim says who can claim");
        bool isDone = _call(other, abi.encodeCall(ICampaignBadges.claim, (voucher, signature)));
        _expect(isDone == (isAllowed && other == account), "a voucher is used once, by its account");
    }

    function burn(uint256 seed) external {
        (address account, address other, bytes32 rewardId) = _pick(seed);
        uint256 tokenId = badges.tokenIdOf(CAMPAIGN, rewardId, account);
        bool isHeld = holderByLogs[tokenId] == account;
        bool isDone = _call(other, abi.encodeCall(ICampaignBadges.burn, (tokenId)));
        _expect(isDone == (isHeld && other == account), "holders burn their own badges");
    }

    function revoke(uint256 seed, bool isByOperator) external {
        (address account, address other, bytes32 rewardId) = _pick(seed);
        uint256 tokenId = badges.tokenIdOf(CAMPAIGN, rewardId, account);
        bool isHeld = holderByLogs[tokenId] == account;
        bytes memory data = abi.encodeCall(ICampaignBadges.revoke, (tokenId, "A reason."));
        bool isDone = _call(isByOperator ? OPERATOR : other, data);
        _expect(isDone == (isHeld && isByOperator), "the owner revokes what is held");
    }

    function move(uint256 seed) external {
        (address account, address other, bytes32 rewardId) = _pick(seed);
        uint256 tokenId = badges.tokenIdOf(CAMPAIGN, rewardId, account);
        bytes memory data = abi.encodeCall(ICampaignBadges.transferFrom, (account, other, tokenId));
        _expect(!_call(account, data), "no badge moves");
    }

    function setSigner(uint256 seed, uint256 until, bool isByOperator) public {
        uint256 key = seed % KEYS;
        // Ended, past, and accepted.
        uint256[4] memory ends = [0, NOW - 1, NOW, type(uint256).max];
        until = ends[until % 4];
        bytes memory data =
            abi.encodeCall(ICampaignBadges.setSigner, (vm.addr(_secret(key)), until));
        bool isDone = _call(isByOperator ? OPERATOR : address(0xA11CE), data);
        _expect(isDone == (isByOperator && until != NOW - 1), "the owner names the keys");
        if (isDone) _untilByKey[key] = until;
    }

    function accountAt(uint256 index) public pure returns (address) {
        return address(uint160(0xAC7000 + index));
    }

    function idAt(uint256 reward, uint256 account) external view returns (uint256) {
        return badges.tokenIdOf(CAMPAIGN, _rewardId(reward), accountAt(account));
    }

    function _pick(uint256 seed)
        private
        pure
        returns (address account, address other, bytes32 rewardId)
    {
        account = accountAt(seed % PEOPLE);
        // Often the same one.
        other = seed >> 8 & 3 != 0 ? account : accountAt((seed >> 16) % PEOPLE);
        rewardId = _rewardId((seed >> 32) % REWARDS);
    }

    function _isOpen(ICampaignBadges.Voucher memory voucher) private view returns (bool) {
        uint256 tokenId = badges.tokenIdOf(CAMPAIGN, voucher.rewardId, voucher.account);
        bool isHeld = holderByLogs[tokenId] != address(0);
        return voucher.deadline >= NOW && !isHeld && voucher.nonce > nonceByLogs[tokenId];
    }

    function _sign(uint256 key, ICampaignBadges.Voucher memory voucher)
        private
        view
        returns (bytes memory)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_secret(key), badges.hashVoucher(voucher));
        return abi.encodePacked(r, s, v);
    }

    function _rewardId(uint256 index) private pure returns (bytes32) {
        return keccak256(abi.encode("reward", index));
    }

    function _secret(uint256 key) private pure returns (uint256) {
        return 0xA11 + key;
    }

    function _call(address sender, bytes memory data) private returns (bool isDone) {
        vm.recordLogs();
        vm.prank(sender);
        (isDone,) = address(badges).call(data);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        // Logs of a call that was undone are recorded all the same.
        for (uint256 i; isDone && i < logs.length; ++i) {
            _read(logs[i]);
        }
    }

    function _read(Vm.Log memory log) private {
        if (log.topics[0] == ICampaignBadges.Transfer.selector) {
            holderByLogs[uint256(log.topics[3])] = address(uint160(uint256(log.topics[2])));
        } else if (log.topics[0] == ICampaignBadges.BadgeClaimed.selector) {
            (uint256 tokenId, uint64 nonce) = abi.decode(log.data, (uint256, uint64));
            nonceByLogs[tokenId] = nonce;
        }
    }

    function _expect(bool isTrue, string memory expectation) private {
        if (!isTrue && bytes(broken).length == 0) broken = expectation;
    }
}

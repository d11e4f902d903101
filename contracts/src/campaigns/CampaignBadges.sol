// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICampaignBadges} from "../interfaces/ICampaignBadges.sol";
import {BadgeVouchers} from "./BadgeVouchers.sol";

contract CampaignBadges is BadgeVouchers {
    uint256 private constant ALREADY_CLAIMED = 1;
    uint256 private constant EXPIRED = 2;
    uint256 private constant NOT_SIGNED = 4;
    uint256 private constant MAX_URI_BYTES = 1024;
    uint256 private constant MAX_REASON_BYTES = 280;
    uint256 private constant ACCOUNT_BITS = 160;
    uint256 private constant REWARD_DIGITS = 24;
    bytes16 private constant DIGITS = "0123456789abcdef";

    /// @inheritdoc ICampaignBadges
    string public constant name = "Campaign badges";
    /// @inheritdoc ICampaignBadges
    string public constant symbol = "BADGE";

    /// @inheritdoc ICampaignBadges
    string public baseUri;
    mapping(uint256 reward => string uri) private _rewardUris;
    /// @dev Bit 0: the badge is held. Above it the nonce of the last voucher that was used.
    mapping(uint256 tokenId => uint256 word) private _badges;
    mapping(address account => uint256 count) private _balances;

    /// @param firstOwner The only argument; signers and URIs are set afterwards.
    constructor(address firstOwner) {
        _setOwner(firstOwner);
    }

    // --- badges ---------------------------------------------------------------------------------

    /// @inheritdoc ICampaignBadges
    function claim(Voucher calldata voucher, bytes calldata signature) external {
        address account = voucher.account;
        if (msg.sender != account) revert NotVoucherAccount(account);
        if (_isExpired(voucher)) revert Expired(voucher.deadline);
        (address signer, bool isAccepted) = _signer(voucher, signature);
        if (!isAccepted) revert NotSigned(signer);
        uint256 tokenId = _tokenId(voucher.campaignId, voucher.rewardId, account);
        if (_isClaimed(tokenId, voucher.nonce)) revert AlreadyClaimed(tokenId);

        _badges[tokenId] = uint256(voucher.nonce) << 1 | 1;
        unchecked {
            ++_balances[account];
        }
        emit Transfer(address(0), account, tokenId);
        emit Locked(tokenId);
        emit BadgeClaimed(voucher.campaignId, voucher.rewardId, account, tokenId, voucher.nonce);
    }

    /// @inheritdoc ICampaignBadges
    function canClaim(Voucher calldata voucher, bytes calldata signature)
        external
        view
        returns (uint256 reasons)
    {
        uint256 tokenId = _tokenId(voucher.campaignId, voucher.rewardId, voucher.account);
        if (_isClaimed(tokenId, voucher.nonce)) reasons |= ALREADY_CLAIMED;
        if (_isExpired(voucher)) reasons |= EXPIRED;
        (, bool isAccepted) = _signer(voucher, signature);
        if (!isAccepted) reasons |= NOT_SIGNED;
    }

    /// @inheritdoc ICampaignBadges
    function burn(uint256 tokenId) external {
        if (msg.sender != _holder(tokenId)) revert NotHolder();
        _remove(tokenId);
    }

    /// @inheritdoc ICampaignBadges
    function revoke(uint256 tokenId, string calldata reason) external onlyOwner {
        uint256 size = bytes(reason).length;
        if (size == 0 || size > MAX_REASON_BYTES) revert BadReason();
        _holder(tokenId);
        _remove(tokenId);
        emit BadgeRevoked(tokenId, reason);
    }

    /// @inheritdoc ICampaignBadges
    function tokenIdOf(bytes32 campaignId, bytes32 rewardId, address account)
        external
        pure
        returns (uint256)
    {
        return _tokenId(campaignId, rewardId, account);
    }

    // --- metadata -------------------------------------------------------------------------------

    /// @inheritdoc ICampaignBadges
    function setBaseUri(string calldata uri) external onlyOwner {
        if (bytes(uri).length > MAX_URI_BYTES) revert BadUri();
        baseUri = uri;
        emit BaseUriChanged(uri);
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    /// @inheritdoc ICampaignBadges
    function setRewardUri(bytes32 campaignId, bytes32 rewardId, string calldata uri)
        external
        onlyOwner
    {
        if (bytes(uri).length > MAX_URI_BYTES) revert BadUri();
        uint256 first = _tokenId(campaignId, rewardId, address(0));
        _rewardUris[first >> ACCOUNT_BITS] = uri;
        emit RewardUriChanged(campaignId, rewardId, uri);
        emit BatchMetadataUpdate(first, first | type(uint160).max);
    }

    /// @inheritdoc ICampaignBadges
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        _holder(tokenId);
        uint256 reward = tokenId >> ACCOUNT_BITS;
        string memory uri = _rewardUris[reward];
        if (bytes(uri).length > 0) return uri;
        bytes memory digits = new bytes(REWARD_DIGITS);
        for (uint256 i = REWARD_DIGITS; i > 0; reward >>= 4) {
            digits[--i] = DIGITS[reward & 15];
        }
        return string.concat(baseUri, string(digits));
    }

    // --- ERC-721, ERC-5192, ERC-165 -------------------------------------------------------------

    /// @inheritdoc ICampaignBadges
    function ownerOf(uint256 tokenId) external view returns (address) {
        return _holder(tokenId);
    }

    /// @inheritdoc ICampaignBadges
    function balanceOf(address account) external view returns (uint256) {
        if (account == address(0)) revert ZeroAccount();
        return _balances[account];
    }

    /// @inheritdoc ICampaignBadges
    function locked(uint256 tokenId) external view returns (bool) {
        _holder(tokenId);
        return true;
    }

    /// @inheritdoc ICampaignBadges
    function getApproved(uint256 tokenId) external view returns (address) {
        _holder(tokenId);
        return address(0);
    }

    /// @inheritdoc ICampaignBadges
    function isApprovedForAll(address, address) external pure returns (bool) {
        return false;
    }

    /// @inheritdoc ICampaignBadges
    function transferFrom(address, address, uint256) external pure {
        revert Soulbound();
    }

    /// @inheritdoc ICampaignBadges
    function safeTransferFrom(address, address, uint256) external pure {
        revert Soulbound();
    }

    /// @inheritdoc ICampaignBadges
    function safeTransferFrom(address, address, uint256, bytes calldata) external pure {
        revert Soulbound();
    }

    /// @inheritdoc ICampaignBadges
    function approve(address, uint256) external pure {
        revert Soulbound();
    }

    /// @inheritdoc ICampaignBadges
    function setApprovalForAll(address, bool) external pure {
        revert Soulbound();
    }

    /// @inheritdoc ICampaignBadges
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x80ac58cd // ERC-721
            || id == 0x5b5e139f // ERC-721 metadata
            || id == 0x49064906 // ERC-4906
            || id == 0xb45a3c0e; // ERC-5192
    }

    /// @dev A removed badge keeps the nonce, so that its voucher does not bring it back.
    function _remove(uint256 tokenId) private {
        address account = _account(tokenId);
        _badges[tokenId] &= ~uint256(1);
        unchecked {
            --_balances[account];
        }
        emit Transfer(account, address(0), tokenId);
    }

    function _isClaimed(uint256 tokenId, uint64 nonce) private view returns (bool) {
        uint256 word = _badges[tokenId];
        return word & 1 == 1 || nonce <= word >> 1;
    }

    /// @dev The account of a badge that is held.
    function _holder(uint256 tokenId) private view returns (address) {
        if (_badges[tokenId] & 1 == 0) revert NoBadge(tokenId);
        return _account(tokenId);
    }

    function _account(uint256 tokenId) private pure returns (address) {
        return address(uint160(tokenId));
    }

    function _tokenId(bytes32 campaignId, bytes32 rewardId, address account)
        private
        pure
        returns (uint256)
    {
        uint256 reward = uint256(keccak256(abi.encodePacked(campaignId, rewardId)));
        return reward >> ACCOUNT_BITS << ACCOUNT_BITS | uint160(account);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOwned} from "./IOwned.sol";

/// @title Badges of campaigns
/// @notice Soulbound ERC-721 tokens (ERC-5192), one for each campaign, reward and account. An account
///         claims its badge with a voucher that a key of the issuer signed (EIP-712).
/// @dev The id of a badge is the first 96 bits of `keccak256(campaignId, rewardId)`, then its account.
interface ICampaignBadges is IOwned {
    /// @param campaignId The keccak256 of the campaign's alias.
    /// @param rewardId The keccak256 of the reward's key.
    /// @param account The only account that can use the voucher, and that gets the badge.
    /// @param nonce From 1. A badge that is gone comes back only with a higher one.
    /// @param deadline The last second in which the voucher counts, in unix seconds.
    struct Voucher {
        bytes32 campaignId;
        bytes32 rewardId;
        address account;
        uint64 nonce;
        uint64 deadline;
    }

    /// @notice The voucher is for another account than the caller.
    error NotVoucherAccount(address account);

    /// @notice The voucher is past its deadline.
    error Expired(uint256 deadline);

    /// @notice The voucher was not signed for this contract on this chain by a key that is accepted.
    error NotSigned(address signer);

    /// @notice The account has this badge, or had it by this or a later voucher.
    error AlreadyClaimed(uint256 tokenId);

    /// @notice No account holds this badge.
    error NoBadge(uint256 tokenId);

    /// @notice Only the account of the badge can burn it.
    error NotHolder();

    /// @notice Badges cannot be moved, nor approved for others.
    error Soulbound();

    /// @notice A signer is not 0, and is accepted until a time that is not past.
    error BadSigner();

    /// @notice A URI has at most 1,024 bytes.
    error BadUri();

    /// @notice A reason has 1 to 280 bytes.
    error BadReason();

    /// @notice The account 0 holds nothing.
    error ZeroAccount();

    /// @notice A badge was made (from 0) or removed (to 0); it never moves (ERC-721).
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    /// @notice The badge cannot be moved (ERC-5192).
    event Locked(uint256 tokenId);

    /// @notice `account` has the badge of this reward from now on.
    event BadgeClaimed(
        bytes32 indexed campaignId,
        bytes32 indexed rewardId,
        address indexed account,
        uint256 tokenId,
        uint64 nonce
    );

    /// @notice The owner removed the badge, for this public reason.
    event BadgeRevoked(uint256 indexed tokenId, string reason);

    /// @notice Vouchers of `signer` are accepted until `until` in unix seconds; 0: not any more.
    event SignerChanged(address indexed signer, uint256 until);

    /// @notice The start of the metadata URIs changed.
    event BaseUriChanged(string uri);

    /// @notice The metadata URI of one reward changed; empty: it follows from the base URI.
    event RewardUriChanged(bytes32 indexed campaignId, bytes32 indexed rewardId, string uri);

    /// @notice The metadata of these tokens changed (ERC-4906).
    event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId);

    // --- badges ---------------------------------------------------------------------------------

    /// @notice Gives the caller the badge of a voucher that is the caller's own.
    /// @param signature The 65 bytes r, s and v of a key that is accepted.
    function claim(Voucher calldata voucher, bytes calldata signature) external;

    /// @notice Why the voucher's account could not claim now; 0: it could.
    /// @return reasons The sum of 1: already claimed, 2: past the deadline, 4: not signed for this
    ///         contract on this chain by a key that is accepted.
    function canClaim(Voucher calldata voucher, bytes calldata signature)
        external
        view
        returns (uint256 reasons);

    /// @notice Removes the caller's own badge.
    function burn(uint256 tokenId) external;

    /// @notice Removes a badge. Only for the owner.
    /// @param reason A public sentence, in the event.
    function revoke(uint256 tokenId, string calldata reason) external;

    /// @notice The id of a badge, held or not.
    function tokenIdOf(bytes32 campaignId, bytes32 rewardId, address account)
        external
        pure
        returns (uint256);

    /// @notice The hash of a voucher that its key signs (EIP-712).
    function hashVoucher(Voucher calldata voucher) external view returns (bytes32);

    /// @notice What vouchers are bound to (ERC-5267).
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        );

    // --- settings of the owner ------------------------------------------------------------------

    /// @notice Accepts vouchers of `signer` until `until` in unix seconds; 0: not any more. Two
    ///         signers overlap while a key is changed.
    function setSigner(address signer, uint256 until) external;

    /// @notice Sets what the metadata URI of every reward begins with; 24 hexadecimal digits, the first
    ///         96 bits of a badge's id, follow it.
    function setBaseUri(string calldata uri) external;

    /// @notice Sets the metadata URI of one reward, as for files on IPFS; empty: by the base URI again.
    function setRewardUri(bytes32 campaignId, bytes32 rewardId, string calldata uri) external;

    /// @notice The time until which vouchers of `signer` are accepted; 0: they are not.
    function acceptedUntil(address signer) external view returns (uint256);

    /// @notice What the metadata URIs begin with.
    function baseUri() external view returns (string memory);

    // --- ERC-721, ERC-5192, ERC-165 -------------------------------------------------------------

    function name() external view returns (string memory);

    function symbol() external view returns (string memory);

    /// @notice The metadata of a badge that is held; all badges of a reward share it.
    function tokenURI(uint256 tokenId) external view returns (string memory);

    function ownerOf(uint256 tokenId) external view returns (address);

    function balanceOf(address account) external view returns (uint256);

    /// @notice Always true for a badge that is held (ERC-5192).
    function locked(uint256 tokenId) external view returns (bool);

    /// @notice Always 0 for a badge that is held.
    function getApproved(uint256 tokenId) external view returns (address);

    /// @notice Always false.
    function isApprovedForAll(address account, address operator) external view returns (bool);

    /// @notice Always reverts.
    function transferFrom(address from, address to, uint256 tokenId) external;

    /// @notice Always reverts.
    function safeTransferFrom(address from, address to, uint256 tokenId) external;

    /// @notice Always reverts.
    function safeTransferFrom(address from, address to, uint256 tokenId, bytes calldata data)
        external;

    /// @notice Always reverts.
    function approve(address approved, uint256 tokenId) external;

    /// @notice Always reverts.
    function setApprovalForAll(address operator, bool approved) external;

    function supportsInterface(bytes4 id) external pure returns (bool);
}

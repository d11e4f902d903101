// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Holding and moving the numbered tokens of a collection
/// @notice ERC-721 with ids from 1 in order of minting; capped or open; transferable or soulbound.
/// @dev Minting never calls the recipient; safe transfers call it last.
interface IDropTokens {
    /// @notice No such token: never minted, or burned.
    error NoToken(uint256 tokenId);

    /// @notice The caller is neither the token's owner nor approved, or `from` does not own it.
    error NotAuthorized();

    /// @notice This collection's tokens cannot be transferred.
    error Soulbound();

    /// @notice A token moved; from 0 it was minted, to 0 burned (ERC-721).
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    /// @notice `approved` may move the token (ERC-721).
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);

    /// @notice `operator` may or may no longer move all tokens of `owner` (ERC-721).
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    /// @notice The metadata of one token changed (ERC-4906).
    event MetadataUpdate(uint256 tokenId);

    /// @notice The metadata of these tokens changed (ERC-4906).
    event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId);

    /// @notice The token can never be transferred (ERC-5192).
    event Locked(uint256 tokenId);

    /// @notice Moves a token; the caller is its owner or approved (ERC-721).
    function transferFrom(address from, address to, uint256 tokenId) external;

    /// @notice Moves a token; a receiving contract must accept it in a callback (ERC-721).
    function safeTransferFrom(address from, address to, uint256 tokenId) external;

    /// @notice The same, with data for the receiving contract.
    function safeTransferFrom(address from, address to, uint256 tokenId, bytes calldata data)
        external;

    /// @notice Lets `approved` move one token; 0 takes it back (ERC-721).
    function approve(address approved, uint256 tokenId) external;

    /// @notice Lets `operator` move all tokens of the caller, or no longer (ERC-721).
    function setApprovalForAll(address operator, bool approved) external;

    /// @notice Burns a token; the caller is its owner or approved.
    function burn(uint256 tokenId) external;

    /// @notice Burns a token of `from`; the caller is `from` or approved.
    function burnFrom(address from, uint256 tokenId) external;

    function ownerOf(uint256 tokenId) external view returns (address);

    function balanceOf(address owner) external view returns (uint256);

    function getApproved(uint256 tokenId) external view returns (address);

    function isApprovedForAll(address owner, address operator) external view returns (bool);

    /// @notice The URI of the token's metadata: the base URI, with the id after a trailing slash.
    function tokenURI(uint256 tokenId) external view returns (string memory);

    /// @notice Whether the token is soulbound (ERC-5192).
    function locked(uint256 tokenId) external view returns (bool);

    /// @notice The ids in [start, stop) that `owner` holds, for reading in slices.
    function tokensOfOwnerIn(address owner, uint256 start, uint256 stop)
        external
        view
        returns (uint256[] memory tokenIds);
}

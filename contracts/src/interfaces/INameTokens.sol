// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Holding and moving names
/// @notice ERC-721. The id of a name is its label: the ASCII bytes, left-aligned in 32 bytes. A name
///         belongs to its owner for good; there is no burning and no renewal.
/// @dev A transfer, also one to the same owner, clears all records, the approval, and the primary
///      name of the sender if it is this one.
interface INameTokens {
    /// @notice No such name is registered.
    error NameNotRegistered(uint256 tokenId);

    /// @notice The caller is neither the name's owner nor approved, or `from` does not own it.
    error NotAuthorized();

    /// @notice Names cannot be given to this account: it is 0 or the registry.
    error BadRecipient(address recipient);

    /// @notice The receiving contract did not accept the name.
    error NotReceived();

    /// @notice A name moved; from 0 it was registered (ERC-721).
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    /// @notice `approved` may move the name (ERC-721).
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);

    /// @notice `operator` may or may no longer move all names of `owner` (ERC-721).
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    /// @notice The metadata of these tokens changed (ERC-4906).
    event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId);

    /// @notice Moves a name; the caller is its owner or approved (ERC-721).
    function transferFrom(address from, address to, uint256 tokenId) external;

    /// @notice Moves a name; a receiving contract must accept it in a callback (ERC-721).
    function safeTransferFrom(address from, address to, uint256 tokenId) external;

    /// @notice The same, with data for the receiving contract.
    function safeTransferFrom(address from, address to, uint256 tokenId, bytes calldata data)
        external;

    /// @notice Lets `approved` move one name; 0 takes it back (ERC-721).
    function approve(address approved, uint256 tokenId) external;

    /// @notice Lets `operator` move all names of the caller, or no longer (ERC-721).
    function setApprovalForAll(address operator, bool approved) external;

    function ownerOf(uint256 tokenId) external view returns (address);

    function balanceOf(address owner) external view returns (uint256);

    function getApproved(uint256 tokenId) external view returns (address);

    function isApprovedForAll(address owner, address operator) external view returns (bool);
}

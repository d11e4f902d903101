// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Holding and moving the copies of a collection
/// @notice ERC-1155 with the single token id 1; sold under the same phases, fees and promises as a
///         drop.
/// @dev Contracts that receive copies, by mint, airdrop or transfer, are asked last and must accept
///      them. An account that delegates its code (EIP-7702) has a key, counts as no contract and is
///      not asked.
interface IEditionTokens {
    /// @notice Only token 1 exists here.
    error NoToken(uint256 tokenId);

    /// @notice The caller is neither the holder nor an approved operator.
    error NotAuthorized();

    /// @notice `from` holds only `balance` copies.
    error BalanceTooLow(uint256 balance);

    /// @notice An airdrop needs more gas to ask all its contracts.
    error NotEnoughGas();

    /// @notice Copies moved; from 0 they were minted, to 0 burned (ERC-1155).
    event TransferSingle(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256 id,
        uint256 value
    );

    /// @notice Copies moved in a batch (ERC-1155).
    event TransferBatch(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256[] ids,
        uint256[] values
    );

    /// @notice `operator` may or may no longer move all copies of `account` (ERC-1155).
    event ApprovalForAll(address indexed account, address indexed operator, bool approved);

    /// @notice The URI of the metadata changed (ERC-1155).
    event URI(string value, uint256 indexed id);

    /// @notice The gift of `quantity` copies was skipped: `recipient` is a contract that did not
    ///         accept them, or not within 100,000 gas.
    event AirdropSkipped(address indexed recipient, uint256 quantity);

    /// @notice Gives copies that an airdrop set aside; the collection calls itself with it, so that a
    ///         gift can be undone alone.
    /// @param operator The owner that gives.
    function give(address operator, address recipient, uint256 quantity) external;

    /// @notice Moves copies; a receiving contract must accept them in a callback (ERC-1155).
    function safeTransferFrom(
        address from,
        address to,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external;

    /// @notice The same for several entries, all of token 1 (ERC-1155).
    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external;

    /// @notice Lets `operator` move all copies of the caller, or no longer (ERC-1155).
    function setApprovalForAll(address operator, bool approved) external;

    /// @notice Burns copies of the caller.
    function burn(uint256 value) external;

    /// @notice Burns copies of `from`; the caller is `from` or approved.
    function burnFrom(address from, uint256 value) external;

    function balanceOf(address account, uint256 id) external view returns (uint256);

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory balances);

    function isApprovedForAll(address account, address operator) external view returns (bool);

    /// @notice The URI of the metadata: the base URI, with the id after a trailing slash.
    function uri(uint256 id) external view returns (string memory);
}

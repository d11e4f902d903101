// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "./ICollectionTypes.sol";

/// @title Minting and withdrawing
/// @notice The most frequent calls, which the implementation handles without the facet.
interface ICollectionSale is ICollectionTypes {
    /// @notice Mints `quantity` tokens (at most 50) to the caller in the public phase, for exactly
    ///         `quantity * (price + mintFee)`.
    function mint(uint256 quantity) external payable;

    /// @notice Mints as many as possible up to `maxQuantity` to `to` in the public phase.
    /// @dev Takes `maxQuantity * (price + mintFee)` and returns the surplus to the caller. Reverts
    ///      when fewer than `minQuantity` are left for `to`, whose wallet limit counts.
    /// @param referrer The account credited with a fifth of the fee; 0 for none.
    /// @return quantity How many were minted.
    function mintTo(address to, uint256 minQuantity, uint256 maxQuantity, address referrer)
        external
        payable
        returns (uint256 quantity);

    /// @notice Mints `quantity` tokens to the caller under the allowlist terms `packed`, for exactly
    ///         `quantity * (price + mintFee)`.
    /// @param proof The siblings from the caller's leaf up to the root, each pair hashed in order of
    ///        size. The leaf is keccak256(keccak256(abi.encode(chainId << 128 | collectionId,
    ///        account, packed))).
    function mintAllowlist(uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        payable;

    /// @notice The same, as many as possible up to `maxQuantity`, with the surplus returned.
    /// @return quantity How many were minted.
    function mintAllowlist(
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        bytes32[] calldata proof
    ) external payable returns (uint256 quantity);

    /// @notice Gives tokens away; no price, no fee, no wallet limit, also while paused.
    /// @dev Editions ask recipients that are contracts, after all others were served, each with at
    ///      most 100,000 gas. One that does not accept is skipped (`AirdropSkipped`). Until the last
    ///      has answered, `minted` counts the gifts still to come. Drops ask no one.
    /// @param quantities How many each recipient gets, at most 255.
    /// @return given For each entry, whether the recipient has the tokens; false: skipped.
    function airdrop(address[] calldata recipients, uint256[] calldata quantities)
        external
        returns (bool[] memory given);

    /// @notice Pays `account` what it is owed. Anyone may trigger it; the money goes to `account`, and
    ///         for the account of the platform to the fee recipient that it names.
    /// @return amount The amount paid, in wei; 0 when nothing was owed.
    function release(address account) external returns (uint256 amount);

    /// @notice What `account` can withdraw now in wei: as payee and referrer, or as the platform, whose
    ///         share is owed to `platform()`.
    function owed(address account) external view returns (uint256);

    /// @notice Tokens that exist: minted and not burned.
    function totalSupply() external view returns (uint256);

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) external view returns (bool);
}

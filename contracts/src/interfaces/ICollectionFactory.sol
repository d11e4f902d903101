// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "./ICollectionTypes.sol";
import {IPlatform} from "./IPlatform.sol";

/// @title Factory of collections
/// @notice Deploys a collection in one transaction, at an address known beforehand.
interface ICollectionFactory {
    /// @notice Parameters of a new collection.
    /// @param kind 0 drop (ERC-721 with a cap), 1 open edition (ERC-721 without), 2 edition
    ///        (ERC-1155, capped or not).
    /// @param transferable False: soulbound; an edition is always transferable.
    /// @param name Shown by wallets and markets; 1 to 255 bytes.
    /// @param symbol The short name; 1 to 255 bytes.
    /// @param maxSupply The cap, at most 268,435,454; 0 for none.
    /// @param publicPhase The public phase; all zero for none.
    /// @param mintFee The flat fee per token in wei as the creator saw it; must be the current one.
    /// @param royaltyBps The royalty to begin with, in basis points.
    /// @param royaltyCeilingBps The upper bound of the royalty for ever; at most 1,000.
    /// @param hasRoyaltySplit True: royalties go for ever to a `RoyaltySplit`, made in the same
    ///        transaction, which owes them to `payees`, of which there must be some. False: they go
    ///        to the owner.
    /// @param notice Seconds that harmful changes wait; at most 16,777,215.
    /// @param payees The accounts that share the creator's income; empty: the creator alone.
    /// @param baseUri Where token metadata is, as text or CID (see `ICollection`), at most 2,048 bytes;
    ///        ends with a slash when the id is to be appended.
    /// @param contractUri Where the collection's own metadata is, at most 255 bytes; empty: `contract`
    ///        behind the slash that ends the base URI.
    /// @param provenanceHash keccak256(abi.encode(manifestHash, secret)) when the tokens are to be
    ///        revealed later, else 0.
    /// @param listRoot Merkle root of the first allowlist; 0 for none.
    /// @param listContentHash SHA-256 of the first list's file.
    /// @param listNotBefore When the first list opens at the earliest.
    struct CreateParams {
        uint8 kind;
        bool transferable;
        string name;
        string symbol;
        uint32 maxSupply;
        ICollectionTypes.PublicPhase publicPhase;
        uint256 mintFee;
        uint16 royaltyBps;
        uint16 royaltyCeilingBps;
        bool hasRoyaltySplit;
        uint32 notice;
        ICollectionTypes.Payee[] payees;
        bytes baseUri;
        bytes contractUri;
        bytes32 provenanceHash;
        bytes32 listRoot;
        bytes32 listContentHash;
        uint32 listNotBefore;
    }

    /// @notice Only the owner of the platform may do this.
    error NotPlatformOwner();

    /// @notice The transaction came too late.
    error Expired(uint256 deadline);

    /// @notice The mint fee changed since the creator saw it.
    error FeeChanged(uint256 mintFee);

    /// @notice A fee is whole gwei and fits 55 bits of them.
    error BadFee(uint256 mintFee);

    /// @notice No collection can be made with these parameters.
    error BadParams();

    /// @notice Too little gas is left to make the collection.
    error NotEnoughGas();

    /// @notice The caller already made this very collection with this salt.
    error AlreadyCreated(address collection);

    /// @notice A collection was made.
    /// @dev Emitted before any event of the collection itself.
    /// @param salt As given by the creator; with the creator it makes the collection id.
    /// @param kind As in `CreateParams`.
    /// @param args The initial state of the collection: its slot0 (see `Layout`) 32 | the
    ///        supply cap of the public phase 4 | the terms in its code (see `FixedTerms`).
    event CollectionCreated(
        address indexed collection, address indexed creator, bytes32 salt, uint8 kind, bytes args
    );

    /// @notice Collections created from now on carry this fee per token, in wei.
    event MintFeeChanged(uint256 mintFee);

    /// @notice Makes a collection that belongs to the caller, with its `RoyaltySplit` if it has one.
    /// @param salt Chosen by the caller. With the same parameters it works once; with others it makes
    ///        another collection of the same id, which only its creator can do; with the same payees
    ///        the two have one `RoyaltySplit`.
    /// @param deadline Last second at which this may be mined.
    function create(CreateParams calldata params, bytes32 salt, uint256 deadline)
        external
        returns (address collection);

    /// @notice Sets the mint fee of collections created from now on; live ones keep theirs.
    function setMintFee(uint256 mintFee) external;

    /// @notice The address `create` will use when `creator` calls it with the mint fee in `params`.
    function predict(CreateParams calldata params, address creator, bytes32 salt)
        external
        view
        returns (address collection);

    /// @notice The id that binds allowlist leaves: the first 16 bytes of
    ///         keccak256(abi.encode(creator, salt)).
    function collectionIdOf(address creator, bytes32 salt) external pure returns (bytes16);

    /// @notice The fee per token of new collections, in wei.
    function mintFee() external view returns (uint256);

    /// @notice The platform: its owner sets the fee, and it has the recipient of the share.
    function platform() external view returns (IPlatform);

    /// @notice The code behind transferable drops and open editions.
    function dropImplementation() external view returns (address);

    /// @notice The code behind soulbound drops and open editions.
    function soulboundImplementation() external view returns (address);

    /// @notice The code behind editions.
    function editionImplementation() external view returns (address);

    /// @notice The code behind royalty splits.
    function royaltySplitImplementation() external view returns (address);
}

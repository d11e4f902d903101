// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "./ICollectionTypes.sol";
import {IOwned} from "./IOwned.sol";

/// @title Settings and views of a collection
/// @notice Settings of the owner and views of pages; the same code for every kind of collection.
interface ICollectionManagement is ICollectionTypes, IOwned {
    /// @notice Changes the terms of the public phase.
    /// @dev Takes effect at once when the phase is not live or the change only helps minters (not
    ///      dearer, not shorter, no tighter limit or cap); else it waits for the notice period. Any
    ///      announced change is replaced.
    function setPublicPhase(PublicPhase calldata phase) external;

    /// @notice Puts the announced public phase into force; anyone may call once its time has come.
    function applyPublicPhase() external;

    /// @notice Puts an allowlist into force at once. A list only ever adds ways to mint.
    /// @param root The Merkle root over all leaves of the list.
    /// @param contentHash SHA-256 of the published list file.
    /// @param notBefore The list opens no earlier than this, and may be withdrawn freely until then.
    function addList(bytes32 root, bytes32 contentHash, uint32 notBefore) external;

    /// @notice Ends a list: at once when it has not opened, else after the notice period.
    function removeList(bytes32 root) external;

    /// @notice Lowers the cap: at once, or after the notice period when minting may be under way.
    function lowerCap(uint256 cap) external;

    /// @notice Puts the announced cap into force, but never below what is minted by then.
    /// @dev Reverts with `BadCap` when a collection without a cap has minted all 268,435,455 it can,
    ///      which is one more than any cap.
    function applyCap() external;

    /// @notice Gives up the right to lower the cap.
    function freezeCap() external;

    /// @notice Pauses or resumes minting. Transfers and withdrawals are never paused.
    function setPaused(bool isPaused) external;

    /// @notice Reveals the tokens by opening the commitment made at creation:
    ///         keccak256(abi.encode(manifestHash, secret)) is the provenance hash.
    function reveal(bytes calldata baseUri, bytes32 manifestHash, bytes32 secret) external;

    /// @notice Moves the metadata; once revealed or frozen, only under the same manifest hash. Frozen
    ///         metadata moves no more when it was frozen without a hash or is on IPFS.
    /// @param baseUri Where it ends with a slash, the token id is appended; else all tokens share it.
    function setBaseUri(bytes calldata baseUri, bytes32 manifestHash) external;

    /// @notice Fixes the metadata for good: to a manifest of all metadata and image hashes, or to its
    ///         address with the hash 0, or with a base URI that begins with ipfs://.
    function freezeMetadata(bytes32 manifestHash) external;

    /// @notice Moves the description of the collection itself (ERC-7572).
    /// @param uri Empty: `contract` behind the slash that ends the base URI.
    function setContractUri(bytes calldata uri) external;

    /// @notice Sets the royalty, up to the ceiling fixed at creation.
    function setRoyalty(uint256 bps) external;

    /// @notice Announces other payees; what was earned before they are applied stays with the old.
    ///         The payees of a `RoyaltySplit` stay as they are.
    function setPayees(Payee[] calldata payees) external;

    /// @notice Puts the announced payees into force; anyone may call once their time has come.
    function applyPayees() external;

    /// @notice The reasons that prevent a mint, the quantity that would succeed, and its cost.
    /// @param packed The allowlist terms, or 0 for the public phase (then `proof` is ignored).
    /// @return reasons 0, or a sum of: 1 not started, 2 ended, 4 paused, 8 sold out, 16 wallet limit
    ///         reached, 32 phase sold out, 64 bad proof, 128 bad terms, 256 zero quantity.
    /// @return through How many a partial mint of up to `quantity`, but no more than 50, would give;
    ///         0 with any reason.
    /// @return total The cost of `through` tokens with fees, in wei.
    function checkMint(address account, uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        view
        returns (uint256 reasons, uint256 through, uint256 total);

    /// @notice The complete state of a collection for a page, in one call.
    function overview() external view returns (Overview memory);

    /// @notice The cap on all tokens ever minted, as markets look for it; 0 while there is none.
    function maxSupply() external view returns (uint256);

    /// @notice How many `account` received in a phase; 255 is the public phase.
    function walletMinted(address account, uint8 phaseId) external view returns (uint256);

    /// @notice How many were minted in a phase under a supply cap; 255 is the public phase.
    function phaseMinted(uint8 phaseId) external view returns (uint256);

    /// @notice When a list is in force, [notBefore, until); both 0 when it never was.
    function listWindow(bytes32 root) external view returns (uint256 notBefore, uint256 until);

    /// @notice The account that the platform's share is owed to; it names the recipient.
    function platform() external view returns (address);

    /// @notice The payees that `applyPayees` would put into force.
    function pendingPayees() external view returns (Payee[] memory);

    /// @notice The first owner, which cannot be a referrer.
    function creator() external view returns (address);

    /// @notice The id that binds allowlist leaves to this collection, known before deployment.
    function collectionId() external view returns (bytes16);

    /// @notice The flat fee per token in wei, fixed at creation.
    function mintFee() external view returns (uint256);

    function name() external view returns (string memory);

    function symbol() external view returns (string memory);

    /// @notice The description of the collection itself (ERC-7572).
    function contractURI() external view returns (string memory);

    /// @notice The royalty on a sale (ERC-2981). It goes to the owner of the moment or, when the
    ///         collection was made with one, to its `RoyaltySplit` for ever: no call changes that, and
    ///         neither do another owner or other payees of the collection's income.
    function royaltyInfo(uint256 tokenId, uint256 salePrice)
        external
        view
        returns (address receiver, uint256 amount);
}

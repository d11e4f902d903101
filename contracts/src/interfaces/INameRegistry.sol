// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRecords} from "./INameRecords.sol";
import {INameSale} from "./INameSale.sol";
import {INameTokens} from "./INameTokens.sol";
import {IOwned} from "./IOwned.sol";

/// @title The registry of an operator's names
/// @notice Perpetual names on one home chain: `label.suffix`, where the suffix is one for all.
interface INameRegistry is INameTokens, INameRecords, IOwned, INameSale {
    /// @notice A suffix has 1 to 63 characters: labels of a-z, 0-9 and hyphens with dots between.
    error BadSuffix();

    /// @notice The suffix of all names changed; its node by ENSIP-1.
    event SuffixChanged(string suffix, bytes32 node);

    /// @notice Sets the suffix of all names; only the owner of the registry.
    function setSuffix(string calldata suffix) external;

    /// @notice The suffix of all names, without a leading dot; empty until it is set.
    function suffix() external view returns (string memory);

    /// @notice The node of the suffix by ENSIP-1.
    function suffixNode() external view returns (bytes32);

    /// @notice The node of a name, by ENSIP-1.
    function nodeOf(uint256 tokenId) external view returns (bytes32);

    /// @notice The name of this collection of tokens (ERC-721).
    function name() external view returns (string memory);

    /// @notice The symbol of this collection of tokens (ERC-721).
    function symbol() external view returns (string memory);

    /// @notice Metadata as a data URI, with a picture that is drawn here (ERC-721).
    function tokenURI(uint256 tokenId) external view returns (string memory);

    /// @notice ERC-165.
    function supportsInterface(bytes4 id) external pure returns (bool);
}

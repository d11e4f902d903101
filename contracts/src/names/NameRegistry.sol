// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MetadataUri} from "../collections/MetadataUri.sol";
import {INameRegistry} from "../interfaces/INameRegistry.sol";
import {Base64} from "./Base64.sol";
import {Label} from "./Label.sol";
import {NameCard} from "./NameCard.sol";
import {NameSale} from "./NameSale.sol";
import {Suffix} from "./Suffix.sol";

contract NameRegistry is NameSale, INameRegistry {
    /// @inheritdoc INameRegistry
    string public constant symbol = "NAME";

    /// @inheritdoc INameRegistry
    string public suffix;
    /// @inheritdoc INameRegistry
    bytes32 public suffixNode;

    /// @param firstOwner The only argument, so that the registry has one address on every chain.
    constructor(address firstOwner) {
        _setOwner(firstOwner);
    }

    /// @inheritdoc INameRegistry
    function setSuffix(string calldata newSuffix) external onlyOwner {
        if (!Suffix.isValid(bytes(newSuffix))) revert BadSuffix();
        suffix = newSuffix;
        suffixNode = Suffix.node(bytes(newSuffix));
        emit SuffixChanged(newSuffix, suffixNode);
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    /// @inheritdoc INameRegistry
    function nodeOf(uint256 tokenId) external view returns (bytes32) {
        bytes memory label = bytes(Label.toText(tokenId, Label.length(tokenId)));
        if (label.length == 0) revert InvalidName();
        return keccak256(abi.encode(suffixNode, keccak256(label)));
    }

    /// @inheritdoc INameRegistry
    function name() external view returns (string memory) {
        return bytes(suffix).length == 0 ? "Names" : string.concat(suffix, " names");
    }

    /// @inheritdoc INameRegistry
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        _registered(tokenId);
        uint256 size = Label.length(tokenId);
        string memory label = Label.toText(tokenId, size);
        bytes memory json = bytes.concat(
            '{"name":"',
            bytes(string.concat(label, ".", suffix)),
            '","description":"A name that its owner has for good.","image":"data:image/svg+xml;base64,',
            bytes(Base64.encode(NameCard.draw(bytes(label), bytes(suffix)))),
            '","attributes":[{"trait_type":"Characters","value":',
            bytes(MetadataUri.decimal(size)),
            "}]}"
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    /// @inheritdoc INameRegistry
    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-721, its metadata extension, ERC-4906.
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f || id == 0x49064906;
    }
}

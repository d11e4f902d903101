// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {PlainCollection} from "./PlainCollection.sol";

/// @dev The callback of contracts that receive ERC-721 tokens.
interface ITokenReceiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// @title A drop, as a plain reference
contract PlainDrop is PlainCollection, IDropCollection {
    bool private immutable IS_SOULBOUND;

    mapping(uint256 tokenId => address owner) private _owners;
    mapping(address owner => uint256 count) private _balances;
    mapping(uint256 tokenId => address approved) private _approved;
    mapping(address owner => mapping(address operator => bool isApproved)) private _operators;

    constructor(
        IPlatform platform_,
        address creator_,
        bytes16 collectionId_,
        ICollectionFactory.CreateParams memory params,
        address royaltySplit,
        bool isSoulbound
    ) PlainCollection(platform_, creator_, collectionId_, params, royaltySplit) {
        IS_SOULBOUND = isSoulbound;
    }

    /// @inheritdoc IDropTokens
    function transferFrom(address from, address to, uint256 tokenId) public {
        if (IS_SOULBOUND) revert Soulbound();
        if (to == address(0)) revert BadRecipient(to);
        _move(from, to, tokenId);
    }

    /// @inheritdoc IDropTokens
    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    /// @inheritdoc IDropTokens
    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        _requireReceived(from, to, tokenId, data);
    }

    /// @inheritdoc IDropTokens
    function approve(address approved, uint256 tokenId) external {
        address holder = ownerOf(tokenId);
        if (msg.sender != holder && !_operators[holder][msg.sender]) revert NotAuthorized();
        _approved[tokenId] = approved;
        emit Approval(holder, approved, tokenId);
    }

    /// @inheritdoc IDropTokens
    function setApprovalForAll(address operator, bool approved) external {
        _operators[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// @inheritdoc IDropTokens
    function burn(uint256 tokenId) external {
        _burn(ownerOf(tokenId), tokenId);
    }

    /// @inheritdoc IDropTokens
    function burnFrom(address from, uint256 tokenId) external {
        _burn(from, tokenId);
    }

    /// @inheritdoc IDropTokens
    function ownerOf(uint256 tokenId) public view returns (address holder) {
        holder = _owners[tokenId];
        if (holder == address(0)) revert NoToken(tokenId);
    }

    /// @inheritdoc IDropTokens
    function balanceOf(address holder) external view returns (uint256) {
        if (holder == address(0)) revert BadRecipient(holder);
        return _balances[holder];
    }

    /// @inheritdoc IDropTokens
    function getApproved(uint256 tokenId) external view returns (address) {
        ownerOf(tokenId);
        return _approved[tokenId];
    }

    /// @inheritdoc IDropTokens
    function isApprovedForAll(address holder, address operator) external view returns (bool) {
        return _operators[holder][operator];
    }

    /// @inheritdoc IDropTokens
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        return _metadataUri(tokenId);
    }

    /// @inheritdoc IDropTokens
    function locked(uint256 tokenId) external view returns (bool) {
        ownerOf(tokenId);
        return IS_SOULBOUND;
    }

    /// @inheritdoc IDropTokens
    function tokensOfOwnerIn(address holder, uint256 start, uint256 stop)
        external
        view
        returns (uint256[] memory tokenIds)
    {
        uint256 last = stop > _minted ? _minted + 1 : stop;
        if (start >= last) return tokenIds;

        uint256[] memory found = new uint256[](last - start);
        uint256 count;
        for (uint256 tokenId = start; tokenId < last; ++tokenId) {
            if (_owners[tokenId] == holder && holder != address(0)) found[count++] = tokenId;
        }
        tokenIds = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            tokenIds[i] = found[i];
        }
    }

    /// @inheritdoc ICollectionSale
    function supportsInterface(bytes4 interfaceId)
        external
        view
        override(PlainCollection, ICollectionSale)
        returns (bool)
    {
        return interfaceId == 0x01ffc9a7 // ERC-165
            || interfaceId == 0x80ac58cd // ERC-721
            || interfaceId == 0x5b5e139f // ERC-721 metadata
            || interfaceId == 0x2a55205a // ERC-2981
            || interfaceId == 0x49064906 // ERC-4906
            || (interfaceId == 0xb45a3c0e && IS_SOULBOUND); // ERC-5192
    }

    function _issue(address to, uint256 quantity) internal override {
        uint256 first = _minted + 1;
        _minted += quantity;
        _balances[to] += quantity;
        for (uint256 tokenId = first; tokenId < first + quantity; ++tokenId) {
            _owners[tokenId] = to;
            emit Transfer(address(0), to, tokenId);
            if (IS_SOULBOUND) emit Locked(tokenId);
        }
    }

    function _announceMetadata() internal override {
        emit BatchMetadataUpdate(1, type(uint256).max);
    }

    function _burn(address from, uint256 tokenId) private {
        _move(from, address(0), tokenId);
        ++_burned;
    }

    function _move(address from, address to, uint256 tokenId) private {
        if (ownerOf(tokenId) != from) revert NotAuthorized();
        bool isAllowed =
            msg.sender == from || _operators[from][msg.sender] || _approved[tokenId] == msg.sender;
        if (!isAllowed) revert NotAuthorized();

        delete _approved[tokenId];
        _owners[tokenId] = to;
        --_balances[from];
        if (to != address(0)) ++_balances[to];
        emit Transfer(from, to, tokenId);
    }

    function _requireReceived(address from, address to, uint256 tokenId, bytes memory data)
        private
    {
        if (!_isContract(to)) return;
        bytes memory call =
            abi.encodeCall(ITokenReceiver.onERC721Received, (msg.sender, from, tokenId, data));
        bytes4 selector = ITokenReceiver.onERC721Received.selector;
        if (!_isAnswered(to, call, selector, gasleft())) revert NotReceived();
    }
}

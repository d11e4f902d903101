// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {PlainCollection} from "./PlainCollection.sol";

/// @dev The callbacks of contracts that receive ERC-1155 tokens.
interface ICopyReceiver {
    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external returns (bytes4);

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4);
}

/// @title An edition, as a plain reference
contract PlainEdition is PlainCollection, IEditionCollection {
    uint256 private constant TOKEN_ID = 1;

    mapping(address account => uint256 count) private _balances;
    mapping(address account => mapping(address operator => bool isApproved)) private _operators;

    constructor(
        IPlatform platform_,
        address creator_,
        bytes16 collectionId_,
        ICollectionFactory.CreateParams memory params,
        address royaltySplit
    ) PlainCollection(platform_, creator_, collectionId_, params, royaltySplit) {}

    /// @inheritdoc IEditionTokens
    function give(address operator, address recipient, uint256 quantity) external {
        if (msg.sender != address(this)) revert NotAuthorized();
        emit Airdropped(recipient, quantity);
        _balances[recipient] += quantity;
        emit TransferSingle(operator, address(0), recipient, TOKEN_ID, quantity);
        bytes memory call = abi.encodeCall(
            ICopyReceiver.onERC1155Received, (operator, address(0), TOKEN_ID, quantity, "")
        );
        if (!_isAnswered(recipient, call, ICopyReceiver.onERC1155Received.selector, 100_000)) {
            revert NotReceived();
        }
    }

    /// @inheritdoc IEditionTokens
    function safeTransferFrom(
        address from,
        address to,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external {
        _requireTransfer(from, to);
        _move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        _requireReceived(from, to, value, data);
    }

    /// @inheritdoc IEditionTokens
    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external {
        _requireTransfer(from, to);
        if (ids.length != values.length) revert LengthMismatch();
        for (uint256 i; i < ids.length; ++i) {
            _move(from, to, ids[i], values[i]);
        }
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (!_isContract(to)) return;
        bytes memory call = abi.encodeCall(
            ICopyReceiver.onERC1155BatchReceived, (msg.sender, from, ids, values, data)
        );
        bytes4 selector = ICopyReceiver.onERC1155BatchReceived.selector;
        if (!_isAnswered(to, call, selector, gasleft())) {
            revert NotReceived();
        }
    }

    /// @inheritdoc IEditionTokens
    function setApprovalForAll(address operator, bool approved) external {
        _operators[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// @inheritdoc IEditionTokens
    function burn(uint256 value) external {
        _burn(msg.sender, value);
    }

    /// @inheritdoc IEditionTokens
    function burnFrom(address from, uint256 value) external {
        _requireAllowed(from);
        _burn(from, value);
    }

    /// @inheritdoc IEditionTokens
    function balanceOf(address account, uint256 id) public view returns (uint256) {
        return id == TOKEN_ID ? _balances[account] : 0;
    }

    /// @inheritdoc IEditionTokens
    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory balances)
    {
        if (accounts.length != ids.length) revert LengthMismatch();
        balances = new uint256[](ids.length);
        for (uint256 i; i < ids.length; ++i) {
            balances[i] = balanceOf(accounts[i], ids[i]);
        }
    }

    /// @inheritdoc IEditionTokens
    function isApprovedForAll(address account, address operator) external view returns (bool) {
        return _operators[account][operator];
    }

    /// @inheritdoc IEditionTokens
    function uri(uint256 id) external view returns (string memory) {
        if (id != TOKEN_ID) revert NoToken(id);
        return _metadataUri(id);
    }

    /// @inheritdoc ICollectionSale
    function supportsInterface(bytes4 interfaceId)
        external
        pure
        override(PlainCollection, ICollectionSale)
        returns (bool)
    {
        return interfaceId == 0x01ffc9a7 // ERC-165
            || interfaceId == 0xd9b67a26 // ERC-1155
            || interfaceId == 0x0e89341c // ERC-1155 metadata
            || interfaceId == 0x2a55205a; // ERC-2981
    }

    function _issue(address to, uint256 quantity) internal override {
        _minted += quantity;
        _balances[to] += quantity;
        emit TransferSingle(msg.sender, address(0), to, TOKEN_ID, quantity);
    }

    function _requireMintReceived(address to, uint256 quantity) internal override {
        _requireReceived(address(0), to, quantity, "");
    }

    function _isAsked(address recipient) internal view override returns (bool) {
        return _isContract(recipient);
    }

    function _offer(address recipient, uint256 quantity) internal override returns (bool) {
        if (gasleft() < 210_000) revert NotEnoughGas();
        try this.give{gas: 200_000}(msg.sender, recipient, quantity) {
            return true;
        } catch {
            emit AirdropSkipped(recipient, quantity);
            return false;
        }
    }

    function _announceMetadata() internal override {
        emit URI(_metadataUri(TOKEN_ID), TOKEN_ID);
    }

    function _requireReceived(address from, address to, uint256 value, bytes memory data) private {
        if (!_isContract(to)) return;
        bytes memory call = abi.encodeCall(
            ICopyReceiver.onERC1155Received, (msg.sender, from, TOKEN_ID, value, data)
        );
        bytes4 selector = ICopyReceiver.onERC1155Received.selector;
        if (!_isAnswered(to, call, selector, gasleft())) revert NotReceived();
    }

    function _burn(address from, uint256 value) private {
        _take(from, value);
        _burned += value;
        emit TransferSingle(msg.sender, from, address(0), TOKEN_ID, value);
    }

    function _move(address from, address to, uint256 id, uint256 value) private {
        if (id != TOKEN_ID) revert NoToken(id);
        _take(from, value);
        _balances[to] += value;
    }

    function _take(address from, uint256 value) private {
        uint256 balance = _balances[from];
        if (balance < value) revert BalanceTooLow(balance);
        _balances[from] = balance - value;
    }

    function _requireTransfer(address from, address to) private view {
        _requireAllowed(from);
        if (to == address(0)) revert BadRecipient(to);
    }

    function _requireAllowed(address from) private view {
        if (msg.sender != from && !_operators[from][msg.sender]) revert NotAuthorized();
    }
}

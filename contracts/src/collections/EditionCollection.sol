// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountCode} from "./AccountCode.sol";
import {Collection} from "./Collection.sol";
import {ICollectionSale} from "../interfaces/ICollectionSale.sol";
import {IEditionTokens} from "../interfaces/IEditionTokens.sol";
import {IPlatform} from "../interfaces/IPlatform.sol";

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

/// @dev Contracts are asked last, when state, events and refund are final (ERC-1155). A mint they do
///      not accept reverts; a gift they do not accept is undone alone: it is made in a call of the
///      collection to itself, which reverts with its logs. The supply of all gifts is taken first, so
///      that nothing a receiver does can take it from the others.
contract EditionCollection is Collection, IEditionTokens {
    uint256 private constant TOKEN_ID = 1;
    /// @dev For the callback about a gift. The call around it stores and logs with the rest, and
    ///      keeps a sixty-fourth (EIP-150).
    uint256 private constant GAS_PER_RECEIVER = 100_000;
    uint256 private constant GAS_PER_GIFT = 200_000;
    uint256 private constant GAS_NEEDED = 210_000;
    /// @dev The first topic of `TransferSingle`.
    uint256 private constant TRANSFER_SINGLE =
        0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62;

    mapping(address account => mapping(address operator => bool isApproved)) private _operators;

    constructor(IPlatform platform_, address facet) Collection(platform_, facet) {}

    /// @inheritdoc ICollectionSale
    function mint(uint256 quantity) public payable override {
        super.mint(quantity);
        if (msg.sender.code.length != 0) _requireMintReceived(msg.sender, quantity);
    }

    /// @inheritdoc ICollectionSale
    function mintTo(address to, uint256 minQuantity, uint256 maxQuantity, address referrer)
        public
        payable
        override
        returns (uint256 quantity)
    {
        quantity = super.mintTo(to, minQuantity, maxQuantity, referrer);
        if (to.code.length != 0) _requireMintReceived(to, quantity);
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(uint256 quantity, uint256 packed, bytes32[] calldata proof)
        public
        payable
        override
    {
        super.mintAllowlist(quantity, packed, proof);
        if (msg.sender.code.length != 0) _requireMintReceived(msg.sender, quantity);
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        bytes32[] calldata proof
    ) public payable override returns (uint256 quantity) {
        quantity = super.mintAllowlist(minQuantity, maxQuantity, referrer, packed, proof);
        if (msg.sender.code.length != 0) _requireMintReceived(msg.sender, quantity);
    }

    /// @inheritdoc ICollectionSale
    function airdrop(address[] calldata recipients, uint256[] calldata quantities)
        public
        override
        returns (bool[] memory given)
    {
        given = super.airdrop(recipients, quantities);
        for (uint256 i; i < given.length; ++i) {
            if (!given[i]) given[i] = _offer(recipients[i], quantities[i]);
        }
    }

    /// @inheritdoc IEditionTokens
    function give(address operator, address recipient, uint256 quantity) external {
        if (msg.sender != address(this)) revert NotAuthorized();
        emit Airdropped(recipient, quantity);
        uint256 key = _holderKey(recipient);
        _store(key, _load(key) + quantity);
        emit TransferSingle(operator, address(0), recipient, TOKEN_ID, quantity);
        _requireReceived(operator, address(0), recipient, quantity, "", GAS_PER_RECEIVER);
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
        if (!AccountCode.isContract(to)) return;
        _requireReceived(msg.sender, from, to, value, data, gasleft());
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
        if (!AccountCode.isContract(to)) return;
        bytes4 selector = ICopyReceiver.onERC1155BatchReceived.selector;
        bytes memory call = abi.encodeWithSelector(selector, msg.sender, from, ids, values, data);
        if (!_accepts(to, call, selector, gasleft())) revert NotReceived();
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
    function supportsInterface(bytes4 interfaceId) external pure override returns (bool) {
        return interfaceId == 0x01ffc9a7 // ERC-165
            || interfaceId == 0xd9b67a26 // ERC-1155
            || interfaceId == 0x0e89341c // ERC-1155 metadata
            || interfaceId == 0x2a55205a; // ERC-2981
    }

    /// @inheritdoc IEditionTokens
    function balanceOf(address account, uint256 id) public view returns (uint256) {
        return id == TOKEN_ID ? _balance(account) : 0;
    }

    function _issue(address to, uint256 quantity, uint256, uint256 holder) internal override {
        assembly ("memory-safe") {
            sstore(or(HOLDER_PREFIX, to), holder)
            // Emit TransferSingle.
            mstore(0, TOKEN_ID)
            mstore(0x20, quantity)
            log4(0, 0x40, TRANSFER_SINGLE, caller(), 0, to)
        }
    }

    function _isAsked(address recipient) internal view override returns (bool) {
        return AccountCode.isContract(recipient);
    }

    /// @dev Gives to a contract, with bounded gas; a gift that is not accepted leaves no trace but
    ///      `AirdropSkipped`, and its supply is free again.
    function _offer(address recipient, uint256 quantity) private returns (bool isGiven) {
        // Without this a wallet could estimate so little gas that every receiver seems to refuse.
        if (gasleft() < GAS_NEEDED) revert NotEnoughGas();
        bytes memory call = abi.encodeCall(this.give, (msg.sender, recipient, quantity));
        (isGiven,) = address(this).call{gas: GAS_PER_GIFT}(call);
        if (isGiven) return true;
        _slot0 -= quantity;
        emit AirdropSkipped(recipient, quantity);
    }

    /// @dev Called for recipients with code only: without, a mint must cost no more than that look.
    function _requireMintReceived(address to, uint256 quantity) private {
        if (!AccountCode.isContract(to)) return;
        _requireReceived(msg.sender, address(0), to, quantity, "", gasleft());
    }

    function _requireReceived(
        address operator,
        address from,
        address to,
        uint256 value,
        bytes memory data,
        uint256 gasLimit
    ) private {
        bytes memory call = abi.encodeCall(
            ICopyReceiver.onERC1155Received, (operator, from, TOKEN_ID, value, data)
        );
        if (!_accepts(to, call, ICopyReceiver.onERC1155Received.selector, gasLimit)) {
            revert NotReceived();
        }
    }

    function _burn(address from, uint256 value) private {
        _take(from, value);
        _burned += uint64(value);
        emit TransferSingle(msg.sender, from, address(0), TOKEN_ID, value);
    }

    function _move(address from, address to, uint256 id, uint256 value) private {
        if (id != TOKEN_ID) revert NoToken(id);
        _take(from, value);
        uint256 key = _holderKey(to);
        _store(key, _load(key) + value);
    }

    /// @dev The balance is the lowest field of the holder's word, so no borrow can leave it.
    function _take(address from, uint256 value) private {
        uint256 balance = _balance(from);
        if (balance < value) revert BalanceTooLow(balance);
        uint256 key = _holderKey(from);
        _store(key, _load(key) - value);
    }

    function _requireTransfer(address from, address to) private view {
        _requireAllowed(from);
        if (to == address(0)) revert BadRecipient(to);
    }

    function _requireAllowed(address from) private view {
        if (msg.sender != from && !_operators[from][msg.sender]) revert NotAuthorized();
    }
}

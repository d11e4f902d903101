// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Owned} from "../collections/Owned.sol";
import {INameSale} from "../interfaces/INameSale.sol";
import {Label} from "./Label.sol";
import {NameRecords} from "./NameRecords.sol";
import {NameTokens} from "./NameTokens.sol";

/// @title Selling names
abstract contract NameSale is NameTokens, NameRecords, Owned, INameSale {
    uint256 private constant TIERS = 4;
    uint256 private constant PRICE_BITS = 48;
    uint256 private constant PRICE_MASK = (1 << PRICE_BITS) - 1;
    uint256 private constant GWEI = 1e9;
    uint256 private constant IS_PAUSED = 1 << 192;
    uint256 private constant NEEDS_COMMITMENT = 1 << 193;
    uint256 private constant MIN_COMMITMENT_AGE = 60;
    uint256 private constant MAX_COMMITMENT_AGE = 1 days;

    /// @dev Price of each tier in gwei 4 x 48 | paused | by commitment only.
    uint256 private _settings;
    /// @inheritdoc INameSale
    mapping(bytes32 commitment => uint256 time) public committedAt;

    constructor() {
        _storePrices([uint256(0.05 ether), 0.01 ether, 0.002 ether, 0.0005 ether]);
        // Closed until the owner has reserved names and opens the sale.
        _settings |= IS_PAUSED;
    }

    /// @inheritdoc INameSale
    function register(uint256 tokenId, address to, bool isPrimary) external payable {
        uint256 price = _take(tokenId, to, isPrimary, _openSettings());
        _refund(price);
    }

    /// @inheritdoc INameSale
    function registerWithRecords(
        uint256 tokenId,
        address to,
        bool isPrimary,
        string[] calldata keys,
        string[] calldata values
    ) external payable {
        uint256 price = _take(tokenId, to, isPrimary, _openSettings());
        _setTexts(tokenId, uint160(to), keys, values);
        _refund(price);
    }

    /// @inheritdoc INameSale
    function registerCommitted(Registration calldata registration, bytes32 secret)
        external
        payable
    {
        bytes32 commitment = hashCommitment(msg.sender, registration, secret);
        uint256 time = committedAt[commitment];
        if (time == 0) revert CommitmentUnknown();
        if (block.timestamp < time + MIN_COMMITMENT_AGE) revert CommitmentTooNew();
        if (block.timestamp > time + MAX_COMMITMENT_AGE) revert CommitmentTooOld();
        delete committedAt[commitment];
        (uint256 tokenId, address to) = (registration.tokenId, registration.to);
        uint256 price = _take(tokenId, to, registration.setPrimary, _settings);
        _setTexts(tokenId, uint160(to), registration.keys, registration.values);
        _refund(price);
    }

    /// @inheritdoc INameSale
    function commit(bytes32 commitment) external {
        unchecked {
            // Others must not be able to make it new again and again.
            if (block.timestamp <= committedAt[commitment] + MAX_COMMITMENT_AGE) revert CommitmentPending();
        }
        committedAt[commitment] = block.timestamp;
    }

    /// @inheritdoc INameSale
    function pause(bool on) external onlyOwner {
        _settings = on ? _settings | IS_PAUSED : _settings & ~IS_PAUSED;
        emit PauseSet(on);
    }

    /// @inheritdoc INameSale
    function requireCommitments() external onlyOwner {
        _settings |= NEEDS_COMMITMENT;
        emit CommitmentsRequired();
    }

    /// @inheritdoc INameSale
    function setPrices(uint256[4] calldata newPrices) external onlyOwner {
        _storePrices(newPrices);
    }

    /// @inheritdoc INameSale
    function setReserved(uint256[] calldata tokenIds, bool on) external onlyOwner {
        for (uint256 i; i < tokenIds.length; ++i) {
            uint256 tokenId = tokenIds[i];
            _requireLabel(tokenId);
            if (_owner(_names[tokenId]) != address(0)) revert NameTaken();
            _names[tokenId] = on ? IS_RESERVED : 0;
            emit ReservedSet(tokenId, on);
        }
    }

    /// @inheritdoc INameSale
    function registerReserved(string calldata label, address to) external onlyOwner {
        uint256 tokenId = Label.fromText(bytes(label));
        if (!reserved(tokenId)) revert NameNotReserved();
        _mint(tokenId, to);
        emit NameRegistered(tokenId, to, msg.sender, 0);
    }

    /// @inheritdoc INameSale
    function withdraw(address to) external onlyOwner {
        uint256 amount = address(this).balance;
        emit Withdrawn(to, amount);
        if (!_send(to, amount)) revert PaymentFailed(to);
    }

    /// @inheritdoc INameSale
    function available(string calldata label) external view returns (bool) {
        return _isAvailable(Label.fromText(bytes(label)));
    }

    /// @inheritdoc INameSale
    function availability(uint256[] calldata tokenIds) external view returns (bool[] memory all) {
        all = new bool[](tokenIds.length);
        for (uint256 i; i < tokenIds.length; ++i) {
            all[i] = _isAvailable(tokenIds[i]);
        }
    }

    /// @inheritdoc INameSale
    function priceOf(string calldata label) external view returns (uint256) {
        return _price(_requireLabel(Label.fromText(bytes(label))), _settings);
    }

    /// @inheritdoc INameSale
    function prices() external view returns (uint256[4] memory all) {
        for (uint256 tier; tier < TIERS; ++tier) {
            all[tier] = _tierPrice(tier, _settings);
        }
    }

    /// @inheritdoc INameSale
    function isPaused() external view returns (bool) {
        return _settings & IS_PAUSED != 0;
    }

    /// @inheritdoc INameSale
    function isCommitmentRequired() external view returns (bool) {
        return _settings & NEEDS_COMMITMENT != 0;
    }

    /// @inheritdoc INameSale
    function valid(string calldata label) external pure returns (bool) {
        return Label.fromText(bytes(label)) != 0;
    }

    /// @inheritdoc INameSale
    function labelOf(uint256 tokenId) external pure returns (string memory) {
        return Label.toText(tokenId, _requireLabel(tokenId));
    }

    /// @inheritdoc INameSale
    function reserved(uint256 tokenId) public view returns (bool) {
        return _names[tokenId] == IS_RESERVED;
    }

    /// @inheritdoc INameSale
    function hashCommitment(address payer, Registration calldata registration, bytes32 secret)
        public
        view
        returns (bytes32)
    {
        return keccak256(abi.encode(block.chainid, address(this), payer, registration, secret));
    }

    /// @dev Sells the name; the caller still has to return what was paid too much.
    function _take(uint256 tokenId, address to, bool isPrimary, uint256 settings)
        private
        returns (uint256 price)
    {
        if (settings & IS_PAUSED != 0) revert Paused();
        price = _price(_requireLabel(tokenId), settings);
        uint256 word = _names[tokenId];
        if (word != 0) {
            if (word == IS_RESERVED) revert NameReserved();
            revert NameTaken();
        }
        if (msg.value < price) revert InsufficientPayment(price);
        _mint(tokenId, to);
        emit NameRegistered(tokenId, to, msg.sender, price);
        if (!isPrimary) return price;
        if (to != msg.sender) revert NotTokenOwner();
        _setPrimary(tokenId);
    }

    function _refund(uint256 price) private {
        unchecked {
            if (msg.value != price && !_send(msg.sender, msg.value - price)) revert RefundFailed();
        }
    }

    function _storePrices(uint256[4] memory newPrices) private {
        uint256 packed;
        for (uint256 tier; tier < TIERS; ++tier) {
            uint256 price = newPrices[tier];
            if (price % GWEI != 0 || price / GWEI > PRICE_MASK) revert BadPrice(price);
            packed |= price / GWEI << PRICE_BITS * tier;
        }
        _settings = _settings >> PRICE_BITS * TIERS << PRICE_BITS * TIERS | packed;
        emit PricesSet(newPrices);
    }

    function _send(address to, uint256 amount) private returns (bool isSent) {
        assembly ("memory-safe") {
            isSent := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }

    function _openSettings() private view returns (uint256 settings) {
        settings = _settings;
        if (settings & NEEDS_COMMITMENT != 0) revert CommitmentRequired();
    }

    function _isAvailable(uint256 tokenId) private view returns (bool) {
        return _names[tokenId] == 0 && Label.length(tokenId) != 0;
    }

    /// @dev The number of characters of a label.
    function _requireLabel(uint256 tokenId) private pure returns (uint256 size) {
        size = Label.length(tokenId);
        if (size == 0) revert InvalidName();
    }

    /// @dev Labels of 3, 4, 5 to 9, and 10 or more characters.
    function _price(uint256 size, uint256 settings) private pure returns (uint256) {
        unchecked {
            uint256 tier = size < 5 ? size - 3 : size < 10 ? 2 : 3;
            return _tierPrice(tier, settings);
        }
    }

    function _tierPrice(uint256 tier, uint256 settings) private pure returns (uint256) {
        unchecked {
            return (settings >> PRICE_BITS * tier & PRICE_MASK) * GWEI;
        }
    }
}

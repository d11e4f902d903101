// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRecords} from "../../src/interfaces/INameRecords.sol";
import {INameSale} from "../../src/interfaces/INameSale.sol";
import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {PlainLabel} from "../names/PlainLabel.sol";

/// @dev The callback of contracts that receive ERC-721 tokens.
interface IPlainReceiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// @title A registry of names, as a plain reference
/// @dev One variable for each thing, and nothing packed. Has no suffix and no pictures.
contract PlainNames is INameTokens, INameRecords, INameSale {
    struct Name {
        address owner;
        bool isReserved;
        address approved;
        string[] keys;
        uint256[] coinTypes;
    }

    address private _operator;
    bool public isPaused = true;
    bool public isCommitmentRequired;
    uint256[4] private _prices = [uint256(0.05 ether), 0.01 ether, 0.002 ether, 0.0005 ether];
    mapping(uint256 tokenId => Name name) private _names;
    mapping(uint256 tokenId => mapping(string key => string value)) private _texts;
    mapping(uint256 tokenId => mapping(uint256 coinType => bytes value)) private _addrs;
    mapping(address account => uint256 count) private _counts;
    mapping(address account => uint256 tokenId) public primaryTokenOf;
    mapping(address owner => mapping(address operator => bool isOn)) public isApprovedForAll;
    mapping(bytes32 commitment => uint256 time) public committedAt;

    modifier onlyOperator() {
        if (msg.sender != _operator) revert IOwned.NotOwner();
        _;
    }

    constructor(address operator) {
        _operator = operator;
    }

    // --- sale -----------------------------------------------------------------------------------

    function register(uint256 tokenId, address to, bool isPrimary) external payable {
        if (isCommitmentRequired) revert CommitmentRequired();
        _sell(tokenId, to, isPrimary, new string[](0), new string[](0));
    }

    function registerWithRecords(
        uint256 tokenId,
        address to,
        bool isPrimary,
        string[] calldata keys,
        string[] calldata values
    ) external payable {
        if (isCommitmentRequired) revert CommitmentRequired();
        _sell(tokenId, to, isPrimary, keys, values);
    }

    function registerCommitted(Registration calldata registration, bytes32 secret)
        external
        payable
    {
        bytes32 commitment = hashCommitment(msg.sender, registration, secret);
        uint256 time = committedAt[commitment];
        if (time == 0) revert CommitmentUnknown();
        if (block.timestamp - time < 60) revert CommitmentTooNew();
        if (block.timestamp - time > 24 hours) revert CommitmentTooOld();
        committedAt[commitment] = 0;
        _sell(
            registration.tokenId,
            registration.to,
            registration.setPrimary,
            registration.keys,
            registration.values
        );
    }

    function commit(bytes32 commitment) external {
        uint256 time = committedAt[commitment];
        if (time != 0 && block.timestamp - time <= 24 hours) revert CommitmentPending();
        committedAt[commitment] = block.timestamp;
    }

    function pause(bool on) external onlyOperator {
        isPaused = on;
        emit PauseSet(on);
    }

    function requireCommitments() external onlyOperator {
        isCommitmentRequired = true;
        emit CommitmentsRequired();
    }

    function setPrices(uint256[4] calldata newPrices) external onlyOperator {
        for (uint256 i; i < 4; ++i) {
            bool isWhole = newPrices[i] / 1 gwei * 1 gwei == newPrices[i];
            if (!isWhole || newPrices[i] / 1 gwei > type(uint48).max) {
                revert BadPrice(newPrices[i]);
            }
        }
        _prices = newPrices;
        emit PricesSet(newPrices);
    }

    function setReserved(uint256[] calldata tokenIds, bool on) external onlyOperator {
        for (uint256 i; i < tokenIds.length; ++i) {
            if (!_isLabel(tokenIds[i])) revert InvalidName();
            if (_names[tokenIds[i]].owner != address(0)) revert NameTaken();
            _names[tokenIds[i]].isReserved = on;
            emit ReservedSet(tokenIds[i], on);
        }
    }

    function registerReserved(string calldata label, address to) external onlyOperator {
        uint256 tokenId = _parse(label);
        if (!_names[tokenId].isReserved) revert NameNotReserved();
        _names[tokenId].isReserved = false;
        _give(tokenId, to);
        emit NameRegistered(tokenId, to, msg.sender, 0);
    }

    function withdraw(address to) external onlyOperator {
        uint256 amount = address(this).balance;
        emit Withdrawn(to, amount);
        (bool isPaid,) = to.call{value: amount}("");
        if (!isPaid) revert PaymentFailed(to);
    }

    // --- records --------------------------------------------------------------------------------

    function setPrimary(uint256 tokenId) external {
        if (tokenId != 0 && _names[tokenId].owner != msg.sender) revert NotTokenOwner();
        primaryTokenOf[msg.sender] = tokenId;
        emit PrimaryNameChanged(msg.sender, tokenId);
    }

    function setTexts(uint256 tokenId, string[] calldata keys, string[] calldata values) external {
        if (_names[tokenId].owner != msg.sender) revert NotTokenOwner();
        _writeTexts(tokenId, keys, values);
    }

    function setAddr(uint256 tokenId, uint256 coinType, bytes calldata value) external {
        if (_names[tokenId].owner != msg.sender) revert NotTokenOwner();
        if (value.length > 1024) revert RecordTooLong();
        if (_isEvm(coinType) && value.length != 0 && value.length != 20) revert BadAddress();
        _names[tokenId].coinTypes.push(coinType);
        _addrs[tokenId][coinType] = value;
        emit AddrChanged(tokenId, coinType, value);
    }

    // --- tokens ---------------------------------------------------------------------------------

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        _transfer(from, to, tokenId);
        _askReceiver(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes calldata data)
        external
    {
        _transfer(from, to, tokenId);
        _askReceiver(from, to, tokenId, data);
    }

    function transferFrom(address from, address to, uint256 tokenId) external {
        _transfer(from, to, tokenId);
    }

    function approve(address approved, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAuthorized();
        _names[tokenId].approved = approved;
        emit Approval(owner, approved, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    // --- views ----------------------------------------------------------------------------------

    function getApproved(uint256 tokenId) external view returns (address) {
        ownerOf(tokenId);
        return _names[tokenId].approved;
    }

    function balanceOf(address owner) external view returns (uint256) {
        if (owner == address(0)) revert BadRecipient(owner);
        return _counts[owner];
    }

    function primaryNameOf(address account) external view returns (string memory) {
        return PlainLabel.fromId(primaryTokenOf[account]);
    }

    function text(uint256 tokenId, string calldata key) external view returns (string memory) {
        return _texts[tokenId][key];
    }

    function addr(uint256 tokenId) external view returns (address) {
        bytes memory value = addr(tokenId, 60);
        return value.length == 0 ? address(0) : address(bytes20(value));
    }

    function available(string calldata label) external view returns (bool) {
        return _isFree(_parse(label));
    }

    function availability(uint256[] calldata tokenIds) external view returns (bool[] memory all) {
        all = new bool[](tokenIds.length);
        for (uint256 i; i < tokenIds.length; ++i) {
            all[i] = _isFree(tokenIds[i]);
        }
    }

    function priceOf(string calldata label) external view returns (uint256) {
        if (!PlainLabel.isValid(label)) revert InvalidName();
        return _price(bytes(label).length);
    }

    function prices() external view returns (uint256[4] memory) {
        return _prices;
    }

    function reserved(uint256 tokenId) external view returns (bool) {
        return _names[tokenId].isReserved;
    }

    function valid(string calldata label) external pure returns (bool) {
        return PlainLabel.isValid(label);
    }

    function labelOf(uint256 tokenId) external pure returns (string memory) {
        if (!_isLabel(tokenId)) revert InvalidName();
        return PlainLabel.fromId(tokenId);
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = _names[tokenId].owner;
        if (owner == address(0)) revert NameNotRegistered(tokenId);
    }

    function addr(uint256 tokenId, uint256 coinType) public view returns (bytes memory) {
        if (_addrs[tokenId][coinType].length != 0) return _addrs[tokenId][coinType];
        if (!_isEvm(coinType)) return "";
        if (_addrs[tokenId][0x80000000].length != 0) return _addrs[tokenId][0x80000000];
        address owner = _names[tokenId].owner;
        if (owner == address(0)) return "";
        uint256 home = block.chainid == 1 ? 60 : 0x80000000 + block.chainid;
        return _hasNoCode(owner) || coinType == home ? abi.encodePacked(owner) : bytes("");
    }

    function hashCommitment(address payer, Registration calldata registration, bytes32 secret)
        public
        view
        returns (bytes32)
    {
        return keccak256(abi.encode(block.chainid, address(this), payer, registration, secret));
    }

    // --- parts ----------------------------------------------------------------------------------

    function _sell(
        uint256 tokenId,
        address to,
        bool isPrimary,
        string[] memory keys,
        string[] memory values
    ) private {
        if (isPaused) revert Paused();
        if (!_isLabel(tokenId)) revert InvalidName();
        if (_names[tokenId].owner != address(0)) revert NameTaken();
        if (_names[tokenId].isReserved) revert NameReserved();
        uint256 price = _price(bytes(PlainLabel.fromId(tokenId)).length);
        if (msg.value < price) revert InsufficientPayment(price);
        _give(tokenId, to);
        emit NameRegistered(tokenId, to, msg.sender, price);
        if (isPrimary) {
            if (to != msg.sender) revert NotTokenOwner();
            primaryTokenOf[to] = tokenId;
            emit PrimaryNameChanged(to, tokenId);
        }
        _writeTexts(tokenId, keys, values);
        if (msg.value == price) return;
        (bool isReturned,) = msg.sender.call{value: msg.value - price}("");
        if (!isReturned) revert RefundFailed();
    }

    function _give(uint256 tokenId, address to) private {
        if (to == address(0) || to == address(this)) revert BadRecipient(to);
        _names[tokenId].owner = to;
        _counts[to] += 1;
        emit Transfer(address(0), to, tokenId);
    }

    function _transfer(address from, address to, uint256 tokenId) private {
        Name storage name = _names[tokenId];
        if (ownerOf(tokenId) != from) revert NotAuthorized();
        bool mayMove = msg.sender == from || isApprovedForAll[from][msg.sender];
        if (!mayMove && msg.sender != name.approved) revert NotAuthorized();
        if (to == address(0) || to == address(this)) revert BadRecipient(to);
        (name.owner, name.approved) = (to, address(0));
        _counts[from] -= 1;
        _counts[to] += 1;
        if (primaryTokenOf[from] == tokenId) {
            primaryTokenOf[from] = 0;
            emit PrimaryNameChanged(from, 0);
        }
        _clearRecords(tokenId);
        emit Transfer(from, to, tokenId);
    }

    function _clearRecords(uint256 tokenId) private {
        Name storage name = _names[tokenId];
        if (name.keys.length + name.coinTypes.length == 0) return;
        for (uint256 i; i < name.keys.length; ++i) {
            delete _texts[tokenId][name.keys[i]];
        }
        for (uint256 i; i < name.coinTypes.length; ++i) {
            delete _addrs[tokenId][name.coinTypes[i]];
        }
        delete name.keys;
        delete name.coinTypes;
        emit RecordsCleared(tokenId);
    }

    function _writeTexts(uint256 tokenId, string[] memory keys, string[] memory values) private {
        if (keys.length != values.length) revert LengthMismatch();
        if (keys.length > 20) revert TooManyRecords();
        for (uint256 i; i < keys.length; ++i) {
            bool isLong = bytes(keys[i]).length > 64 || bytes(values[i]).length > 1024;
            if (isLong) revert RecordTooLong();
            _names[tokenId].keys.push(keys[i]);
            _texts[tokenId][keys[i]] = values[i];
            emit TextChanged(tokenId, keys[i], values[i]);
        }
    }

    function _askReceiver(address from, address to, uint256 tokenId, bytes memory data) private {
        if (_hasNoCode(to)) return;
        try IPlainReceiver(to).onERC721Received(msg.sender, from, tokenId, data) returns (
            bytes4 answer
        ) {
            if (answer != IPlainReceiver.onERC721Received.selector) revert NotReceived();
        } catch {
            revert NotReceived();
        }
    }

    function _isFree(uint256 tokenId) private view returns (bool) {
        Name storage name = _names[tokenId];
        return _isLabel(tokenId) && name.owner == address(0) && !name.isReserved;
    }

    function _price(uint256 length) private view returns (uint256) {
        if (length == 3) return _prices[0];
        if (length == 4) return _prices[1];
        return length <= 9 ? _prices[2] : _prices[3];
    }

    function _hasNoCode(address account) private view returns (bool) {
        bytes memory code = account.code;
        bool isDelegated =
            code.length == 23 && code[0] == 0xef && code[1] == 0x01 && code[2] == 0x00;
        return code.length == 0 || isDelegated;
    }

    function _isEvm(uint256 coinType) private pure returns (bool) {
        return coinType == 60 || (coinType >= 0x80000000 && coinType <= 0xffffffff);
    }

    function _isLabel(uint256 tokenId) private pure returns (bool) {
        return PlainLabel.isValid(PlainLabel.fromId(tokenId));
    }

    /// @dev The id of a label; 0 for any other text.
    function _parse(string memory label) private pure returns (uint256) {
        return PlainLabel.isValid(label) ? uint256(bytes32(bytes(label))) : 0;
    }
}

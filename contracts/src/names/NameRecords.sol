// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountCode} from "../collections/AccountCode.sol";
import {INameRecords} from "../interfaces/INameRecords.sol";
import {CoinType} from "./CoinType.sol";
import {Label} from "./Label.sol";
import {NameStorage} from "./NameStorage.sol";

/// @title Records and primary names
abstract contract NameRecords is NameStorage, INameRecords {
    uint256 private constant MAX_RECORDS = 20;
    uint256 private constant MAX_KEY_BYTES = 64;
    uint256 private constant MAX_VALUE_BYTES = 1024;
    uint256 private constant ADDRESS_SIZE = 20;

    mapping(uint256 tokenId => mapping(uint256 version => mapping(string key => string value)))
        private _texts;
    mapping(
        uint256 tokenId => mapping(uint256 version => mapping(uint256 coinType => bytes addr))
    ) private _addrs;

    /// @inheritdoc INameRecords
    function setPrimary(uint256 tokenId) external {
        bytes32 changed = PrimaryNameChanged.selector;
        // Without a function call inside: of all calls this one is to be the cheapest.
        assembly ("memory-safe") {
            // if (tokenId == 0 || _owner(_names[tokenId]) == msg.sender) _setPrimary(tokenId);
            mstore(0, tokenId)
            mstore(0x20, _names.slot)
            let other := shl(96, xor(sload(keccak256(0, 0x40)), caller()))
            if or(iszero(other), iszero(tokenId)) {
                mstore(0, caller())
                mstore(0x20, _primaries.slot)
                sstore(keccak256(0, 0x40), tokenId)
                log3(0, 0, changed, caller(), tokenId)
                stop()
            }
        }
        revert NotTokenOwner();
    }

    /// @inheritdoc INameRecords
    function setTexts(uint256 tokenId, string[] calldata keys, string[] calldata values) external {
        _setTexts(tokenId, _requireOwned(tokenId), keys, values);
    }

    /// @inheritdoc INameRecords
    function setAddr(uint256 tokenId, uint256 coinType, bytes calldata value) external {
        uint256 word = _requireOwned(tokenId);
        if (value.length > MAX_VALUE_BYTES) revert RecordTooLong();
        bool isRightSize = value.length == 0 || value.length == ADDRESS_SIZE;
        if (CoinType.isEvm(coinType) && !isRightSize) revert BadAddress();
        _markRecords(tokenId, word);
        _addrs[tokenId][_version(word)][coinType] = value;
        emit AddrChanged(tokenId, coinType, value);
    }

    /// @inheritdoc INameRecords
    function primaryTokenOf(address account) external view returns (uint256) {
        return _primaries[account];
    }

    /// @inheritdoc INameRecords
    function primaryNameOf(address account) external view returns (string memory) {
        uint256 tokenId = _primaries[account];
        return Label.toText(tokenId, Label.length(tokenId));
    }

    /// @inheritdoc INameRecords
    function text(uint256 tokenId, string calldata key) external view returns (string memory) {
        return _texts[tokenId][_version(_names[tokenId])][key];
    }

    /// @inheritdoc INameRecords
    function addr(uint256 tokenId) external view returns (address) {
        return address(bytes20(addr(tokenId, CoinType.ETHER)));
    }

    /// @inheritdoc INameRecords
    function addr(uint256 tokenId, uint256 coinType) public view returns (bytes memory value) {
        uint256 word = _names[tokenId];
        mapping(uint256 => bytes) storage addrs = _addrs[tokenId][_version(word)];
        value = addrs[coinType];
        if (value.length != 0 || !CoinType.isEvm(coinType)) return value;
        value = addrs[CoinType.EVERY_CHAIN];
        if (value.length != 0) return value;
        address owner = _owner(word);
        if (owner == address(0)) return "";
        if (CoinType.isHome(coinType) || !AccountCode.isContract(owner)) {
            return abi.encodePacked(owner);
        }
    }

    function _setPrimary(uint256 tokenId) internal {
        bytes32 changed = PrimaryNameChanged.selector;
        assembly ("memory-safe") {
            // _primaries[msg.sender] = tokenId;
            mstore(0, caller())
            mstore(0x20, _primaries.slot)
            sstore(keccak256(0, 0x40), tokenId)
            log3(0, 0, changed, caller(), tokenId)
        }
    }

    function _setTexts(
        uint256 tokenId,
        uint256 word,
        string[] calldata keys,
        string[] calldata values
    ) internal {
        if (keys.length != values.length) revert LengthMismatch();
        if (keys.length > MAX_RECORDS) revert TooManyRecords();
        if (keys.length == 0) return;
        _markRecords(tokenId, word);
        mapping(string => string) storage texts = _texts[tokenId][_version(word)];
        for (uint256 i; i < keys.length; ++i) {
            if (bytes(keys[i]).length > MAX_KEY_BYTES || bytes(values[i]).length > MAX_VALUE_BYTES) {
                revert RecordTooLong();
            }
            texts[keys[i]] = values[i];
            emit TextChanged(tokenId, keys[i], values[i]);
        }
    }

    function _markRecords(uint256 tokenId, uint256 word) private {
        if (word & HAS_RECORDS == 0) _names[tokenId] = word | HAS_RECORDS;
    }

    function _requireOwned(uint256 tokenId) private view returns (uint256 word) {
        word = _names[tokenId];
        if (_owner(word) != msg.sender) revert NotTokenOwner();
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountCode} from "../collections/AccountCode.sol";
import {INameRecords} from "../interfaces/INameRecords.sol";
import {INameTokens} from "../interfaces/INameTokens.sol";
import {NameStorage} from "./NameStorage.sol";

/// @dev The callback of contracts that receive ERC-721 tokens.
interface INameReceiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// @title Names as ERC-721 tokens
abstract contract NameTokens is NameStorage, INameTokens {
    mapping(uint256 tokenId => address approved) private _approvals;
    /// @inheritdoc INameTokens
    mapping(address owner => mapping(address operator => bool isOn)) public isApprovedForAll;

    /// @inheritdoc INameTokens
    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        transferFrom(from, to, tokenId);
        _requireReceived(from, to, tokenId, "");
    }

    /// @inheritdoc INameTokens
    function safeTransferFrom(address from, address to, uint256 tokenId, bytes calldata data)
        external
    {
        transferFrom(from, to, tokenId);
        _requireReceived(from, to, tokenId, data);
    }

    /// @inheritdoc INameTokens
    function approve(address approved, uint256 tokenId) external {
        uint256 word = _registered(tokenId);
        address owner = _owner(word);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAuthorized();
        _approvals[tokenId] = approved;
        _names[tokenId] = approved == address(0) ? word & ~IS_APPROVED : word | IS_APPROVED;
        emit Approval(owner, approved, tokenId);
    }

    /// @inheritdoc INameTokens
    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// @inheritdoc INameTokens
    function ownerOf(uint256 tokenId) external view returns (address) {
        return _owner(_registered(tokenId));
    }

    /// @inheritdoc INameTokens
    function balanceOf(address owner) external view returns (uint256) {
        if (owner == address(0)) revert BadRecipient(owner);
        return _balances[owner];
    }

    /// @inheritdoc INameTokens
    function getApproved(uint256 tokenId) external view returns (address) {
        return _approved(_registered(tokenId), tokenId);
    }

    /// @inheritdoc INameTokens
    function transferFrom(address from, address to, uint256 tokenId) public {
        uint256 word = _registered(tokenId);
        if (_owner(word) != from) revert NotAuthorized();
        bool isOwner = msg.sender == from || isApprovedForAll[from][msg.sender];
        if (!isOwner && _approved(word, tokenId) != msg.sender) revert NotAuthorized();
        _requireRecipient(to);

        _names[tokenId] = _moved(word, to);
        unchecked {
            --_balances[from];
            ++_balances[to];
        }
        if (_primaries[from] == tokenId) {
            delete _primaries[from];
            emit INameRecords.PrimaryNameChanged(from, 0);
        }
        if (word & HAS_RECORDS != 0) emit INameRecords.RecordsCleared(tokenId);
        emit Transfer(from, to, tokenId);
    }

    /// @dev The caller has checked that the name has no owner.
    function _mint(uint256 tokenId, address to) internal {
        _requireRecipient(to);
        _names[tokenId] = uint160(to);
        unchecked {
            ++_balances[to];
        }
        emit Transfer(address(0), to, tokenId);
    }

    /// @dev The word of a name that someone owns.
    function _registered(uint256 tokenId) internal view returns (uint256 word) {
        word = _names[tokenId];
        if (_owner(word) == address(0)) revert NameNotRegistered(tokenId);
    }

    /// @dev A transfer leaves the approval of the former owner in place and takes its flag away.
    function _approved(uint256 word, uint256 tokenId) private view returns (address) {
        return word & IS_APPROVED == 0 ? address(0) : _approvals[tokenId];
    }

    function _requireRecipient(address to) private view {
        if (to == address(0) || to == address(this)) revert BadRecipient(to);
    }

    function _requireReceived(address from, address to, uint256 tokenId, bytes memory data)
        private
    {
        if (!AccountCode.isContract(to)) return;
        bytes memory request =
            abi.encodeCall(INameReceiver.onERC721Received, (msg.sender, from, tokenId, data));
        bool isAccepted;
        assembly ("memory-safe") {
            // Copies one word of the return data at most.
            isAccepted := call(gas(), to, 0, add(request, 0x20), mload(request), 0, 0x20)
            isAccepted := and(isAccepted, gt(returndatasize(), 0x1f))
            isAccepted := and(isAccepted, eq(mload(0), shl(224, 0x150b7a02)))
        }
        if (!isAccepted) revert NotReceived();
    }
}

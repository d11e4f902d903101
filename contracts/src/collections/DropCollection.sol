// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountCode} from "./AccountCode.sol";
import {Collection} from "./Collection.sol";
import {ICollectionSale} from "../interfaces/ICollectionSale.sol";
import {IDropTokens} from "../interfaces/IDropTokens.sol";
import {IPlatform} from "../interfaces/IPlatform.sol";

/// @dev The callback of contracts that receive ERC-721 tokens.
interface ITokenReceiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// @dev Tokens minted together are a run: only its first token has a word, which names the owner of
///      all. The holder's word hints at its last three runs. While a token has no word of its own
///      and a hint of `from` covers it, `from` owns it; so a token leaves the middle of a run
///      without a search and without a word for its neighbours. A token that was moved, approved or
///      burned has a word for ever, and a first token that leaves hands the rest of its run to the
///      next token without a word. A run has at most 64 tokens, which bounds the search of
///      `ownerOf`.
contract DropCollection is Collection, IDropTokens {
    uint256 private constant LONGEST_RUN = 64;
    uint256 private constant TOKEN_LENGTH = 160;
    uint256 private constant U8 = 0xff;
    uint256 private constant U160 = type(uint160).max;
    uint256 private constant RUN_OF_ONE = 1 << TOKEN_LENGTH;
    uint256 private constant IS_APPROVED = 1 << 255;
    uint256 private constant TRANSFER =
        0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef;

    /// @dev Masks of a holder's word: all but the hints, and the two newer of the three hints.
    uint256 private constant NO_HINTS =
        0xffffffffffffffffffffffffff000000000000000000000000000fffffffffff;
    uint256 private constant NEWER_HINTS = 0xffffffffffffffffff00000000000;
    uint256 private constant HINT = 44;
    uint256 private constant HINT_LENGTH = 28;
    uint256 private constant HINT_BITS = 36;

    bool private immutable SOULBOUND;

    mapping(uint256 tokenId => address approved) private _approved;
    mapping(address owner => mapping(address operator => bool isApproved)) private _operators;

    constructor(IPlatform platform_, address facet, bool isSoulbound) Collection(platform_, facet) {
        SOULBOUND = isSoulbound;
    }

    /// @inheritdoc IDropTokens
    function transferFrom(address from, address to, uint256 tokenId) public {
        if (SOULBOUND) revert Soulbound();
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
        (uint256 head, uint256 word) = _find(tokenId);
        address holder = address(uint160(word));
        if (msg.sender != holder && !_operators[holder][msg.sender]) revert NotAuthorized();

        // A token inside a run gets a word of its own, which ends no run but takes it out of hints.
        uint256 own = head == tokenId ? word : uint160(holder) | RUN_OF_ONE;
        _store(TOKEN_PREFIX | tokenId, own | IS_APPROVED);
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
    function balanceOf(address holder) external view returns (uint256) {
        if (holder == address(0)) revert BadRecipient(holder);
        return _balance(holder);
    }

    /// @inheritdoc IDropTokens
    function getApproved(uint256 tokenId) external view returns (address) {
        (uint256 head, uint256 word) = _find(tokenId);
        return _isApproved(tokenId, head, word) ? _approved[tokenId] : address(0);
    }

    /// @inheritdoc IDropTokens
    function isApprovedForAll(address holder, address operator) external view returns (bool) {
        return _operators[holder][operator];
    }

    /// @inheritdoc IDropTokens
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        _find(tokenId);
        return _metadataUri(tokenId);
    }

    /// @inheritdoc IDropTokens
    function locked(uint256 tokenId) external view returns (bool) {
        _find(tokenId);
        return SOULBOUND;
    }

    /// @inheritdoc IDropTokens
    function tokensOfOwnerIn(address holder, uint256 start, uint256 stop)
        external
        view
        returns (uint256[] memory tokenIds)
    {
        if (start == 0) start = 1;
        uint256 end = stop > _minted() ? _minted() + 1 : stop;
        if (start >= end || holder == address(0)) return tokenIds;

        unchecked {
            tokenIds = new uint256[](end - start);
            uint256 count;
            uint256 run;
            uint256 runEnd;
            // The run that covers the first requested id begins at most one run length before it.
            uint256 tokenId = start > LONGEST_RUN ? start - LONGEST_RUN : 1;
            for (; tokenId < end; ++tokenId) {
                uint256 word = _load(TOKEN_PREFIX | tokenId);
                uint256 wordEnd = tokenId + _lengthOf(word);
                if (wordEnd > runEnd) (run, runEnd) = (word, wordEnd);
                if (word == 0) word = run;
                if (tokenId < start || word & U160 != uint160(holder)) continue;
                tokenIds[count++] = tokenId;
            }
            assembly ("memory-safe") {
                mstore(tokenIds, count)
            }
        }
    }

    /// @inheritdoc ICollectionSale
    function supportsInterface(bytes4 interfaceId) external view override returns (bool) {
        return interfaceId == 0x01ffc9a7 // ERC-165
            || interfaceId == 0x80ac58cd // ERC-721
            || interfaceId == 0x5b5e139f // ERC-721 metadata
            || interfaceId == 0x2a55205a // ERC-2981
            || interfaceId == 0x49064906 // ERC-4906
            || (interfaceId == 0xb45a3c0e && SOULBOUND); // ERC-5192
    }

    /// @inheritdoc IDropTokens
    function ownerOf(uint256 tokenId) public view returns (address) {
        (, uint256 word) = _find(tokenId);
        return address(uint160(word));
    }

    function _issue(address to, uint256 quantity, uint256 minted, uint256 holder)
        internal
        override
    {
        uint256 first;
        assembly ("memory-safe") {
            first := add(minted, 1)
            // Remember a run of more than one as the newest hint and forget the oldest.
            if gt(quantity, 1) {
                holder := or(
                    or(and(holder, NO_HINTS), shl(HINT_BITS, and(holder, NEWER_HINTS))),
                    shl(HINT, or(first, shl(HINT_LENGTH, quantity)))
                )
            }
            sstore(or(HOLDER_PREFIX, to), holder)
            sstore(or(TOKEN_PREFIX, first), or(to, shl(TOKEN_LENGTH, quantity)))
        }
        if (quantity > LONGEST_RUN) _splitRun(to, first, quantity);
        if (SOULBOUND) return _logLocked(to, first, quantity);

        assembly ("memory-safe") {
            // Log the transfers, four in one round.
            let end := add(first, quantity)
            let lastRound := sub(end, 3)
            let topic := TRANSFER
            for {} slt(first, lastRound) { first := add(first, 4) } {
                log4(0, 0, topic, 0, to, first)
                log4(0, 0, topic, 0, to, add(first, 1))
                log4(0, 0, topic, 0, to, add(first, 2))
                log4(0, 0, topic, 0, to, add(first, 3))
            }
            for {} lt(first, end) { first := add(first, 1) } {
                log4(0, 0, topic, 0, to, first)
            }
        }
    }

    /// @dev Always false: drops ask at safe transfers only.
    function _isAsked(address) internal pure override returns (bool) {}

    /// @dev Gives the run a word at its start and behind every 64 tokens.
    function _splitRun(address to, uint256 first, uint256 quantity) private {
        for (uint256 done; done < quantity; done += LONGEST_RUN) {
            uint256 rest = quantity - done;
            uint256 length = rest < LONGEST_RUN ? rest : LONGEST_RUN;
            _store(TOKEN_PREFIX | (first + done), uint160(to) | (length << TOKEN_LENGTH));
        }
    }

    function _logLocked(address to, uint256 first, uint256 quantity) private {
        for (uint256 tokenId = first; tokenId < first + quantity; ++tokenId) {
            emit Transfer(address(0), to, tokenId);
            emit Locked(tokenId);
        }
    }

    function _burn(address from, uint256 tokenId) private {
        _move(from, address(0), tokenId);
        ++_burned;
    }

    /// @dev Moves a token that `from` owns and the caller may move; to 0 it is burned.
    function _move(address from, address to, uint256 tokenId) private {
        // A key of a larger id would have another prefix.
        if (tokenId > U28) revert NoToken(tokenId);
        uint256 fromKey = _holderKey(from);
        uint256 holder = _load(fromKey);
        uint256 head = tokenId;
        uint256 word = _load(TOKEN_PREFIX | tokenId);
        if (word == 0) {
            if (_isHinted(holder, tokenId)) word = uint160(from) | RUN_OF_ONE;
            else (head, word) = _find(tokenId);
        }
        // The owner of a burned token is the zero address.
        if (word & U160 != uint160(from) || from == address(0)) _refuseMove(word, tokenId);
        if (msg.sender != from) _requireAllowed(from, tokenId, head, word);

        unchecked {
            if (head == tokenId && _lengthOf(word) > 1) _handOn(word, tokenId);
            _store(TOKEN_PREFIX | tokenId, uint160(to) | RUN_OF_ONE);
            _store(fromKey, holder - 1);
            if (to != address(0)) {
                // Read only now: in a transfer to oneself both words are the same.
                uint256 toKey = _holderKey(to);
                _store(toKey, _load(toKey) + 1);
            }
        }
        emit Transfer(from, to, tokenId);
    }

    /// @dev The first token of a run leaves: the rest belongs to the next token without a word.
    function _handOn(uint256 word, uint256 tokenId) private {
        unchecked {
            uint256 end = tokenId + _lengthOf(word);
            for (uint256 next = tokenId + 1; next < end; ++next) {
                if (_load(TOKEN_PREFIX | next) != 0) continue;
                return _store(TOKEN_PREFIX | next, (word & U160) | ((end - next) << TOKEN_LENGTH));
            }
        }
    }

    function _requireAllowed(address from, uint256 tokenId, uint256 head, uint256 word)
        private
        view
    {
        if (_operators[from][msg.sender]) return;
        bool isAllowed = _isApproved(tokenId, head, word) && _approved[tokenId] == msg.sender;
        if (!isAllowed) revert NotAuthorized();
    }

    function _refuseMove(uint256 word, uint256 tokenId) private pure {
        if (word & U160 == 0) revert NoToken(tokenId);
        revert NotAuthorized();
    }

    /// @dev The token's own word, or that of the run it belongs to, and whose word it is.
    function _find(uint256 tokenId) private view returns (uint256 head, uint256 word) {
        if (tokenId == 0 || tokenId > _minted()) revert NoToken(tokenId);
        unchecked {
            head = tokenId;
            word = _load(TOKEN_PREFIX | tokenId);
            while (head + _lengthOf(word) <= tokenId) word = _load(TOKEN_PREFIX | --head);
        }
        if (word & U160 == 0) revert NoToken(tokenId);
    }

    /// @dev An approval ends with the word that it was given in.
    function _isApproved(uint256 tokenId, uint256 head, uint256 word) private pure returns (bool) {
        return head == tokenId && word & IS_APPROVED != 0;
    }

    /// @dev Whether one of the three last runs of the holder covers the token.
    function _isHinted(uint256 holder, uint256 tokenId) private pure returns (bool) {
        unchecked {
            uint256 hints = holder >> HINT;
            return tokenId - (hints & U28) < (hints >> 28) & U8
                || tokenId - ((hints >> 36) & U28) < (hints >> 64) & U8
                || tokenId - ((hints >> 72) & U28) < (hints >> 100) & U8;
        }
    }

    function _lengthOf(uint256 word) private pure returns (uint256) {
        return (word >> TOKEN_LENGTH) & U8;
    }

    function _requireReceived(address from, address to, uint256 tokenId, bytes memory data)
        private
    {
        if (!AccountCode.isContract(to)) return;
        bytes memory call =
            abi.encodeCall(ITokenReceiver.onERC721Received, (msg.sender, from, tokenId, data));
        if (!_accepts(to, call, ITokenReceiver.onERC721Received.selector, gasleft())) {
            revert NotReceived();
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {CollectionInvariants} from "./CollectionInvariants.sol";
import {DropHandler} from "./DropHandler.sol";
import {Rule} from "./Rule.sol";
import {EnvironmentActions} from "./EnvironmentActions.sol";

/// @dev Invariants of drops and open editions, transferable and soulbound, besides those of
///      all; tokens are checked in storage too, since their owners are not stored one by one.
contract DropInvariants is CollectionInvariants {
    uint256 private constant TOKEN_PREFIX = 1 << 200;
    uint256 private constant HOLDER_PREFIX = 1 << 201;
    uint256 private constant LONGEST_RUN = 64;
    uint256 private constant GAS_OF_OWNER = 200_000;

    /// @dev ownerOf returns the owner in the ghost state for every id, and reverts for all others.
    function invariant_ownerOfIsWhatTheBooksSay() public inLife {
        IDropCollection drop = _handler().drop();
        address[] memory booked = _handler().owners();
        for (uint256 tokenId; tokenId < booked.length; ++tokenId) {
            bool isBooked = _ownerOf(drop, tokenId) == booked[tokenId];
            _holds(isBooked, "every token has the owner of the ghost state");
        }
    }

    /// @dev balanceOf is the count of ids that ownerOf and tokensOfOwnerIn return for the holder.
    function invariant_balanceOfCountsWhatOwnerOfTells() public inLife {
        IDropCollection drop = _handler().drop();
        uint256 minted = handler.minted();
        address[] memory actors = handler.actors();
        uint256[] memory counts = new uint256[](actors.length);
        for (uint256 tokenId = 1; tokenId <= minted; ++tokenId) {
            address owner = _ownerOf(drop, tokenId);
            for (uint256 i; i < actors.length; ++i) {
                if (actors[i] == owner) ++counts[i];
            }
        }
        for (uint256 i; i < actors.length; ++i) {
            address account = actors[i];
            uint256 listed = drop.tokensOfOwnerIn(account, 0, minted + 70).length;
            assertEq(drop.balanceOf(account), counts[i], "broken: balanceOf counts ownerOf");
            assertEq(listed, counts[i], "broken: the list of tokens is whole");
        }
    }

    /// @dev A token without a word of its own, inside a hint of a holder, is that holder's.
    function invariant_anUntouchedTokenInAHintIsItsHolders() public inLife {
        address[] memory actors = handler.actors();
        address[] memory booked = _handler().owners();
        for (uint256 i; i < actors.length; ++i) {
            uint256 word = _word(HOLDER_PREFIX | uint160(actors[i]));
            for (uint256 hint; hint < 3; ++hint) {
                uint256 start = (word >> (44 + 36 * hint)) & 0xfffffff;
                uint256 length = (word >> (72 + 36 * hint)) & 0xff;
                _holdsHint(booked, actors[i], start, length);
            }
        }
    }

    /// @dev No run is longer than 64, every token is in one, and ownerOf finds it within its gas.
    function invariant_runsAreShortAndTheirHeadsWithinReach() public inLife {
        IDropCollection drop = _handler().drop();
        uint256 minted = handler.minted();
        uint256 runEnd = 1;
        for (uint256 tokenId = 1; tokenId <= minted; ++tokenId) {
            uint256 word = _word(TOKEN_PREFIX | tokenId);
            uint256 length = (word >> 160) & 0xff;
            _holds(length <= LONGEST_RUN, "a run is at most 64 tokens");
            if (tokenId + length > runEnd) runEnd = tokenId + length;
            _holds(word != 0 || tokenId < runEnd, "every token is in a run");
            _holds(word == 0 || length != 0, "a word is at least its own run");
        }
        for (uint256 tokenId = LONGEST_RUN; tokenId <= minted; tokenId += LONGEST_RUN - 1) {
            bytes memory data = abi.encodeCall(drop.ownerOf, (tokenId));
            (bool isFound, bytes memory result) = address(drop).staticcall{gas: GAS_OF_OWNER}(data);
            _holds(isFound || result.length != 0, "an owner is found within the gas");
        }
    }

    /// @dev A token word, once written, is never empty again: emptied, it would fall to a hint.
    function invariant_aWrittenTokenWordIsNeverEmptyAgain() public inLife {
        uint256[] memory written = _handler().writtenTokens();
        for (uint256 i; i < written.length; ++i) {
            _holds(_word(TOKEN_PREFIX | written[i]) != 0, "a token word stays");
        }
    }

    /// @dev A soulbound token leaves its first owner only when it is burned.
    function invariant_soulboundTokensNeverMove() public inLife {
        DropHandler handler = _handler();
        if (handler.isTransferable()) return;
        IDropCollection drop = handler.drop();
        uint256 minted = handler.minted();
        for (uint256 tokenId = 1; tokenId <= minted; ++tokenId) {
            address owner = _ownerOf(drop, tokenId);
            if (owner == address(0)) continue;
            _holds(owner == handler.firstOwnerOf(tokenId), "a soulbound token stays");
            _holds(drop.locked(tokenId), "a soulbound token is locked");
        }
    }

    /// @dev Who was approved for one token is so no longer once it moved.
    function invariant_approvalsDoNotSurviveATransfer() public inLife {
        DropHandler handler = _handler();
        uint256[] memory tokens = handler.approvedTokens();
        for (uint256 i; i < tokens.length; ++i) {
            if (handler.ownerOf(tokens[i]) == address(0)) continue;
            address approved = handler.drop().getApproved(tokens[i]);
            _holds(approved == handler.approvedFor(tokens[i]), "an approval ends with a transfer");
        }
    }

    /// @dev Who replays the transfer logs alone knows the owner of every token.
    function invariant_transferLogsTellTheOwnerOfEveryToken() public inLife {
        IDropCollection drop = _handler().drop();
        uint256 minted = handler.minted();
        for (uint256 tokenId = 1; tokenId <= minted; ++tokenId) {
            bool isReplayed = _ownerOf(drop, tokenId) == handler.replayedOwner(tokenId);
            _holds(isReplayed, "logs show every owner");
        }
    }

    function _newWorld() internal override returns (EnvironmentActions) {
        return new DropHandler();
    }

    function _balanceOf(address account) internal view override returns (uint256) {
        return _handler().drop().balanceOf(account);
    }

    function _handler() private view returns (DropHandler) {
        return DropHandler(address(handler));
    }

    function _word(uint256 slot) private view returns (uint256) {
        return uint256(vm.load(address(collection), bytes32(slot)));
    }

    /// @dev 0 for a token that does not exist.
    function _ownerOf(IDropCollection drop, uint256 tokenId) private view returns (address owner) {
        try drop.ownerOf(tokenId) returns (address found) {
            _holds(found != address(0), "the zero address is no owner");
            return found;
        } catch {
            return address(0);
        }
    }

    function _holdsHint(address[] memory booked, address account, uint256 start, uint256 length)
        private
        view
    {
        for (uint256 tokenId = start; tokenId < start + length; ++tokenId) {
            if (_word(TOKEN_PREFIX | tokenId) != 0) continue;
            bool isTrue = tokenId < booked.length && booked[tokenId] == account;
            _holds(isTrue, "a hint is true for untouched tokens");
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {Rule} from "./Rule.sol";
import {EnvironmentActions} from "./EnvironmentActions.sol";

/// @dev A drop or an open edition, transferable or soulbound, and all that can be tried with tokens.
contract DropHandler is EnvironmentActions {
    uint256 private constant TOKEN_PREFIX = 1 << 200;
    uint256 private constant LONGEST_RUN = 64;

    mapping(uint256 tokenId => address owner) public ownerOf;
    mapping(uint256 tokenId => address owner) public firstOwnerOf;
    mapping(uint256 tokenId => address approved) public approvedFor;
    mapping(address owner => mapping(address operator => bool isApproved)) private _isOperator;
    uint256[] private _approvedTokens;
    uint256[] private _writtenTokens;
    mapping(uint256 tokenId => bool isWritten) private _isWritten;

    function drop() public view returns (IDropCollection) {
        return IDropCollection(address(collection));
    }

    /// @dev The owners in the ghost state by id, and two ids above all minted ones.
    function owners() external view returns (address[] memory booked) {
        booked = new address[](minted + 3);
        for (uint256 tokenId = 1; tokenId <= minted; ++tokenId) {
            booked[tokenId] = ownerOf[tokenId];
        }
    }

    /// @dev Tokens that were ever approved to anyone, some of them several times.
    function approvedTokens() external view returns (uint256[] memory) {
        return _approvedTokens;
    }

    /// @dev Tokens that were ever seen with a word of their own in storage.
    function writtenTokens() external view returns (uint256[] memory) {
        return _writtenTokens;
    }

    function moveToken(uint256 seed) external act(seed) {
        _moveToken();
    }

    function moveOrBurnToken(uint256 seed) external act(seed) {
        if (_oneIn(3)) return _burnToken();
        _moveToken();
    }

    function _moveToken() private {
        uint256 tokenId = _anyToken();
        address from = _oneIn(5) ? _anyActor() : ownerOf[tokenId];
        address caller = _anyMover(from, tokenId);
        address to = _oneIn(20) ? address(0) : _oneIn(10) ? from : _anyActor();
        uint256 way = _pick(0, 2);
        bool isSafe = way != 0;
        if (isSafe && to == address(reentering) && _oneIn(2)) _arm(tokenId);

        bool isRight = isTransferable && to != address(0) && _mayMove(caller, from, tokenId)
            && (!isSafe || takesEther(to));
        bytes memory data = _moveCall(way, from, to, tokenId);
        bool isDone = _do(caller, data, isRight, Rule.OnlyTheRightfulMove, "a transfer");
        if (!isDone) reentering.disarm();
        _tally(isSafe ? "safeTransferFrom" : "transferFrom", isDone);
        if (!isDone) return;
        _bookMove(from, to, tokenId);
        _bookStrike();
        _noteWords(tokenId);
    }

    /// @dev Earlier owners and neighbours of a token try to have it moved as theirs.
    function moveByAFormerOwner(uint256 seed) external act(seed) {
        uint256 tokenId = _oneIn(4) ? minted + _pick(1, 80) : _pick(1, minted + 1);
        uint256 near = tokenId + _pick(0, 6);
        address from = near < 3 ? address(0) : ownerOf[near - 3];
        if (from == address(0)) from = _anyActor();
        if (from == ownerOf[tokenId]) from = _anyActorBut(from);
        bytes memory data = _oneIn(3)
            ? abi.encodeCall(IDropTokens.burnFrom, (from, tokenId))
            : _moveCall(0, from, _anyActor(), tokenId);
        bool isDone = _do(from, data, false, Rule.OnlyTheRightfulMove, "a move of another's token");
        _tally("moveByAFormerOwner", isDone);
    }

    function _burnToken() private {
        uint256 tokenId = _anyToken();
        address holder = ownerOf[tokenId];
        address from = _oneIn(4) ? _anyActor() : holder;
        address caller = _anyMover(holder, tokenId);
        bool hasFrom = _oneIn(2);
        if (!hasFrom) from = holder;
        bool isRight = _mayMove(caller, from, tokenId);
        bytes memory data = hasFrom
            ? abi.encodeCall(IDropTokens.burnFrom, (from, tokenId))
            : abi.encodeCall(IDropTokens.burn, (tokenId));
        bool isDone = _do(caller, data, isRight, Rule.OnlyTheRightfulMove, "a burn");
        _tally("burnToken", isDone);
        if (!isDone) return;
        _bookMove(from, address(0), tokenId);
        _noteWords(tokenId);
    }

    function approveToken(uint256 seed) external act(seed) {
        uint256 tokenId = _anyToken();
        address holder = ownerOf[tokenId];
        address caller = _oneIn(3) ? _anyActor() : holder;
        address approved = _oneIn(8) ? address(0) : _anyActor();
        bool isRight = holder != address(0) && (caller == holder || _isOperator[holder][caller]);
        bytes memory data = abi.encodeCall(IDropTokens.approve, (approved, tokenId));
        bool isDone = _do(caller, data, isRight, Rule.OnlyTheRightfulMove, "an approval");
        _tally("approveToken", isDone);
        if (!isDone) return;
        approvedFor[tokenId] = approved;
        _approvedTokens.push(tokenId);
        _noteWords(tokenId);
    }

    function setOperator(uint256 seed) external act(seed) {
        address holder = _anyActor();
        address operator = _anyActor();
        bool isApproved = _oneIn(2);
        bytes memory data = abi.encodeCall(IDropTokens.setApprovalForAll, (operator, isApproved));
        bool isDone = _do(holder, data, true, Rule.WhatIsAllowedGoesThrough, "setApprovalForAll");
        _tally("setOperator", isDone);
        if (isDone) _isOperator[holder][operator] = isApproved;
    }

    function _anyKind() internal override returns (uint8 anyKind, bool transferable) {
        anyKind = _oneIn(4) ? OPEN_EDITION : DROP;
        transferable = !_oneIn(4);
    }

    function _bookTokens(address to, uint256 quantity) internal override {
        uint256 first = minted + 1;
        super._bookTokens(to, quantity);
        for (uint256 tokenId = first; tokenId <= minted; ++tokenId) {
            ownerOf[tokenId] = to;
            firstOwnerOf[tokenId] = to;
            _noteWord(tokenId);
        }
    }

    function _tokenStrike() internal override returns (bytes memory) {
        if (reentry.tokenId == 0) reentry.tokenId = _anyToken();
        return reentry.to == address(0)
            ? abi.encodeCall(IDropTokens.burn, (reentry.tokenId))
            : _moveCall(0, address(reentering), reentry.to, reentry.tokenId);
    }

    function _bookStruckToken() internal override {
        address wallet = address(reentering);
        // A burn names no holder; the wallet may have been approved by another.
        bool isBurn = reentry.to == address(0);
        address from = isBurn ? ownerOf[reentry.tokenId] : wallet;
        bool isRight = (isTransferable || isBurn) && _mayMove(wallet, from, reentry.tokenId);
        _expect(isRight, Rule.OnlyTheRightfulMove, "another's token moved in the midst of a call");
        if (isRight) _bookMove(from, reentry.to, reentry.tokenId);
        _noteWords(reentry.tokenId);
    }

    function _bookMove(address from, address to, uint256 tokenId) private {
        if (ownerOf[tokenId] != from) return;
        ownerOf[tokenId] = to;
        approvedFor[tokenId] = address(0);
        --heldBy[from];
        if (to == address(0)) ++burned;
        else ++heldBy[to];
    }

    /// @dev Notes which tokens from this one to the end of the longest run have words by now.
    function _noteWords(uint256 tokenId) private {
        for (uint256 i; i <= LONGEST_RUN && tokenId + i <= minted; ++i) {
            _noteWord(tokenId + i);
        }
    }

    function _noteWord(uint256 tokenId) private {
        if (_isWritten[tokenId]) return;
        if (vm.load(address(collection), bytes32(TOKEN_PREFIX | tokenId)) == 0) return;
        _isWritten[tokenId] = true;
        _writtenTokens.push(tokenId);
    }

    /// @dev Whether the caller may move the token out of the hands of `from`.
    function _mayMove(address caller, address from, uint256 tokenId) private view returns (bool) {
        if (from == address(0) || ownerOf[tokenId] != from) return false;
        return caller == from || _isOperator[from][caller] || approvedFor[tokenId] == caller;
    }

    function _moveCall(uint256 way, address from, address to, uint256 tokenId)
        private
        pure
        returns (bytes memory)
    {
        if (way == 0) return abi.encodeCall(IDropTokens.transferFrom, (from, to, tokenId));
        if (way == 1) {
            return
                abi.encodeWithSignature(
                    "safeTransferFrom(address,address,uint256)", from, to, tokenId
                );
        }
        return abi.encodeWithSignature(
            "safeTransferFrom(address,address,uint256,bytes)", from, to, tokenId, "data"
        );
    }

    /// @dev Mostly the owner, often an approved account, sometimes any account.
    function _anyMover(address holder, uint256 tokenId) private returns (address) {
        if (_oneIn(6)) return _anyActor();
        if (_oneIn(3) && approvedFor[tokenId] != address(0)) return approvedFor[tokenId];
        if (_oneIn(3)) return _anyOperator(holder);
        return holder == address(0) ? _anyActor() : holder;
    }

    /// @dev An account that may move all tokens of the holder, if there is one.
    function _anyOperator(address holder) private returns (address operator) {
        uint256 first = _pick(0, ACTORS - 1);
        for (uint256 i; i < ACTORS; ++i) {
            operator = actor((first + i) % ACTORS);
            if (_isOperator[holder][operator]) return operator;
        }
    }

    function _anyActorBut(address other) private returns (address account) {
        account = _anyActor();
        if (account == other) account = STRANGER;
    }

    /// @dev Mostly a token that was minted, and ids where there can be none.
    function _anyToken() private returns (uint256) {
        if (minted == 0 || _oneIn(20)) return minted + _pick(1, 70);
        if (!_oneIn(20)) return _pick(1, minted);
        uint256 tokenId = _pick(0, minted);
        return [
            uint256(0), tokenId | 1 << 28, tokenId | 1 << 160, tokenId | 1 << 200, ~tokenId
        ][_pick(0, 4)];
    }
}

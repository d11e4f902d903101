// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {Rule} from "./Rule.sol";
import {EnvironmentActions} from "./EnvironmentActions.sol";

/// @dev An edition and all that can be tried with its copies.
contract EditionHandler is EnvironmentActions {
    uint256 private constant TOKEN_ID = 1;

    mapping(address account => mapping(address operator => bool isApproved)) private _isOperator;

    function edition() public view returns (IEditionCollection) {
        return IEditionCollection(address(collection));
    }

    function moveCopies(uint256 seed) external act(seed) {
        _moveCopies();
    }

    function _moveCopies() private {
        address from = _anyActor();
        address to = _anyRecipient(from);
        uint256 id = _anyId();
        uint256 value = _anyValueOf(from);
        address caller = _anyMover(from);
        if (to == address(reentering) && _oneIn(2)) _arm(0);

        bool isRight = _mayMove(caller, from) && to != address(0) && id == TOKEN_ID
            && value <= heldBy[from] && takesEther(to);
        bytes memory data =
            abi.encodeCall(IEditionTokens.safeTransferFrom, (from, to, id, value, "data"));
        bool isDone = _do(caller, data, isRight, Rule.OnlyTheRightfulMove, "a transfer");
        _tally("moveCopies", isDone);
        _bookMove(isDone, from, to, value);
    }

    function moveCopiesInBatch(uint256 seed) external act(seed) {
        address from = _anyActor();
        address to = _anyRecipient(from);
        address caller = _anyMover(from);
        uint256[] memory ids = new uint256[](_pick(0, 3));
        uint256[] memory values = new uint256[](_oneIn(15) ? ids.length + 1 : ids.length);
        bool isRight = _mayMove(caller, from) && to != address(0) && takesEther(to)
            && ids.length == values.length;
        uint256 sum;
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = _anyId();
            values[i] = _oneIn(8) ? _anyValueOf(from) : heldBy[from] / 4;
            isRight = isRight && ids[i] == TOKEN_ID && values[i] <= heldBy[from];
            if (isRight) sum += values[i];
        }
        isRight = isRight && (from == to || sum <= heldBy[from]);
        if (to == address(reentering) && _oneIn(2)) _arm(0);

        bytes memory data =
            abi.encodeCall(IEditionTokens.safeBatchTransferFrom, (from, to, ids, values, ""));
        bool isDone = _do(caller, data, isRight, Rule.OnlyTheRightfulMove, "a batch");
        _tally("moveCopiesInBatch", isDone);
        _bookMove(isDone, from, to, sum);
    }

    function moveOrBurnCopies(uint256 seed) external act(seed) {
        if (_oneIn(3)) return _burnCopies();
        _moveCopies();
    }

    function _burnCopies() private {
        address from = _anyActor();
        uint256 value = _oneIn(3) ? _anyValueOf(from) : heldBy[from] / 4;
        bool hasFrom = _oneIn(2);
        address caller = hasFrom ? _anyMover(from) : from;
        bool isRight = _mayMove(caller, from) && value <= heldBy[from];
        bytes memory data = hasFrom
            ? abi.encodeCall(IEditionTokens.burnFrom, (from, value))
            : abi.encodeCall(IEditionTokens.burn, (value));
        bool isDone = _do(caller, data, isRight, Rule.OnlyTheRightfulMove, "a burn");
        _tally("burnCopies", isDone);
        _bookMove(isDone, from, address(0), value);
    }

    function setOperator(uint256 seed) external act(seed) {
        address holder = _anyActor();
        address operator = _anyActor();
        bool isApproved = _oneIn(3);
        bytes memory data = abi.encodeCall(IEditionTokens.setApprovalForAll, (operator, isApproved));
        bool isDone = _do(holder, data, true, Rule.WhatIsAllowedGoesThrough, "setApprovalForAll");
        _tally("setOperator", isDone);
        if (isDone) _isOperator[holder][operator] = isApproved;
    }

    function _anyKind() internal pure override returns (uint8 anyKind, bool transferable) {
        return (EDITION, true);
    }

    function _tokenStrike() internal view override returns (bytes memory) {
        if (reentry.to == address(0)) {
            return abi.encodeCall(IEditionTokens.burn, (reentry.quantity));
        }
        return abi.encodeCall(
            IEditionTokens.safeTransferFrom,
            (address(reentering), reentry.to, TOKEN_ID, reentry.quantity, "")
        );
    }

    function _bookStruckToken() internal override {
        address wallet = address(reentering);
        bool isRight = reentry.quantity <= heldBy[wallet];
        _expect(isRight, Rule.OnlyTheRightfulMove, "copies moved that the wallet does not hold");
        if (isRight) _book(wallet, reentry.to, reentry.quantity);
    }

    function _bookMove(bool isDone, address from, address to, uint256 value) private {
        if (!isDone) return reentering.disarm();
        if (value <= heldBy[from]) _book(from, to, value);
        _bookStrike();
    }

    function _book(address from, address to, uint256 value) private {
        heldBy[from] -= value;
        if (to == address(0)) burned += value;
        else heldBy[to] += value;
    }

    function _mayMove(address caller, address from) private view returns (bool) {
        return caller == from || _isOperator[from][caller];
    }

    function _anyMover(address from) private returns (address) {
        return _oneIn(3) ? _anyActor() : from;
    }

    function _anyRecipient(address from) private returns (address) {
        if (_oneIn(20)) return address(0);
        return _oneIn(8) ? from : _anyActor();
    }

    function _anyId() private returns (uint256) {
        if (!_oneIn(20)) return TOKEN_ID;
        return [uint256(0), 2, 1 << 160 | 1, type(uint256).max][_pick(0, 3)];
    }

    /// @dev Part of what `from` holds, all of it, one more, or far more.
    function _anyValueOf(address from) private returns (uint256) {
        if (_oneIn(8)) return heldBy[from] + 1;
        if (_oneIn(20)) return type(uint256).max - _pick(0, 5);
        return _pick(0, heldBy[from]);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {MintAttempts} from "./MintAttempts.sol";
import {Rule} from "./Rule.sol";

/// @dev Mints of every kind, honest and not, and gifts.
abstract contract SaleActions is MintAttempts {
    /// @dev An open edition is not minted further than a look at all its tokens can follow.
    uint256 private constant MANY = 400;

    function mint(uint256 seed) external act(seed) {
        Attempt memory attempt;
        attempt.caller = _anyActor();
        attempt.to = attempt.caller;
        attempt.isExact = true;
        attempt.maxQuantity = _anyQuantity();
        attempt.minQuantity = attempt.maxQuantity;
        if (_oneIn(4)) _approach(_oneIn(2) ? publicPhase.start : publicPhase.end);
        attempt.value = _anyValue(attempt);
        _tally("mint", _try(attempt));
    }

    function mintTo(uint256 seed) external act(seed) {
        Attempt memory attempt;
        attempt.caller = _oneIn(4) ? address(reentering) : _anyActor();
        attempt.to = _oneIn(20) ? address(0) : _oneIn(3) ? attempt.caller : _anyActor();
        _fillPartial(attempt);
        _tally("mintTo", _try(attempt));
    }

    function mintFromList(uint256 seed) external act(seed) {
        Attempt memory attempt;
        _fillListed(attempt, _pick(0, ACTORS - 1));
        if (_oneIn(4)) _approach(_anyMomentOf(attempt));
        attempt.isExact = true;
        attempt.maxQuantity = _anyQuantity();
        attempt.minQuantity = attempt.maxQuantity;
        attempt.value = _anyValue(attempt);
        _tally("mintFromList", _try(attempt));
    }

    function mintPartFromList(uint256 seed) external act(seed) {
        Attempt memory attempt;
        _fillListed(attempt, _oneIn(3) ? REENTERING : _pick(0, ACTORS - 1));
        _fillPartial(attempt);
        _tally("mintPartFromList", _try(attempt));
    }

    /// @dev Proofs that are not the caller's, not for these terms, or not for this collection.
    function mintWithForeignProof(uint256 seed) external act(seed) {
        if (_oneIn(4)) return _mintOnAnotherChain();
        Attempt memory attempt;
        uint256 entry = _pick(0, ACTORS - 1);
        _fillListed(attempt, entry);
        attempt.isForeign = true;
        _spoil(attempt, entry, _pick(0, 5));
        attempt.to = attempt.caller;
        attempt.maxQuantity = _pick(1, 3);
        attempt.minQuantity = 1;
        attempt.value = attempt.maxQuantity * _unit(attempt);
        _tally("mintWithForeignProof", _try(attempt));
    }

    /// @dev A proof of this collection, used after the chain was copied to another.
    function _mintOnAnotherChain() private {
        Attempt memory attempt;
        _fillListed(attempt, _pick(0, ACTORS - 1));
        if (attempt.list == OTHER_CHAIN) return _tally("mintOnAnotherChain", false);
        attempt.isForeign = true;
        attempt.maxQuantity = 1;
        attempt.minQuantity = 1;
        attempt.value = _unit(attempt);
        uint256 chain = block.chainid;
        vm.chainId(chain + 1);
        _tally("mintOnAnotherChain", _try(attempt));
        vm.chainId(chain);
    }

    function airdrop(uint256 seed) external act(seed) {
        address caller = _oneIn(8) ? _anyone() : owner;
        uint256 count = _pick(1, 3);
        address[] memory recipients = new address[](count);
        uint256[] memory quantities = new uint256[](_oneIn(15) ? count + 1 : count);
        uint256 sum;
        for (uint256 i; i < count; ++i) {
            recipients[i] = _oneIn(25) ? address(0) : _anyActor();
            quantities[i] = _anyGift();
            sum += quantities[i];
        }
        bool isRight = caller == owner && quantities.length == count && sum <= _left();
        for (uint256 i; i < count; ++i) {
            bool isGift = recipients[i] != address(0) && quantities[i] != 0 && quantities[i] < 256;
            isRight = isRight && isGift;
        }

        bytes32 moneyBefore = _moneyWords();
        bytes memory data = abi.encodeCall(ICollectionSale.airdrop, (recipients, quantities));
        bool isDone = _do(caller, data, isRight, _ruleFor(caller, Rule.CapHolds), "airdrop");
        _expect(_moneyWords() == moneyBefore, Rule.GiftsMoveNoMoney, "a gift moved money");
        for (uint256 i; isDone && i < count; ++i) {
            if (_takesTokens(recipients[i])) _bookTokens(recipients[i], quantities[i]);
        }
        _tally("airdrop", isDone);
    }

    function _fillPartial(Attempt memory attempt) private {
        attempt.maxQuantity = _oneIn(3) ? _pick(5, 50) : _anyQuantity();
        attempt.minQuantity = _oneIn(4) ? _pick(0, attempt.maxQuantity) : _pick(0, 1);
        if (_oneIn(25)) attempt.minQuantity = attempt.maxQuantity + 1;
        if (_oneIn(2)) attempt.referrer = _anyReferrer(attempt);
        if (attempt.caller == address(reentering) && !_oneIn(3)) _asStrike(attempt);
        attempt.value = _anyValue(attempt);
    }

    /// @dev Requests more than is left, so that the armed wallet receives a refund.
    function _asStrike(Attempt memory attempt) private {
        attempt.minQuantity = _pick(0, 1);
        attempt.maxQuantity = 50;
        if (_oneIn(2)) attempt.to = attempt.caller;
        if (_oneIn(4)) _arm(0);
        else _armToMint();
    }

    /// @dev The caller and its own entry in some list.
    function _fillListed(Attempt memory attempt, uint256 entry) private {
        attempt.list = _oneIn(25) ? _pick(OTHER_COLLECTION, OTHER_CHAIN) : _anyOwnList();
        attempt.caller = actor(entry);
        attempt.to = attempt.caller;
        attempt.isListed = true;
        attempt.packed = _lists[attempt.list].packed[entry];
        attempt.proof = _proofOf(attempt.list, entry);
        attempt.isForeign = attempt.list >= OTHER_COLLECTION;
    }

    /// @dev Makes an entry worth nothing to its caller, in one of six ways.
    function _spoil(Attempt memory attempt, uint256 entry, uint256 way) private {
        if (way == 0) {
            attempt.caller = actor(entry ^ _pick(1, 7));
        } else if (way == 1) {
            // Cheaper, longer, more: one bit of the terms.
            attempt.packed ^= 1 << _pick(0, 199);
        } else if (way == 2) {
            attempt.proof[_pick(0, 2)] ^= bytes32(1 << _pick(0, 255));
        } else if (way == 3) {
            attempt.proof = new bytes32[](_pick(0, 2));
        } else if (way == 4) {
            attempt.list = _pick(OTHER_COLLECTION, OTHER_CHAIN);
            attempt.packed = _lists[attempt.list].packed[entry];
            attempt.proof = _proofOf(attempt.list, entry);
        } else {
            attempt.proof = _proofOf((attempt.list + 1) % LISTS, entry);
        }
    }

    /// @dev A time at which the terms or their list begin or end.
    function _anyMomentOf(Attempt memory attempt) private returns (uint256) {
        return [
            uint256(uint32(attempt.packed >> 80)),
            uint32(attempt.packed >> 112),
            _lists[attempt.list].notBefore,
            _lists[attempt.list].until
        ][_pick(0, 3)];
    }

    function _anyQuantity() private returns (uint256) {
        if (kind == OPEN_EDITION && minted > MANY) return _pick(0, 1);
        if (_oneIn(20)) return _oneIn(2) ? 0 : _pick(51, 300);
        if (_oneIn(8)) return _pick(10, 50);
        return _oneIn(2) ? 1 : _pick(2, 6);
    }

    function _anyGift() private returns (uint256) {
        if (kind == OPEN_EDITION && minted > MANY) return _pick(0, 1);
        if (_oneIn(20)) return _oneIn(2) ? 0 : 256;
        return _oneIn(15) ? _pick(60, 255) : _pick(1, 5);
    }

    function _anyValue(Attempt memory attempt) private returns (uint256) {
        uint256 right = attempt.maxQuantity * _unit(attempt);
        if (!_oneIn(15)) return right;
        if (_oneIn(3)) return right + 1;
        return right == 0 ? 1 gwei : _pick(0, right - 1);
    }

    function _anyReferrer(Attempt memory attempt) private returns (address) {
        if (_oneIn(15)) return attempt.caller;
        if (_oneIn(15)) return attempt.to;
        if (_oneIn(15)) return CREATOR;
        return _oneIn(4) ? _anyone() : REFERRER;
    }
}

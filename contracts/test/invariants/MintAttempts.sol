// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionSale} from "../../src/collections/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/collections/ICollectionTypes.sol";
import {Rule} from "./Rule.sol";
import {World} from "./World.sol";

/// @dev Makes a mint: asks checkMint first, calls, and holds what happened against the answer, the
///      call and the books.
abstract contract MintAttempts is World {
    /// @dev A mint to try. `list` tells the list whose proof is used, when it is a listed one.
    struct Attempt {
        address caller;
        address to;
        uint256 minQuantity;
        uint256 maxQuantity;
        address referrer;
        uint256 value;
        bool isExact;
        bool isListed;
        uint256 list;
        uint256 packed;
        bytes32[] proof;
        /// @dev The proof is worth nothing here, to this caller, or for these terms.
        bool isForeign;
    }

    struct Answer {
        uint256 reasons;
        uint256 through;
        uint256 total;
    }

    uint256 private constant MOST_AT_ONCE = 50;
    uint256 private constant BAD_PROOF = 64;
    uint256 private constant HELD_PHASES = 8;
    uint256 private constant HELD_MOST = 8191;

    /// @dev Makes the mint and holds it against what checkMint said and what the call asked for.
    function _try(Attempt memory attempt) internal returns (bool isDone) {
        Answer memory told = _ask(attempt);
        bool isProven = !attempt.isForeign || told.reasons & BAD_PROOF != 0;
        _expect(isProven, Rule.OnlyProvenTermsSell, "checkMint believed a foreign proof");

        _fund(attempt.caller, attempt.value);
        uint256 before = attempt.caller.balance;
        bool isExpected = _isExpected(attempt, told);
        bytes memory answer;
        (isDone, answer) = _mintCall(attempt);
        if (!isDone) {
            reentering.disarm();
            _expect(!isExpected, Rule.CheckMintIsTrue, "checkMint promised a mint that failed");
            _expectReason(attempt, told.reasons, bytes4(answer));
            return false;
        }

        uint256 quantity = attempt.isExact ? attempt.maxQuantity : abi.decode(answer, (uint256));
        if (_isFaulty(attempt)) _blame(attempt);
        else _expectTold(attempt, told, quantity, isExpected);
        _expectPrice(attempt, quantity, before);
        _bookSale(_saleOf(attempt, quantity));
        _bookStrike();
    }

    /// @dev Whether the mint is to go through: checkMint finds no reason against it, the call itself
    ///      has no fault, enough is left, and the caller takes back what is too much.
    function _isExpected(Attempt memory attempt, Answer memory told) private view returns (bool) {
        bool hasSurplus = told.through != attempt.maxQuantity && _unit(attempt) != 0;
        bool isRefunded = !hasSurplus || takesEther(attempt.caller);
        bool isEnough = told.through >= _neededBy(attempt);
        return told.reasons == 0 && !_isFaulty(attempt) && isRefunded && isEnough;
    }

    function _neededBy(Attempt memory attempt) private pure returns (uint256) {
        if (attempt.isExact) return attempt.maxQuantity;
        return attempt.minQuantity == 0 ? 1 : attempt.minQuantity;
    }

    /// @dev Books what the re-entering wallet did in the middle of the call that is booked already.
    function _bookStrike() internal {
        if (!reentering.wentThrough()) return reentering.disarm();
        address wallet = address(reentering);
        if (strike.kind == Strike.Release) {
            _bookRelease(wallet, abi.decode(reentering.answer(), (uint256)));
        } else if (strike.kind <= Strike.MintFromList) {
            Attempt memory attempt;
            attempt.caller = wallet;
            attempt.to = strike.to;
            attempt.isListed = strike.kind == Strike.MintFromList;
            attempt.list = strike.list;
            attempt.packed = _lists[strike.list].packed[REENTERING];
            _bookSale(_saleOf(attempt, strike.quantity));
        } else {
            _bookStruckToken();
        }
        _tally("strike", true);
        reentering.disarm();
    }

    /// @dev Moves and burns of the re-entering wallet, in the terms of its token standard.
    function _bookStruckToken() internal virtual;

    function _mintCall(Attempt memory attempt) private returns (bool, bytes memory) {
        bytes memory data;
        if (attempt.isListed && attempt.isExact) {
            data = abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,bytes32[])",
                attempt.maxQuantity,
                attempt.packed,
                attempt.proof
            );
        } else if (attempt.isListed) {
            data = abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,address,uint256,bytes32[])",
                attempt.minQuantity,
                attempt.maxQuantity,
                attempt.referrer,
                attempt.packed,
                attempt.proof
            );
        } else if (attempt.isExact) {
            data = abi.encodeCall(ICollectionSale.mint, (attempt.maxQuantity));
        } else {
            data = abi.encodeCall(
                ICollectionSale.mintTo,
                (attempt.to, attempt.minQuantity, attempt.maxQuantity, attempt.referrer)
            );
        }
        return _call(attempt.caller, address(collection), attempt.value, data);
    }

    function _ask(Attempt memory attempt) private view returns (Answer memory told) {
        (told.reasons, told.through, told.total) =
            collection.checkMint(attempt.to, attempt.maxQuantity, attempt.packed, attempt.proof);
    }

    /// @dev Whether the call asks for what no mint grants, apart from all that checkMint judges.
    function _isFaulty(Attempt memory attempt) private view returns (bool) {
        bool isTooMany =
            attempt.maxQuantity > MOST_AT_ONCE || attempt.minQuantity > attempt.maxQuantity;
        return isTooMany || attempt.to == address(0) || _isWrongValue(attempt)
            || _isBarredIn(attempt) || attempt.isForeign;
    }

    function _isWrongValue(Attempt memory attempt) private view returns (bool) {
        if (attempt.maxQuantity > MOST_AT_ONCE) return false;
        return attempt.value != attempt.maxQuantity * _unit(attempt);
    }

    function _isBarredIn(Attempt memory attempt) private view returns (bool) {
        return _isBarred(attempt.referrer, attempt.caller, attempt.to);
    }

    /// @dev Says which rule was broken by a faulty mint that went through.
    function _blame(Attempt memory attempt) private {
        if (attempt.isForeign) {
            _breach(Rule.OnlyProvenTermsSell, "a foreign proof was accepted");
        } else if (_isBarredIn(attempt)) {
            _breach(Rule.ReferrersAreOthers, "a barred referrer was accepted");
        } else if (_isWrongValue(attempt)) {
            _breach(Rule.PriceIsExact, "a wrong payment was accepted");
        } else {
            _breach(Rule.CheckMintIsTrue, "a malformed mint was accepted");
        }
    }

    function _expectTold(
        Attempt memory attempt,
        Answer memory told,
        uint256 quantity,
        bool isExpected
    ) private {
        _expect(isExpected, Rule.CheckMintIsTrue, "checkMint missed a mint that went through");
        _expect(quantity == told.through, Rule.CheckMintIsTrue, "checkMint told another quantity");
        bool isPriced = told.total == told.through * _unit(attempt);
        _expect(isPriced, Rule.CheckMintIsTrue, "checkMint told another total");
    }

    /// @dev A mint costs its quantity at its price; the surplus came back in the same call.
    function _expectPrice(Attempt memory attempt, uint256 quantity, uint256 before) private {
        // What a strike paid or was paid in between is booked apart.
        if (reentering.wentThrough()) return;
        bool isPaid = before - attempt.caller.balance == quantity * _unit(attempt);
        _expect(isPaid, Rule.PriceIsExact, "a mint cost another price");
    }

    function _expectReason(Attempt memory attempt, uint256 told, bytes4 selector) private {
        if (told == 0 || _isFaulty(attempt)) return;
        bool isTold = told & _reasonsOf(selector, _neededBy(attempt)) != 0;
        _expect(isTold, Rule.CheckMintIsTrue, "a mint failed for another reason than told");
    }

    /// @dev The bits of checkMint that an error stands for. A mint of several may meet the end of
    ///      one thing while checkMint, asked for one at least, tells the end of another.
    function _reasonsOf(bytes4 selector, uint256 needed) private pure returns (uint256) {
        bool isFull = selector == ICollectionTypes.SoldOut.selector
            || selector == ICollectionTypes.WalletLimit.selector
            || selector == ICollectionTypes.PhaseSoldOut.selector;
        if (isFull && needed > 1) return 8 | 16 | 32;
        if (selector == ICollectionTypes.PhaseClosed.selector) return 1 | 2;
        if (selector == ICollectionTypes.Paused.selector) return 4;
        if (selector == ICollectionTypes.SoldOut.selector) return 8;
        if (selector == ICollectionTypes.WalletLimit.selector) return 16;
        if (selector == ICollectionTypes.PhaseSoldOut.selector) return 32;
        if (selector == ICollectionTypes.BadProof.selector) return BAD_PROOF;
        if (selector == ICollectionTypes.BadTerms.selector) return 128;
        if (selector == ICollectionTypes.BadPrice.selector) return 128;
        return selector == ICollectionTypes.ZeroQuantity.selector ? 256 : 0;
    }

    /// @dev The sale that went through, under the terms that the books know.
    function _saleOf(Attempt memory attempt, uint256 quantity) private returns (Sale memory sale) {
        sale.caller = attempt.caller;
        sale.to = attempt.to;
        sale.referrer = attempt.referrer;
        sale.quantity = quantity;
        if (!attempt.isListed) {
            sale.price = publicPhase.price;
            sale.start = publicPhase.start;
            sale.end = publicPhase.end;
            sale.walletLimit = publicPhase.walletLimit;
            sale.supplyCap = publicPhase.supplyCap;
            sale.phaseId = PUBLIC_PHASE_ID;
            return sale;
        }
        uint256 packed = attempt.packed;
        _expect(_isListOpen(attempt.list), Rule.ClosedSellsNothing, "a closed list sold");
        _expect(packed >> 192 < 255, Rule.TermsKeepTheirForm, "malformed terms sold");
        _expect(_isPrice(uint80(packed)), Rule.TermsKeepTheirForm, "a bad price sold");
        sale.price = uint80(packed);
        sale.start = uint32(packed >> 80);
        sale.end = uint32(packed >> 112);
        sale.walletLimit = uint16(packed >> 144);
        sale.supplyCap = uint32(packed >> 160);
        sale.phaseId = uint8(packed >> 192);
        bool isHeld = sale.phaseId < HELD_PHASES && sale.walletLimit > HELD_MOST;
        if (isHeld) sale.walletLimit = HELD_MOST;
    }

    function _unit(Attempt memory attempt) internal view returns (uint256) {
        return (attempt.isListed ? uint80(attempt.packed) : publicPhase.price) + mintFee;
    }
}

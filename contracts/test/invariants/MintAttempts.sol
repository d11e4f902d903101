// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {Rule} from "./Rule.sol";
import {Handler} from "./Handler.sol";

/// @dev Makes a mint: reads checkMint first, calls, and compares the outcome with its result, the
///      call and the ghost state.
abstract contract MintAttempts is Handler {
    /// @dev A mint to try. `list` is the list whose proof is used, when it is a listed one.
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

    struct CheckResult {
        uint256 reasons;
        uint256 through;
        uint256 total;
    }

    uint256 private constant MAX_AT_ONCE = 50;
    uint256 private constant BAD_PROOF = 64;
    uint256 private constant HELD_PHASES = 8;
    uint256 private constant MAX_HELD = 8191;

    /// @dev Makes the mint and compares it with the result of checkMint and with the call.
    function _try(Attempt memory attempt) internal returns (bool isDone) {
        CheckResult memory checked = _check(attempt);
        bool isProven = !attempt.isForeign || checked.reasons & BAD_PROOF != 0;
        _expect(isProven, Rule.OnlyProvenTermsSell, "checkMint believed a foreign proof");

        _fund(attempt.caller, attempt.value);
        uint256 before = attempt.caller.balance;
        bool isExpected = _isExpected(attempt, checked);
        bytes memory result;
        (isDone, result) = _mintCall(attempt);
        if (!isDone) {
            reentering.disarm();
            _expect(!isExpected, Rule.CheckMintIsTrue, "checkMint promised a mint that failed");
            _expectReason(attempt, checked.reasons, bytes4(result));
            return false;
        }

        uint256 quantity = attempt.isExact ? attempt.maxQuantity : abi.decode(result, (uint256));
        if (_isFaulty(attempt)) _blame(attempt);
        else _expectChecked(attempt, checked, quantity, isExpected);
        _expectPrice(attempt, quantity, before);
        _bookSale(_saleOf(attempt, quantity));
        _bookStrike();
    }

    /// @dev Whether the mint is to go through: checkMint finds no reason against it, the call itself
    ///      has no fault, enough is left, the caller takes back what is too much and the recipient
    ///      takes the tokens.
    function _isExpected(Attempt memory attempt, CheckResult memory checked)
        private
        view
        returns (bool)
    {
        bool hasSurplus = checked.through != attempt.maxQuantity && _unit(attempt) != 0;
        bool isRefunded = !hasSurplus || takesEther(attempt.caller);
        bool isEnough = checked.through >= _neededBy(attempt);
        bool isTaken = _takesTokens(attempt.to);
        return checked.reasons == 0 && !_isFaulty(attempt) && isRefunded && isEnough && isTaken;
    }

    /// @dev Whether the account gets what is minted to it; editions ask contracts.
    function _takesTokens(address account) internal view returns (bool) {
        return kind != EDITION || takesEther(account);
    }

    function _neededBy(Attempt memory attempt) private pure returns (uint256) {
        if (attempt.isExact) return attempt.maxQuantity;
        return attempt.minQuantity == 0 ? 1 : attempt.minQuantity;
    }

    /// @dev GhostState what the re-entering wallet did in the middle of the call that is booked already.
    function _bookStrike() internal {
        if (!reentering.wentThrough()) return reentering.disarm();
        address wallet = address(reentering);
        if (reentry.kind == Reentry.Release) {
            _bookRelease(wallet, abi.decode(reentering.result(), (uint256)));
        } else if (reentry.kind <= Reentry.MintFromList) {
            Attempt memory attempt;
            attempt.caller = wallet;
            attempt.to = reentry.to;
            attempt.isListed = reentry.kind == Reentry.MintFromList;
            attempt.list = reentry.list;
            attempt.packed = _lists[reentry.list].packed[REENTERING];
            _bookSale(_saleOf(attempt, reentry.quantity));
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

    function _check(Attempt memory attempt) private view returns (CheckResult memory checked) {
        (checked.reasons, checked.through, checked.total) =
            collection.checkMint(attempt.to, attempt.maxQuantity, attempt.packed, attempt.proof);
    }

    /// @dev Whether the call is invalid for reasons that checkMint does not cover.
    function _isFaulty(Attempt memory attempt) private view returns (bool) {
        bool isTooMany =
            attempt.maxQuantity > MAX_AT_ONCE || attempt.minQuantity > attempt.maxQuantity;
        return isTooMany || attempt.to == address(0) || _isWrongValue(attempt)
            || _isForbiddenIn(attempt) || attempt.isForeign;
    }

    function _isWrongValue(Attempt memory attempt) private view returns (bool) {
        if (attempt.maxQuantity > MAX_AT_ONCE) return false;
        return attempt.value != attempt.maxQuantity * _unit(attempt);
    }

    function _isForbiddenIn(Attempt memory attempt) private view returns (bool) {
        return _isForbiddenReferrer(attempt.referrer, attempt.caller, attempt.to);
    }

    /// @dev Records the rule that a successful invalid mint broke.
    function _blame(Attempt memory attempt) private {
        if (attempt.isForeign) {
            _breach(Rule.OnlyProvenTermsSell, "a foreign proof was accepted");
        } else if (_isForbiddenIn(attempt)) {
            _breach(Rule.ReferrersAreOthers, "a barred referrer was accepted");
        } else if (_isWrongValue(attempt)) {
            _breach(Rule.PriceIsExact, "a wrong payment was accepted");
        } else {
            _breach(Rule.CheckMintIsTrue, "a malformed mint was accepted");
        }
    }

    function _expectChecked(
        Attempt memory attempt,
        CheckResult memory checked,
        uint256 quantity,
        bool isExpected
    ) private {
        _expect(isExpected, Rule.CheckMintIsTrue, "checkMint missed a mint that went through");
        _expect(
            quantity == checked.through, Rule.CheckMintIsTrue, "checkMint returned another quantity"
        );
        bool isPriced = checked.total == checked.through * _unit(attempt);
        _expect(isPriced, Rule.CheckMintIsTrue, "checkMint returned another total");
    }

    /// @dev A mint costs its quantity at its price; the surplus came back in the same call.
    function _expectPrice(Attempt memory attempt, uint256 quantity, uint256 before) private {
        // Payments of a reentry in between are booked apart.
        if (reentering.wentThrough()) return;
        bool isPaid = before - attempt.caller.balance == quantity * _unit(attempt);
        _expect(isPaid, Rule.PriceIsExact, "a mint cost another price");
    }

    function _expectReason(Attempt memory attempt, uint256 checked, bytes4 selector) private {
        if (checked == 0 || _isFaulty(attempt)) return;
        bool isChecked = checked & _reasonsOf(selector, _neededBy(attempt)) != 0;
        _expect(
            isChecked, Rule.CheckMintIsTrue, "a mint failed for another reason than in checkMint"
        );
    }

    /// @dev The bits of checkMint that an error stands for. A mint of several may meet the end of
    ///      one supply while checkMint, for one token at least, returns the end of another.
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

    /// @dev The successful sale, under the terms of the ghost state.
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
        bool isHeld = sale.phaseId < HELD_PHASES && sale.walletLimit > MAX_HELD;
        if (isHeld) sale.walletLimit = MAX_HELD;
    }

    function _unit(Attempt memory attempt) internal view returns (uint256) {
        return (attempt.isListed ? uint80(attempt.packed) : publicPhase.price) + mintFee;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionRules} from "./CollectionRules.sol";
import {FixedTerms} from "./FixedTerms.sol";
import {ICollectionTypes} from "../interfaces/ICollectionTypes.sol";
import {IOwned} from "../interfaces/IOwned.sol";
import {IPlatform} from "../interfaces/IPlatform.sol";
import {Layout} from "./Layout.sol";

/// @title Ownership of a collection, and the shares of its revenue
/// @dev The shares of platform and referrers follow from two counters that every mint increases.
///      The creator's share is the rest, so that all that is owed always equals the balance, and
///      ether that was forced in belongs to the creator.
abstract contract Revenue is Layout, FixedTerms, ICollectionTypes {
    /// @dev The earnings of the creator's side are shared in whole units only: every basis point of
    ///      one is a whole number of `RELEASED_UNIT`.
    uint256 private constant SHARED_UNIT = 1e8;

    IPlatform internal immutable PLATFORM;

    modifier onlyOwner() {
        _requireOwner();
        _;
    }

    constructor(IPlatform platform_) {
        PLATFORM = platform_;
    }

    function _owner() internal view returns (address) {
        return _laterOwner == address(0) ? _creator() : _laterOwner;
    }

    function _payeesInForce() internal view returns (Payee[] memory) {
        bool areFirst = _released & ARE_PAYEES_CHANGED == 0;
        return _unpackPayees(areFirst ? _firstPayees() : _laterPayees);
    }

    function _unpackPayees(bytes memory packed) internal pure returns (Payee[] memory payees) {
        payees = new Payee[](packed.length / PAYEE_SIZE);
        for (uint256 i; i < payees.length; ++i) {
            uint256 word;
            uint256 offset = i * PAYEE_SIZE;
            assembly ("memory-safe") {
                word := mload(add(add(packed, 0x20), offset))
            }
            payees[i] = Payee(address(uint160(word >> 96)), uint16(word >> 80));
        }
    }

    /// @dev Without payees the creator's share needs no storage of its own.
    function _isCreatorAlone(uint256 released) internal view returns (bool) {
        return released & ARE_PAYEES_CHANGED == 0 && _countFirstPayees() == 0;
    }

    function _owedAsPayee(address account, uint256 released) internal view returns (uint256) {
        if (_isCreatorAlone(released)) {
            if (account != _creator()) return 0;
            return _creatorEarned(released) - (released & U112) * RELEASED_UNIT;
        }
        Payout memory payout = _payouts[account];
        uint256 credited = payout.credited;
        Payee[] memory payees = _payeesInForce();
        for (uint256 i; i < payees.length; ++i) {
            if (payees[i].account != account) continue;
            credited += (_creatorEarned(released) - _payeesSince) * payees[i].bps
                / CollectionRules.BPS;
        }
        return credited - payout.paid;
    }

    /// @dev The sum of all income, less the shares of platform and referrers.
    function _creatorEarned(uint256 released) internal view returns (uint256) {
        uint256 referrersEarned = _mintFee() * ((_slot0 >> SLOT0_REFERRED) & U28) / 5;
        uint256 fees =
            ((released >> RELEASED_PLATFORM) & U71) + ((released >> RELEASED_REFERRERS) & U71);
        uint256 all =
            address(this).balance + (released & U112) * RELEASED_UNIT + fees * RELEASED_FEE_UNIT;
        uint256 earned = all - _platformEarned() - referrersEarned;
        return earned - earned % SHARED_UNIT;
    }

    function _platformEarned() internal view returns (uint256) {
        return _mintFee() * ((_slot0 >> SLOT0_TENTHS) & U32) / 10;
    }

    /// @dev Apart from the modifier, whose body is copied into every function that bears it.
    function _requireOwner() private view {
        if (msg.sender != _owner()) revert IOwned.NotOwner();
    }
}

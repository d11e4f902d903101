// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Encoding} from "./Encoding.sol";

/// @title Storage layout of a collection
/// @notice Words that a mint, a transfer or a withdrawal touches are packed by hand, from bit 0.
/// @dev Three of them are in slots 0 to 2; the clone's creation code writes the first two.
///
///      slot 0, slot0     minted 28 | cap 28 | platform tenths 32 | referred 28 | unit 56
///                        | start 32 | end 32 | wallet limit 16
///                        | is free 1 | is paused 1 | has public cap 1 | are lists stored 1
///      slot 1, public    minted 32 | cap 32, of a public phase with a cap of its own
///      slot 2, released  creator's side 112, in units of 10^4 wei
///                        | platform 71 | referrers 71, in units of 10^8 wei | are payees changed 1
///
///      The others have keys that need no hashing: a key prefix, which is one bit above an id or an
///      address. Ids and addresses are too small to reach it, so prefixes cannot collide. The key
///      of a mapping matches a prefix over 160 bits once in 2^96 tries, and that of lists, where the
///      owner chooses key and word, once in 2^128.
///
///      token   2^200 | id            owner 160 | run length 8 | unused | is approved 1 (bit 255)
///      holder  2^201 | address       balance 28 | minted in public 16 | 3 hints x (start 28 | length 8)
///                                    | 8 phases x minted 13
///      phase   2^202 | phase id / 8  8 x minted 28, of phases with a cap
///      wallet  2^203 | phase id << 160 | address   minted, in phases from 8 on
///      referrer 2^204 | address      referred 28 | paid 28, in tokens
///      list    2^205 | root >> 128   not before 32 | until 32 | rest of the root 128
///
///      Variables that are used less often follow from slot 3 on.
///
///      `unit` is price and fee in gwei. `platform tenths` counts the tenths of a fee that the
///      platform earned: 10 for a paid token, 5 for a free one, 2 less when it was referred.
abstract contract Layout is Encoding {
    /// @dev Income of a payee from earlier sets of payees, and all its withdrawals, in wei.
    struct Payout {
        uint128 credited;
        uint128 paid;
    }

    uint256 internal constant U16 = 0xffff;
    uint256 internal constant U28 = 0xfffffff;
    uint256 internal constant U32 = 0xffffffff;
    uint256 internal constant U56 = 0xffffffffffffff;
    uint256 internal constant U80 = 0xffffffffffffffffffff;
    uint256 internal constant U71 = (1 << 71) - 1;
    uint256 internal constant U112 = (1 << 112) - 1;
    uint256 internal constant U128 = 0xffffffffffffffffffffffffffffffff;

    uint256 internal constant RELEASED_PLATFORM = 112;
    uint256 internal constant RELEASED_REFERRERS = 183;
    uint256 internal constant ARE_PAYEES_CHANGED = 1 << 254;
    uint256 internal constant RELEASED_UNIT = 1e4;
    /// @dev A tenth of a fee, which is whole gwei, is a whole number of these.
    uint256 internal constant RELEASED_FEE_UNIT = 1e8;

    uint256 internal constant TOKEN_PREFIX = 0x100000000000000000000000000000000000000000000000000;
    uint256 internal constant HOLDER_PREFIX = 0x200000000000000000000000000000000000000000000000000;
    uint256 internal constant PHASE_PREFIX = 0x400000000000000000000000000000000000000000000000000;
    uint256 internal constant WALLET_PREFIX = 0x800000000000000000000000000000000000000000000000000;
    uint256 internal constant REFERRER_PREFIX =
        0x1000000000000000000000000000000000000000000000000000;
    uint256 internal constant LIST_PREFIX = 0x2000000000000000000000000000000000000000000000000000;
    uint256 internal constant LIST_CUT = 128;
    uint256 internal constant LIST_REST = 64;

    uint256 internal constant HOLDER_PUBLIC = 28;
    uint256 internal constant HOLDER_PHASES = 152;

    uint256 internal _slot0;
    uint256 internal _public;
    uint256 internal _released;

    /// @dev The owner since ownership was first handed over; until then the creator.
    address internal _laterOwner;
    uint64 internal _burned;
    bool internal _isCapFrozen;
    bool internal _isRevealed;
    bool internal _isMetadataFrozen;
    address internal _pendingOwner;

    /// @dev The announced public phase: its fields as in slot0, and its cap.
    uint256 internal _pendingFields;
    uint32 internal _pendingPublicCap;
    uint32 internal _pendingCap;
    uint40 internal _publicPhaseAt;
    uint40 internal _capAt;
    uint40 internal _payeesAt;
    /// @dev Earliest opening of any added list; leaves hide their times, so it is never reset.
    ///      Meaningless until a list was added.
    uint32 internal _listsOpenFrom;
    bool internal _hasAddedList;

    /// @dev Payees in the packed form of `FixedTerms`.
    bytes internal _laterPayees;
    bytes internal _pendingPayees;
    /// @dev Earnings of the creator's side when the present payees came into force.
    uint256 internal _payeesSince;
    mapping(address payee => Payout payout) internal _payouts;

    bytes internal _laterBaseUri;
    bytes internal _laterContractUri;
    bytes32 internal _manifestHash;
    bool internal _isBaseUriChanged;
    bool internal _isContractUriChanged;
    bool internal _isRoyaltyChanged;
    uint16 internal _laterRoyaltyBps;

    function _load(uint256 key) internal view returns (uint256 word) {
        assembly ("memory-safe") {
            word := sload(key)
        }
    }

    function _store(uint256 key, uint256 word) internal {
        assembly ("memory-safe") {
            sstore(key, word)
        }
    }

    function _holderKey(address account) internal pure returns (uint256) {
        return HOLDER_PREFIX | uint160(account);
    }

    function _balance(address account) internal view returns (uint256) {
        return _load(_holderKey(account)) & U28;
    }

    /// @dev The tokens minted so far, burned ones included.
    function _minted() internal view returns (uint256) {
        return _slot0 & U28;
    }

    /// @dev The word with `value` in place of its field of `mask` from bit `shift` on.
    function _with(uint256 word, uint256 shift, uint256 mask, uint256 value)
        internal
        pure
        returns (uint256)
    {
        return (word & ~(mask << shift)) | (value << shift);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionRules} from "./CollectionRules.sol";
import {IPlatform} from "../interfaces/IPlatform.sol";
import {Revenue} from "./Revenue.sol";

/// @title Eligibility, phases, lists, limits and prices of mints
/// @notice The same rules as in `Collection`, written plainly: they find the reason of a revert.
abstract contract SaleRules is Revenue {
    uint256 internal constant PUBLIC_PHASE_ID = 255;

    uint256 internal constant PACKED_START = 80;
    uint256 internal constant PACKED_END = 112;
    uint256 internal constant PACKED_LIMIT = 144;
    uint256 internal constant PACKED_CAP = 160;
    uint256 internal constant PACKED_PHASE_ID = 192;

    /// @dev Phases whose wallet counts are in the holder's word, and the largest count there.
    uint256 internal constant HELD_PHASES = 8;
    uint256 internal constant HELD_BITS = 13;
    uint256 internal constant MAX_HELD = 8191;
    uint256 internal constant PHASE_BITS = 28;
    uint256 private constant NOT_STARTED = 1;
    uint256 private constant ENDED = 2;
    uint256 private constant PAUSED = 4;
    uint256 private constant BAD_PROOF = 64;
    uint256 private constant BAD_TERMS = 128;

    /// @dev Terms of a mint, from the public phase or from a leaf.
    struct Terms {
        uint256 price;
        uint256 start;
        uint256 end;
        uint256 walletLimit;
        uint256 supplyCap;
        uint256 phaseId;
        bool isMalformed;
    }

    /// @dev Tokens that each limit still allows.
    struct Remaining {
        uint256 inCollection;
        uint256 inPhase;
        uint256 forWallet;
    }

    /// @dev When a list is in force, [notBefore, until).
    struct Window {
        uint256 notBefore;
        uint256 until;
    }

    constructor(IPlatform platform_) Revenue(platform_) {}

    /// @dev Reverts with the reason of a refused sale; called only for one that is.
    function _refuse(
        address to,
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        Terms memory terms
    ) internal view {
        if (_termsReasons(terms) != 0) _refuseTerms(terms);
        if (maxQuantity == 0) revert ZeroQuantity();
        if (maxQuantity > CollectionRules.MAX_PER_MINT) {
            revert TooMany(CollectionRules.MAX_PER_MINT);
        }
        if (minQuantity > maxQuantity) revert TooMany(maxQuantity);
        if (to == address(0)) revert BadRecipient(to);
        if (referrer != address(0) && _isForbiddenReferrer(referrer, to, _termsAt(TERMS))) {
            revert BadReferrer(referrer);
        }
        uint256 value = maxQuantity * (terms.price + _mintFee());
        if (msg.value != value) revert WrongValue(msg.value, value);

        Remaining memory remaining = _remainingFor(to, terms);
        uint256 needed = minQuantity == 0 ? 1 : minQuantity;
        if (remaining.inCollection < needed) revert SoldOut(remaining.inCollection);
        if (remaining.inPhase < needed) revert PhaseSoldOut(remaining.inPhase);
        revert WalletLimit(remaining.forWallet);
    }

    /// @dev Reverts with the reason of refused list terms; called only for those that are.
    function _refuseTerms(address account, uint256 packed, bytes32[] calldata proof) internal view {
        Window memory list = _windowOf(account, packed, proof);
        uint256 reasons = _listReasons(list);
        if (reasons == BAD_PROOF) revert BadProof();
        if (reasons != 0) revert PhaseClosed(list.notBefore, list.until);
        _refuseTerms(_unpack(packed));
    }

    function _refuseTerms(Terms memory terms) private view {
        if (terms.isMalformed) revert BadTerms();
        if (!CollectionRules.isPrice(terms.price, _mintFee())) revert BadPrice(terms.price);
        if (_slot0 & IS_PAUSED != 0) revert Paused();
        revert PhaseClosed(terms.start, terms.end);
    }

    /// @dev Minter, recipient, creator and platform cannot be referrers.
    /// @param terms The first word of the fixed terms.
    function _isForbiddenReferrer(address referrer, address to, uint256 terms)
        internal
        view
        returns (bool)
    {
        return referrer == to || referrer == msg.sender || referrer == _creatorIn(terms)
            || referrer == address(PLATFORM);
    }

    function _cap() internal view returns (uint256) {
        return (_slot0 >> SLOT0_CAP) & U28;
    }

    /// @dev The cap of the ABI: 0 for none.
    function _maxSupply() internal view returns (uint256) {
        return _cap() == CollectionRules.UNCAPPED ? 0 : _cap();
    }

    /// @dev Wei for one token with its fee in the public phase.
    function _unitOf(uint256 slot0) internal pure returns (uint256) {
        unchecked {
            return ((slot0 >> SLOT0_UNIT) & U56) * 1 gwei;
        }
    }

    function _publicPhase() internal view returns (PublicPhase memory) {
        return _phaseOf(_slot0, _public >> 32);
    }

    function _heldShift(uint256 phaseId) internal pure returns (uint256) {
        unchecked {
            return HOLDER_PHASES + HELD_BITS * phaseId;
        }
    }

    function _walletKey(address account, uint256 phaseId) internal pure returns (uint256) {
        return WALLET_PREFIX | (phaseId << 160) | uint160(account);
    }

    function _phaseKey(uint256 phaseId) internal pure returns (uint256) {
        return PHASE_PREFIX | (phaseId >> 3);
    }

    function _phaseShift(uint256 phaseId) internal pure returns (uint256) {
        unchecked {
            return PHASE_BITS * (phaseId & 7);
        }
    }

    function _publicTerms() internal view returns (Terms memory terms) {
        PublicPhase memory phase = _publicPhase();
        terms.price = phase.price;
        terms.start = phase.start;
        terms.end = phase.end;
        terms.walletLimit = phase.walletLimit;
        terms.supplyCap = phase.supplyCap;
        terms.phaseId = PUBLIC_PHASE_ID;
    }

    /// @dev price 80 | start 32 | end 32 | wallet limit 16 | phase cap 32 | phase id 8, from bit 0.
    function _unpack(uint256 packed) internal pure returns (Terms memory terms) {
        terms.price = packed & U80;
        terms.start = (packed >> PACKED_START) & U32;
        terms.end = (packed >> PACKED_END) & U32;
        terms.walletLimit = (packed >> PACKED_LIMIT) & U16;
        terms.supplyCap = (packed >> PACKED_CAP) & U32;
        terms.isMalformed = packed >> PACKED_PHASE_ID >= PUBLIC_PHASE_ID;
        terms.phaseId = uint8(packed >> PACKED_PHASE_ID);
        if (terms.phaseId < HELD_PHASES) terms.walletLimit = _min(terms.walletLimit, MAX_HELD);
    }

    function _left(uint256 limit, uint256 used) internal pure returns (uint256) {
        unchecked {
            return used < limit ? limit - used : 0;
        }
    }

    function _min(uint256 a, uint256 b) internal pure returns (uint256) {
        return a < b ? a : b;
    }

    function _phaseOf(uint256 fields, uint256 cap)
        internal
        view
        returns (PublicPhase memory phase)
    {
        phase.price = uint80(_unitOf(fields) - _mintFee());
        phase.start = uint32(fields >> SLOT0_START);
        phase.end = uint32(fields >> SLOT0_END);
        phase.walletLimit = uint16(fields >> SLOT0_LIMIT);
        if (fields & HAS_PUBLIC_CAP != 0) phase.supplyCap = uint32(cap);
    }

    function _window(bytes32 root) internal view returns (Window memory) {
        (bytes32 firstRoot, uint256 notBefore) = _firstList();
        bool isInCode = root == firstRoot && _slot0 & ARE_LISTS_STORED == 0;
        if (isInCode) return Window(notBefore, U32);
        uint256 word = _load(_listKey(root));
        if (word >> LIST_REST != uint256(root) & U128) return Window(0, 0);
        return Window(word & U32, (word >> 32) & U32);
    }

    function _listKey(bytes32 root) internal pure returns (uint256) {
        return LIST_PREFIX | (uint256(root) >> LIST_CUT);
    }

    function _listReasons(Window memory list) internal view returns (uint256) {
        if (list.until == 0) return BAD_PROOF;
        return _windowReasons(list.notBefore, list.until);
    }

    function _termsReasons(Terms memory terms) internal view returns (uint256 reasons) {
        reasons = _windowReasons(terms.start, terms.end);
        if (_slot0 & IS_PAUSED != 0) reasons |= PAUSED;
        bool isBad = terms.isMalformed || !CollectionRules.isPrice(terms.price, _mintFee());
        if (isBad) reasons |= BAD_TERMS;
    }

    function _windowReasons(uint256 start, uint256 end) private view returns (uint256) {
        if (block.timestamp >= end) return ENDED;
        return block.timestamp < start ? NOT_STARTED : 0;
    }

    function _remainingFor(address account, Terms memory terms)
        internal
        view
        returns (Remaining memory remaining)
    {
        remaining.inCollection = _cap() - _minted();
        remaining.forWallet = _left(terms.walletLimit, _walletMinted(account, terms.phaseId));
        remaining.inPhase = terms.supplyCap == 0
            ? type(uint256).max
            : _left(terms.supplyCap, _phaseMinted(terms.phaseId));
    }

    function _walletMinted(address account, uint256 phaseId) internal view returns (uint256) {
        if (phaseId == PUBLIC_PHASE_ID) return (_load(_holderKey(account)) >> HOLDER_PUBLIC) & U16;
        if (phaseId >= HELD_PHASES) return _load(_walletKey(account, phaseId));
        return (_load(_holderKey(account)) >> _heldShift(phaseId)) & MAX_HELD;
    }

    function _phaseMinted(uint256 phaseId) internal view returns (uint256) {
        if (phaseId == PUBLIC_PHASE_ID) return _public & U32;
        return (_load(_phaseKey(phaseId)) >> _phaseShift(phaseId)) & U28;
    }

    /// @dev Window of the list that grants `account` these terms; empty for none.
    function _windowOf(address account, uint256 packed, bytes32[] calldata proof)
        internal
        view
        returns (Window memory)
    {
        uint256 domain = block.chainid << 128 | uint128(_collectionId());
        // Hashed twice, so that no inner node of a tree is a valid leaf.
        bytes32 node = keccak256(bytes.concat(keccak256(abi.encode(domain, account, packed))));
        for (uint256 i; i < proof.length; ++i) {
            node = node < proof[i]
                ? keccak256(bytes.concat(node, proof[i]))
                : keccak256(bytes.concat(proof[i], node));
        }
        return _window(node);
    }
}

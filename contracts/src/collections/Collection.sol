// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionRules} from "./CollectionRules.sol";
import {ICollectionSale} from "../interfaces/ICollectionSale.sol";
import {IPlatform} from "../interfaces/IPlatform.sol";
import {Metadata} from "./Metadata.sol";
import {SaleRules} from "./SaleRules.sol";

/// @title Base of all collections: mints, airdrops and withdrawals
/// @dev The hot path of a mint: all conditions are checked without branches and combined into one.
///      A failed mint reverts in `SaleRules` with its reason. Settings and views are delegated to
///      `ManagementFacet`, so that this code stays small and cheap to call.
abstract contract Collection is SaleRules, Metadata, ICollectionSale {
    uint256 private constant GWEI = 1e9;
    /// @dev `CollectionRules.MAX_PER_MINT` less one, as a literal for assembly.
    uint256 private constant MAX_MINUS_ONE = 49;
    /// @dev The first topics of `Minted` and `MintedByReferral`.
    uint256 private constant MINTED =
        0x176b02bb2d12439ff7a20b59f402cca16c76f50508b13ef3166a600eb719354a;
    uint256 private constant MINTED_BY_REFERRAL =
        0x0a958bc7a0b9e0ce9d8ecba7914cb9c7c12db2b876d055759b3aece8c9f49d6e;

    /// @dev Added to slot0 for each token: the token, and the platform's tenths of its fee.
    uint256 private constant PAID_TOKEN = 0xa00000000000001;
    uint256 private constant FREE_DISCOUNT = 0x500000000000000;
    /// @dev Added to that for each referred token: one more referred, two tenths less.
    uint256 private constant REFERRAL = (1 << SLOT0_REFERRED) - (2 << SLOT0_TENTHS);
    /// @dev The phase id in the word of a sale.
    uint256 private constant PUBLIC_SALE = PUBLIC_PHASE_ID << 96;
    /// @dev Added to the holder's word for each token minted in the public phase.
    uint256 private constant HELD_FROM_PUBLIC = 1 | (1 << HOLDER_PUBLIC);

    address private immutable FACET;

    constructor(IPlatform platform_, address facet) SaleRules(platform_) {
        FACET = facet;
    }

    /// @inheritdoc ICollectionSale
    function mint(uint256 quantity) public payable virtual {
        uint256 slot0;
        uint256 holder;
        uint256 refused;
        // Check a public mint: window, pause, quantity, payment, wallet limit, cap.
        assembly ("memory-safe") {
            slot0 := sload(0)
            holder := sload(or(HOLDER_PREFIX, caller()))
            let price := mul(GWEI, and(shr(SLOT0_UNIT, slot0), U56))
            let had := and(shr(HOLDER_PUBLIC, holder), U16)
            refused := or(
                or(
                    or(
                        lt(timestamp(), and(shr(SLOT0_START, slot0), U32)),
                        iszero(lt(timestamp(), and(shr(SLOT0_END, slot0), U32)))
                    ),
                    or(gt(sub(quantity, 1), MAX_MINUS_ONE), xor(callvalue(), mul(quantity, price)))
                ),
                or(
                    or(
                        gt(add(had, quantity), and(shr(SLOT0_LIMIT, slot0), U16)),
                        gt(add(and(slot0, U28), quantity), and(shr(SLOT0_CAP, slot0), U28))
                    ),
                    and(slot0, IS_PAUSED)
                )
            )
        }
        if (slot0 & HAS_PUBLIC_CAP != 0 && _takePublic(quantity, quantity, refused) == 0) {
            refused = 1;
        }
        if (refused != 0) _refuse(msg.sender, quantity, quantity, address(0), _publicTerms());

        unchecked {
            _slot0 = slot0 + quantity * (PAID_TOKEN - FREE_DISCOUNT * (slot0 >> SLOT0_FREE & 1));
            _issue(msg.sender, quantity, slot0 & U28, holder + quantity * HELD_FROM_PUBLIC);
        }
    }

    /// @inheritdoc ICollectionSale
    function mintTo(address to, uint256 minQuantity, uint256 maxQuantity, address referrer)
        public
        payable
        virtual
        returns (uint256 quantity)
    {
        uint256 slot0;
        uint256 holder;
        uint256 refused;
        // Check the same, and find how many of `maxQuantity` cap and wallet limit allow.
        assembly ("memory-safe") {
            slot0 := sload(0)
            holder := sload(or(HOLDER_PREFIX, to))
            let price := mul(GWEI, and(shr(SLOT0_UNIT, slot0), U56))
            refused := or(
                or(
                    or(
                        lt(timestamp(), and(shr(SLOT0_START, slot0), U32)),
                        iszero(lt(timestamp(), and(shr(SLOT0_END, slot0), U32)))
                    ),
                    or(
                        or(gt(sub(maxQuantity, 1), MAX_MINUS_ONE), gt(minQuantity, maxQuantity)),
                        xor(callvalue(), mul(maxQuantity, price))
                    )
                ),
                or(and(slot0, IS_PAUSED), iszero(to))
            )
            quantity := sub(and(shr(SLOT0_CAP, slot0), U28), and(slot0, U28))
            if gt(quantity, maxQuantity) { quantity := maxQuantity }
            let limit := and(shr(SLOT0_LIMIT, slot0), U16)
            let had := and(shr(HOLDER_PUBLIC, holder), U16)
            let left := mul(sub(limit, had), gt(limit, had))
            if gt(quantity, left) { quantity := left }
            refused := or(refused, or(iszero(quantity), lt(quantity, minQuantity)))
        }
        if (slot0 & HAS_PUBLIC_CAP != 0) {
            quantity = _takePublic(quantity, minQuantity, refused);
            if (quantity == 0) refused = 1;
        }
        unchecked {
            uint256 added = PAID_TOKEN - FREE_DISCOUNT * (slot0 >> SLOT0_FREE & 1);
            if (referrer != address(0)) {
                uint256 terms = _termsAt(TERMS);
                if (_isForbiddenReferrer(referrer, to, terms)) refused = 1;
                uint256 price = _unitOf(slot0) - _feeIn(terms);
                _creditReferrer(referrer, quantity, price | (quantity << 80) | PUBLIC_SALE);
                added += REFERRAL;
            }
            if (refused != 0) _refuse(to, minQuantity, maxQuantity, referrer, _publicTerms());

            _slot0 = slot0 + quantity * added;
            _issue(to, quantity, slot0 & U28, holder + quantity * HELD_FROM_PUBLIC);
            if (quantity != maxQuantity) _refund((maxQuantity - quantity) * _unitOf(slot0));
        }
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(uint256 quantity, uint256 packed, bytes32[] calldata proof)
        public
        payable
        virtual
    {
        (uint256 slot0, uint256 fee) = _admit(packed, proof);
        _sellListed(quantity, quantity, address(0), packed, slot0, fee);
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        bytes32[] calldata proof
    ) public payable virtual returns (uint256 quantity) {
        (uint256 slot0, uint256 fee) = _admit(packed, proof);
        return _sellListed(minQuantity, maxQuantity, referrer, packed, slot0, fee);
    }

    /// @inheritdoc ICollectionSale
    function airdrop(address[] calldata recipients, uint256[] calldata quantities)
        public
        virtual
        onlyOwner
        returns (bool[] memory given)
    {
        if (recipients.length != quantities.length) revert LengthMismatch();
        given = new bool[](recipients.length);
        for (uint256 i; i < recipients.length; ++i) {
            address recipient = recipients[i];
            uint256 quantity = quantities[i];
            if (recipient == address(0)) revert BadRecipient(recipient);
            if (quantity == 0) revert ZeroQuantity();
            if (quantity > CollectionRules.MAX_PER_GIFT) {
                revert TooMany(CollectionRules.MAX_PER_GIFT);
            }
            uint256 left = _cap() - _minted();
            if (quantity > left) revert SoldOut(left);

            uint256 minted = _minted();
            _slot0 += quantity;
            if (_isAsked(recipient)) continue;
            given[i] = true;
            emit Airdropped(recipient, quantity);
            _issue(recipient, quantity, minted, _load(_holderKey(recipient)) + quantity);
        }
    }

    /// @inheritdoc ICollectionSale
    function release(address account) external returns (uint256 amount) {
        if (account == address(PLATFORM)) return _releaseToPlatform();

        uint256 released = _released;
        uint256 asPayee = _owedAsPayee(account, released);
        uint256 asReferrer = _owedAsReferrer(account);
        amount = asPayee + asReferrer;
        if (amount == 0) return 0;

        if (asPayee != 0 && !_isCreatorAlone(released)) _payouts[account].paid += uint128(asPayee);
        if (asReferrer != 0) _settleReferrer(account);
        _released = released + asPayee / RELEASED_UNIT
            + ((asReferrer / RELEASED_FEE_UNIT) << RELEASED_REFERRERS);
        _pay(account, account, amount);
    }

    /// @inheritdoc ICollectionSale
    function owed(address account) external view returns (uint256) {
        if (account == address(PLATFORM)) return _owedToPlatform(_released, _feeRecipient());
        return _owedAsPayee(account, _released) + _owedAsReferrer(account);
    }

    /// @inheritdoc ICollectionSale
    function totalSupply() external view returns (uint256) {
        return _minted() - _burned;
    }

    /// @dev Delegates all other functions to the facet, on the storage of the collection; the facet
    ///      reverts for unknown selectors.
    fallback() external {
        address facet = FACET;
        assembly ("memory-safe") {
            let request := mload(0x40)
            calldatacopy(request, 0, calldatasize())
            let isDone := delegatecall(gas(), facet, request, calldatasize(), 0, 0)
            returndatacopy(request, 0, returndatasize())
            if isDone { return(request, returndatasize()) }
            revert(request, returndatasize())
        }
    }

    /// @dev Creates the tokens after `minted` others, stores the holder's word, whose counters are
    ///      already increased, and emits events; makes no external call.
    function _issue(address to, uint256 quantity, uint256 minted, uint256 holder) internal virtual;

    /// @dev Whether the recipient of a gift must accept it first; the supply for it is kept.
    function _isAsked(address recipient) internal view virtual returns (bool);

    /// @dev Reverts unless a list in force grants the caller these terms and they are open now.
    /// @return slot0 The first storage word.
    /// @return fee The mint fee in wei.
    function _admit(uint256 packed, bytes32[] calldata proof)
        private
        view
        returns (uint256 slot0, uint256 fee)
    {
        uint256 refused;
        assembly ("memory-safe") {
            // Read fee, collection id and first list from the code.
            let terms := mload(0x40)
            extcodecopy(address(), terms, TERMS, 88)
            fee := mul(GWEI, and(shr(40, mload(terms)), U56))
            let firstRoot := mload(add(terms, 52))
            let notBefore := shr(224, mload(add(terms, 84)))

            // Climb from the caller's leaf, which is hashed twice, to the root.
            mstore(terms, or(shl(128, chainid()), shr(128, mload(add(terms, 36)))))
            mstore(add(terms, 0x20), caller())
            mstore(add(terms, 0x40), packed)
            mstore(0, keccak256(terms, 0x60))
            let node := keccak256(0, 0x20)
            let cursor := proof.offset
            let end := add(cursor, shl(5, proof.length))
            if proof.length {
                for {} 1 {} {
                    let place := shl(5, gt(node, calldataload(cursor)))
                    mstore(place, node)
                    mstore(xor(place, 0x20), calldataload(cursor))
                    node := keccak256(0, 0x40)
                    cursor := add(cursor, 0x20)
                    if iszero(lt(cursor, end)) { break }
                }
            }

            // Check the list: the first one against the code, others against their storage word.
            slot0 := sload(0)
            switch or(xor(node, firstRoot), shr(SLOT0_STORED, slot0))
            case 0 { refused := lt(timestamp(), notBefore) }
            default {
                let list := sload(or(LIST_PREFIX, shr(LIST_CUT, node)))
                refused := or(
                    or(
                        lt(timestamp(), and(list, U32)),
                        iszero(lt(timestamp(), and(shr(32, list), U32)))
                    ),
                    xor(shr(LIST_REST, list), and(node, U128))
                )
            }

            // Check the terms: window, pause, phase id and unused bits, price.
            let price := and(packed, U80)
            refused := or(
                or(
                    or(refused, and(slot0, IS_PAUSED)),
                    or(
                        lt(timestamp(), and(shr(PACKED_START, packed), U32)),
                        iszero(lt(timestamp(), and(shr(PACKED_END, packed), U32)))
                    )
                ),
                or(
                    gt(shr(PACKED_PHASE_ID, packed), 254),
                    or(mod(price, GWEI), mul(price, lt(shl(1, price), fee)))
                )
            )
        }
        if (refused != 0) _refuseTerms(msg.sender, packed, proof);
    }

    /// @dev Sells to the caller under admitted terms.
    function _sellListed(
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        uint256 slot0,
        uint256 fee
    ) private returns (uint256 quantity) {
        uint256 refused;
        uint256 holder;
        uint256 added;
        uint256 held;
        uint256 walletKey;
        assembly ("memory-safe") {
            // Check quantity and payment.
            refused := or(
                or(gt(sub(maxQuantity, 1), MAX_MINUS_ONE), gt(minQuantity, maxQuantity)),
                xor(callvalue(), mul(maxQuantity, add(and(packed, U80), fee)))
            )

            added := sub(PAID_TOKEN, mul(FREE_DISCOUNT, iszero(and(packed, U80))))

            // Find where the phase counts this wallet, and what one token adds to its holder's word.
            holder := sload(or(HOLDER_PREFIX, caller()))
            let phaseId := shr(PACKED_PHASE_ID, packed)
            let limit := and(shr(PACKED_LIMIT, packed), U16)
            let had
            switch lt(phaseId, HELD_PHASES)
            case 1 {
                let shift := add(HOLDER_PHASES, mul(HELD_BITS, phaseId))
                if gt(limit, MAX_HELD) { limit := MAX_HELD }
                had := and(shr(shift, holder), MAX_HELD)
                held := or(1, shl(shift, 1))
            }
            default {
                walletKey := or(WALLET_PREFIX, or(shl(160, phaseId), caller()))
                had := sload(walletKey)
                held := 1
            }

            // Find how many of `maxQuantity` cap and wallet limit allow.
            quantity := sub(and(shr(SLOT0_CAP, slot0), U28), and(slot0, U28))
            if gt(quantity, maxQuantity) { quantity := maxQuantity }
            let left := mul(sub(limit, had), gt(limit, had))
            if gt(quantity, left) { quantity := left }
            refused := or(refused, or(iszero(quantity), lt(quantity, minQuantity)))
        }
        if ((packed >> PACKED_CAP) & U32 != 0) {
            quantity = _takeFromPhase(packed, quantity, minQuantity, refused);
            if (quantity == 0) refused = 1;
        }
        unchecked {
            uint256 sale = (packed & U80) | (quantity << 80) | (packed >> PACKED_PHASE_ID << 96);
            if (referrer != address(0)) {
                if (_isForbiddenReferrer(referrer, msg.sender, _termsAt(TERMS))) refused = 1;
                _creditReferrer(referrer, quantity, sale);
                added += REFERRAL;
            } else {
                assembly ("memory-safe") {
                    // Emit Minted.
                    mstore(0, sale)
                    log1(0, 0x20, MINTED)
                }
            }
            if (refused != 0) {
                _refuse(msg.sender, minQuantity, maxQuantity, referrer, _unpack(packed));
            }

            if (walletKey != 0) _store(walletKey, _load(walletKey) + quantity);
            _slot0 = slot0 + quantity * added;
            _issue(msg.sender, quantity, slot0 & U28, holder + quantity * held);
            if (quantity != maxQuantity) {
                _refund((maxQuantity - quantity) * ((packed & U80) + fee));
            }
        }
    }

    /// @dev Takes as many as are left, up to `quantity`, from a public phase with a cap; none when
    ///      that is fewer than `minQuantity` or the mint is refused anyway.
    function _takePublic(uint256 quantity, uint256 minQuantity, uint256 refused)
        private
        returns (uint256 taken)
    {
        unchecked {
            uint256 word = _public;
            taken = _min(quantity, _left((word >> 32) & U32, word & U32));
            if (refused != 0 || taken < minQuantity) return 0;
            _public = word + taken;
        }
    }

    /// @dev The same for a listed phase.
    function _takeFromPhase(uint256 packed, uint256 quantity, uint256 minQuantity, uint256 refused)
        private
        returns (uint256 taken)
    {
        assembly ("memory-safe") {
            let phaseId := shr(PACKED_PHASE_ID, packed)
            let key := or(PHASE_PREFIX, shr(3, phaseId))
            let shift := mul(PHASE_BITS, and(phaseId, 7))
            let word := sload(key)
            let cap := and(shr(PACKED_CAP, packed), U32)
            let minted := and(shr(shift, word), U28)
            taken := mul(sub(cap, minted), gt(cap, minted))
            if gt(taken, quantity) { taken := quantity }
            taken := mul(taken, iszero(or(refused, lt(taken, minQuantity))))
            if taken { sstore(key, add(word, shl(shift, taken))) }
        }
    }

    /// @dev Calls the receiving contract with `gasLimit`, or as much as the caller has; any return
    ///      value but the selector is a rejection. Copies one word of the return data at most.
    function _accepts(address to, bytes memory data, bytes4 selector, uint256 gasLimit)
        internal
        returns (bool isAccepted)
    {
        assembly ("memory-safe") {
            mstore(0, 0)
            let isDone := call(gasLimit, to, 0, add(data, 0x20), mload(data), 0, 0x20)
            isAccepted := and(isDone, and(gt(returndatasize(), 0x1f), eq(mload(0), selector)))
        }
    }

    function _refund(uint256 surplus) private {
        if (surplus != 0 && !_send(msg.sender, surplus)) revert RefundFailed();
    }

    /// @dev Counts the referred tokens and emits `MintedByReferral`.
    function _creditReferrer(address referrer, uint256 quantity, uint256 sale) private {
        assembly ("memory-safe") {
            let key := or(REFERRER_PREFIX, referrer)
            sstore(key, add(sload(key), quantity))
            mstore(0, sale)
            log2(0, 0x20, MINTED_BY_REFERRAL, referrer)
        }
    }

    function _releaseToPlatform() private returns (uint256 amount) {
        address recipient = _feeRecipient();
        uint256 released = _released;
        amount = _owedToPlatform(released, recipient);
        if (amount == 0) return 0;

        _released = released + ((amount / RELEASED_FEE_UNIT) << RELEASED_PLATFORM);
        _pay(address(PLATFORM), recipient, amount);
    }

    function _settleReferrer(address referrer) private {
        uint256 key = REFERRER_PREFIX | uint160(referrer);
        uint256 referred = _load(key) & U28;
        _store(key, referred | (referred << 28));
    }

    function _pay(address account, address recipient, uint256 amount) private {
        emit Released(account, amount);
        if (!_send(recipient, amount)) revert PaymentFailed(account);
    }

    /// @dev Sends without copying the return data, so that a receiver cannot burn gas with it.
    function _send(address to, uint256 amount) private returns (bool isSent) {
        assembly ("memory-safe") {
            isSent := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }

    function _owedAsReferrer(address account) private view returns (uint256) {
        // The creator cannot be a referrer, which saves most withdrawals a storage read.
        if (account == _creator()) return 0;
        uint256 word = _load(REFERRER_PREFIX | uint160(account));
        return ((word & U28) - (word >> 28)) * _mintFee() / 5;
    }

    function _feeRecipient() private view returns (address) {
        return PLATFORM.feeRecipient();
    }

    function _owedToPlatform(uint256 released, address recipient) private view returns (uint256) {
        // Without a recipient the share stays, else anyone could burn it.
        if (recipient == address(0)) return 0;
        uint256 paid = ((released >> RELEASED_PLATFORM) & U71) * RELEASED_FEE_UNIT;
        return _platformEarned() - paid;
    }
}

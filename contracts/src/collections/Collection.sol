// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionSale} from "./ICollectionSale.sol";
import {IPlatform} from "./IPlatform.sol";
import {Metadata} from "./Metadata.sol";
import {SaleRules} from "./SaleRules.sol";

/// @title A collection: selling, giving away and paying out
/// @dev The way of a mint that succeeds: each condition is judged without a branch, then one branch
///      for all. What fails goes to `SaleRules`, which says why. What a creator manages and a page
///      reads is done by `ManagementFacet`, so that this code stays small and is called cheaply.
abstract contract Collection is SaleRules, Metadata, ICollectionSale {
    uint256 private constant MAX_PER_GIFT = 255;
    uint256 private constant GWEI = 1e9;
    uint256 private constant MOST_LESS_ONE = 49;
    /// @dev The first topics of `Minted` and `MintedByReferral`.
    uint256 private constant MINTED =
        0x176b02bb2d12439ff7a20b59f402cca16c76f50508b13ef3166a600eb719354a;
    uint256 private constant MINTED_BY_REFERRAL =
        0x0a958bc7a0b9e0ce9d8ecba7914cb9c7c12db2b876d055759b3aece8c9f49d6e;

    /// @dev What a token adds to the hot word: itself and the tenths of its fee for the platform.
    uint256 private constant PAID_TOKEN = 0xa00000000000001;
    uint256 private constant FREE_DISCOUNT = 0x500000000000000;
    /// @dev What a referrer changes in that: one more referred, two tenths less.
    uint256 private constant REFERRAL = (1 << HOT_REFERRED) - (2 << HOT_TENTHS);
    /// @dev The phase id in the word of a sale.
    uint256 private constant PUBLIC_SALE = PUBLIC_PHASE_ID << 96;
    /// @dev What one token minted in the public phase adds to its holder's word.
    uint256 private constant HELD_FROM_PUBLIC = 1 | (1 << HOLDER_PUBLIC);

    address private immutable FACET;

    constructor(IPlatform platform_, address facet) SaleRules(platform_) {
        FACET = facet;
    }

    /// @inheritdoc ICollectionSale
    function mint(uint256 quantity) external payable {
        uint256 hot;
        uint256 holder;
        uint256 refused;
        // Judge a public mint: window, pause, quantity, payment, wallet limit, cap.
        assembly ("memory-safe") {
            hot := sload(0)
            holder := sload(or(HOLDER_ZONE, caller()))
            let price := mul(GWEI, and(shr(HOT_UNIT, hot), U56))
            let had := and(shr(HOLDER_PUBLIC, holder), U16)
            refused := or(
                or(
                    or(
                        lt(timestamp(), and(shr(HOT_START, hot), U32)),
                        iszero(lt(timestamp(), and(shr(HOT_END, hot), U32)))
                    ),
                    or(gt(sub(quantity, 1), MOST_LESS_ONE), xor(callvalue(), mul(quantity, price)))
                ),
                or(
                    or(
                        gt(add(had, quantity), and(shr(HOT_LIMIT, hot), U16)),
                        gt(add(and(hot, U28), quantity), and(shr(HOT_CAP, hot), U28))
                    ),
                    and(hot, IS_PAUSED)
                )
            )
        }
        if (hot & HAS_PUBLIC_CAP != 0 && _takePublic(quantity, quantity, refused) == 0) {
            refused = 1;
        }
        if (refused != 0) _refuse(msg.sender, quantity, quantity, address(0), _publicTerms());

        unchecked {
            _hot = hot + quantity * (PAID_TOKEN - FREE_DISCOUNT * (hot >> HOT_FREE & 1));
            _issue(msg.sender, quantity, hot & U28, holder + quantity * HELD_FROM_PUBLIC);
        }
    }

    /// @inheritdoc ICollectionSale
    function mintTo(address to, uint256 minQuantity, uint256 maxQuantity, address referrer)
        external
        payable
        returns (uint256 quantity)
    {
        uint256 hot;
        uint256 holder;
        uint256 refused;
        // Judge as above, and find how many of `maxQuantity` cap and wallet limit allow.
        assembly ("memory-safe") {
            hot := sload(0)
            holder := sload(or(HOLDER_ZONE, to))
            let price := mul(GWEI, and(shr(HOT_UNIT, hot), U56))
            refused := or(
                or(
                    or(
                        lt(timestamp(), and(shr(HOT_START, hot), U32)),
                        iszero(lt(timestamp(), and(shr(HOT_END, hot), U32)))
                    ),
                    or(
                        or(gt(sub(maxQuantity, 1), MOST_LESS_ONE), gt(minQuantity, maxQuantity)),
                        xor(callvalue(), mul(maxQuantity, price))
                    )
                ),
                or(and(hot, IS_PAUSED), iszero(to))
            )
            quantity := sub(and(shr(HOT_CAP, hot), U28), and(hot, U28))
            if gt(quantity, maxQuantity) { quantity := maxQuantity }
            let limit := and(shr(HOT_LIMIT, hot), U16)
            let had := and(shr(HOLDER_PUBLIC, holder), U16)
            let left := mul(sub(limit, had), gt(limit, had))
            if gt(quantity, left) { quantity := left }
            refused := or(refused, or(iszero(quantity), lt(quantity, minQuantity)))
        }
        if (hot & HAS_PUBLIC_CAP != 0) {
            quantity = _takePublic(quantity, minQuantity, refused);
            if (quantity == 0) refused = 1;
        }
        unchecked {
            uint256 added = PAID_TOKEN - FREE_DISCOUNT * (hot >> HOT_FREE & 1);
            if (referrer != address(0)) {
                uint256 terms = _termsAt(TERMS);
                if (_isBarred(referrer, to, terms)) refused = 1;
                uint256 price = _unitOf(hot) - _feeIn(terms);
                _creditReferrer(referrer, quantity, price | (quantity << 80) | PUBLIC_SALE);
                added += REFERRAL;
            }
            if (refused != 0) _refuse(to, minQuantity, maxQuantity, referrer, _publicTerms());

            _hot = hot + quantity * added;
            _issue(to, quantity, hot & U28, holder + quantity * HELD_FROM_PUBLIC);
            if (quantity != maxQuantity) _refund((maxQuantity - quantity) * _unitOf(hot));
        }
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        payable
    {
        (uint256 hot, uint256 fee) = _admit(packed, proof);
        _sellListed(quantity, quantity, address(0), packed, hot, fee);
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        bytes32[] calldata proof
    ) external payable returns (uint256 quantity) {
        (uint256 hot, uint256 fee) = _admit(packed, proof);
        return _sellListed(minQuantity, maxQuantity, referrer, packed, hot, fee);
    }

    /// @inheritdoc ICollectionSale
    function airdrop(address[] calldata recipients, uint256[] calldata quantities)
        external
        onlyOwner
    {
        if (recipients.length != quantities.length) revert LengthMismatch();
        for (uint256 i; i < recipients.length; ++i) {
            address recipient = recipients[i];
            uint256 quantity = quantities[i];
            if (recipient == address(0)) revert BadRecipient(recipient);
            if (quantity == 0) revert ZeroQuantity();
            if (quantity > MAX_PER_GIFT) revert TooMany(MAX_PER_GIFT);
            uint256 left = _cap() - _minted();
            if (quantity > left) revert SoldOut(left);

            emit Airdropped(recipient, quantity);
            uint256 minted = _minted();
            _hot += quantity;
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

    /// @dev What the implementation does not do itself is done by the facet, on the collection's own
    ///      storage; what neither knows is refused there.
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

    /// @dev Creates the tokens behind `minted` others, stores the holder's word, whose counters are
    ///      raised already, and logs; calls nobody.
    function _issue(address to, uint256 quantity, uint256 minted, uint256 holder) internal virtual;

    /// @dev Refuses unless a list in force grants the caller these terms and they are open now.
    /// @return hot The hot word.
    /// @return fee The mint fee in wei.
    function _admit(uint256 packed, bytes32[] calldata proof)
        private
        view
        returns (uint256 hot, uint256 fee)
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

            // Judge the list: the first one by the code, all others by their own word.
            hot := sload(0)
            switch or(xor(node, firstRoot), shr(HOT_STORED, hot))
            case 0 { refused := lt(timestamp(), notBefore) }
            default {
                let list := sload(or(LIST_ZONE, shr(LIST_CUT, node)))
                refused := or(
                    or(
                        lt(timestamp(), and(list, U32)),
                        iszero(lt(timestamp(), and(shr(32, list), U32)))
                    ),
                    xor(shr(LIST_REST, list), and(node, U128))
                )
            }

            // Judge the terms: window, pause, phase id and unused bits, price.
            let price := and(packed, U80)
            refused := or(
                or(
                    or(refused, and(hot, IS_PAUSED)),
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
        uint256 hot,
        uint256 fee
    ) private returns (uint256 quantity) {
        uint256 refused;
        uint256 holder;
        uint256 added;
        uint256 held;
        uint256 walletKey;
        assembly ("memory-safe") {
            // Judge quantity and payment.
            refused := or(
                or(gt(sub(maxQuantity, 1), MOST_LESS_ONE), gt(minQuantity, maxQuantity)),
                xor(callvalue(), mul(maxQuantity, add(and(packed, U80), fee)))
            )

            added := sub(PAID_TOKEN, mul(FREE_DISCOUNT, iszero(and(packed, U80))))

            // Find where the phase counts this wallet, and what one token adds to its holder's word.
            holder := sload(or(HOLDER_ZONE, caller()))
            let phaseId := shr(PACKED_PHASE_ID, packed)
            let limit := and(shr(PACKED_LIMIT, packed), U16)
            let had
            switch lt(phaseId, HELD_PHASES)
            case 1 {
                let shift := add(HOLDER_PHASES, mul(HELD_BITS, phaseId))
                if gt(limit, HELD_MOST) { limit := HELD_MOST }
                had := and(shr(shift, holder), HELD_MOST)
                held := or(1, shl(shift, 1))
            }
            default {
                walletKey := or(WALLET_ZONE, or(shl(160, phaseId), caller()))
                had := sload(walletKey)
                held := 1
            }

            // Find how many of `maxQuantity` cap and wallet limit allow.
            quantity := sub(and(shr(HOT_CAP, hot), U28), and(hot, U28))
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
                if (_isBarred(referrer, msg.sender, _termsAt(TERMS))) refused = 1;
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
            _hot = hot + quantity * added;
            _issue(msg.sender, quantity, hot & U28, holder + quantity * held);
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
            let key := or(PHASE_ZONE, shr(3, phaseId))
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

    /// @dev Asks a receiving contract; anything but its own selector means no.
    function _accepts(address to, bytes memory question, bytes4 answer)
        internal
        returns (bool isAccepted)
    {
        assembly ("memory-safe") {
            mstore(0, 0)
            let isDone := call(gas(), to, 0, add(question, 0x20), mload(question), 0, 0x20)
            isAccepted := and(isDone, and(gt(returndatasize(), 0x1f), eq(mload(0), answer)))
        }
    }

    function _refund(uint256 surplus) private {
        if (surplus != 0 && !_send(msg.sender, surplus)) revert RefundFailed();
    }

    /// @dev Counts the referred tokens and emits `MintedByReferral`.
    function _creditReferrer(address referrer, uint256 quantity, uint256 sale) private {
        assembly ("memory-safe") {
            let key := or(REFERRER_ZONE, referrer)
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
        uint256 key = REFERRER_ZONE | uint160(referrer);
        uint256 referred = _load(key) & U28;
        _store(key, referred | (referred << 28));
    }

    function _pay(address account, address recipient, uint256 amount) private {
        emit Released(account, amount);
        if (!_send(recipient, amount)) revert PaymentFailed(account);
    }

    /// @dev Sends without copying what the receiver returns, so that no answer can burn our gas.
    function _send(address to, uint256 amount) private returns (bool isSent) {
        assembly ("memory-safe") {
            isSent := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }

    function _owedAsReferrer(address account) private view returns (uint256) {
        // The creator is refused as a referrer, which spares most withdrawals a look-up.
        if (account == _creator()) return 0;
        uint256 word = _load(REFERRER_ZONE | uint160(account));
        return ((word & U28) - (word >> 28)) * _mintFee() / 5;
    }

    function _feeRecipient() private view returns (address) {
        return PLATFORM.feeRecipient();
    }

    function _owedToPlatform(uint256 released, address recipient) private view returns (uint256) {
        // Without a recipient the share stays, else anyone could send it to nobody.
        if (recipient == address(0)) return 0;
        uint256 paid = ((released >> RELEASED_PLATFORM) & U71) * RELEASED_FEE_UNIT;
        return _platformEarned() - paid;
    }
}

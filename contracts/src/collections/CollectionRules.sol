// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../interfaces/ICollectionTypes.sol";

/// @title Bounds of all values, and validation of parameters, at creation and at every change
/// @notice No collection accepts, stores or emits a value outside these bounds. Readers of logs rely
///         on them; docs/contracts.md has the table.
library CollectionRules {
    uint256 internal constant BPS = 10_000;
    uint256 internal constant MAX_ROYALTY_BPS = 1000;
    /// @dev The stored cap that means no cap. So many tokens a collection without one can mint; the
    ///      value itself is never a cap, and neither stored nor emitted as one.
    uint256 internal constant UNCAPPED = (1 << 28) - 1;
    /// @dev The largest cap.
    uint256 internal constant MAX_SUPPLY = UNCAPPED - 1;
    uint256 internal constant MAX_PER_MINT = 50;
    uint256 internal constant MAX_PER_GIFT = 255;
    uint256 internal constant MAX_PAYEES = 16;
    /// @dev Fee and price together fit the 56 bits of gwei in slot0.
    uint256 internal constant MAX_FEE = ((1 << 55) - 1) * 1 gwei;
    /// @dev In seconds.
    uint256 internal constant MAX_NOTICE = type(uint24).max;
    /// @dev In bytes: name, symbol and contract URI; and the base URI.
    uint256 internal constant MAX_SHORT = type(uint8).max;
    uint256 internal constant MAX_BASE_URI = 2048;

    /// @dev Reverts with BadTerms or BadPrice; all zero is allowed and means no public phase.
    function requirePublicPhase(ICollectionTypes.PublicPhase memory phase, uint256 mintFee)
        internal
        pure
    {
        bool isNone = phase.price == 0 && phase.start == 0 && phase.end == 0
            && phase.walletLimit == 0 && phase.supplyCap == 0;
        if (isNone) return;
        if (phase.start >= phase.end || phase.walletLimit == 0) revert ICollectionTypes.BadTerms();
        if (!isPrice(phase.price, mintFee)) revert ICollectionTypes.BadPrice(phase.price);
    }

    /// @dev Reverts with BadPayees; the platform is owed its share apart and cannot be a payee.
    function requirePayees(ICollectionTypes.Payee[] calldata payees, address platform)
        internal
        pure
    {
        if (payees.length > MAX_PAYEES) revert ICollectionTypes.BadPayees();
        uint256 sum;
        unchecked {
            for (uint256 i; i < payees.length; ++i) {
                ICollectionTypes.Payee calldata payee = payees[i];
                address account = payee.account;
                uint256 bps = payee.bps;
                bool isNobody = account == address(0) || account == platform;
                if (isNobody || bps == 0 || _isNamed(payees, i)) {
                    revert ICollectionTypes.BadPayees();
                }
                sum += bps;
            }
        }
        if (sum != BPS) revert ICollectionTypes.BadPayees();
    }

    /// @dev Whether a payee before this one has the same account.
    function _isNamed(ICollectionTypes.Payee[] calldata payees, uint256 index)
        private
        pure
        returns (bool isNamed)
    {
        assembly ("memory-safe") {
            let place := add(payees.offset, shl(6, index))
            let account := calldataload(place)
            for { let other := payees.offset } lt(other, place) { other := add(other, 0x40) } {
                isNamed := or(isNamed, eq(calldataload(other), account))
            }
        }
    }

    /// @dev A price below half the fee would bring its creator less than giving the token away.
    function isPrice(uint256 price, uint256 mintFee) internal pure returns (bool) {
        unchecked {
            return price == 0 || (price % 1 gwei == 0 && 2 * price >= mintFee);
        }
    }
}

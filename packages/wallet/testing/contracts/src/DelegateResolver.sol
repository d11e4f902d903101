// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DelegateRegistry} from "./DelegateRegistry.sol";

/// @title Stand-in for the resolver that lets a wallet have one delegate for each kind of rights
/// @dev Rights are 24 bytes, followed by 3 bytes of zeros and the second in which they expire.
contract DelegateResolver {
    DelegateRegistry public constant DELEGATE_REGISTRY =
        DelegateRegistry(0x0000000059A24EB229eED07Ac44229DB56C5d797);

    /// @dev The delegate of `vault`; `vault` itself where it has none.
    function exclusiveWalletByRights(address vault, bytes24 rights) public view returns (address) {
        DelegateRegistry.Delegation[] memory all = DELEGATE_REGISTRY.listDelegations();
        // The newest one counts.
        for (uint256 i = all.length; i > 0; --i) {
            DelegateRegistry.Delegation memory one = all[i - 1];
            if (one.from == vault && _isValid(one.rights, rights)) return one.to;
        }
        return vault;
    }

    /// @dev The wallets that have `wallet` as their delegate.
    function delegatedWalletsByRights(address wallet, bytes24 rights)
        external
        view
        returns (address[] memory found)
    {
        DelegateRegistry.Delegation[] memory all = DELEGATE_REGISTRY.listDelegations();
        found = new address[](all.length);
        uint256 count;
        for (uint256 i; i < all.length; ++i) {
            DelegateRegistry.Delegation memory one = all[i];
            if (one.to != wallet || !_isValid(one.rights, rights)) continue;
            if (exclusiveWalletByRights(one.from, rights) == wallet) found[count++] = one.from;
        }
        assembly ("memory-safe") {
            mstore(found, count)
        }
    }

    function _isValid(bytes32 granted, bytes24 wanted) private view returns (bool) {
        uint256 expiry = uint256(granted) & type(uint40).max;
        return bytes24(granted) == wanted && block.timestamp < expiry;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Stand-in for the registry of delegations (delegate.xyz v2), of whole wallets only
contract DelegateRegistry {
    event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable);

    struct Delegation {
        address from;
        address to;
        bytes32 rights;
    }

    Delegation[] private _delegations;

    function delegateAll(address to, bytes32 rights, bool enable) external payable {
        for (uint256 i; i < _delegations.length; ++i) {
            Delegation storage known = _delegations[i];
            if (known.from != msg.sender || known.to != to || known.rights != rights) continue;
            for (; i + 1 < _delegations.length; ++i) _delegations[i] = _delegations[i + 1];
            _delegations.pop();
        }
        if (enable) _delegations.push(Delegation(msg.sender, to, rights));
        emit DelegateAll(msg.sender, to, rights, enable);
    }

    /// @dev All delegations, the oldest first.
    function listDelegations() external view returns (Delegation[] memory) {
        return _delegations;
    }
}

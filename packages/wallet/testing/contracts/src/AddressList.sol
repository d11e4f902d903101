// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev A short list of addresses in the order in which they were added, each at most once.
library AddressList {
    error ADDRESS_ALREADY_EXISTS();
    error ADDRESS_NOT_EXISTS();

    function add(address[] storage list, address account) internal {
        if (contains(list, account)) revert ADDRESS_ALREADY_EXISTS();
        list.push(account);
    }

    function remove(address[] storage list, address account) internal {
        for (uint256 i; i < list.length; ++i) {
            if (list[i] != account) continue;
            for (; i + 1 < list.length; ++i) list[i] = list[i + 1];
            list.pop();
            return;
        }
        revert ADDRESS_NOT_EXISTS();
    }

    function contains(address[] storage list, address account) internal view returns (bool) {
        for (uint256 i; i < list.length; ++i) if (list[i] == account) return true;
        return false;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Stand-in for the registry of smart accounts
contract AccountRegistry {
    error NOT_FROM_FACTORY();

    address public constant factory = 0x9B947df68D35281C972511B3E7BC875926f26C1A;

    mapping(address account => bool) public isAGW;

    function register(address account) external {
        if (msg.sender != factory) revert NOT_FROM_FACTORY();
        isAGW[account] = true;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Stand-in for the registry of policies that session keys may have
/// @dev A policy that was never set is not allowed. The manager stands in slot 0, which the shim
/// writes: the code is set without a constructor.
contract PolicyRegistry {
    error AccessControlUnauthorizedAccount(address account, bytes32 neededRole);

    enum Status {
        Unset,
        Allowed,
        Denied
    }

    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    address public manager;
    mapping(address target => mapping(bytes4 selector => Status)) public getCallPolicyStatus;
    mapping(address target => Status) public getTransferPolicyStatus;
    mapping(address token => mapping(address target => Status)) public getApprovalTargetStatus;

    modifier onlyManager() {
        if (msg.sender != manager) {
            revert AccessControlUnauthorizedAccount(msg.sender, MANAGER_ROLE);
        }
        _;
    }

    function setCallPolicyStatus(address target, bytes4 selector, Status status)
        external
        onlyManager
    {
        getCallPolicyStatus[target][selector] = status;
    }

    function setTransferPolicyStatus(address target, Status status) external onlyManager {
        getTransferPolicyStatus[target] = status;
    }

    function setApprovalTargetStatus(address token, address target, Status status)
        external
        onlyManager
    {
        getApprovalTargetStatus[token][target] = status;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

enum SessionStatus {
    NotInitialized,
    Active,
    Closed,
    Expired
}

enum LimitType {
    Unlimited,
    Lifetime,
    Allowance
}

enum Condition {
    Unconstrained,
    Equal,
    Greater,
    Less,
    GreaterEqual,
    LessEqual,
    NotEqual
}

struct UsageLimit {
    LimitType limitType;
    uint256 limit;
    uint256 period;
}

struct Constraint {
    Condition condition;
    uint64 index;
    bytes32 refValue;
    UsageLimit limit;
}

struct CallPolicy {
    address target;
    bytes4 selector;
    uint256 maxValuePerUse;
    UsageLimit valueLimit;
    Constraint[] constraints;
}

struct TransferPolicy {
    address target;
    uint256 maxValuePerUse;
    UsageLimit valueLimit;
}

struct SessionSpec {
    address signer;
    uint256 expiresAt;
    UsageLimit feeLimit;
    CallPolicy[] callPolicies;
    TransferPolicy[] transferPolicies;
}

struct LimitState {
    uint256 remaining;
    address target;
    bytes4 selector;
    uint256 index;
}

struct SessionState {
    uint256 expiresAt;
    SessionStatus status;
    uint256 feesRemaining;
    LimitState[] transferValue;
    LimitState[] callValue;
    LimitState[] callParams;
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Recovery} from "./Recovery.sol";
import {
    CallPolicy,
    Condition,
    Constraint,
    LimitState,
    LimitType,
    SessionSpec,
    SessionState,
    SessionStatus,
    TransferPolicy,
    UsageLimit
} from "./SessionTypes.sol";
import {SmartAccount} from "./SmartAccount.sol";
import {IModuleValidator, IValidationHook, OperationType, Transaction} from "./Transaction.sol";

/// @title Stand-in for the module that lets session keys send for an account
/// @dev It holds every limit of a session itself. The reasons are those of the real module: wallets
/// and nodes pass them on.
contract SessionModule is IModuleValidator, IValidationHook {
    event SessionCreated(
        address indexed account, bytes32 indexed sessionHash, SessionSpec sessionSpec
    );
    event SessionRevoked(address indexed account, bytes32 indexed sessionHash);

    /// @dev Amounts used of each limit, by the period of an allowance; 0 for a lifetime.
    struct Usage {
        mapping(uint256 period => uint256) used;
    }

    struct Session {
        SessionStatus status;
        uint256 expiresAt;
        Usage fee;
        mapping(address target => Usage) transferValue;
        mapping(address target => mapping(bytes4 selector => Usage)) callValue;
        mapping(address target => mapping(bytes4 selector => mapping(uint256 order => Usage)))
            parameters;
    }

    mapping(address account => uint256) private _active;
    mapping(address account => mapping(bytes32 sessionHash => Session)) private _sessions;
    /// @dev Hashes that the hook has accepted and the validator not yet.
    mapping(address account => mapping(bytes32 signedHash => bool)) private _accepted;

    /// @dev Called by an account that adds the module, with a first session or nothing.
    function init(bytes calldata data) external {
        SmartAccount account = SmartAccount(payable(msg.sender));
        // The account calls this function again while it adds the hook.
        if (account.isHook(address(this))) return;
        account.addHook(abi.encodePacked(address(this)), true);
        account.addModuleValidator(address(this), data);
    }

    function disable() external {
        SmartAccount account = SmartAccount(payable(msg.sender));
        require(_active[msg.sender] == 0, "Revoke all keys first");
        account.removeModuleValidator(address(this));
        account.removeHook(address(this), true);
    }

    function addValidationKey(bytes calldata key) external returns (bool) {
        if (key.length == 0) return false;
        createSession(abi.decode(key, (SessionSpec)));
        return true;
    }

    function createSession(SessionSpec memory spec) public {
        require(isInited(msg.sender), "Account not initialized");
        require(spec.signer != address(0), "Invalid signer");
        require(
            spec.feeLimit.limitType != LimitType.Unlimited, "Unlimited fee allowance is not safe"
        );
        bytes32 hash = keccak256(abi.encode(spec));
        Session storage session = _sessions[msg.sender][hash];
        require(session.status == SessionStatus.NotInitialized, "Session already exists");
        session.status = SessionStatus.Active;
        session.expiresAt = spec.expiresAt;
        ++_active[msg.sender];
        emit SessionCreated(msg.sender, hash, spec);
    }

    function revokeKey(bytes32 sessionHash) public {
        Session storage session = _sessions[msg.sender][sessionHash];
        require(session.status == SessionStatus.Active, "Nothing to revoke");
        session.status = SessionStatus.Closed;
        --_active[msg.sender];
        emit SessionRevoked(msg.sender, sessionHash);
    }

    function revokeKeys(bytes32[] calldata sessionHashes) external {
        for (uint256 i; i < sessionHashes.length; ++i) revokeKey(sessionHashes[i]);
    }

    /// @dev Called by the account before each of its transactions. `hookData` holds the session and
    /// the periods that count: of the fee, of the value, and of each constraint. Empty: the
    /// transaction is not one of a session.
    function validationHook(
        bytes32 signedHash,
        Transaction calldata transaction,
        bytes calldata hookData
    ) external {
        if (hookData.length == 0) return;
        (bytes memory signature, address validator,) =
            abi.decode(transaction.signature, (bytes, address, bytes[]));
        if (validator != address(this)) return;
        (SessionSpec memory spec, uint64[] memory periods) =
            abi.decode(hookData, (SessionSpec, uint64[]));
        require(spec.signer != address(0), "Invalid signer (empty)");
        Session storage session = _sessions[msg.sender][keccak256(abi.encode(spec))];
        require(session.status == SessionStatus.Active, "Session is not active");
        require(block.timestamp <= spec.expiresAt, "Session is expired");
        if (transaction.data.length >= 4) _useCall(session, transaction, spec, periods);
        else _useTransfer(session, transaction, spec, periods);
        require(
            Recovery.recover(signedHash, signature) == spec.signer, "Invalid signer (mismatch)"
        );
        if (transaction.paymaster == 0) {
            uint256 fee = transaction.maxFeePerGas * transaction.gasLimit;
            _use(session.fee, spec.feeLimit, fee, periods[0]);
        }
        _accepted[msg.sender][signedHash] = true;
    }

    /// @dev Accepts a transaction once after its hook has. Messages cannot be signed by a session.
    function handleValidation(OperationType operation, bytes32 signedHash, bytes calldata)
        external
        returns (bool)
    {
        if (operation != OperationType.Transaction) return false;
        bool isAccepted = _accepted[msg.sender][signedHash];
        delete _accepted[msg.sender][signedHash];
        return isAccepted;
    }

    function sessionStatus(address account, bytes32 sessionHash)
        external
        view
        returns (SessionStatus)
    {
        return _status(_sessions[account][sessionHash]);
    }

    function sessionState(address account, SessionSpec calldata spec)
        external
        view
        returns (SessionState memory state)
    {
        Session storage session = _sessions[account][keccak256(abi.encode(spec))];
        state.expiresAt = session.expiresAt;
        state.status = _status(session);
        state.feesRemaining = _remaining(session.fee, spec.feeLimit);
        state.transferValue = new LimitState[](spec.transferPolicies.length);
        for (uint256 i; i < spec.transferPolicies.length; ++i) {
            TransferPolicy calldata policy = spec.transferPolicies[i];
            uint256 left = _remaining(session.transferValue[policy.target], policy.valueLimit);
            state.transferValue[i] = LimitState(left, policy.target, bytes4(0), 0);
        }
        state.callValue = new LimitState[](spec.callPolicies.length);
        for (uint256 i; i < spec.callPolicies.length; ++i) {
            CallPolicy calldata policy = spec.callPolicies[i];
            uint256 left =
                _remaining(session.callValue[policy.target][policy.selector], policy.valueLimit);
            state.callValue[i] = LimitState(left, policy.target, policy.selector, 0);
        }
        state.callParams = _parameterStates(session, spec.callPolicies);
    }

    function isInited(address account) public view returns (bool) {
        return SmartAccount(payable(account)).isHook(address(this));
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7;
    }

    function _useCall(
        Session storage session,
        Transaction calldata transaction,
        SessionSpec memory spec,
        uint64[] memory periods
    ) private {
        address target = address(uint160(transaction.to));
        // Either could widen what the session may do.
        require(target != msg.sender, "Can not target self");
        require(target != address(this), "Can not manage session keys");
        bytes4 selector = bytes4(transaction.data[:4]);
        for (uint256 i; i < spec.callPolicies.length; ++i) {
            CallPolicy memory policy = spec.callPolicies[i];
            if (policy.target != target || policy.selector != selector) continue;
            require(transaction.value <= policy.maxValuePerUse, "Value exceeds limit");
            Usage storage value = session.callValue[target][selector];
            _use(value, policy.valueLimit, transaction.value, periods[1]);
            for (uint256 j; j < policy.constraints.length; ++j) {
                Constraint memory constraint = policy.constraints[j];
                uint256 start = 4 + uint256(constraint.index) * 32;
                bytes32 word = bytes32(transaction.data[start:start + 32]);
                _requireCondition(constraint.condition, word, constraint.refValue);
                Usage storage parameter = session.parameters[target][selector][j];
                _use(parameter, constraint.limit, uint256(word), periods[j + 2]);
            }
            return;
        }
        revert("Call to this contract is not allowed");
    }

    function _useTransfer(
        Session storage session,
        Transaction calldata transaction,
        SessionSpec memory spec,
        uint64[] memory periods
    ) private {
        address target = address(uint160(transaction.to));
        for (uint256 i; i < spec.transferPolicies.length; ++i) {
            TransferPolicy memory policy = spec.transferPolicies[i];
            if (policy.target != target) continue;
            require(transaction.value <= policy.maxValuePerUse, "Value exceeds limit");
            Usage storage value = session.transferValue[target];
            return _use(value, policy.valueLimit, transaction.value, periods[1]);
        }
        revert("Transfer to this address is not allowed");
    }

    function _use(Usage storage usage, UsageLimit memory limit, uint256 amount, uint64 period)
        private
    {
        if (limit.limitType == LimitType.Unlimited) return;
        bool isLifetime = limit.limitType == LimitType.Lifetime;
        uint256 start = period * limit.period;
        require(
            isLifetime
                || (block.timestamp >= start && block.timestamp <= start + limit.period),
            "Timestamp out of range"
        );
        uint256 used = usage.used[isLifetime ? 0 : period] + amount;
        require(
            used <= limit.limit,
            isLifetime ? "Lifetime limit exceeded" : "Allowance limit exceeded"
        );
        usage.used[isLifetime ? 0 : period] = used;
    }

    function _parameterStates(Session storage session, CallPolicy[] calldata policies)
        private
        view
        returns (LimitState[] memory states)
    {
        uint256 count;
        for (uint256 i; i < policies.length; ++i) count += policies[i].constraints.length;
        states = new LimitState[](count);
        count = 0;
        for (uint256 i; i < policies.length; ++i) {
            CallPolicy calldata policy = policies[i];
            for (uint256 j; j < policy.constraints.length; ++j) {
                Constraint calldata constraint = policy.constraints[j];
                if (constraint.limit.limitType == LimitType.Unlimited) continue;
                Usage storage usage = session.parameters[policy.target][policy.selector][j];
                uint256 left = _remaining(usage, constraint.limit);
                states[count++] =
                    LimitState(left, policy.target, policy.selector, constraint.index);
            }
        }
        assembly ("memory-safe") {
            mstore(states, count)
        }
    }

    function _status(Session storage session) private view returns (SessionStatus) {
        bool isExpired =
            session.status == SessionStatus.Active && block.timestamp > session.expiresAt;
        return isExpired ? SessionStatus.Expired : session.status;
    }

    function _remaining(Usage storage usage, UsageLimit calldata limit)
        private
        view
        returns (uint256)
    {
        if (limit.limitType == LimitType.Unlimited) return type(uint256).max;
        bool isLifetime = limit.limitType == LimitType.Lifetime;
        return limit.limit - usage.used[isLifetime ? 0 : block.timestamp / limit.period];
    }

    function _requireCondition(Condition condition, bytes32 word, bytes32 refValue) private pure {
        if (condition == Condition.Equal) {
            require(word == refValue, "EQUAL constraint not met");
        } else if (condition == Condition.Greater) {
            require(word > refValue, "GREATER constraint not met");
        } else if (condition == Condition.Less) {
            require(word < refValue, "LESS constraint not met");
        } else if (condition == Condition.GreaterEqual) {
            require(word >= refValue, "GREATER_OR_EQUAL constraint not met");
        } else if (condition == Condition.LessEqual) {
            require(word <= refValue, "LESS_OR_EQUAL constraint not met");
        } else if (condition == Condition.NotEqual) {
            require(word != refValue, "NOT_EQUAL constraint not met");
        }
    }
}

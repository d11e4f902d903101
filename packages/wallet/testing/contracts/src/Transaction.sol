// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev A transaction as a ZK Stack chain hands it to the account that sends it.
struct Transaction {
    uint256 txType;
    uint256 from;
    uint256 to;
    uint256 gasLimit;
    uint256 gasPerPubdataByteLimit;
    uint256 maxFeePerGas;
    uint256 maxPriorityFeePerGas;
    uint256 paymaster;
    uint256 nonce;
    uint256 value;
    uint256[4] reserved;
    bytes data;
    bytes signature;
    bytes32[] factoryDeps;
    bytes paymasterInput;
    bytes reservedDynamic;
}

/// @dev One call of a batch.
struct Call {
    address target;
    bool allowFailure;
    uint256 value;
    bytes callData;
}

/// @dev Purpose of a signature that a validator checks.
enum OperationType {
    Signature,
    Transaction
}

/// @dev The part of the chain that runs transactions; the shim sends as it.
address constant BOOTLOADER = 0x0000000000000000000000000000000000008001;

interface IValidator {
    function handleValidation(OperationType operation, bytes32 signedHash, bytes calldata signature)
        external
        returns (bool);
}

interface IModuleValidator is IValidator {
    function addValidationKey(bytes calldata key) external returns (bool);
}

interface IModule {
    function init(bytes calldata data) external;
    function disable() external;
}

interface IValidationHook is IModule {
    function validationHook(
        bytes32 signedHash,
        Transaction calldata transaction,
        bytes calldata hookData
    ) external;
}

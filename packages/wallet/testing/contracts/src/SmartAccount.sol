// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AddressList} from "./AddressList.sol";
import {AccountFactory} from "./AccountFactory.sol";
import {
    BOOTLOADER,
    Call,
    IModule,
    IModuleValidator,
    IValidationHook,
    IValidator,
    OperationType,
    Transaction
} from "./Transaction.sol";

/// @title Stand-in for an account of the Abstract Global Wallet
/// @dev The shim runs the validation as the bootloader, and then sends the transaction as the
/// account itself. Execution hooks are listed but not run, and the code cannot be upgraded.
contract SmartAccount {
    using AddressList for address[];

    error CALL_FAILED();
    error EMPTY_HOOK_ADDRESS();
    error EMPTY_MODULE_ADDRESS();
    error EMPTY_OWNERS();
    error EMPTY_VALIDATORS();
    error INSUFFICIENT_FUNDS();
    error INVALID_SALT();
    error InvalidInitialization();
    error MODULE_ERC165_FAIL();
    error MsgValueMismatch(uint256 actualValue, uint256 expectedValue);
    error NOT_FROM_BOOTLOADER();
    error NOT_FROM_MODULE();
    error NOT_FROM_SELF();
    error NOT_FROM_SELF_OR_MODULE();
    error RECUSIVE_MODULE_CALL();
    error VALIDATION_HOOK_FAILED();

    event AddHook(address indexed hook);
    event AddModule(address indexed module);
    event AddModuleValidator(address indexed validator);
    event K1AddOwner(address indexed addr);
    event K1AddValidator(address indexed validator);
    event K1RemoveOwner(address indexed addr);
    event K1RemoveValidator(address indexed validator);
    event RemoveHook(address indexed hook);
    event RemoveModule(address indexed module);
    event RemoveModuleValidator(address indexed validator);

    bytes4 internal constant VALIDATION_SUCCESS = SmartAccount.validateTransaction.selector;
    bytes4 internal constant ERC1271_SUCCESS = 0x1626ba7e;
    bytes32 internal constant DOMAIN_TYPE = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );
    bytes32 internal constant MESSAGE_TYPE = keccak256("AGWMessage(bytes32 signedHash)");

    uint256 public constant VERSION = 1;

    bool private _isInitialized;
    address[] private _owners;
    address[] private _validators;
    address[] private _moduleValidators;
    address[] private _modules;
    address[] private _validationHooks;
    address[] private _executionHooks;

    modifier onlyBootloader() {
        if (msg.sender != BOOTLOADER) revert NOT_FROM_BOOTLOADER();
        _;
    }

    modifier onlySelf() {
        if (msg.sender != address(this)) revert NOT_FROM_SELF();
        _;
    }

    /// @dev The account itself, one of its owners, or a module that it enabled.
    modifier onlyManager() {
        bool isManager = msg.sender == address(this) || _owners.contains(msg.sender)
            || _modules.contains(msg.sender);
        if (!isManager) revert NOT_FROM_SELF_OR_MODULE();
        _;
    }

    receive() external payable {}

    /// @dev Takes calls with any data, as an account without code does.
    fallback() external payable {}

    /// @dev Called once by the factory. Where another than the owner deploys, modules and first
    /// call are left out: their sender is not trusted.
    function initialize(
        address initialK1Owner,
        address initialK1Validator,
        bytes[] calldata modules,
        Call calldata initCall
    ) external payable {
        if (_isInitialized) revert InvalidInitialization();
        _isInitialized = true;
        AccountFactory factory = AccountFactory(msg.sender);
        bytes32 salt = keccak256(abi.encodePacked(initialK1Owner));
        if (factory.getAddressForSalt(salt) != address(this)) revert INVALID_SALT();
        _owners.add(initialK1Owner);
        emit K1AddOwner(initialK1Owner);
        _validators.add(initialK1Validator);
        emit K1AddValidator(initialK1Validator);
        if (factory.accountToDeployer(address(this)) != initialK1Owner) return;
        for (uint256 i; i < modules.length; ++i) _addModule(modules[i]);
        if (initCall.target != address(0)) _call(initCall);
    }

    /// @dev Returns its own selector where the transaction is accepted, else zero. Reverts with the
    /// reason of a validation hook.
    function validateTransaction(bytes32, bytes32 signedHash, Transaction calldata transaction)
        external
        payable
        onlyBootloader
        returns (bytes4)
    {
        uint256 fee = transaction.paymaster == 0
            ? transaction.maxFeePerGas * transaction.gasLimit
            : 0;
        if (fee + transaction.value > address(this).balance) revert INSUFFICIENT_FUNDS();
        (bytes memory signature, address validator, bytes[] memory hookData) =
            abi.decode(transaction.signature, (bytes, address, bytes[]));
        if (hookData.length != _validationHooks.length) revert VALIDATION_HOOK_FAILED();
        for (uint256 i; i < hookData.length; ++i) {
            IValidationHook(_validationHooks[i])
                .validationHook(signedHash, transaction, hookData[i]);
        }
        bool isValid = _isValidator(validator)
            && IValidator(validator)
                .handleValidation(OperationType.Transaction, signedHash, signature);
        return isValid ? VALIDATION_SUCCESS : bytes4(0);
    }

    function batchCall(Call[] calldata calls) external payable onlySelf {
        uint256 total;
        for (uint256 i; i < calls.length; ++i) {
            total += calls[i].value;
            _call(calls[i]);
        }
        if (total != msg.value) revert MsgValueMismatch(msg.value, total);
    }

    function addModule(bytes calldata moduleAndData) external onlyManager {
        _addModule(moduleAndData);
    }

    function removeModule(address module) external onlyManager {
        // A module that cannot be disabled, or is none, is removed all the same.
        (bool isDisabled,) = module.call(abi.encodeCall(IModule.disable, ()));
        isDisabled;
        _modules.remove(module);
        emit RemoveModule(module);
    }

    function executeFromModule(address to, uint256 value, bytes calldata data) external {
        if (!_modules.contains(msg.sender)) revert NOT_FROM_MODULE();
        if (to == address(this)) revert RECUSIVE_MODULE_CALL();
        _callWithReason(to, value, data);
    }

    function addHook(bytes calldata hookAndData, bool isValidation) external onlyManager {
        if (hookAndData.length < 20) revert EMPTY_HOOK_ADDRESS();
        address hook = address(bytes20(hookAndData[:20]));
        (isValidation ? _validationHooks : _executionHooks).add(hook);
        IModule(hook).init(hookAndData[20:]);
        emit AddHook(hook);
    }

    function removeHook(address hook, bool isValidation) external onlyManager {
        (isValidation ? _validationHooks : _executionHooks).remove(hook);
        emit RemoveHook(hook);
    }

    function addModuleValidator(address validator, bytes calldata key) external onlyManager {
        if (!_moduleValidators.contains(validator)) {
            _moduleValidators.add(validator);
            emit AddModuleValidator(validator);
        }
        IModuleValidator(validator).addValidationKey(key);
    }

    function removeModuleValidator(address validator) external onlyManager {
        _moduleValidators.remove(validator);
        emit RemoveModuleValidator(validator);
    }

    function k1AddOwner(address owner) external onlyManager {
        _owners.add(owner);
        emit K1AddOwner(owner);
    }

    function k1RemoveOwner(address owner) external onlyManager {
        _owners.remove(owner);
        if (_owners.length == 0) revert EMPTY_OWNERS();
        emit K1RemoveOwner(owner);
    }

    function k1AddValidator(address validator) external onlyManager {
        _validators.add(validator);
        emit K1AddValidator(validator);
    }

    function k1RemoveValidator(address validator) external onlyManager {
        _validators.remove(validator);
        if (_validators.length == 0) revert EMPTY_VALIDATORS();
        emit K1RemoveValidator(validator);
    }

    /// @dev ERC-1271. `signature` holds the owner's 65 bytes and the validator that checks them.
    function isValidSignature(bytes32 signedHash, bytes calldata signature)
        external
        returns (bytes4)
    {
        if (signature.length == 65) return bytes4(0);
        (bytes memory raw, address validator) = abi.decode(signature, (bytes, address));
        bytes32 hash = getEip712Hash(signedHash);
        bool isValid = _isValidator(validator)
            && IValidator(validator).handleValidation(OperationType.Signature, hash, raw);
        return isValid ? ERC1271_SUCCESS : bytes4(0);
    }

    function isHook(address hook) external view returns (bool) {
        return _validationHooks.contains(hook) || _executionHooks.contains(hook);
    }

    function isModule(address module) external view returns (bool) {
        return _modules.contains(module);
    }

    function isModuleValidator(address validator) external view returns (bool) {
        return _moduleValidators.contains(validator);
    }

    function k1IsOwner(address owner) external view returns (bool) {
        return _owners.contains(owner);
    }

    function k1IsValidator(address validator) external view returns (bool) {
        return _validators.contains(validator);
    }

    function k1ListOwners() external view returns (address[] memory) {
        return _owners;
    }

    function k1ListValidators() external view returns (address[] memory) {
        return _validators;
    }

    function listHooks(bool isValidation) external view returns (address[] memory) {
        return isValidation ? _validationHooks : _executionHooks;
    }

    function listModules() external view returns (address[] memory) {
        return _modules;
    }

    function listModuleValidators() external view returns (address[] memory) {
        return _moduleValidators;
    }

    /// @dev Hash of an `AGWMessage` in the domain of this account.
    function getEip712Hash(bytes32 signedHash) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_TYPE,
                keccak256("AbstractGlobalWallet"),
                keccak256("1.0.0"),
                block.chainid,
                address(this)
            )
        );
        bytes32 message = keccak256(abi.encode(MESSAGE_TYPE, signedHash));
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-1271 and the receivers of ERC-721 and ERC-1155.
        return id == 0x01ffc9a7 || id == ERC1271_SUCCESS || id == 0x150b7a02 || id == 0x4e2312e0;
    }

    function onERC721Received(address, address, uint256, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(
        address,
        address,
        uint256[] calldata,
        uint256[] calldata,
        bytes calldata
    ) external pure returns (bytes4) {
        return this.onERC1155BatchReceived.selector;
    }

    function _addModule(bytes calldata moduleAndData) private {
        if (moduleAndData.length < 20) revert EMPTY_MODULE_ADDRESS();
        address module = address(bytes20(moduleAndData[:20]));
        if (module.code.length == 0) revert MODULE_ERC165_FAIL();
        _modules.add(module);
        IModule(module).init(moduleAndData[20:]);
        emit AddModule(module);
    }

    function _isValidator(address validator) private view returns (bool) {
        return _validators.contains(validator) || _moduleValidators.contains(validator);
    }

    function _call(Call calldata call) private {
        if (!call.allowFailure) return _callWithReason(call.target, call.value, call.callData);
        (bool isDone,) = call.target.call{value: call.value}(call.callData);
        isDone;
    }

    /// @dev Reverts with the reason of the call.
    function _callWithReason(address to, uint256 value, bytes calldata data) private {
        (bool isDone, bytes memory reason) = to.call{value: value}(data);
        if (isDone) return;
        if (reason.length == 0) revert CALL_FAILED();
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountFactory} from "../src/AccountFactory.sol";
import {AccountRegistry} from "../src/AccountRegistry.sol";
import {AddressList} from "../src/AddressList.sol";
import {SessionModule} from "../src/SessionModule.sol";
import {SmartAccount} from "../src/SmartAccount.sol";
import {Call, Transaction} from "../src/Transaction.sol";
import {StandIns, Target} from "./StandIns.sol";

contract SmartAccountTest is StandIns {
    bytes32 private constant HASH = keccak256("transaction");

    function test_deployAccount_makesTheAddressOfTheSaltAndRunsTheFirstCall() public {
        address signer = vm.addr(7);
        address expected = factory.getAddressForSalt(makeSalt(signer));
        vm.deal(signer, 1 ether);
        Call memory first = Call(address(target), false, 5, abi.encodeCall(Target.mint, (2)));
        bytes memory initializer = encodeInitializer(signer, new bytes[](0), first);
        vm.prank(signer);
        address made = factory.deployAccount{value: 5}(makeSalt(signer), initializer);
        assertEq(made, expected);
        assertEq(target.last(), 2);
        assertEq(address(target).balance, 5);
        assertTrue(registry.isAGW(made));
        assertTrue(SmartAccount(payable(made)).k1IsOwner(signer));
    }

    function test_deployAccount_leavesOutTheCallOfAStranger() public {
        address signer = vm.addr(7);
        Call memory first = Call(address(target), false, 0, abi.encodeCall(Target.mint, (2)));
        vm.prank(stranger);
        factory.deployAccount(makeSalt(signer), encodeInitializer(signer, new bytes[](0), first));
        assertEq(target.calls(), 0);
    }

    function test_deployAccount_revertsWhen_deployed() public {
        bytes memory initializer = encodeInitializer(owner, new bytes[](0), none());
        expectRevert(AccountFactory.ALREADY_CREATED.selector);
        factory.deployAccount(makeSalt(owner), initializer);
    }

    function test_deployAccount_revertsWhen_initializerIsAnother() public {
        expectRevert(AccountFactory.INVALID_INITIALIZER.selector);
        factory.deployAccount(bytes32(0), "");
        expectRevert(AccountFactory.INVALID_INITIALIZER.selector);
        factory.deployAccount(bytes32(0), abi.encodeCall(SmartAccount.k1AddOwner, (stranger)));
    }

    function test_deployAccount_revertsWhen_saltIsOfAnotherSigner() public {
        bytes memory initializer = encodeInitializer(vm.addr(7), new bytes[](0), none());
        expectRevert(SmartAccount.INVALID_SALT.selector);
        factory.deployAccount(makeSalt(vm.addr(8)), initializer);
    }

    function test_initialize_revertsWhen_repeated() public {
        expectRevert(SmartAccount.InvalidInitialization.selector);
        account.initialize(stranger, address(ownerValidator), new bytes[](0), none());
    }

    function test_register_revertsWhen_notTheFactory() public {
        expectRevert(AccountRegistry.NOT_FROM_FACTORY.selector);
        registry.register(stranger);
    }

    function test_validateTransaction_acceptsTheOwnerOnly() public {
        Transaction memory transaction = transactionTo(address(target), 1, "");
        bytes[] memory hooks = new bytes[](0);
        transaction.signature = abi.encode(sign(OWNER_KEY, HASH), address(ownerValidator), hooks);
        assertEq(
            bytes32(validate(HASH, transaction)),
            bytes32(SmartAccount.validateTransaction.selector)
        );
        transaction.signature = abi.encode(sign(0xBAD, HASH), address(ownerValidator), hooks);
        assertEq(bytes32(validate(HASH, transaction)), bytes32(0));
        transaction.signature = abi.encode(sign(OWNER_KEY, HASH), stranger, hooks);
        assertEq(bytes32(validate(HASH, transaction)), bytes32(0));
    }

    function test_validateTransaction_revertsWhen_notTheBootloader() public {
        Transaction memory transaction = transactionTo(address(target), 1, "");
        expectRevert(SmartAccount.NOT_FROM_BOOTLOADER.selector);
        account.validateTransaction(bytes32(0), HASH, transaction);
    }

    function test_validateTransaction_revertsWhen_valueAndFeeExceedTheBalanceByOneWei() public {
        Transaction memory transaction = transactionTo(address(target), 9 ether, "");
        transaction.maxFeePerGas = 1 gwei;
        transaction.gasLimit = 1e9;
        transaction.signature =
            abi.encode(sign(OWNER_KEY, HASH), address(ownerValidator), new bytes[](0));
        validate(HASH, transaction);
        ++transaction.value;
        expectRevert(SmartAccount.INSUFFICIENT_FUNDS.selector);
        validate(HASH, transaction);
    }

    function test_validateTransaction_revertsWhen_dataOfAHookIsMissing() public {
        asAccount(
            address(account),
            abi.encodeCall(SmartAccount.addModule, (abi.encodePacked(address(module))))
        );
        Transaction memory transaction = transactionTo(address(target), 1, "");
        transaction.signature =
            abi.encode(sign(OWNER_KEY, HASH), address(ownerValidator), new bytes[](0));
        expectRevert(SmartAccount.VALIDATION_HOOK_FAILED.selector);
        validate(HASH, transaction);
    }

    function test_batchCall_runsEachCallOrNone() public {
        Call[] memory calls = new Call[](2);
        calls[0] = Call(address(target), false, 1, abi.encodeCall(Target.mint, (1)));
        calls[1] = Call(address(target), false, 2, abi.encodeCall(Target.mint, (2)));
        vm.prank(address(account));
        account.batchCall{value: 3}(calls);
        assertEq(target.calls(), 2);

        calls[1].callData = abi.encodeCall(Target.mint, (13));
        vm.prank(address(account));
        expectRevert(Target.Refused.selector, 13);
        account.batchCall{value: 3}(calls);

        calls[1].allowFailure = true;
        vm.prank(address(account));
        account.batchCall{value: 3}(calls);
        assertEq(target.calls(), 3);
    }

    function test_batchCall_revertsWhen_notTheAccount() public {
        vm.prank(owner);
        expectRevert(SmartAccount.NOT_FROM_SELF.selector);
        account.batchCall(new Call[](0));
    }

    function test_batchCall_revertsWhen_valueIsAnother() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(target), false, 1, "");
        vm.prank(address(account));
        expectRevert(SmartAccount.MsgValueMismatch.selector, 2, 1);
        account.batchCall{value: 2}(calls);
    }

    function test_batchCall_revertsWhen_aCallFailsWithoutReason() public {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(address(registry), false, 0, hex"00000000");
        vm.prank(address(account));
        expectRevert(SmartAccount.CALL_FAILED.selector);
        account.batchCall(calls);
    }

    function test_management_revertsWhen_byAnybodyButItselfOrItsOwner() public {
        bytes memory packed = abi.encodePacked(address(module));
        bytes[] memory calls = new bytes[](10);
        calls[0] = abi.encodeCall(SmartAccount.addModule, (packed));
        calls[1] = abi.encodeCall(SmartAccount.removeModule, (address(module)));
        calls[2] = abi.encodeCall(SmartAccount.addHook, (packed, true));
        calls[3] = abi.encodeCall(SmartAccount.removeHook, (address(module), true));
        calls[4] = abi.encodeCall(SmartAccount.addModuleValidator, (address(module), ""));
        calls[5] = abi.encodeCall(SmartAccount.removeModuleValidator, (address(module)));
        calls[6] = abi.encodeCall(SmartAccount.k1AddOwner, (stranger));
        calls[7] = abi.encodeCall(SmartAccount.k1RemoveOwner, (owner));
        calls[8] = abi.encodeCall(SmartAccount.k1AddValidator, (stranger));
        calls[9] = abi.encodeCall(SmartAccount.k1RemoveValidator, (address(ownerValidator)));
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(stranger);
            (bool isDone, bytes memory reason) = address(account).call(calls[i]);
            assertFalse(isDone);
            assertEq(reason, abi.encodeWithSelector(SmartAccount.NOT_FROM_SELF_OR_MODULE.selector));
        }
    }

    function test_management_byOwnerAndByTheAccount() public {
        vm.prank(owner);
        account.addModule(abi.encodePacked(address(module)));
        assertTrue(account.isModule(address(module)));
        assertTrue(account.isHook(address(module)));
        assertTrue(account.isModuleValidator(address(module)));
        assertEq(account.listHooks(true)[0], address(module));
        assertEq(account.listHooks(false).length, 0);
        asAccount(
            address(account), abi.encodeCall(SmartAccount.removeModule, (address(module)))
        );
        assertEq(account.listModules().length, 0);
        assertEq(account.listHooks(true).length, 0);
        assertEq(account.listModuleValidators().length, 0);
    }

    function test_management_revertsWhen_malformed() public {
        vm.prank(owner);
        expectRevert(SmartAccount.EMPTY_MODULE_ADDRESS.selector);
        account.addModule(hex"00");
        vm.prank(owner);
        expectRevert(SmartAccount.MODULE_ERC165_FAIL.selector);
        account.addModule(abi.encodePacked(stranger));
        vm.prank(owner);
        expectRevert(SmartAccount.EMPTY_HOOK_ADDRESS.selector);
        account.addHook(hex"00", true);
        vm.prank(owner);
        expectRevert(AddressList.ADDRESS_NOT_EXISTS.selector);
        account.removeModule(stranger);
        vm.prank(owner);
        expectRevert(AddressList.ADDRESS_ALREADY_EXISTS.selector);
        account.k1AddOwner(owner);
        vm.prank(owner);
        expectRevert(SmartAccount.EMPTY_OWNERS.selector);
        account.k1RemoveOwner(owner);
        vm.prank(owner);
        expectRevert(SmartAccount.EMPTY_VALIDATORS.selector);
        account.k1RemoveValidator(address(ownerValidator));
    }

    function test_executeFromModule_revertsWhen_notAModuleOrTheAccountItself() public {
        vm.prank(owner);
        expectRevert(SmartAccount.NOT_FROM_MODULE.selector);
        account.executeFromModule(address(target), 0, "");
        vm.prank(owner);
        account.addModule(abi.encodePacked(address(module)));
        vm.prank(address(module));
        expectRevert(SmartAccount.RECUSIVE_MODULE_CALL.selector);
        account.executeFromModule(address(account), 0, "");
        vm.prank(address(module));
        account.executeFromModule(address(target), 4, abi.encodeCall(Target.mint, (1)));
        assertEq(address(target).balance, 4);
    }

    function test_isValidSignature_takesTheOwnersWrappedMessageOnly() public {
        bytes memory raw = sign(OWNER_KEY, account.getEip712Hash(HASH));
        bytes memory wrapped = abi.encode(raw, address(ownerValidator));
        assertEq(bytes32(account.isValidSignature(HASH, wrapped)), bytes32(bytes4(0x1626ba7e)));
        assertEq(bytes32(account.isValidSignature(keccak256("other"), wrapped)), bytes32(0));
        assertEq(bytes32(account.isValidSignature(HASH, sign(OWNER_KEY, HASH))), bytes32(0));
        wrapped = abi.encode(sign(OWNER_KEY, HASH), address(ownerValidator));
        assertEq(bytes32(account.isValidSignature(HASH, wrapped)), bytes32(0));
        wrapped = abi.encode(raw, stranger);
        assertEq(bytes32(account.isValidSignature(HASH, wrapped)), bytes32(0));
    }

    function test_isValidSignature_refusesThoseOfSessions() public {
        vm.prank(owner);
        account.addModule(abi.encodePacked(address(module)));
        bytes memory raw = sign(OWNER_KEY, account.getEip712Hash(HASH));
        bytes memory wrapped = abi.encode(raw, address(module));
        assertEq(bytes32(account.isValidSignature(HASH, wrapped)), bytes32(0));
    }

    function test_account_takesCoinsWithAnyData() public {
        (bool isDone,) = address(account).call{value: 1}(hex"1234567890");
        assertTrue(isDone);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TestBase} from "base/TestBase.sol";
import {AccountFactory} from "../src/AccountFactory.sol";
import {AccountRegistry} from "../src/AccountRegistry.sol";
import {OwnerValidator} from "../src/OwnerValidator.sol";
import {SessionModule} from "../src/SessionModule.sol";
import {SmartAccount} from "../src/SmartAccount.sol";
import {BOOTLOADER, Call, Transaction} from "../src/Transaction.sol";

/// @dev Records calls.
contract Target {
    uint256 public calls;
    uint256 public last;

    error Refused(uint256 amount);

    receive() external payable {}

    function mint(uint256 amount) external payable {
        if (amount == 13) revert Refused(amount);
        ++calls;
        last = amount;
    }
}

/// @dev Base of the tests: the stand-ins at their addresses, and an account of one owner.
abstract contract StandIns is TestBase {
    AccountFactory internal constant factory =
        AccountFactory(0x9B947df68D35281C972511B3E7BC875926f26C1A);
    AccountRegistry internal constant registry =
        AccountRegistry(0xd5E3efDA6bB5aB545cc2358796E96D9033496Dda);
    OwnerValidator internal constant ownerValidator =
        OwnerValidator(0x74b9ae28EC45E3FA11533c7954752597C3De3e7A);
    SessionModule internal constant module =
        SessionModule(0x34ca1501FAE231cC2ebc995CE013Dbe882d7d081);

    uint256 internal constant OWNER_KEY = 0xA11CE;
    address internal owner = vm.addr(OWNER_KEY);
    address internal stranger = address(0xBAD);
    SmartAccount internal account;
    Target internal target;

    function setUp() public virtual {
        vm.etch(address(factory), vm.getDeployedCode("AccountFactory.sol:AccountFactory"));
        vm.etch(address(registry), vm.getDeployedCode("AccountRegistry.sol:AccountRegistry"));
        vm.etch(address(ownerValidator), vm.getDeployedCode("OwnerValidator.sol:OwnerValidator"));
        vm.etch(address(module), vm.getDeployedCode("SessionModule.sol:SessionModule"));
        vm.warp(1_800_000_000);
        target = new Target();
        account = deploy(owner, new bytes[](0), none());
        vm.deal(address(account), 10 ether);
    }

    function deploy(address signer, bytes[] memory modules, Call memory first)
        internal
        returns (SmartAccount)
    {
        bytes memory initializer = encodeInitializer(signer, modules, first);
        vm.prank(signer);
        return SmartAccount(payable(factory.deployAccount(makeSalt(signer), initializer)));
    }

    function encodeInitializer(address signer, bytes[] memory modules, Call memory first)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(
            SmartAccount.initialize, (signer, address(ownerValidator), modules, first)
        );
    }

    function makeSalt(address signer) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(signer));
    }

    function none() internal pure returns (Call memory) {
        return Call(address(0), false, 0, "");
    }

    function transactionTo(address to, uint256 value, bytes memory data)
        internal
        view
        returns (Transaction memory transaction)
    {
        transaction.txType = 113;
        transaction.from = uint160(address(account));
        transaction.to = uint160(to);
        transaction.value = value;
        transaction.data = data;
    }

    function sign(uint256 key, bytes32 hash) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }

    function validate(bytes32 hash, Transaction memory transaction) internal returns (bytes4) {
        vm.prank(BOOTLOADER);
        return account.validateTransaction(bytes32(0), hash, transaction);
    }

    function asAccount(address to, bytes memory data) internal {
        vm.prank(address(account));
        (bool isDone, bytes memory reason) = to.call(data);
        if (isDone) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}

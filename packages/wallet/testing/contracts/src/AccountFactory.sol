// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountRegistry} from "./AccountRegistry.sol";
import {SmartAccount} from "./SmartAccount.sol";

/// @title Stand-in for the factory of smart accounts
/// @dev Its code is set without a constructor.
contract AccountFactory {
    error ALREADY_CREATED();
    error INVALID_INITIALIZER();

    event AGWAccountDeployed(address indexed accountAddress);

    AccountRegistry public constant registry =
        AccountRegistry(0xd5E3efDA6bB5aB545cc2358796E96D9033496Dda);
    bytes4 public constant initializerSelector = SmartAccount.initialize.selector;

    mapping(address account => address deployer) public accountToDeployer;
    mapping(bytes32 salt => address accountAddress) public saltToAccount;

    /// @dev Deploys the account of `salt`, and calls it with `initializer` and the value sent.
    function deployAccount(bytes32 salt, bytes calldata initializer)
        external
        payable
        returns (address accountAddress)
    {
        if (saltToAccount[salt] != address(0)) revert ALREADY_CREATED();
        if (initializer.length < 4 || bytes4(initializer[:4]) != initializerSelector) {
            revert INVALID_INITIALIZER();
        }
        accountAddress = address(new SmartAccount{salt: salt}());
        accountToDeployer[accountAddress] = msg.sender;
        saltToAccount[salt] = accountAddress;
        (bool isDone, bytes memory reason) = accountAddress.call{value: msg.value}(initializer);
        if (!isDone) {
            assembly ("memory-safe") {
                revert(add(reason, 0x20), mload(reason))
            }
        }
        registry.register(accountAddress);
        emit AGWAccountDeployed(accountAddress);
    }

    function getAddressForSalt(bytes32 salt) external view returns (address) {
        bytes32 hash = keccak256(
            abi.encodePacked(
                bytes1(0xff), address(this), salt, keccak256(type(SmartAccount).creationCode)
            )
        );
        return address(uint160(uint256(hash)));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOwned} from "../../src/interfaces/IOwned.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev The operator's contract: its owner, and who receives the platform's share.
contract PlatformTest is CollectionFixture {
    function test_constructor_namesTheFirstOwner() public {
        vm.recordLogs();
        IPlatform fresh = IPlatform(vm.deployCode("Platform.sol:Platform", abi.encode(ALICE)));
        assertEq(fresh.owner(), ALICE);
        assertEq(fresh.pendingOwner(), address(0));
        assertEq(fresh.feeRecipient(), address(0));
        bytes32[] memory topics = vm.getRecordedLogs()[0].topics;
        assertEq(topics[0], IOwned.OwnershipTransferred.selector);
        assertEq(topics[1], 0);
        assertEq(uint256(topics[2]), uint160(ALICE));
    }

    function test_setFeeRecipient_isTold() public {
        vm.expectEmit(address(platform));
        emit IPlatform.FeeRecipientChanged(ALICE);
        _setFeeRecipient(ALICE);
        assertEq(platform.feeRecipient(), ALICE);
        vm.expectEmit(address(platform));
        emit IPlatform.FeeRecipientChanged(address(0));
        _setFeeRecipient(address(0));
        assertEq(platform.feeRecipient(), address(0));
    }

    function test_setFeeRecipient_revertsWhen_notTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        platform.setFeeRecipient(ALICE);
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(FEE_RECIPIENT);
        platform.setFeeRecipient(ALICE);
        assertEq(platform.feeRecipient(), FEE_RECIPIENT);
    }

    function test_platform_takesNoEther() public {
        vm.prank(ALICE);
        (bool isDone,) = address(platform).call{value: 1}("");
        assertFalse(isDone);
    }
}

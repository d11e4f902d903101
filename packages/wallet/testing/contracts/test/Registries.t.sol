// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TestBase} from "base/TestBase.sol";
import {DelegateRegistry} from "../src/DelegateRegistry.sol";
import {DelegateResolver} from "../src/DelegateResolver.sol";
import {Multicall} from "../src/Multicall.sol";
import {PolicyRegistry} from "../src/PolicyRegistry.sol";

contract RegistriesTest is TestBase {
    bytes24 private constant RIGHTS = bytes24("rights");

    DelegateRegistry private _delegates;
    DelegateResolver private _resolver;

    function setUp() public {
        _resolver = new DelegateResolver();
        _delegates = _resolver.DELEGATE_REGISTRY();
        vm.etch(address(_delegates), address(new DelegateRegistry()).code);
        vm.warp(1000);
    }

    function test_policies_areUnsetUntilTheManagerAllowsThem() public {
        PolicyRegistry policies = new PolicyRegistry();
        vm.store(address(policies), 0, bytes32(uint256(uint160(address(this)))));
        assertEq(uint256(policies.getCallPolicyStatus(address(1), 0x01020304)), 0);
        policies.setCallPolicyStatus(address(1), 0x01020304, PolicyRegistry.Status.Allowed);
        policies.setTransferPolicyStatus(address(1), PolicyRegistry.Status.Denied);
        policies.setApprovalTargetStatus(
            address(1), address(2), PolicyRegistry.Status.Allowed
        );
        assertEq(uint256(policies.getCallPolicyStatus(address(1), 0x01020304)), 1);
        assertEq(uint256(policies.getCallPolicyStatus(address(1), 0x01020305)), 0);
        assertEq(uint256(policies.getTransferPolicyStatus(address(1))), 2);
        assertEq(uint256(policies.getApprovalTargetStatus(address(1), address(2))), 1);
    }

    function test_policies_revertWhen_notTheManager() public {
        PolicyRegistry policies = new PolicyRegistry();
        bytes memory reason = abi.encodeWithSelector(
            PolicyRegistry.AccessControlUnauthorizedAccount.selector,
            address(this),
            policies.MANAGER_ROLE()
        );
        vm.expectRevert(reason);
        policies.setCallPolicyStatus(address(1), 0x01020304, PolicyRegistry.Status.Allowed);
        vm.expectRevert(reason);
        policies.setTransferPolicyStatus(address(1), PolicyRegistry.Status.Allowed);
        vm.expectRevert(reason);
        policies.setApprovalTargetStatus(
            address(1), address(2), PolicyRegistry.Status.Allowed
        );
    }

    function test_delegates_theNewestThatIsNotExpiredCounts() public {
        address vault = address(0xA);
        assertEq(_resolver.exclusiveWalletByRights(vault, RIGHTS), vault);
        delegate(vault, address(0xB), 5000);
        delegate(vault, address(0xC), 2000);
        assertEq(_resolver.exclusiveWalletByRights(vault, RIGHTS), address(0xC));
        assertEq(_resolver.delegatedWalletsByRights(address(0xB), RIGHTS).length, 0);
        assertEq(_resolver.delegatedWalletsByRights(address(0xC), RIGHTS)[0], vault);
        vm.warp(2000);
        assertEq(_resolver.exclusiveWalletByRights(vault, RIGHTS), address(0xB));
        assertEq(_resolver.exclusiveWalletByRights(vault, bytes24("other")), vault);
        vm.prank(vault);
        _delegates.delegateAll(address(0xB), encodeRights(5000), false);
        assertEq(_resolver.exclusiveWalletByRights(vault, RIGHTS), vault);
    }

    function test_aggregate3_revertsWhen_aCallFailsThatMayNot() public {
        Multicall multicall = new Multicall();
        Multicall.Call3[] memory calls = new Multicall.Call3[](2);
        bytes memory bad = hex"01020304";
        calls[0] = Multicall.Call3(address(_resolver), true, bad);
        calls[1] = Multicall.Call3(
            address(_resolver), false, abi.encodeWithSignature("DELEGATE_REGISTRY()")
        );
        Multicall.Result[] memory results = multicall.aggregate3(calls);
        assertFalse(results[0].success);
        assertEq(abi.decode(results[1].returnData, (address)), address(_delegates));
        calls[0].allowFailure = false;
        expectRevert(Multicall.CALL_FAILED.selector, 0);
        multicall.aggregate3(calls);
    }

    function delegate(address from, address to, uint256 expiry) private {
        vm.prank(from);
        _delegates.delegateAll(to, encodeRights(expiry), true);
    }

    function encodeRights(uint256 expiry) private pure returns (bytes32) {
        return bytes32(RIGHTS) | bytes32(expiry);
    }
}

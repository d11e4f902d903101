// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {
    CallPolicy,
    Condition,
    Constraint,
    LimitType,
    SessionSpec,
    SessionState,
    SessionStatus,
    TransferPolicy,
    UsageLimit
} from "../src/SessionTypes.sol";
import {SessionModule} from "../src/SessionModule.sol";
import {SmartAccount} from "../src/SmartAccount.sol";
import {Transaction} from "../src/Transaction.sol";
import {StandIns, Target} from "./StandIns.sol";

contract SessionModuleTest is StandIns {
    uint256 private constant KEY = 0x5E55;
    uint64 private constant HOUR = 3600;

    UsageLimit private _unlimited = UsageLimit(LimitType.Unlimited, 0, 0);

    function setUp() public override {
        super.setUp();
        vm.prank(owner);
        account.addModule(abi.encodePacked(address(module)));
    }

    function test_createSession_isActiveUntilItsLastSecond() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        assertEq(statusOf(spec), uint256(SessionStatus.Active));
        vm.warp(spec.expiresAt);
        assertEq(statusOf(spec), uint256(SessionStatus.Active));
        vm.warp(spec.expiresAt + 1);
        assertEq(statusOf(spec), uint256(SessionStatus.Expired));
    }

    function test_addModule_createsTheFirstSession() public {
        SmartAccount other = deploy(vm.addr(7), new bytes[](0), none());
        SessionSpec memory spec = makeSpec();
        vm.prank(address(other));
        other.addModule(abi.encodePacked(address(module), abi.encode(spec)));
        assertEq(uint256(module.sessionState(address(other), spec).status), 1);
        assertEq(statusOf(spec), uint256(SessionStatus.NotInitialized));
    }

    function test_createSession_revertsWhen_refused() public {
        SessionSpec memory spec = makeSpec();
        vm.prank(stranger);
        vm.expectRevert();
        module.createSession(spec);

        SmartAccount other = deploy(vm.addr(7), new bytes[](0), none());
        vm.prank(address(other));
        vm.expectRevert("Account not initialized");
        module.createSession(spec);

        create(spec);
        vm.expectRevert("Session already exists");
        create(spec);

        spec.feeLimit = _unlimited;
        vm.expectRevert("Unlimited fee allowance is not safe");
        create(spec);

        spec.signer = address(0);
        vm.expectRevert("Invalid signer");
        create(spec);
    }

    function test_revokeKeys_closesForEver() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        revoke(spec);
        assertEq(statusOf(spec), uint256(SessionStatus.Closed));
        vm.expectRevert("Nothing to revoke");
        revoke(spec);
        vm.expectRevert("Session already exists");
        create(spec);
        vm.expectRevert("Session is not active");
        send(spec, mint(spec, 1, 0));
    }

    function test_disable_keepsAModuleWithSessions() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        vm.prank(address(account));
        vm.expectRevert("Revoke all keys first");
        module.disable();
        revoke(spec);
        vm.prank(address(account));
        module.disable();
        assertFalse(module.isInited(address(account)));
    }

    function test_validationHook_acceptsWhatThePoliciesAllow() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        assertTrue(send(spec, mint(spec, 1, 0.1 ether)));
        assertTrue(send(spec, transfer(spec, 0.2 ether)));
        SessionState memory state = module.sessionState(address(account), spec);
        assertEq(state.callValue[0].remaining, 0.1 ether);
        assertEq(state.callValue[0].selector, Target.mint.selector);
        assertEq(state.callParams[0].remaining, 2);
        assertEq(state.callParams.length, 1);
        assertEq(state.transferValue[0].remaining, 0.1 ether);
        assertEq(state.feesRemaining, 1 ether);
        assertEq(state.expiresAt, spec.expiresAt);
    }

    function test_validationHook_revertsWhen_expiredByOneSecond() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        vm.warp(spec.expiresAt);
        assertTrue(send(spec, mint(spec, 1, 0)));
        vm.warp(spec.expiresAt + 1);
        vm.expectRevert("Session is expired");
        send(spec, mint(spec, 1, 0));
    }

    function test_validationHook_revertsWhen_feeExceedsByOneWei() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        Transaction memory transaction = mint(spec, 1, 0);
        transaction.gasLimit = 1;
        transaction.maxFeePerGas = 1 ether;
        assertTrue(send(spec, transaction));
        transaction.maxFeePerGas = 1;
        vm.expectRevert("Lifetime limit exceeded");
        send(spec, transaction);
        transaction.paymaster = 1;
        assertTrue(send(spec, transaction));
    }

    function test_validationHook_revertsWhen_valueOfOneUseExceedsByOneWei() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        vm.expectRevert("Value exceeds limit");
        send(spec, mint(spec, 1, 0.15 ether + 1));
        vm.expectRevert("Value exceeds limit");
        send(spec, transfer(spec, 0.25 ether + 1));
    }

    function test_validationHook_revertsWhen_totalValueExceedsByOneWei() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        send(spec, mint(spec, 1, 0.15 ether));
        vm.expectRevert("Lifetime limit exceeded");
        send(spec, mint(spec, 1, 0.05 ether + 1));
        assertTrue(send(spec, mint(spec, 1, 0.05 ether)));
    }

    function test_validationHook_revertsWhen_callsExceedByOne() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        for (uint256 i; i < 3; ++i) assertTrue(send(spec, mint(spec, 1, 0)));
        vm.expectRevert("Lifetime limit exceeded");
        send(spec, mint(spec, 1, 0));
    }

    function test_validationHook_refillsAnAllowanceWithItsPeriod() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        vm.warp(1_800_000_000 + 10);
        send(spec, transfer(spec, 0.25 ether));
        vm.expectRevert("Allowance limit exceeded");
        send(spec, transfer(spec, 0.05 ether + 1));
        vm.warp(1_800_000_000 + HOUR + 1);
        assertTrue(send(spec, transfer(spec, 0.25 ether)));
        Transaction memory transaction = transfer(spec, 1);
        vm.warp(1_800_000_000 + 3 * HOUR);
        vm.expectRevert("Timestamp out of range");
        send(spec, transaction);
    }

    function test_validationHook_revertsWhen_noPolicyFits() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        vm.expectRevert("Call to this contract is not allowed");
        send(spec, sessionTransaction(spec, stranger, 0, abi.encodeCall(Target.mint, (1))));
        vm.expectRevert("Call to this contract is not allowed");
        send(spec, sessionTransaction(spec, address(target), 0, hex"01020304"));
        vm.expectRevert("Transfer to this address is not allowed");
        send(spec, sessionTransaction(spec, stranger, 1, ""));
        vm.expectRevert("Can not target self");
        send(spec, sessionTransaction(spec, address(account), 0, hex"01020304"));
        vm.expectRevert("Can not manage session keys");
        send(spec, sessionTransaction(spec, address(module), 0, hex"01020304"));
    }

    function test_validationHook_revertsWhen_signerIsAnother() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        Transaction memory transaction = mint(spec, 1, 0);
        bytes32 hash = keccak256("transaction");
        sealTransaction(spec, transaction, 0xBAD, hash);
        vm.expectRevert("Invalid signer (mismatch)");
        validate(hash, transaction);
        spec.signer = address(0);
        sealTransaction(spec, transaction, KEY, hash);
        vm.expectRevert("Invalid signer (empty)");
        validate(hash, transaction);
    }

    function test_handleValidation_acceptsNothingWithoutItsHook() public {
        SessionSpec memory spec = makeSpec();
        create(spec);
        Transaction memory transaction = mint(spec, 1, 0);
        bytes32 hash = keccak256("transaction");
        bytes[] memory empty = new bytes[](1);
        transaction.signature = abi.encode(sign(KEY, hash), address(module), empty);
        assertEq(bytes32(validate(hash, transaction)), bytes32(0));
    }

    function test_validationHook_holdsEachCondition() public {
        string[7] memory reasons = [
            "",
            "EQUAL constraint not met",
            "GREATER constraint not met",
            "LESS constraint not met",
            "GREATER_OR_EQUAL constraint not met",
            "LESS_OR_EQUAL constraint not met",
            "NOT_EQUAL constraint not met"
        ];
        // For 4, 5 and 6 against 5: which are accepted.
        bool[3][7] memory accepted = [
            [true, true, true],
            [false, true, false],
            [false, false, true],
            [true, false, false],
            [false, true, true],
            [true, true, false],
            [true, false, true]
        ];
        for (uint256 i; i < 7; ++i) {
            SessionSpec memory spec = makeSpec();
            spec.callPolicies[0].constraints[0] =
                Constraint(Condition(i), 0, bytes32(uint256(5)), _unlimited);
            create(spec);
            for (uint256 j; j < 3; ++j) {
                Transaction memory transaction = mint(spec, 4 + j, 0);
                if (!accepted[i][j]) vm.expectRevert(bytes(reasons[i]));
                send(spec, transaction);
            }
        }
    }

    function makeSpec() private view returns (SessionSpec memory spec) {
        spec.signer = vm.addr(KEY);
        spec.expiresAt = 1_800_000_000 + 5 * HOUR;
        spec.feeLimit = UsageLimit(LimitType.Lifetime, 1 ether, 0);
        spec.callPolicies = new CallPolicy[](1);
        Constraint[] memory constraints = new Constraint[](1);
        constraints[0] = Constraint(
            Condition.Unconstrained, 0, bytes32(0), UsageLimit(LimitType.Lifetime, 3, 0)
        );
        spec.callPolicies[0] = CallPolicy(
            address(target),
            Target.mint.selector,
            0.15 ether,
            UsageLimit(LimitType.Lifetime, 0.2 ether, 0),
            constraints
        );
        spec.transferPolicies = new TransferPolicy[](1);
        spec.transferPolicies[0] = TransferPolicy(
            address(target), 0.25 ether, UsageLimit(LimitType.Allowance, 0.3 ether, HOUR)
        );
    }

    function create(SessionSpec memory spec) private {
        vm.prank(address(account));
        module.createSession(spec);
    }

    function revoke(SessionSpec memory spec) private {
        bytes32[] memory hashes = new bytes32[](1);
        hashes[0] = keccak256(abi.encode(spec));
        vm.prank(address(account));
        module.revokeKeys(hashes);
    }

    function statusOf(SessionSpec memory spec) private view returns (uint256) {
        return uint256(module.sessionStatus(address(account), keccak256(abi.encode(spec))));
    }

    function mint(SessionSpec memory spec, uint256 amount, uint256 value)
        private
        view
        returns (Transaction memory)
    {
        bytes memory data = abi.encodeCall(Target.mint, (amount));
        return sessionTransaction(spec, address(target), value, data);
    }

    function transfer(SessionSpec memory spec, uint256 value)
        private
        view
        returns (Transaction memory)
    {
        return sessionTransaction(spec, address(target), value, "");
    }

    function sessionTransaction(
        SessionSpec memory spec,
        address to,
        uint256 value,
        bytes memory data
    ) private view returns (Transaction memory transaction) {
        transaction = transactionTo(to, value, data);
        sealTransaction(spec, transaction, KEY, keccak256("transaction"));
    }

    function sealTransaction(
        SessionSpec memory spec,
        Transaction memory transaction,
        uint256 key,
        bytes32 hash
    ) private view {
        uint64[] memory periods = new uint64[](3);
        periods[1] = transaction.data.length < 4 ? uint64(block.timestamp / HOUR) : 0;
        bytes[] memory hooks = new bytes[](1);
        hooks[0] = abi.encode(spec, periods);
        transaction.signature = abi.encode(sign(key, hash), address(module), hooks);
    }

    function send(SessionSpec memory, Transaction memory transaction) private returns (bool) {
        bytes4 magic = validate(keccak256("transaction"), transaction);
        return magic == SmartAccount.validateTransaction.selector;
    }
}

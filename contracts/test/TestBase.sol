// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The cheatcodes of forge that our tests use.
interface Vm {
    function addr(uint256 key) external pure returns (address account);
    function accesses(address target)
        external
        returns (bytes32[] memory reads, bytes32[] memory writes);
    function assertEq(uint256 left, uint256 right, string calldata reason) external pure;
    function assertEq(address left, address right, string calldata reason) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata reason) external pure;
    function assertEq(string calldata left, string calldata right, string calldata reason)
        external
        pure;
    function assertEq(bytes calldata left, bytes calldata right, string calldata reason)
        external
        pure;
    function assertTrue(bool condition, string calldata reason) external pure;
    function assertLe(uint256 left, uint256 right, string calldata reason) external pure;
    function assume(bool condition) external pure;
    function chainId(uint256 id) external;
    function deal(address account, uint256 balance) external;
    function deployCode(string calldata artifact, bytes calldata arguments)
        external
        returns (address deployed);
    function etch(address target, bytes calldata code) external;
    function expectEmit(address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function getDeployedCode(string calldata artifact) external view returns (bytes memory code);
    function getRecordedLogs() external returns (Log[] memory);
    function lastCallGas() external view returns (Gas memory);
    function load(address target, bytes32 slot) external view returns (bytes32 word);
    function parseJsonAddress(string calldata json, string calldata key)
        external
        pure
        returns (address);
    function parseJsonBytes(string calldata json, string calldata key)
        external
        pure
        returns (bytes memory);
    function parseJsonBytes32(string calldata json, string calldata key)
        external
        pure
        returns (bytes32);
    function parseJsonBytes32Array(string calldata json, string calldata key)
        external
        pure
        returns (bytes32[] memory);
    function parseJsonUint(string calldata json, string calldata key)
        external
        pure
        returns (uint256);
    function pauseGasMetering() external;
    function prank(address sender) external;
    function readFile(string calldata path) external view returns (string memory);
    function record() external;
    function recordLogs() external;
    function revertToState(uint256 snapshot) external returns (bool);
    function sign(uint256 key, bytes32 hash) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function snapshotState() external returns (uint256);
    function store(address target, bytes32 slot, bytes32 word) external;
    function toLowercase(string calldata text) external pure returns (string memory);
    function toString(uint256 value) external pure returns (string memory);
    function toString(address value) external pure returns (string memory);
    function toString(bytes calldata value) external pure returns (string memory);
    function warp(uint256 timestamp) external;

    /// @dev The gas of a call; with `isolate` that of a whole transaction.
    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }
}

/// @dev Base of every test: cheatcodes and helpers for common checks.
abstract contract TestBase {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function assertEq(uint256 left, uint256 right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(uint256 left, uint256 right, string memory reason) internal pure {
        vm.assertEq(left, right, reason);
    }

    function assertEq(address left, address right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(bytes32 left, bytes32 right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(string memory left, string memory right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(bytes memory left, bytes memory right) internal pure {
        vm.assertEq(left, right, "");
    }

    function assertEq(bytes memory left, bytes memory right, string memory reason) internal pure {
        vm.assertEq(left, right, reason);
    }

    function assertLe(uint256 left, uint256 right) internal pure {
        vm.assertLe(left, right, "");
    }

    function assertTrue(bool condition) internal pure {
        vm.assertTrue(condition, "");
    }

    function assertTrue(bool condition, string memory reason) internal pure {
        vm.assertTrue(condition, reason);
    }

    function assertFalse(bool condition) internal pure {
        vm.assertTrue(!condition, "");
    }

    /// @dev Maps any input onto [lowest, highest], so that no fuzz run is thrown away.
    function bound(uint256 value, uint256 lowest, uint256 highest) internal pure returns (uint256) {
        uint256 size = highest - lowest + 1;
        return size == 0 ? value : lowest + value % size;
    }

    function expectRevert(bytes4 selector) internal {
        vm.expectRevert(abi.encodeWithSelector(selector));
    }

    function expectRevert(bytes4 selector, uint256 value) internal {
        vm.expectRevert(abi.encodeWithSelector(selector, value));
    }

    function expectRevert(bytes4 selector, address value) internal {
        vm.expectRevert(abi.encodeWithSelector(selector, value));
    }

    function expectRevert(bytes4 selector, uint256 first, uint256 second) internal {
        vm.expectRevert(abi.encodeWithSelector(selector, first, second));
    }
}

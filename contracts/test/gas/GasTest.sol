// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The cheatcodes of forge that measuring needs.
interface GasVm {
    function createDir(string calldata path, bool isRecursive) external;
    function deal(address account, uint256 balance) external;
    function envOr(string calldata name, bool otherwise) external view returns (bool);
    function getCode(string calldata artifact) external view returns (bytes memory code);
    function prank(address sender, address origin) external;
    function setEvmVersion(string calldata version) external;
    function snapshotGasLastCall(string calldata group, string calldata name)
        external
        returns (uint256 gasUsed);
    function toString(address value) external pure returns (string memory);
    function toString(bytes calldata value) external pure returns (string memory);
    function toString(uint256 value) external pure returns (string memory);
    function warp(uint256 timestamp) external;
    function writeFile(string calldata path, string calldata text) external;
    function writeLine(string calldata path, string calldata text) external;
}

/// @dev Sends whole transactions and snapshots the gas of the named ones; forge compares them with
///      `snapshots/`. With GAS_RECORD set it also writes every transaction to `cache/gas/`, where
///      `npm run bench:gas` finds them and sends them to a real chain.
abstract contract GasTest {
    GasVm private constant vm = GasVm(address(uint160(uint256(keccak256("hevm cheat code")))));

    /// @dev The rules that live chains follow; code compiled for older ones runs under them too.
    string private constant LIVE_RULES = "osaka";
    /// @dev Creates by CREATE2 what follows a salt in call data; at the same address on every chain.
    address private constant DEPLOYER = 0x4e59b44847b379578588920cA78FbF26c0B4956C;
    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant START = 1_700_000_000;
    uint256 internal constant END = 1_900_000_000;
    uint256 internal constant PRICE = 0.01 ether;
    uint256 internal constant SUPPLY = 100_000;
    uint256 internal constant WALLET_LIMIT = 100;
    uint256 internal constant LIST_LIMIT = 5;
    uint256 internal constant PROOF_LENGTH = 10;

    bool private immutable IS_RECORDING = vm.envOr("GAS_RECORD", false);

    string private _subject;
    string private _recording;
    uint256 private _time;
    uint256 private _accounts;

    /// @dev Every test starts with this. What it sends is recorded under the subject's name and the
    ///      test's, and what it measures is a snapshot in the subject's group.
    function _begin(string memory subject, string memory testName) internal {
        vm.setEvmVersion(LIVE_RULES);
        _warp(NOW);
        _subject = subject;
        if (!IS_RECORDING) return;
        vm.createDir("cache/gas", true);
        _recording = string.concat("cache/gas/", subject, " ", testName, ".jsonl");
        vm.writeFile(_recording, "");
    }

    function _warp(uint256 time) internal {
        vm.warp(time);
        _time = time;
    }

    /// @dev Sends one transaction, whose gas is a row of the table.
    function _measure(string memory row, address from, address to, uint256 value, bytes memory data)
        internal
        returns (bytes memory result)
    {
        result = _call(from, to, value, data);
        // Nothing may be called between the transaction and this.
        vm.snapshotGasLastCall(_subject, row);
        if (IS_RECORDING) _record(row, from, to, value, data);
    }

    /// @dev Sends one transaction that only prepares what is measured later.
    function _send(address from, address to, uint256 value, bytes memory data)
        internal
        returns (bytes memory result)
    {
        result = _call(from, to, value, data);
        if (IS_RECORDING) _record("", from, to, value, data);
    }

    /// @dev Deploys through the deterministic deployer. Given a row, the gas is that row of the table.
    function _deploy(string memory row, bytes memory code) internal returns (address deployed) {
        bytes memory data = bytes.concat(bytes32(0), code);
        address from = _account(0);
        bytes memory result = bytes(row).length == 0
            ? _send(from, DEPLOYER, 0, data)
            : _measure(row, from, DEPLOYER, 0, data);
        return address(bytes20(result));
    }

    /// @dev Deploys a contract of `src` from the compiler's output, which forge has compiled already.
    function _install(string memory name, bytes memory arguments) internal returns (address) {
        bytes memory code = vm.getCode(string.concat(name, ".sol:", name));
        return _deploy("", bytes.concat(code, arguments));
    }

    /// @dev The next account that never did anything. None of its bytes is zero, so that its place in
    ///      call data costs the same as any other's.
    function _account(uint256 balance) internal returns (address account) {
        do {
            account = address(bytes20(keccak256(abi.encode("account", ++_accounts))));
        } while (_hasZeroByte(bytes32(bytes20(account)), 20));
        _fund(account, balance);
    }

    function _fund(address account, uint256 balance) internal {
        vm.deal(account, balance);
        if (!IS_RECORDING) return;
        string memory line = string.concat(
            '{"account":"', vm.toString(account), '","balance":"', vm.toString(balance), '"}'
        );
        vm.writeLine(_recording, line);
    }

    /// @dev Siblings that lead from a leaf up to the root, none with a zero byte.
    function _siblings() internal pure returns (bytes32[] memory siblings) {
        siblings = new bytes32[](PROOF_LENGTH);
        for (uint256 i; i < PROOF_LENGTH; ++i) {
            siblings[i] = _fullWord(abi.encode("sibling", i));
        }
    }

    function _rootOf(bytes32 leaf, bytes32[] memory siblings) internal pure returns (bytes32 root) {
        root = leaf;
        for (uint256 i; i < siblings.length; ++i) {
            (bytes32 low, bytes32 high) =
                root < siblings[i] ? (root, siblings[i]) : (siblings[i], root);
            root = keccak256(abi.encode(low, high));
        }
    }

    /// @dev A hash that depends on `seed` and has no zero byte.
    function _fullWord(bytes memory seed) internal pure returns (bytes32 word) {
        word = keccak256(seed);
        while (_hasZeroByte(word, 32)) word = keccak256(abi.encode(word));
    }

    /// @dev Terms of an allowlist phase as they stand in a leaf.
    function _packed(uint256 price, uint256 phaseCap, uint256 phaseId)
        internal
        pure
        returns (uint256)
    {
        return
            price | START << 80 | END << 112 | LIST_LIMIT << 144 | phaseCap << 160 | phaseId << 192;
    }

    function _call(address from, address to, uint256 value, bytes memory data)
        private
        returns (bytes memory result)
    {
        bool isDone;
        vm.prank(from, from);
        (isDone, result) = to.call{value: value}(data);
        if (isDone) return result;
        assembly ("memory-safe") {
            revert(add(result, 0x20), mload(result))
        }
    }

    function _record(string memory row, address from, address to, uint256 value, bytes memory data)
        private
    {
        string memory line = string.concat(
            '{"row":"', row, '","time":"', vm.toString(_time), '","from":"', vm.toString(from)
        );
        line = string.concat(line, '","to":"', vm.toString(to), '","value":"', vm.toString(value));
        vm.writeLine(_recording, string.concat(line, '","data":"', vm.toString(data), '"}'));
    }

    function _hasZeroByte(bytes32 word, uint256 length) private pure returns (bool) {
        for (uint256 i; i < length; ++i) {
            if (word[i] == 0) return true;
        }
        return false;
    }
}

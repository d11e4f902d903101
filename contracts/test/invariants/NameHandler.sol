// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRecords} from "../../src/interfaces/INameRecords.sol";
import {INameRegistry} from "../../src/interfaces/INameRegistry.sol";
import {INameSale} from "../../src/interfaces/INameSale.sol";
import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {TestBase, Vm} from "../TestBase.sol";
import {RefusingWallet} from "./Wallets.sol";

/// @dev Actions on a registry of names, and what they should have left behind: owners, reserved
///      names, primary names, texts and money, each as the logs of the calls have it.
contract NameHandler is TestBase {
    uint256 public constant PEOPLE = 5;
    uint256 public constant LABELS = 6;
    address private constant OPERATOR = address(0xF01);
    string private constant KEY = "url";

    INameRegistry public registry;
    address[PEOPLE] private _people;
    uint256[LABELS] private _ids;
    /// @dev What the logs of the registry add up to.
    mapping(uint256 tokenId => address owner) public ownerByLogs;
    mapping(address account => uint256 tokenId) public primaryByLogs;
    mapping(uint256 tokenId => string value) public textByLogs;
    mapping(uint256 tokenId => bool isReserved) public reservedByLogs;
    uint256 public income;
    uint256 public withdrawn;
    /// @dev The first expectation of an action that failed.
    string public broken;

    constructor() {
        vm.warp(1_800_000_000);
        registry =
            INameRegistry(vm.deployCode("NameRegistry.sol:NameRegistry", abi.encode(OPERATOR)));
        vm.prank(OPERATOR);
        registry.pause(false);
        for (uint256 i; i < PEOPLE; ++i) {
            _people[i] = address(uint160(0xAC7000 + i));
        }
        _people[PEOPLE - 1] = address(new RefusingWallet());
        string[LABELS] memory labels =
            ["abc", "abcd", "lantern", "harbor-lights", "0-0", "abcdefghijklmnopqrstuvwxyz01234"];
        for (uint256 i; i < LABELS; ++i) {
            _ids[i] = uint256(bytes32(bytes(labels[i])));
        }
    }

    function register(uint256 seed, uint256 payment, bool isPrimary) external {
        (address payer, address to, uint256 tokenId) = _pick(seed);
        payment = bound(payment, 0, 0.1 ether);
        uint256 price = registry.priceOf(registry.labelOf(tokenId));
        bool isFree = ownerByLogs[tokenId] == address(0) && !reservedByLogs[tokenId];
        uint256 held = address(registry).balance;
        bytes memory data = abi.encodeCall(INameSale.register, (tokenId, to, isPrimary));
        bool isDone = _call(payer, payment, data);
        bool isAllowed = isFree && payment >= price && (!isPrimary || to == payer);
        // A wallet that takes no ether must pay exactly.
        if (payer == _people[PEOPLE - 1] && payment != price) isAllowed = false;
        _expect(isDone == isAllowed, "free names are sold, at their price");
        if (isDone) income += price;
        uint256 gained = address(registry).balance - held;
        _expect(gained == (isDone ? price : 0), "the registry keeps the price");
    }

    function transfer(uint256 seed, bool isByOther) external {
        (address other, address to, uint256 tokenId) = _pick(seed);
        address owner = ownerByLogs[tokenId];
        address sender = isByOther || owner == address(0) ? other : owner;
        bytes memory data = abi.encodeCall(INameTokens.transferFrom, (owner, to, tokenId));
        bool isDone = _call(sender, 0, data);
        bool mayMove = sender == owner || registry.isApprovedForAll(owner, sender);
        bool isAllowed = owner != address(0) && mayMove;
        _expect(isDone == isAllowed, "names are moved by owner and operators");
    }

    function setOperator(uint256 seed, bool isOn) external {
        (address owner, address operator,) = _pick(seed);
        _call(owner, 0, abi.encodeCall(INameTokens.setApprovalForAll, (operator, isOn)));
    }

    function setPrimary(uint256 seed, bool isNone) external {
        (address account,, uint256 tokenId) = _pick(seed);
        bytes memory data = abi.encodeCall(INameRecords.setPrimary, (isNone ? 0 : tokenId));
        bool isDone = _call(account, 0, data);
        _expect(
            isDone == (isNone || ownerByLogs[tokenId] == account), "a primary name is one's own"
        );
    }

    function setText(uint256 seed, bool isByOwner) external {
        (address account,, uint256 tokenId) = _pick(seed);
        address owner = ownerByLogs[tokenId];
        if (isByOwner && owner != address(0)) account = owner;
        (string[] memory keys, string[] memory values) = (new string[](1), new string[](1));
        (keys[0], values[0]) = (KEY, vm.toString(seed));
        bytes memory data = abi.encodeCall(INameRecords.setTexts, (tokenId, keys, values));
        bool isDone = _call(account, 0, data);
        _expect(isDone == (owner != address(0) && account == owner), "records are the owner's");
    }

    function reserve(uint256 seed, bool isOn, bool isByOperator) external {
        (address account,, uint256 tokenId) = _pick(seed);
        uint256[] memory ids = new uint256[](1);
        ids[0] = tokenId;
        bytes memory data = abi.encodeCall(INameSale.setReserved, (ids, isOn));
        bool isDone = _call(isByOperator ? OPERATOR : account, 0, data);
        bool isAllowed = isByOperator && ownerByLogs[tokenId] == address(0);
        _expect(isDone == isAllowed, "the operator reserves names without an owner");
    }

    function giveReserved(uint256 seed) external {
        (, address to, uint256 tokenId) = _pick(seed);
        bool isReserved = reservedByLogs[tokenId];
        bytes memory data =
            abi.encodeCall(INameSale.registerReserved, (registry.labelOf(tokenId), to));
        bool isDone = _call(OPERATOR, 0, data);
        _expect(isDone == isReserved, "the operator gives away what is reserved");
    }

    function withdraw(bool isByOperator) external {
        uint256 held = address(registry).balance;
        address treasury = address(0x7EA5);
        bytes memory data = abi.encodeCall(INameSale.withdraw, (treasury));
        bool isDone = _call(isByOperator ? OPERATOR : _people[0], 0, data);
        _expect(isDone == isByOperator, "the operator takes the proceeds");
        if (isDone) withdrawn += held;
    }

    function accountAt(uint256 index) external view returns (address) {
        return _people[index];
    }

    function idAt(uint256 index) external view returns (uint256) {
        return _ids[index];
    }

    function _pick(uint256 seed)
        private
        view
        returns (address account, address other, uint256 tokenId)
    {
        account = _people[seed % PEOPLE];
        // Often the same one.
        other = seed >> 8 & 1 == 0 ? account : _people[(seed >> 16) % PEOPLE];
        tokenId = _ids[(seed >> 32) % LABELS];
    }

    function _call(address sender, uint256 value, bytes memory data) private returns (bool isDone) {
        vm.deal(sender, 1 ether);
        vm.recordLogs();
        vm.prank(sender);
        (isDone,) = address(registry).call{value: value}(data);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        // Logs of a call that was undone are recorded all the same.
        for (uint256 i; isDone && i < logs.length; ++i) {
            _read(logs[i]);
        }
    }

    function _read(Vm.Log memory log) private {
        bytes32 kind = log.topics[0];
        if (kind == INameTokens.Transfer.selector) {
            uint256 tokenId = uint256(log.topics[3]);
            ownerByLogs[tokenId] = address(uint160(uint256(log.topics[2])));
            // A reserved name that was given away is reserved no more.
            delete reservedByLogs[tokenId];
        } else if (kind == INameRecords.PrimaryNameChanged.selector) {
            primaryByLogs[address(uint160(uint256(log.topics[1])))] = uint256(log.topics[2]);
        } else if (kind == INameRecords.TextChanged.selector) {
            (, textByLogs[uint256(log.topics[1])]) = abi.decode(log.data, (string, string));
        } else if (kind == INameRecords.RecordsCleared.selector) {
            delete textByLogs[uint256(log.topics[1])];
        } else if (kind == INameSale.ReservedSet.selector) {
            reservedByLogs[uint256(log.topics[1])] = abi.decode(log.data, (bool));
        }
    }

    function _expect(bool isTrue, string memory expectation) private {
        if (!isTrue && bytes(broken).length == 0) broken = expectation;
    }
}

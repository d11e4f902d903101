// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRecords} from "../../src/interfaces/INameRecords.sol";
import {INameRegistry} from "../../src/interfaces/INameRegistry.sol";
import {INameSale} from "../../src/interfaces/INameSale.sol";
import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {GasTest} from "./GasTest.sol";

/// @dev Measures every row of names in `tools/bench/gas-rows.ts` on a registry that is in use. Labels
///      have ten characters; the payer is the owner, and pays the price exactly.
contract NameGasTest is GasTest {
    uint256 private constant NAME_PRICE = 0.0005 ether;
    uint256 private constant FIRST = uint256(bytes32("lanternbay"));
    uint256 private constant SECOND = uint256(bytes32("harborview"));

    address private _operator;
    address private _registry;

    function test_register_costsWhatTheSnapshotSays() public {
        _open("register");
        address owner = _buyer();
        _register("name register", owner, FIRST, false);
        _register("name register, second of an owner", owner, SECOND, false);
        _register("name register with primary", _buyer(), uint256(bytes32("seabirdsea")), true);
        (string[] memory keys, string[] memory values) = _texts();
        address other = _buyer();
        bytes memory data = abi.encodeCall(
            INameSale.registerWithRecords,
            (uint256(bytes32("nightboats")), other, true, keys, values)
        );
        _measure("name register with primary and a text", other, _registry, NAME_PRICE, data);
    }

    function test_commitment_costsWhatTheSnapshotSays() public {
        _open("commitment");
        address owner = _buyer();
        INameSale.Registration memory wish =
            INameSale.Registration(FIRST, owner, true, new string[](0), new string[](0));
        bytes32 secret = _fullWord("secret");
        bytes32 commitment = INameSale(_registry).hashCommitment(owner, wish, secret);
        _measure("name commit", owner, _registry, 0, abi.encodeCall(INameSale.commit, (commitment)));
        _warp(NOW + 60 + 3600);
        bytes memory data = abi.encodeCall(INameSale.registerCommitted, (wish, secret));
        _measure("name register by commitment, with primary", owner, _registry, NAME_PRICE, data);
    }

    function test_primary_costsWhatTheSnapshotSays() public {
        _open("primary");
        address owner = _buyer();
        _register("", owner, FIRST, false);
        _register("", owner, SECOND, false);
        bytes memory data = abi.encodeCall(INameRecords.setPrimary, (FIRST));
        _measure("name set primary, first", owner, _registry, 0, data);
        data = abi.encodeCall(INameRecords.setPrimary, (SECOND));
        _measure("name set primary, change", owner, _registry, 0, data);
    }

    function test_records_costWhatTheSnapshotSays() public {
        _open("records");
        address owner = _buyer();
        _register("", owner, FIRST, false);
        (string[] memory keys, string[] memory values) = _texts();
        bytes memory data = abi.encodeCall(INameRecords.setTexts, (FIRST, keys, values));
        _measure("name set text, first", owner, _registry, 0, data);
        values[0] = "https://example.com";
        data = abi.encodeCall(INameRecords.setTexts, (FIRST, keys, values));
        _measure("name set text, change", owner, _registry, 0, data);
        data = abi.encodeCall(
            INameRecords.setAddr, (FIRST, uint256(60), abi.encodePacked(_account(0)))
        );
        _measure("name set address", owner, _registry, 0, data);
    }

    function test_transfer_costsWhatTheSnapshotSays() public {
        _open("transfer");
        address owner = _buyer();
        _register("", owner, FIRST, false);
        _register("", owner, SECOND, true);
        address to = _account(0);
        bytes memory data = abi.encodeCall(INameTokens.transferFrom, (owner, to, FIRST));
        _measure("name transfer, new recipient", owner, _registry, 0, data);
        (string[] memory keys, string[] memory values) = _texts();
        data = abi.encodeCall(INameRecords.setTexts, (SECOND, keys, values));
        _send(owner, _registry, 0, data);
        data = abi.encodeCall(INameTokens.transferFrom, (owner, to, SECOND));
        _measure("name transfer, primary with records", owner, _registry, 0, data);
    }

    function _open(string memory testName) private {
        _begin("names", testName);
        _operator = _account(0);
        _registry = _install("NameRegistry", abi.encode(_operator));
        _send(_operator, _registry, 0, abi.encodeCall(INameRegistry.setSuffix, ("plate.test")));
        _send(_operator, _registry, 0, abi.encodeCall(INameSale.pause, (false)));
        // The registry held money before.
        _register("", _buyer(), uint256(bytes32("firstnames")), false);
    }

    function _register(string memory row, address owner, uint256 tokenId, bool isPrimary) private {
        bytes memory data = abi.encodeCall(INameSale.register, (tokenId, owner, isPrimary));
        if (bytes(row).length == 0) _send(owner, _registry, NAME_PRICE, data);
        else _measure(row, owner, _registry, NAME_PRICE, data);
    }

    function _buyer() private returns (address) {
        return _account(1 ether);
    }

    function _texts() private pure returns (string[] memory keys, string[] memory values) {
        (keys, values) = (new string[](1), new string[](1));
        (keys[0], values[0]) = ("url", "https://example.org");
    }
}

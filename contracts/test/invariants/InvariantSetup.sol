// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {TestBase, Vm} from "../TestBase.sol";
import {Installation, install} from "../collections/Installation.sol";
import {BurningWallet, ReenteringWallet, RefusingWallet} from "./Wallets.sol";

/// @dev Setup of a run: its actors, the platform and its factory, and the random numbers of actions.
abstract contract InvariantSetup is TestBase {
    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant USUAL_FEE = 0.0003 ether;
    uint256 internal constant PRICE = 0.01 ether;
    uint256 internal constant FOR_EVER = type(uint32).max;
    uint8 internal constant DROP = 0;
    uint8 internal constant OPEN_EDITION = 1;
    uint8 internal constant EDITION = 2;
    uint256 internal constant PUBLIC_PHASE_ID = 255;
    /// @dev Enough for every call of ours, and little enough that burning it costs no time.
    uint256 internal constant GAS = 12_000_000;
    uint256 internal constant RICHES = 1e9 ether;

    address internal constant OPERATOR = address(0xF01);
    address internal constant CREATOR = address(0xF02);
    address internal constant SUCCESSOR = address(0xF03);
    address internal constant STRANGER = address(0xF04);
    address internal constant TREASURER = address(0xF05);
    address internal constant REFERRER = address(0xF06);
    address internal constant PARTNER = address(0xF07);

    /// @dev The actors that mint and move tokens: wallets, and three malicious contracts.
    uint256 internal constant ACTORS = 8;
    uint256 internal constant REENTERING = 5;

    IPlatform public platform;
    ICollectionFactory public factory;
    address internal facet;
    ReenteringWallet internal reentering;
    address internal refusing;
    address internal burning;
    uint256 private _seed;

    constructor() {
        vm.warp(NOW);
        Installation memory installed = install(vm, OPERATOR);
        (platform, facet, factory) = (installed.platform, installed.facet, installed.factory);
        reentering = new ReenteringWallet();
        refusing = address(new RefusingWallet());
        burning = address(new BurningWallet());
        for (uint256 i; i < ACTORS; ++i) {
            vm.deal(actor(i), RICHES);
        }
    }

    function actor(uint256 index) internal view returns (address) {
        if (index == REENTERING) return address(reentering);
        if (index == 6) return refusing;
        if (index == 7) return burning;
        return address(uint160(0xAC7000 + index));
    }

    function actors() external view returns (address[] memory all) {
        all = new address[](ACTORS);
        for (uint256 i; i < ACTORS; ++i) {
            all[i] = actor(i);
        }
    }

    /// @dev Whether ether sent to the account arrives.
    function takesEther(address account) public view returns (bool) {
        return account != refusing && account != burning;
    }

    /// @dev Random numbers of the seed: the same seed gives the same ones.
    function _throw(uint256 seed) internal {
        _seed = seed;
    }

    /// @dev The next number within [lowest, highest].
    function _pick(uint256 lowest, uint256 highest) internal returns (uint256) {
        _seed = uint256(keccak256(abi.encode(_seed)));
        return bound(_seed, lowest, highest);
    }

    function _oneIn(uint256 many) internal returns (bool) {
        return _pick(1, many) == 1;
    }

    function _anyActor() internal returns (address) {
        return actor(_pick(0, ACTORS - 1));
    }

    /// @dev Anyone at all who could call or be named.
    function _anyone() internal returns (address) {
        address[8] memory others = [
            OPERATOR, CREATOR, SUCCESSOR, STRANGER, TREASURER, REFERRER, PARTNER, address(platform)
        ];
        return _oneIn(2) ? _anyActor() : others[_pick(0, 7)];
    }

    /// @dev One call as one transaction would make it; refusals come back instead of going through.
    function _call(address caller, address target, uint256 value, bytes memory data)
        internal
        returns (bool isDone, bytes memory result)
    {
        _fund(caller, value);
        vm.recordLogs();
        vm.prank(caller);
        (isDone, result) = target.call{value: value, gas: GAS}(data);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        // Logs of a call that was undone are recorded all the same.
        if (isDone) _read(logs);
    }

    /// @dev Takes note of the logs of a call that went through.
    function _read(Vm.Log[] memory logs) internal virtual;

    function _fund(address account, uint256 value) internal {
        if (account.balance < value) vm.deal(account, value);
    }
}

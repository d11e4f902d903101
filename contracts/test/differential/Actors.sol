// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {Installation, install} from "../collections/Installation.sol";
import {Actor, Behaviour} from "./Actor.sol";
import {Pair} from "./Pair.sol";

/// @dev The actors: the creator, wallets, contracts of every behaviour and the platform.
abstract contract Actors is Pair {
    uint256 private constant EVERYTHING = 1e32;
    address internal constant CREATOR = address(0xD1F001);
    address internal constant PLATFORM_OWNER = address(0xD1F002);
    address private constant FIRST_PERSON = address(0xD1F003);
    uint256 private constant PEOPLE = 12;
    /// @dev The first wallets hold and mint most of the time, so that much happens to each.
    uint256 private constant REGULARS = 6;
    /// @dev The first regulars are the ones approvals go to.
    uint256 private constant OPERATORS = 2;

    IPlatform internal platform;
    ICollectionFactory internal factory;
    address internal refusingGuest;
    address internal moodyGuest;

    function _inviteAll() internal {
        Installation memory installed = install(vm, PLATFORM_OWNER);
        (platform, factory) = (installed.platform, installed.factory);
        refusingGuest = address(new Actor(Behaviour.Refuses));
        moodyGuest = address(new Actor(Behaviour.Moody));
        for (uint160 i; i < PEOPLE; ++i) {
            _invite(address(uint160(FIRST_PERSON) + i));
        }
        _invite(CREATOR);
        _invite(refusingGuest);
        _invite(moodyGuest);
        _invite(address(new Actor(Behaviour.Takes)));
        _invite(address(new Actor(Behaviour.BurnsGas)));
        _invite(address(new Actor(Behaviour.MintsAgain)));
        // Last, because it can be neither payee nor referrer.
        _invite(address(platform));
    }

    function _anyAccount() internal returns (address) {
        return accounts[_pick(0, accounts.length - 1)];
    }

    /// @dev Few enough that the same ones come again.
    function _anyPerson() internal returns (address) {
        uint256 chance = _pick(0, 9);
        if (chance == 0) return refusingGuest;
        if (chance == 1) return moodyGuest;
        return chance < 4 ? _anyAccount() : accounts[_pick(0, REGULARS - 1)];
    }

    function _anyOperator() internal returns (address) {
        return accounts[_pick(0, OPERATORS - 1)];
    }

    function _anyRecipient() internal returns (address) {
        return _isOneIn(25) ? address(0) : _anyPerson();
    }

    function _anyReferrer(address sender) internal returns (address) {
        uint256 chance = _pick(0, 19);
        if (chance < 8) return address(0);
        if (chance == 8) return sender;
        if (chance == 9) return CREATOR;
        return _isOneIn(15) ? address(platform) : _anyAccount();
    }

    function _ownerMostly() internal returns (address) {
        return _isOneIn(6) ? _anyAccount() : plain.owner();
    }

    function _invite(address account) private {
        accounts.push(account);
        vm.deal(account, EVERYTHING);
    }
}

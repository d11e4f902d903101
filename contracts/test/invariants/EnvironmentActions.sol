// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {Rule} from "./Rule.sol";
import {SettingActions} from "./SettingActions.sol";

/// @dev Actions around the collection: time, other collections, and calls of the implementations.
abstract contract EnvironmentActions is SettingActions {
    /// @dev Another collection of this run.
    struct Made {
        address collection;
        address creator;
        bytes32 salt;
        bytes32 codeHash;
    }

    uint256 private constant MAX_OTHERS = 12;
    bytes32 private constant OTHER_SALT = "other salt";

    Made[] private _made;

    function madeCollections() external view returns (Made[] memory) {
        return _made;
    }

    /// @dev The implementations of collections, which have no owner.
    function implementations() public view returns (address[] memory targets) {
        targets = new address[](4);
        targets[0] = factory.dropImplementation();
        targets[1] = factory.soulboundImplementation();
        targets[2] = factory.editionImplementation();
        targets[3] = facet;
    }

    /// @dev Sometimes a while, often to the second before, of or after a time that matters.
    function wait(uint256 seed) external act(seed) {
        uint256 next = _oneIn(3) ? time + _pick(1, 6 hours) : _momentToCome() - 1 + _pick(0, 2);
        // A jump over everything that is open would leave nothing to do.
        bool isLater = next > time && (next < time + 2 days || (_oneIn(8) && next < NOW + 80 days));
        if (isLater) time = next;
        vm.warp(time);
        _tally("wait", isLater);
    }

    /// @dev The same again, the same by another, the same id with other terms, or a new one.
    function createAnother(uint256 seed) external act(seed) {
        if (_oneIn(3)) return _takeAnAnnouncedAddress();
        if (_made.length > MAX_OTHERS) return _tally("createAnother", false);
        ICollectionFactory.CreateParams memory other =
            abi.decode(params, (ICollectionFactory.CreateParams));
        other.mintFee = factory.mintFee();
        if (_oneIn(2)) other.symbol = "LOW";
        address creator = _oneIn(2) ? CREATOR : _anyActor();
        bytes32 salt = _oneIn(2) ? SALT : OTHER_SALT;
        if (_oneIn(2)) other.name = "Low Water";

        address predicted = factory.predict(other, creator, salt);
        bool isNew = predicted.code.length == 0;
        (bool isDone, bytes memory result) =
            _call(creator, address(factory), 0, abi.encodeCall(factory.create, (other, salt, time)));
        _expect(!isDone || isNew, Rule.CreatorsOwnTheirIds, "the same was created twice");
        _expect(isDone || !isNew, Rule.WhatIsAllowedGoesThrough, "a creation was refused");
        _tally("createAnother", isDone);
        if (!isDone) return;
        address made = abi.decode(result, (address));
        _expect(made == predicted, Rule.CreatorsOwnTheirIds, "another address than predicted");
        _made.push(Made(made, creator, salt, made.codehash));
    }

    /// @dev An attempt to take an announced address: only the creator's salt leads there.
    function _takeAnAnnouncedAddress() private {
        if (_made.length > MAX_OTHERS) return _tally("takeAnAnnouncedAddress", false);
        ICollectionFactory.CreateParams memory announced =
            abi.decode(params, (ICollectionFactory.CreateParams));
        announced.mintFee = factory.mintFee();
        announced.symbol = "ANNOUNCED";
        bytes32 salt = bytes32(_pick(1, 1000));
        address predicted = factory.predict(announced, CREATOR, salt);
        bool isFree = predicted.code.length == 0;
        address thief = _anyActor();
        (bool isDone,) = _call(
            thief, address(factory), 0, abi.encodeCall(factory.create, (announced, salt, time))
        );
        bool isTaken = isFree && predicted.code.length != 0;
        _expect(!isTaken, Rule.CreatorsOwnTheirIds, "an announced address was taken");
        _tally("takeAnAnnouncedAddress", isDone);
        if (!isDone) return;
        address made = factory.predict(announced, thief, salt);
        _made.push(Made(made, thief, salt, made.codehash));
    }

    /// @dev The implementations have no owner; calling them must change nothing.
    function callImplementation(uint256 seed) external act(seed) {
        address[] memory targets = implementations();
        address target = targets[_pick(0, targets.length - 1)];
        uint256 value = _oneIn(3) ? _pick(1, 1 ether) : 0;
        (bool isDone,) = _call(_anyone(), target, value, _anyCall());
        _tally("callImplementation", isDone);
        _expect(
            !isDone || value == 0, Rule.ImplementationsStandStill, "an implementation took ether"
        );
    }

    function _begin(ICollectionFactory.CreateParams memory made) internal virtual override {
        super._begin(made);
        _made.push(Made(address(collection), CREATOR, SALT, address(collection).codehash));
    }

    /// @dev A time at which something begins, ends or may be applied.
    function _anyMoment() private returns (uint256) {
        uint256 list = _pick(0, LISTS - 1);
        uint256 terms = _lists[list].packed[_pick(0, 7)];
        uint256[10] memory moments = [
            uint256(publicPhase.start),
            publicPhase.end,
            publicPhaseAt,
            capAt,
            payeesAt,
            _lists[list].notBefore,
            _lists[list].until,
            uint32(terms >> 80),
            uint32(terms >> 112),
            time + 1
        ];
        uint256 moment = moments[_pick(0, 9)];
        return moment == 0 ? time + 1 : moment;
    }

    /// @dev Mostly a time in the future, and often one at which a change becomes applicable.
    function _momentToCome() private returns (uint256 moment) {
        if (_oneIn(2)) moment = [publicPhaseAt, capAt, payeesAt][_pick(0, 2)];
        for (uint256 i; i < 8 && moment <= time; ++i) {
            moment = _anyMoment();
        }
    }

    function _anyCall() private returns (bytes memory) {
        ICollectionTypes.PublicPhase memory phase =
            ICollectionTypes.PublicPhase(0, 0, type(uint32).max, type(uint16).max, 0);
        ICollectionTypes.Payee[] memory alone = new ICollectionTypes.Payee[](1);
        alone[0] = ICollectionTypes.Payee(STRANGER, 10_000);
        bytes[10] memory calls = [
            abi.encodeCall(ICollectionSale.mint, (1)),
            abi.encodeCall(ICollectionSale.mintTo, (STRANGER, 0, 1, REFERRER)),
            abi.encodeCall(ICollectionManagement.setPublicPhase, (phase)),
            abi.encodeCall(ICollectionManagement.applyPublicPhase, ()),
            abi.encodeCall(ICollectionManagement.setPayees, (alone)),
            abi.encodeCall(ICollectionManagement.applyPayees, ()),
            abi.encodeCall(ICollectionManagement.addList, (_lists[0].root, "file", 0)),
            abi.encodeCall(IOwned.transferOwnership, (STRANGER)),
            abi.encodeCall(IOwned.acceptOwnership, ()),
            abi.encodeCall(ICollectionSale.release, (STRANGER))
        ];
        return calls[_pick(0, 9)];
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {Vm} from "../TestBase.sol";
import {Lists} from "./Lists.sol";
import {Rule} from "./Rule.sol";
import {ReenteringWallet} from "./Wallets.sol";

/// @dev Rebuilds the state of the collection from its logs alone, as an indexer does.
abstract contract Replay is Lists {
    /// @dev The sale event that precedes the transfers of its tokens.
    struct Announcement {
        uint256 quantity;
        uint256 price;
        uint256 phaseId;
        address referrer;
        bool isGift;
    }

    ICollection public collection;

    mapping(uint256 tokenId => address owner) public replayedOwner;
    mapping(address account => uint256 count) public replayedHeld;
    mapping(address referrer => uint256 amount) public replayedReferral;
    mapping(uint256 phaseId => uint256 count) public replayedIn;
    uint256 public replayedMinted;
    uint256 public replayedBurned;
    uint256 public replayedIncome;
    uint256 public replayedForPlatform;
    uint256 public replayedReleased;
    uint256 private _publicPrice;
    uint256 private _fee;
    Announcement private _announced;

    function _read(Vm.Log[] memory logs) internal override {
        for (uint256 i; i < logs.length; ++i) {
            i = _skipFailedStrike(logs, i);
            i = _skipFailedGift(logs, i);
            if (logs[i].emitter == address(factory)) _replayCreation(logs[i]);
            if (logs[i].emitter == address(collection)) _replayLog(logs[i]);
        }
        _expect(_announced.quantity == 0, Rule.SalesAreLogged, "announced tokens did not follow");
    }

    /// @dev Skips the logs of a reentrant call that failed: they were reverted, but are recorded.
    /// @return The index of the next log that stands.
    function _skipFailedStrike(Vm.Log[] memory logs, uint256 index) private pure returns (uint256) {
        if (logs[index].topics[0] != ReenteringWallet.StrikeBegan.selector) return index;
        uint256 end = index;
        while (logs[end].topics[0] != ReenteringWallet.StrikeEnded.selector) ++end;
        return abi.decode(logs[end].data, (bool)) ? index : end;
    }

    /// @dev The same for a gift that was undone, up to the log that reports it.
    function _skipFailedGift(Vm.Log[] memory logs, uint256 index) private pure returns (uint256) {
        bytes32 topic = logs[index].topics[0];
        if (topic != ICollectionTypes.Airdropped.selector) return index;
        for (uint256 end = index + 1; end < logs.length; ++end) {
            topic = logs[end].topics[0];
            if (topic == IEditionTokens.AirdropSkipped.selector) return end;
            if (topic == ICollectionTypes.Airdropped.selector) return index;
        }
        return index;
    }

    function _replayCreation(Vm.Log memory log) private {
        if (log.topics[0] != ICollectionFactory.CollectionCreated.selector) return;
        if (_account(log, 1) != address(collection)) return;
        (,, bytes memory args) = abi.decode(log.data, (bytes32, uint8, bytes));
        uint256 slot0 = _wordAt(args, 0);
        _fee = (_wordAt(args, 56) >> 200) * 1 gwei;
        _publicPrice = ((slot0 >> 116) & type(uint56).max) * 1 gwei - _fee;
    }

    function _replayLog(Vm.Log memory log) private {
        bytes32 topic = log.topics[0];
        if (topic == ICollectionTypes.PublicPhaseChanged.selector) {
            _publicPrice = abi.decode(log.data, (ICollectionTypes.PublicPhase)).price;
        } else if (topic == ICollectionTypes.Minted.selector) {
            _announceSale(log, address(0));
        } else if (topic == ICollectionTypes.MintedByReferral.selector) {
            _announceSale(log, _account(log, 1));
        } else if (topic == ICollectionTypes.Airdropped.selector) {
            _announce(Announcement(abi.decode(log.data, (uint256)), 0, 0, address(0), true));
        } else if (topic == ICollectionTypes.Released.selector) {
            replayedReleased += abi.decode(log.data, (uint256));
        } else if (topic == IDropTokens.Transfer.selector) {
            _replayToken(_account(log, 1), _account(log, 2), uint256(log.topics[3]));
        } else if (topic == IEditionTokens.TransferSingle.selector) {
            (, uint256 value) = abi.decode(log.data, (uint256, uint256));
            _replayCopies(_account(log, 2), _account(log, 3), value);
        } else if (topic == IEditionTokens.TransferBatch.selector) {
            (, uint256[] memory values) = abi.decode(log.data, (uint256[], uint256[]));
            for (uint256 i; i < values.length; ++i) {
                _replayCopies(_account(log, 2), _account(log, 3), values[i]);
            }
        }
    }

    function _announceSale(Vm.Log memory log, address referrer) private {
        uint256 sale = abi.decode(log.data, (uint256));
        Announcement memory announced =
            Announcement(uint16(sale >> 80), uint80(sale), uint8(sale >> 96), referrer, false);
        _announce(announced);
    }

    function _announce(Announcement memory announcement) private {
        _expect(_announced.quantity == 0, Rule.SalesAreLogged, "two sales were announced at once");
        _announced = announcement;
    }

    function _replayToken(address from, address to, uint256 tokenId) private {
        if (from == address(0)) {
            bool isNext = tokenId == replayedMinted + 1;
            _expect(isNext, Rule.SalesAreLogged, "an id was minted out of turn");
        }
        replayedOwner[tokenId] = to;
        _replayCopies(from, to, 1);
    }

    function _replayCopies(address from, address to, uint256 value) private {
        if (from == address(0)) {
            _replayMint(value);
        } else {
            // A log of what was not there must not stop the reader.
            replayedHeld[from] -= value < replayedHeld[from] ? value : replayedHeld[from];
        }
        if (to == address(0)) replayedBurned += value;
        else replayedHeld[to] += value;
    }

    /// @dev A mint that nothing announced was one of the public phase without a referrer.
    function _replayMint(uint256 quantity) private {
        replayedMinted += quantity;
        Announcement memory announced = _announced;
        if (announced.quantity == 0) {
            announced = Announcement(0, _publicPrice, PUBLIC_PHASE_ID, address(0), false);
            return _replaySale(quantity, announced);
        }

        bool isAnnounced = quantity <= announced.quantity;
        _expect(isAnnounced, Rule.SalesAreLogged, "more tokens followed than announced");
        _announced.quantity = isAnnounced ? announced.quantity - quantity : 0;
        if (!announced.isGift) _replaySale(quantity, announced);
    }

    function _replaySale(uint256 quantity, Announcement memory announced) private {
        uint256 fee = quantity * _fee;
        uint256 forReferrer = announced.referrer == address(0) ? 0 : fee / 5;
        replayedIn[announced.phaseId] += quantity;
        replayedIncome += quantity * announced.price + fee;
        replayedReferral[announced.referrer] += forReferrer;
        replayedForPlatform += (announced.price == 0 ? fee / 2 : fee) - forReferrer;
    }

    function _account(Vm.Log memory log, uint256 topic) private pure returns (address) {
        return address(uint160(uint256(log.topics[topic])));
    }

    function _wordAt(bytes memory data, uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 0x20), offset))
        }
    }
}

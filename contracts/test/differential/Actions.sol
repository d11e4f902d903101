// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {AnyParams} from "./AnyParams.sol";

/// @dev Random actions on the pair: every function, from every actor.
abstract contract Actions is AnyParams {
    bytes4 internal constant MINT_LISTED =
        bytes4(keccak256("mintAllowlist(uint256,uint256,bytes32[])"));
    bytes4 internal constant MINT_LISTED_PARTLY =
        bytes4(keccak256("mintAllowlist(uint256,uint256,address,uint256,bytes32[])"));
    uint256 private constant TOKEN_CHANCE = 66;
    uint256 private constant NEAR = 5 hours;
    uint256 private constant FAR_AWAY = 200 days;

    /// @dev A run in which tokens change hands most of the time.
    bool internal isMarket;
    /// @dev State of the pair that the next action is chosen by; one action behind at times.
    uint256 internal minted;
    uint256 private _publicPrice;
    bool private _isPending;

    /// @dev A call of the token standard, with its sender.
    function _anyTokenCall() internal virtual returns (address sender, bytes memory data);

    function _runAction() internal {
        uint256 chance = _pick(0, 99);
        if (isMarket && chance >= 30) chance = TOKEN_CHANCE;
        if (chance < 9) return _changeSurroundings();

        address sender;
        uint256 value;
        bytes memory data;
        if (_isPending && _isOneIn(8)) (sender, data) = (_anyAccount(), _anyApplication());
        else if (chance < 43) (sender, value, data) = _anyMint();
        else if (chance <= TOKEN_CHANCE) (sender, data) = _anyTokenCall();
        else if (chance < 75) (sender, data) = _anyMoneyCall();
        else if (chance < 91) (sender, data) = _anySaleSetting();
        else (sender, data) = _anyPromise();

        // No account can send from there, so its outcome does not matter.
        if (sender == address(0)) sender = _anyAccount();
        bool isBroken = _isOneIn(25);
        if (isBroken) (value, data) = _broken(value, data);
        bool isDone = _act(sender, value, data, isBroken);
        if (isDone && _isSeen(bytes4(data))) _look();
    }

    function _look() internal {
        ICollectionTypes.Overview memory now_ = plain.overview();
        minted = now_.minted;
        _publicPrice = now_.publicPhase.price;
        _isPending = now_.publicPhaseAt + now_.maxSupplyAt + now_.payeesAt != 0;
    }

    function _changeFeeRecipient() internal {
        uint256 chance = _pick(0, 5);
        address recipient = _anyPerson();
        if (chance == 0) recipient = address(0);
        if (chance == 1) recipient = refusingGuest;
        if (chance == 2) recipient = moodyGuest;
        vm.prank(PLATFORM_OWNER);
        platform.setFeeRecipient(recipient);
        vm.getRecordedLogs();
    }

    function _anyAirdrop() internal returns (bytes memory) {
        uint256 count = _pick(0, 3);
        address[] memory recipients = new address[](count);
        uint256[] memory quantities = new uint256[](_isOneIn(20) ? count + 1 : count);
        for (uint256 i; i < count; ++i) {
            recipients[i] = _anyRecipient();
            quantities[i] = _isOneIn(12) ? _pick(60, 256) : _pick(1, 20);
            if (_isOneIn(20)) quantities[i] = 0;
        }
        return abi.encodeCall(ICollectionSale.airdrop, (recipients, quantities));
    }

    function _anyQuantity() internal returns (uint256) {
        uint256 chance = _pick(0, 39);
        if (chance == 0) return 0;
        if (chance == 1) return _pick(49, 52);
        if (chance == 2) return _word() >> _pick(0, 255);
        return chance < 26 ? _pick(1, 6) : _pick(1, 30);
    }

    /// @dev Whether a call may change what `_look` sees.
    function _isSeen(bytes4 selector) private pure returns (bool) {
        bool isMint = selector == ICollectionSale.mint.selector
            || selector == ICollectionSale.mintTo.selector || selector == MINT_LISTED
            || selector == MINT_LISTED_PARTLY || selector == ICollectionSale.airdrop.selector;
        bool isApplied = selector == ICollectionManagement.applyPublicPhase.selector
            || selector == ICollectionManagement.applyCap.selector
            || selector == ICollectionManagement.applyPayees.selector;
        return isMint || isApplied || selector == ICollectionManagement.setPublicPhase.selector
            || selector == ICollectionManagement.lowerCap.selector
            || selector == ICollectionManagement.setPayees.selector;
    }

    /// @dev Time passes, ether is forced in, or the platform changes its mind.
    function _changeSurroundings() private {
        uint256 chance = _pick(0, 9);
        if (chance == 0) return _changeFeeRecipient();
        if (chance == 1) return _forceEther();
        if (!_warpAround(_anyTime())) vm.warp(block.timestamp + _pick(0, 1 hours));
    }

    /// @dev To the second before a time, to it, or to the second after.
    function _warpAround(uint256 time) private returns (bool isAhead) {
        uint256 horizon = _isOneIn(10) ? FAR_AWAY : NEAR;
        isAhead = time > block.timestamp && time < block.timestamp + horizon;
        if (isAhead) vm.warp(time - 1 + _pick(0, 2));
    }

    /// @dev A time at which something begins, ends or may be applied.
    function _anyTime() private returns (uint256) {
        ICollectionTypes.Overview memory now_ = plain.overview();
        Entry memory entry = _anyEntry();
        (uint256 notBefore, uint256 until) = plain.listWindow(_anyRoot());
        uint256[9] memory times = [
            now_.publicPhaseAt,
            now_.maxSupplyAt,
            now_.payeesAt,
            now_.publicPhase.start,
            now_.publicPhase.end,
            uint32(entry.packed >> 80),
            uint32(entry.packed >> 112),
            notBefore,
            until
        ];
        return times[_pick(0, 8)];
    }

    function _forceEther() private {
        uint256 amount = _isOneIn(2) ? _pick(1, 1e9) : _pick(1, 1 ether);
        vm.deal(address(real), address(real).balance + amount);
        vm.deal(address(plain), address(plain).balance + amount);
    }

    function _anyMint() private returns (address sender, uint256 value, bytes memory data) {
        Entry memory offer = _likelyOffer();
        sender = offer.account;
        uint256 most = _anyQuantity();
        uint256 least = _isOneIn(20) ? _word() >> _pick(0, 255) : _pick(0, most) / _pick(1, 3);
        address referrer = _anyReferrer(sender);
        if (offer.packed == 0) {
            value = _anyValue(most, _publicPrice);
            if (_isOneIn(3)) return (sender, value, abi.encodeCall(ICollectionSale.mint, (most)));
            address to = _isOneIn(3) ? sender : _anyRecipient();
            if (_isOneIn(20)) referrer = to;
            data = abi.encodeCall(ICollectionSale.mintTo, (to, least, most, referrer));
            return (sender, value, data);
        }
        value = _anyValue(most, uint80(offer.packed));
        data = _isOneIn(3)
            ? abi.encodeWithSelector(MINT_LISTED, most, offer.packed, offer.proof)
            : abi.encodeWithSelector(
                MINT_LISTED_PARTLY, least, most, referrer, offer.packed, offer.proof
            );
    }

    /// @dev The public phase, packed as 0, or an entry of a list; mostly one that sells.
    function _likelyOffer() private returns (Entry memory offer) {
        uint256 reasons = 1;
        for (uint256 i; i < 3 && reasons != 0; ++i) {
            offer = _anyEntry();
            if (_isOneIn(2)) (offer.packed, offer.proof) = (0, new bytes32[](0));
            if (offer.packed == 0) offer.account = _anyPerson();
            (reasons,,) = plain.checkMint(offer.account, 1, offer.packed, offer.proof);
        }
    }

    function _anyValue(uint256 quantity, uint256 price) private returns (uint256 value) {
        if (quantity > 1e3) return 0;
        value = quantity * (price + fee);
        uint256 chance = _pick(0, 39);
        if (chance == 0) return 0;
        if (chance == 1) return value + _pick(1, 1 gwei);
        if (chance == 2 && value != 0) return value - 1;
    }

    function _anyMoneyCall() private returns (address sender, bytes memory data) {
        uint256 chance = _pick(0, 9);
        if (chance < 6) {
            address account = _isOneIn(3) ? address(platform) : _anyAccount();
            return (_anyAccount(), abi.encodeCall(ICollectionSale.release, (account)));
        }
        if (chance < 8) {
            return (_ownerMostly(), abi.encodeCall(ICollectionManagement.setPayees, (_anyPayees())));
        }
        return (_anyAccount(), _anyApplication());
    }

    /// @dev Applies a change, mostly one that was announced and about when its time has come.
    function _anyApplication() private returns (bytes memory) {
        ICollectionTypes.Overview memory now_ = plain.overview();
        uint256[3] memory times = [now_.publicPhaseAt, now_.maxSupplyAt, now_.payeesAt];
        bytes[3] memory calls = [
            abi.encodeCall(ICollectionManagement.applyPublicPhase, ()),
            abi.encodeCall(ICollectionManagement.applyCap, ()),
            abi.encodeCall(ICollectionManagement.applyPayees, ())
        ];
        uint256 which = _pick(0, 2);
        for (uint256 i; i < 2 && times[which] == 0; ++i) {
            which = (which + 1) % 3;
        }
        if (!_isOneIn(3)) _warpAround(times[which]);
        return calls[which];
    }

    function _anySaleSetting() private returns (address sender, bytes memory data) {
        sender = _ownerMostly();
        uint256 chance = _pick(0, 31);
        if (chance < 5) return (sender, _anyAirdrop());
        if (chance < 10) return (sender, _newList());
        if (chance < 15) {
            return (sender, abi.encodeCall(ICollectionManagement.removeList, (_anyEnding())));
        }
        if (chance < 19) {
            return (sender, abi.encodeCall(ICollectionManagement.setPublicPhase, (_anyPhase())));
        }
        if (chance < 22) {
            return (_anyAccount(), _anyApplication());
        }
        if (chance < 27) {
            return (sender, abi.encodeCall(ICollectionManagement.lowerCap, (_anyLowerCap())));
        }
        if (chance < 29) return (sender, abi.encodeCall(ICollectionManagement.freezeCap, ()));
        // Taken up again more often than paused, or little would be sold.
        return (sender, abi.encodeCall(ICollectionManagement.setPaused, (_isOneIn(6))));
    }

    function _newList() private returns (bytes memory) {
        bool isKnown = _isOneIn(4);
        bytes32 root = isKnown ? _anyRoot() : _nearMaybe(_newTree(plain.collectionId()));
        bytes32 contentHash = bytes32(_word());
        return abi.encodeCall(ICollectionManagement.addList, (root, contentHash, _anyOpening()));
    }

    function _anyLowerCap() private returns (uint256) {
        ICollectionTypes.Overview memory now_ = plain.overview();
        uint256 chance = _pick(0, 9);
        if (chance == 0) return _isOneIn(2) ? 0 : _word() >> _pick(0, 255);
        if (chance == 1) return MAX_CAP + _pick(0, 2);
        if (chance == 2 && now_.minted != 0) return now_.minted - 1;
        if (chance == 3) return now_.maxSupply;
        return now_.minted + _pick(0, 60);
    }

    function _anyPromise() private returns (address sender, bytes memory data) {
        sender = _ownerMostly();
        uint256 chance = _pick(0, 14);
        bytes32 manifest = _isOneIn(4) ? bytes32(_pick(0, 1)) : MANIFEST;
        if (chance < 3) {
            bytes32 secret = _isOneIn(6) ? bytes32(0) : SECRET;
            return
                (
                    sender,
                    abi.encodeCall(ICollectionManagement.reveal, (_anyUri(), manifest, secret))
                );
        }
        if (chance < 6) {
            return (sender, abi.encodeCall(ICollectionManagement.setBaseUri, (_anyUri(), manifest)));
        }
        if (chance == 6) {
            return (sender, abi.encodeCall(ICollectionManagement.freezeMetadata, (manifest)));
        }
        if (chance < 9) {
            return (sender, abi.encodeCall(ICollectionManagement.setContractUri, (_anyUri())));
        }
        if (chance < 11) {
            uint256 bps = _isOneIn(12) ? _word() : _pick(0, 1001);
            return (sender, abi.encodeCall(ICollectionManagement.setRoyalty, (bps)));
        }
        address offered = plain.pendingOwner();
        if (_isOneIn(4) == (offered != address(0))) {
            return (sender, abi.encodeCall(IOwned.transferOwnership, (_anyRecipient())));
        }
        sender = offered == address(0) || _isOneIn(3) ? _anyAccount() : offered;
        return (sender, abi.encodeCall(IOwned.acceptOwnership, ()));
    }

    /// @dev A call as no honest encoder makes it: cut short, too long, unknown, with dirt or with money.
    function _broken(uint256 value, bytes memory data) private returns (uint256, bytes memory) {
        uint256 chance = _pick(0, 5);
        if (chance == 5) {
            return (value, _isOneIn(3) ? bytes("") : bytes.concat(bytes4(bytes32(_word())), data));
        }
        if (chance == 0) return (value + _pick(1, 5), data);
        if (chance == 1) return (value, bytes.concat(data, bytes32(_word())));
        if (chance == 2) {
            uint256 length = data.length - _pick(1, data.length < 36 ? data.length : 36);
            assembly ("memory-safe") {
                mstore(data, length)
            }
            return (value, data);
        }
        uint256 place = data.length < 36 ? 0 : 4 + 32 * _pick(0, (data.length - 4) / 32 - 1);
        data[place] = bytes1(uint8(data[place]) ^ uint8(1 << _pick(0, 7)));
        return (value, data);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {MoneyActions} from "./MoneyActions.sol";
import {Rule} from "./Rule.sol";

/// @dev Settings by the owner, and attempts by others; the ghost state tracks every commitment.
abstract contract SettingActions is MoneyActions {
    uint256 private constant UNCAPPED = (1 << 28) - 1;

    address public pendingOwner;
    ICollectionTypes.PublicPhase private _pendingPhase;
    uint256 public publicPhaseAt;
    uint256 public pendingCap;
    uint256 public capAt;
    bool public isCapFrozen;
    ICollectionTypes.Payee[] private _pendingPayees;
    uint256 public payeesAt;
    uint256 public royaltyBps;
    uint256 public royaltyCeilingBps;
    bool public isHidden;
    bool public isManifestBound;
    bool public isMetadataFrozen;
    bytes32 public manifest;
    string public baseUri;

    function phaseToCome() external view returns (ICollectionTypes.PublicPhase memory) {
        return _pendingPhase;
    }

    function payeesToCome() external view returns (ICollectionTypes.Payee[] memory) {
        return _pendingPayees;
    }

    function changeTerms(uint256 seed) external act(seed) {
        if (_oneIn(3)) return _setPaused();
        if (_isTimeToApply(publicPhaseAt)) return _applyPublicPhase();
        _setPublicPhase();
    }

    function changeLists(uint256 seed) external act(seed) {
        if (_oneIn(3)) return _removeList();
        _addList();
    }

    function changeCap(uint256 seed) external act(seed) {
        if (_oneIn(10)) return _freezeCap();
        if (_isTimeToApply(capAt)) return _applyCap();
        _lowerCap();
    }

    function changePayees(uint256 seed) external act(seed) {
        if (_isTimeToApply(payeesAt)) return _applyPayees();
        _setPayees();
    }

    function changePromises(uint256 seed) external act(seed) {
        uint256 way = _pick(0, 5);
        if (way == 0) return _setRoyalty();
        if (way == 1) return _reveal();
        if (way == 2) return _setBaseUri();
        if (way == 3) return _freezeMetadata();
        if (way == 4) return _offerOwnership();
        _acceptOwnership();
    }

    function _setPublicPhase() private {
        ICollectionTypes.PublicPhase memory phase = _anyPhase();
        address caller = _anyCaller();
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.setPublicPhase, (phase)),
            caller == owner && _isPhase(phase),
            _ruleFor(caller, Rule.TermsKeepTheirForm),
            "setPublicPhase"
        );
        _tally("setPublicPhase", isDone);
        if (!isDone) return;
        if (notice == 0 || !_isPublicPhaseOpen() || _isBetter(phase)) {
            return _bookPhase(phase);
        }
        _pendingPhase = phase;
        publicPhaseAt = block.timestamp + notice;
    }

    function _applyPublicPhase() private {
        bool isRight = publicPhaseAt != 0 && block.timestamp >= publicPhaseAt;
        bytes memory data = abi.encodeCall(ICollectionManagement.applyPublicPhase, ());
        bool isDone = _do(_anyone(), data, isRight, Rule.TermsWait, "applyPublicPhase");
        _tally("applyPublicPhase", isDone);
        if (isDone) _bookPhase(_pendingPhase);
    }

    function _addList() private {
        address caller = _anyCaller();
        uint256 index = _oneIn(4) ? _pick(OTHER_COLLECTION, OTHER_CHAIN) : _pick(0, 2);
        bytes32 root = _oneIn(10) ? bytes32(0) : _lists[index].root;
        uint256 notBefore = _oneIn(2) ? 0 : block.timestamp + _pick(0, 2000);
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.addList, (root, "file", uint32(notBefore))),
            caller == owner && root != 0,
            _ruleFor(caller, Rule.TermsKeepTheirForm),
            "addList"
        );
        _tally("addList", isDone);
        if (isDone && root != 0) _bookListAdded(index, notBefore);
    }

    function _removeList() private {
        address caller = _anyCaller();
        uint256 index = _pick(0, LISTS - 1);
        bytes32 root = _lists[index].root;
        if (_oneIn(8)) root ^= bytes32(1 << _pick(0, 255));
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.removeList, (root)),
            caller == owner && root == _lists[index].root && _lists[index].until > block.timestamp,
            _ruleFor(caller, Rule.TermsKeepTheirForm),
            "removeList"
        );
        _tally("removeList", isDone);
        if (isDone) _bookListRemoved(index, notice);
    }

    function _lowerCap() private {
        address caller = _anyCaller();
        uint256 highest = cap == 0 ? UNCAPPED : cap;
        uint256 next = _anyCap(highest);
        bool isRight =
            caller == owner && !isCapFrozen && next != 0 && next >= minted && next < highest;
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.lowerCap, (next)),
            isRight,
            _ruleFor(caller, isCapFrozen ? Rule.FrozenStays : Rule.CapHolds),
            "lowerCap"
        );
        _tally("lowerCap", isDone);
        if (isDone) _bookLowerCap(next);
    }

    function _applyCap() private {
        bool isRight = capAt != 0 && block.timestamp >= capAt;
        bytes memory data = abi.encodeCall(ICollectionManagement.applyCap, ());
        bool isDone = _do(_anyone(), data, isRight, Rule.CapWaits, "applyCap");
        _tally("applyCap", isDone);
        if (isDone) _bookCap(pendingCap < minted ? minted : pendingCap);
    }

    function _freezeCap() private {
        // Once it is frozen, nothing else about it can be tried.
        address caller = _oneIn(3) ? owner : STRANGER;
        bool isRight = caller == owner && !isCapFrozen;
        bytes memory data = abi.encodeCall(ICollectionManagement.freezeCap, ());
        bool isDone = _do(caller, data, isRight, _ruleFor(caller, Rule.FrozenStays), "freezeCap");
        _tally("freezeCap", isDone);
        if (!isDone) return;
        isCapFrozen = true;
        pendingCap = 0;
        capAt = 0;
    }

    function _setPaused() private {
        address caller = _anyCaller();
        bool next = _oneIn(6);
        bytes memory data = abi.encodeCall(ICollectionManagement.setPaused, (next));
        bool isDone = _do(caller, data, caller == owner, Rule.OnlyTheOwnerSets, "setPaused");
        _tally("setPaused", isDone);
        if (isDone) isPaused = next;
    }

    function _setPayees() private {
        address caller = _anyCaller();
        (ICollectionTypes.Payee[] memory next, bool isRight) = _anyPayees();
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.setPayees, (next)),
            caller == owner && isRight,
            _ruleFor(caller, Rule.TermsKeepTheirForm),
            "setPayees"
        );
        _tally("setPayees", isDone);
        if (!isDone) return;
        if (notice == 0) {
            payeesAt = 0;
            return _bookPayees(next);
        }
        delete _pendingPayees;
        for (uint256 i; i < next.length; ++i) {
            _pendingPayees.push(next[i]);
        }
        payeesAt = block.timestamp + notice;
    }

    function _applyPayees() private {
        bool isRight = payeesAt != 0 && block.timestamp >= payeesAt;
        bytes memory data = abi.encodeCall(ICollectionManagement.applyPayees, ());
        bool isDone = _do(_anyone(), data, isRight, Rule.PayeesWait, "applyPayees");
        _tally("applyPayees", isDone);
        if (!isDone) return;
        payeesAt = 0;
        _bookPayees(_pendingPayees);
    }

    function _setRoyalty() private {
        address caller = _anyCaller();
        uint256 bps = _oneIn(3) ? royaltyCeilingBps + _pick(0, 1) : _pick(0, 1100);
        if (_oneIn(10)) bps = (1 << 16) + _pick(0, royaltyCeilingBps);
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.setRoyalty, (bps)),
            caller == owner && bps <= royaltyCeilingBps,
            _ruleFor(caller, Rule.RoyaltyHasACeiling),
            "setRoyalty"
        );
        _tally("setRoyalty", isDone);
        if (isDone) royaltyBps = bps;
    }

    function _reveal() private {
        address caller = _anyCaller();
        bytes32 hash = _anyManifest();
        bytes32 secret = _oneIn(6) ? bytes32("wrong") : SECRET;
        bool isRight = caller == owner && isHidden && hash == MANIFEST && secret == SECRET;
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.reveal, (bytes("ipfs://revealed/"), hash, secret)),
            isRight,
            _ruleFor(caller, Rule.ManifestBinds),
            "reveal"
        );
        _tally("reveal", isDone);
        if (!isDone) return;
        isHidden = false;
        isManifestBound = true;
        manifest = hash;
        baseUri = "ipfs://revealed/";
    }

    function _setBaseUri() private {
        address caller = _anyCaller();
        bytes32 hash = _anyManifest();
        string memory uri = _oneIn(2) ? "https://example.org/moved/" : "ipfs://moved";
        bool isFixed = isMetadataFrozen && (manifest == 0 || bytes(baseUri)[0] == "i");
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.setBaseUri, (bytes(uri), hash)),
            caller == owner && _isBoundTo(hash) && !isFixed,
            _ruleFor(caller, Rule.ManifestBinds),
            "setBaseUri"
        );
        _tally("setBaseUri", isDone);
        if (isDone) baseUri = uri;
    }

    function _freezeMetadata() private {
        // Once they are frozen, nothing else about them can be tried.
        address caller = _oneIn(3) ? owner : STRANGER;
        bytes32 hash = _anyManifest();
        bool isDone = _do(
            caller,
            abi.encodeCall(ICollectionManagement.freezeMetadata, (hash)),
            caller == owner && !isMetadataFrozen && _isBoundTo(hash),
            _ruleFor(caller, Rule.ManifestBinds),
            "freezeMetadata"
        );
        _tally("freezeMetadata", isDone);
        if (!isDone) return;
        isMetadataFrozen = true;
        isManifestBound = true;
        manifest = hash;
    }

    function _offerOwnership() private {
        address caller = _anyCaller();
        address next = [CREATOR, SUCCESSOR, _anyActor(), address(0)][_pick(0, 3)];
        bytes memory data = abi.encodeCall(IOwned.transferOwnership, (next));
        bool isDone = _do(caller, data, caller == owner, Rule.OnlyTheOwnerSets, "transferOwnership");
        _tally("offerOwnership", isDone);
        if (isDone) pendingOwner = next;
    }

    function _acceptOwnership() private {
        address caller = pendingOwner != address(0) && !_oneIn(4) ? pendingOwner : _anyone();
        bytes memory data = abi.encodeCall(IOwned.acceptOwnership, ());
        bool isRight = caller == pendingOwner;
        bool isDone = _do(caller, data, isRight, Rule.OnlyTheOwnerSets, "acceptOwnership");
        _tally("acceptOwnership", isDone);
        if (!isDone) return;
        owner = caller;
        pendingOwner = address(0);
    }

    function _begin(ICollectionFactory.CreateParams memory made) internal virtual override {
        royaltyBps = made.royaltyBps;
        royaltyCeilingBps = made.royaltyCeilingBps;
        isHidden = made.provenanceHash != 0;
        string memory self = vm.toLowercase(vm.toString(address(collection)));
        baseUri = string.concat("https://example.org/", self, "/");
    }

    /// @dev Mostly when something was announced, also too early, and now and then for nothing.
    function _isTimeToApply(uint256 applicableAt) private returns (bool) {
        if (applicableAt == 0) return _oneIn(8);
        _approach(applicableAt);
        return applicableAt <= time ? !_oneIn(4) : _oneIn(3);
    }

    /// @dev The owner, and now and then another account.
    function _anyCaller() private returns (address) {
        return _oneIn(6) ? _anyone() : owner;
    }

    function _bookPhase(ICollectionTypes.PublicPhase memory phase) private {
        publicPhase = phase;
        delete _pendingPhase;
        publicPhaseAt = 0;
    }

    /// @dev While anything may be sold, a lower cap waits; else it may take effect at once.
    function _bookLowerCap(uint256 next) private {
        bool isScheduled = collection.overview().maxSupplyAt != 0;
        bool isAnyOpen = _isPublicPhaseOpen() || _isAnyListOpen();
        bool isInTime = isScheduled || notice == 0 || !isAnyOpen;
        _expect(isInTime, Rule.CapWaits, "the cap fell at once while minting was open");
        if (!isScheduled) return _bookCap(next);
        pendingCap = next;
        capAt = block.timestamp + notice;
    }

    function _bookCap(uint256 next) private {
        cap = next;
        pendingCap = 0;
        capAt = 0;
    }

    function _isPublicPhaseOpen() private view returns (bool) {
        return block.timestamp >= publicPhase.start && block.timestamp < publicPhase.end;
    }

    function _isBoundTo(bytes32 hash) private view returns (bool) {
        return !isHidden && (!isManifestBound || hash == manifest);
    }

    /// @dev The change is in favour of all minters.
    function _isBetter(ICollectionTypes.PublicPhase memory phase) private view returns (bool) {
        bool isCapBetter = phase.supplyCap == 0
            || (publicPhase.supplyCap != 0 && phase.supplyCap >= publicPhase.supplyCap);
        bool isWindowBetter = phase.start <= block.timestamp && phase.end >= publicPhase.end;
        return isCapBetter && isWindowBetter && phase.price <= publicPhase.price
            && phase.walletLimit >= publicPhase.walletLimit;
    }

    function _isPhase(ICollectionTypes.PublicPhase memory phase) private view returns (bool) {
        bool isNone = phase.price == 0 && phase.start == 0 && phase.end == 0
            && phase.walletLimit == 0 && phase.supplyCap == 0;
        return
            isNone || (phase.start < phase.end && phase.walletLimit != 0 && _isPrice(phase.price));
    }

    /// @dev Often the present terms with one of them changed, so that better and worse both turn up.
    function _anyPhase() private returns (ICollectionTypes.PublicPhase memory phase) {
        if (_oneIn(25)) return phase;
        phase = publicPhase;
        uint256 way = _pick(0, 7);
        if (way == 0 || phase.end == 0) phase.price = uint80(_anyPrice());
        if (way == 1 || phase.end == 0) {
            phase.start = uint32(block.timestamp - 10 + _pick(0, 100) / 5);
        }
        if (way == 2 || phase.end == 0) {
            phase.end = uint32(_oneIn(3) ? block.timestamp + _pick(0, 100) : NOW + 90 days);
        }
        if (way == 3 || phase.end == 0) phase.walletLimit = uint16(_pick(0, 40));
        if (way == 4) phase.supplyCap = _oneIn(3) ? 0 : uint32(_pick(1, 100));
        if (way == 5) phase.end = phase.start;
        if (way == 6) phase.walletLimit = type(uint16).max;
        if (way == 7) (phase.start, phase.end) = (uint32(NOW - 100), uint32(NOW + 90 days));
        if (phase.walletLimit == 0 && !_oneIn(4)) phase.walletLimit = 20;
    }

    function _anyPrice() private returns (uint256) {
        uint256 least = _leastPrice();
        if (_oneIn(8)) return least + 1;
        if (_oneIn(8) && least != 0) return least - 1 gwei;
        return
            [uint256(0), least, PRICE, 2 * PRICE, type(uint80).max / 1 gwei * 1 gwei][_pick(0, 4)];
    }

    function _anyCap(uint256 highest) private returns (uint256) {
        if (_oneIn(10)) return [uint256(0), highest, highest + 1, UNCAPPED][_pick(0, 3)];
        if (_oneIn(8)) return minted == 0 ? 1 : minted - _pick(0, 1);
        uint256 most = highest > 400 ? 400 : highest;
        return minted < most ? _pick(most - (most - minted) / 4, most) : minted;
    }

    /// @dev One to five payees who share rightly, or not quite.
    function _anyPayees() private returns (ICollectionTypes.Payee[] memory next, bool isRight) {
        uint256 count = _pick(1, 5);
        if (_oneIn(10)) count = _oneIn(2) ? 0 : 17;
        next = new ICollectionTypes.Payee[](count);
        isRight = count != 0 && count < 17;
        uint256 rest = 10_000;
        uint256 first = _pick(0, 6);
        for (uint256 i; i < count; ++i) {
            uint256 bps = i + 1 == count ? rest : _pick(1, rest / 4);
            next[i] = ICollectionTypes.Payee(_payeeAt((first + i) % 20), uint16(bps));
            rest -= bps;
        }
        if (!isRight || !_oneIn(6)) return (next, isRight);

        uint256 way = _pick(0, 4);
        if (way == 0) next[0].account = address(0);
        if (way == 1) next[0].account = address(platform);
        if (way == 2) next[count - 1].bps += 1;
        if (way == 3) next[count - 1].bps -= 1;
        if (way == 4 && count == 1) return (next, true);
        if (way == 4) next[0].account = next[1].account;
        return (next, false);
    }

    function _anyManifest() private returns (bytes32) {
        if (_oneIn(12)) return 0;
        return _oneIn(6) ? bytes32("other") : MANIFEST;
    }
}

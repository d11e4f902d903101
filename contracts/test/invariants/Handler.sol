// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {Replay} from "./Replay.sol";
import {Rule} from "./Rule.sol";

/// @dev Handler of the invariant tests: the collection of a run and the frame of every action. The
///      first action of a run creates the collection with random parameters.
abstract contract Handler is Replay {
    /// @dev The reentrant call of the wallet when it receives tokens or ether.
    enum Reentry {
        Mint,
        MintTo,
        MintFromList,
        Release,
        Move,
        Burn
    }

    struct PlannedReentry {
        Reentry kind;
        address to;
        uint256 quantity;
        uint256 tokenId;
        uint256 list;
    }

    bytes32 internal constant MANIFEST = "manifest";
    bytes32 internal constant SECRET = "secret";
    bytes32 internal constant SALT = "salt";
    uint256 private constant RELEASED_FEE_BITS = 71;
    uint256 private constant RELEASED_UNIT = 1e4;
    uint256 private constant RELEASED_FEE_UNIT = 1e8;

    uint256 public kind;
    bool public isTransferable;
    uint256 public notice;
    address public owner;
    bytes32 public codeHash;
    /// @dev 0: royalties go to the owner.
    address public royaltySplit;
    /// @dev The terms it was made with, as the creator encoded them.
    bytes public params;
    /// @dev Warping may be forgotten between actions, so that the time is kept here.
    uint256 public time = NOW;

    ICollectionTypes.PublicPhase internal publicPhase;
    PlannedReentry internal reentry;

    uint256[3] private _released;
    string[] private _actions;
    mapping(string action => uint256 count) public doneOf;
    mapping(string action => uint256 count) public refusedOf;

    /// @dev The frame of every action: its random numbers, its time, and checks afterwards.
    modifier act(uint256 seed) {
        _throw(seed);
        vm.warp(time);
        if (address(collection) == address(0)) _make();
        _;
        _watchReleased();
    }

    function phaseInForce() external view returns (ICollectionTypes.PublicPhase memory) {
        return publicPhase;
    }

    /// @dev The amounts that the collection counts as paid out, in wei: to the creator's side, platform and
    ///      referrers.
    function releasedTotals() public view returns (uint256[3] memory) {
        uint256 word = uint256(vm.load(address(collection), bytes32(uint256(2))));
        uint256 fees = (1 << RELEASED_FEE_BITS) - 1;
        return [
            uint112(word) * RELEASED_UNIT,
            (word >> 112 & fees) * RELEASED_FEE_UNIT,
            (word >> (112 + RELEASED_FEE_BITS) & fees) * RELEASED_FEE_UNIT
        ];
    }

    /// @dev The names of all actions tried so far.
    function actions() external view returns (string[] memory) {
        return _actions;
    }

    function _tally(string memory action, bool isDone) internal {
        if (doneOf[action] + refusedOf[action] == 0) _actions.push(action);
        if (isDone) ++doneOf[action];
        else ++refusedOf[action];
    }

    /// @dev Makes a call of the collection that is to go through exactly when `isRight`.
    /// @param rule What is broken when it goes through all the same.
    function _do(address caller, bytes memory data, bool isRight, Rule rule, string memory what)
        internal
        returns (bool isDone)
    {
        (isDone,) = _call(caller, address(collection), 0, data);
        _expect(
            isDone || !isRight, Rule.WhatIsAllowedGoesThrough, string.concat(what, " was refused")
        );
        _expect(!isDone || isRight, rule, string.concat(what, " went through"));
    }

    /// @dev Which rule is broken by a setting that goes through: a stranger's breaks another.
    function _ruleFor(address caller, Rule otherwise) internal view returns (Rule) {
        return caller == owner ? otherwise : Rule.OnlyTheOwnerSets;
    }

    /// @dev Now and then goes to the last second before a time or to its first, if it is near.
    function _approach(uint256 moment) internal {
        bool isNear = moment > time && moment <= time + 2 days;
        if (!isNear || !_oneIn(3)) return;
        time = moment - _pick(0, 1);
        vm.warp(time);
    }

    /// @dev Prepares the re-entering wallet; what it does once armed is booked after the action.
    /// @param tokenId The token that a move or a burn is about; 0 for any.
    function _arm(uint256 tokenId) internal {
        if (_oneIn(3)) return _armToMint();
        reentry.tokenId = tokenId;
        reentry.quantity = _pick(1, 3);
        reentry.kind = Reentry(_pick(3, 5));
        if (reentry.kind == Reentry.Release) {
            bytes memory data = abi.encodeCall(ICollectionSale.release, (address(reentering)));
            return reentering.arm(address(collection), 0, data);
        }
        reentry.to = reentry.kind == Reentry.Burn ? address(0) : _anyActor();
        reentering.arm(address(collection), 0, _tokenStrike());
    }

    /// @dev Prepares a mint in the midst of another call.
    function _armToMint() internal {
        address wallet = address(reentering);
        reentry.quantity = _pick(1, 3);
        reentry.kind = Reentry(_pick(0, 2));
        reentry.to = reentry.kind == Reentry.MintTo ? _anyActor() : wallet;
        reentry.list = _anyOwnList();
        uint256 packed = _lists[reentry.list].packed[REENTERING];
        bool isListed = reentry.kind == Reentry.MintFromList;
        uint256 price = isListed ? uint80(packed) : publicPhase.price;
        uint256 value = reentry.quantity * (price + mintFee);
        bytes memory data = isListed
            ? abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,bytes32[])",
                reentry.quantity,
                packed,
                _proofOf(reentry.list, REENTERING)
            )
            : abi.encodeCall(
                ICollectionSale.mintTo, (reentry.to, reentry.quantity, reentry.quantity, address(0))
            );
        if (reentry.kind == Reentry.Mint) {
            data = abi.encodeCall(ICollectionSale.mint, (reentry.quantity));
        }
        _fund(wallet, value);
        reentering.arm(address(collection), value, data);
    }

    /// @dev The call that moves or burns a token of the re-entering wallet; 0 in `reentry.to` burns.
    function _tokenStrike() internal virtual returns (bytes memory);

    /// @dev The kind of the collection about to be made, and whether its tokens move.
    function _anyKind() internal virtual returns (uint8 anyKind, bool transferable);

    /// @dev Everything about money that the collection keeps.
    function _moneyWords() internal view returns (bytes32) {
        uint256 shares = uint256(vm.load(address(collection), 0)) >> 56 & ((1 << 60) - 1);
        bytes32 released = vm.load(address(collection), bytes32(uint256(2)));
        return keccak256(abi.encode(address(collection).balance, shares, released));
    }

    function _isPrice(uint256 price) internal view returns (bool) {
        return price % 1 gwei == 0 && (price == 0 || 2 * price >= mintFee);
    }

    function _make() private {
        ICollectionFactory.CreateParams memory made;
        (made.kind, made.transferable) = _anyKind();
        made.name = "Tide Tables";
        made.symbol = "TIDE";
        made.mintFee = [uint256(0), 777_777 gwei, USUAL_FEE, USUAL_FEE][_pick(0, 3)];
        made.maxSupply = made.kind == OPEN_EDITION ? 0 : uint32(_pick(40, 250));
        if (made.kind == EDITION && _oneIn(3)) made.maxSupply = 0;
        made.notice = _oneIn(2) ? 0 : uint32(_pick(1, 2 days));
        made.royaltyCeilingBps = uint16(_pick(0, 1000));
        made.royaltyBps = uint16(_pick(0, made.royaltyCeilingBps));
        made.baseUri = "https://example.org/{address}/";
        made.payees = _anyFirstPayees();
        made.hasRoyaltySplit = made.payees.length != 0 && _oneIn(2);
        if (_oneIn(2)) made.provenanceHash = keccak256(abi.encode(MANIFEST, SECRET));
        mintFee = made.mintFee;
        made.publicPhase = _anyFirstPhase();
        _writeLists(bytes16(keccak256(abi.encode(CREATOR, SALT))));
        if (!_oneIn(5)) {
            made.listRoot = _lists[0].root;
            made.listNotBefore = uint32(_oneIn(4) ? NOW + _pick(0, 1 days) : 0);
            _bookListAdded(0, made.listNotBefore);
        }
        _create(made);
    }

    function _create(ICollectionFactory.CreateParams memory made) private {
        vm.prank(OPERATOR);
        factory.setMintFee(made.mintFee);
        vm.recordLogs();
        vm.prank(CREATOR);
        collection = ICollection(factory.create(made, SALT, NOW));
        _read(vm.getRecordedLogs());
        params = abi.encode(made);
        codeHash = address(collection).codehash;
        kind = made.kind;
        isTransferable = made.transferable;
        notice = made.notice;
        if (made.hasRoyaltySplit) (royaltySplit,) = collection.royaltyInfo(1, 1);
        owner = CREATOR;
        cap = made.maxSupply;
        publicPhase = made.publicPhase;
        ICollectionTypes.Payee[] memory first = made.payees;
        if (first.length == 0) {
            first = new ICollectionTypes.Payee[](1);
            first[0] = ICollectionTypes.Payee(CREATOR, 10_000);
        }
        _bookPayees(first);
        _begin(made);
    }

    /// @dev Further ghost state that starts with the collection.
    function _begin(ICollectionFactory.CreateParams memory made) internal virtual;

    function _anyFirstPayees() private returns (ICollectionTypes.Payee[] memory first) {
        uint256 count = [uint256(0), 2, 4, 16][_pick(0, 3)];
        first = new ICollectionTypes.Payee[](count);
        for (uint256 i; i < count; ++i) {
            first[i] = ICollectionTypes.Payee(_payeeAt(i), uint16(10_000 / count));
        }
    }

    /// @dev Those who may share: the creator, partners, and wallets that do not take ether.
    function _payeeAt(uint256 index) internal view returns (address) {
        if (index == 0) return CREATOR;
        if (index == 1) return PARTNER;
        if (index < 5) return actor(index + 3);
        return address(uint160(0xFA0000 + index));
    }

    function _anyFirstPhase() private returns (ICollectionTypes.PublicPhase memory phase) {
        if (_oneIn(10)) return phase;
        phase.price = _oneIn(4) ? 0 : uint80(PRICE);
        phase.start = uint32(_oneIn(4) ? NOW + _pick(0, 1000) : NOW - 100);
        phase.end = uint32(_oneIn(4) ? NOW + _pick(1001, 2 days) : NOW + 60 days);
        phase.walletLimit = uint16(_oneIn(4) ? type(uint16).max : _pick(5, 30));
        phase.supplyCap = _oneIn(3) ? uint32(_pick(10, 60)) : 0;
    }

    /// @dev The amounts paid out, counted for each side, only ever grow.
    function _watchReleased() private {
        uint256[3] memory released = releasedTotals();
        for (uint256 i; i < 3; ++i) {
            bool isKept = released[i] >= _released[i];
            _expect(isKept, Rule.ReleasedNeverFalls, "a released total fell");
            _released[i] = released[i];
        }
    }
}

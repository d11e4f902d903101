// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {Vm} from "../TestBase.sol";
import {Coverage} from "./Coverage.sol";

/// @dev Makes pairs of a production collection and a plain one, and plays with them.
abstract contract CollectionDifferential is Coverage {
    uint256 private constant STEPS = 40;
    uint256 private constant RUNS_TO_COVER = 100;
    uint256 private constant NOW = 1_800_000_000;

    function setUp() public {
        _inviteAll();
    }

    /// @dev That the runs are worth something: in these, everything succeeds and everything fails.
    function test_everyKindOfStepSucceedsAndFails() public {
        for (uint256 seed = 1; seed <= RUNS_TO_COVER; ++seed) {
            this.play(seed);
        }
        _requireAllMet();
    }

    function test_countersFillAlike() public {
        this.fillCounters();
    }

    /// @dev One whole run; called from outside, so that its memory is given back.
    function play(uint256 seed) external {
        // A run takes more than one transaction may.
        vm.pauseGasMetering();
        _startRun(seed);
        _begin();
        for (steps = 1; steps <= STEPS; ++steps) {
            _runAction();
            _compareSomething();
        }
        _compareAll();
        _releaseAll();
    }

    /// @dev A state that no run reaches: one wallet mints until its counters are full.
    function fillCounters() external {
        vm.pauseGasMetering();
        vm.warp(NOW);
        ICollectionFactory.CreateParams memory params;
        params.kind = _isEdition() ? EDITION : OPEN_EDITION;
        params.transferable = true;
        params.name = "Tide Tables";
        params.symbol = "TIDE";
        params.publicPhase.end = type(uint32).max;
        params.publicPhase.walletLimit = type(uint16).max;
        _make(params, "counters", factory.collectionIdOf(CREATOR, "counters"));

        _fillCounter(0, 8191);
        _fillCounter(7, 8191);
        // A drop would take too long over these.
        if (_isEdition()) _fillCounter(8, 65_535);
        if (_isEdition()) _fillCounter(PUBLIC_PHASE_ID, 65_535);
        _compareAll();
    }

    function _isEdition() internal pure virtual returns (bool);

    function _makePlain(
        bytes16 collectionId,
        ICollectionFactory.CreateParams memory params,
        address royaltySplit
    ) internal virtual returns (ICollection);

    function _begin() private {
        vm.warp(NOW);
        _forgetLists();
        fee = _anyFee();
        vm.prank(PLATFORM_OWNER);
        factory.setMintFee(fee);
        _changeFeeRecipient();
        isNamedInTexts = _isOneIn(16);
        isMarket = _isOneIn(3);

        bytes32 salt = bytes32(_word());
        bytes16 collectionId = factory.collectionIdOf(CREATOR, salt);
        _make(_anyParams(collectionId), salt, collectionId);
        for (uint256 i; isMarket && i < 3; ++i) {
            _act(CREATOR, 0, _anyAirdrop(), false);
        }
        _look();
    }

    function _make(
        ICollectionFactory.CreateParams memory params,
        bytes32 salt,
        bytes16 collectionId
    ) internal {
        vm.recordLogs();
        vm.prank(CREATOR);
        real = ICollection(factory.create(params, salt, block.timestamp));
        bytes32 actual = _listAdded(address(real));
        plain = _makePlain(collectionId, params, _royaltySplit());
        require(actual == _listAdded(address(plain)), "first lists differ");
        require(factory.predict(params, CREATOR, salt) == address(real), "predicted elsewhere");
    }

    /// @dev Where the royalties of a fresh collection go, unless it is the owner.
    function _royaltySplit() private view returns (address receiver) {
        (receiver,) = real.royaltyInfo(1, 1);
        if (receiver == CREATOR) receiver = address(0);
    }

    /// @dev Mints for nothing, under the highest limit there is, until `most` have been minted.
    function _fillCounter(uint8 phaseId, uint256 most) private {
        address account = accounts[0];
        uint256 packed = uint256(type(uint32).max) << 112;
        packed |= uint256(type(uint16).max) << 144 | uint256(phaseId) << 192;
        bytes32 root = _leaf(plain.collectionId(), account, packed);
        _act(CREATOR, 0, abi.encodeCall(ICollectionManagement.addList, (root, 0, 0)), false);
        bytes memory data = phaseId == PUBLIC_PHASE_ID
            ? abi.encodeCall(ICollectionSale.mintTo, (account, 1, 50, address(0)))
            : abi.encodeWithSelector(
                MINT_LISTED_PARTLY, 1, 50, address(0), packed, new bytes32[](0)
            );
        for (uint256 sold; sold < most; sold += 50) {
            require(_act(account, 0, data, false), "the counter is full too early");
        }
        require(!_act(account, 0, data, false), "the counter is never full");
        require(plain.walletMinted(account, phaseId) == most, "another counter is full");
    }

    function _listAdded(address collection) private returns (bytes32 digest) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter != collection) continue;
            if (logs[i].topics[0] == IOwned.OwnershipTransferred.selector) continue;
            digest = _digestLog(digest, logs[i], collection);
        }
    }

    /// @dev Pays every account that can be paid; both are left with the same balance.
    function _releaseAll() private {
        for (uint256 i; i < accounts.length; ++i) {
            bytes memory data = abi.encodeCall(ICollectionSale.release, (accounts[i]));
            _act(accounts[i], 0, data, false);
        }
        for (uint256 i; i < accounts.length; ++i) {
            _ask(abi.encodeCall(ICollectionSale.owed, (accounts[i])));
        }
        require(address(real).balance == address(plain).balance, "balances differ in the end");
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {Vm} from "../TestBase.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev The logs of a new collection, as an indexer reads them: their order and every byte.
contract CollectionCreatedTest is CollectionFixture {
    bytes32 private constant SALT = "salt";
    uint8 private constant HAS_LIST = 4;
    uint8 private constant HAS_PROVENANCE = 8;
    uint8 private constant IS_SOULBOUND = 16;
    uint8 private constant HAS_ROYALTY_SPLIT = 32;
    uint256 private constant UNCAPPED = (1 << 28) - 1;

    function test_create_tellsEverythingInOneLog() public {
        _assertLogs(_params(DROP));
        _assertLogs(_params(OPEN_EDITION));
        _assertLogs(_params(EDITION));
    }

    function test_create_emitsNoOwnershipTransferred() public {
        vm.recordLogs();
        address collection = address(_create(_params(DROP)));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            assertTrue(logs[i].topics[0] != IOwned.OwnershipTransferred.selector);
        }
        assertEq(IOwned(collection).owner(), CREATOR);
    }

    function test_create_tellsItsFirstListFromTheCollectionItself() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.listRoot = "root";
        params.listContentHash = "file";
        params.listNotBefore = uint32(NOW + 5);
        _assertLogs(params);
    }

    function test_create_tellsEveryOptionalPart() public {
        ICollectionFactory.CreateParams memory params = _params(OPEN_EDITION);
        params.transferable = false;
        params.publicPhase.supplyCap = 77;
        params.notice = 3600;
        params.provenanceHash = "provenance";
        params.payees = _payees(ALICE, 9000, BOB, 1000);
        params.hasRoyaltySplit = true;
        params.listRoot = "root";
        params.listContentHash = "file";
        _assertLogs(params);
    }

    function testFuzz_create_tellsWhateverWasAsked(
        uint256 seed,
        bytes calldata name,
        bytes calldata baseUri,
        bytes calldata contractUri
    ) public {
        ICollectionFactory.CreateParams memory params = _params(uint8(seed % 3));
        if (name.length != 0 && name.length < 256) params.name = string(name);
        if (baseUri.length <= 2048) params.baseUri = baseUri;
        if (contractUri.length < 256) params.contractUri = contractUri;
        if (seed % 5 == 0) params.listRoot = bytes32(seed);
        if (seed % 7 == 0) params.provenanceHash = keccak256(abi.encode(seed));
        params.listContentHash = keccak256(abi.encode(seed, "file"));
        params.listNotBefore = uint32(seed >> 32);
        params.notice = uint32((seed >> 64) % (1 << 24));
        params.publicPhase.supplyCap = seed % 11 == 0 ? uint32(seed >> 96) : 0;
        if (params.kind != EDITION) params.transferable = seed % 13 != 0;
        if (seed % 17 == 0) delete params.publicPhase;
        if (seed % 3 == 1) params.payees = _payees(ALICE, 1, BOB, 9999);
        params.hasRoyaltySplit = seed % 3 == 1 && seed % 2 == 1;
        _assertLogs(params);
    }

    /// @dev One log of the factory, then at most one of the collection, and nothing else.
    function _assertLogs(ICollectionFactory.CreateParams memory params) private {
        vm.recordLogs();
        vm.prank(CREATOR);
        address collection = factory.create(params, SALT, NOW);
        Vm.Log[] memory logs = vm.getRecordedLogs();

        bool hasList = params.listRoot != 0;
        assertEq(logs.length, hasList ? 2 : 1);
        assertEq(logs[0].emitter, address(factory));
        assertEq(logs[0].topics.length, 3);
        assertEq(logs[0].topics[0], ICollectionFactory.CollectionCreated.selector);
        assertEq(uint256(logs[0].topics[1]), uint160(collection));
        assertEq(uint256(logs[0].topics[2]), uint160(CREATOR));
        assertEq(logs[0].data, abi.encode(SALT, params.kind, _args(params)));
        if (!hasList) return;
        assertEq(logs[1].emitter, collection);
        assertEq(logs[1].topics.length, 1);
        assertEq(logs[1].topics[0], ICollectionTypes.ListAdded.selector);
        assertEq(logs[1].data, abi.encode(params.listRoot, params.listContentHash));
    }

    /// @dev slot0 32 | supply cap of the public phase 4 | terms.
    function _args(ICollectionFactory.CreateParams memory params)
        private
        view
        returns (bytes memory)
    {
        ICollectionTypes.PublicPhase memory phase = params.publicPhase;
        uint256 slot0 = (params.maxSupply == 0 ? UNCAPPED : params.maxSupply) << 28
            | (phase.price + params.mintFee) / 1 gwei << 116 | uint256(phase.start) << 172
            | uint256(phase.end) << 204 | uint256(phase.walletLimit) << 236;
        if (phase.price == 0) slot0 |= 1 << 252;
        if (phase.supplyCap != 0) slot0 |= 1 << 254;
        if (params.listRoot == 0) slot0 |= 1 << 255;
        return abi.encodePacked(slot0, phase.supplyCap, _terms(params), _texts(params));
    }

    function _terms(ICollectionFactory.CreateParams memory params)
        private
        view
        returns (bytes memory terms)
    {
        uint8 flags = params.kind;
        if (params.listRoot != 0) flags |= HAS_LIST;
        if (params.provenanceHash != 0) flags |= HAS_PROVENANCE;
        if (!params.transferable) flags |= IS_SOULBOUND;
        if (params.hasRoyaltySplit) flags |= HAS_ROYALTY_SPLIT;
        terms = abi.encodePacked(
            CREATOR,
            uint56(params.mintFee / 1 gwei),
            uint24(params.notice),
            params.royaltyBps,
            params.royaltyCeilingBps,
            flags,
            uint8(params.payees.length),
            factory.collectionIdOf(CREATOR, SALT)
        );
        if (params.listRoot != 0) {
            terms = abi.encodePacked(terms, params.listRoot, params.listNotBefore);
        }
        if (params.provenanceHash != 0) terms = abi.encodePacked(terms, params.provenanceHash);
        if (params.hasRoyaltySplit) terms = abi.encodePacked(terms, _split(params.payees));
        for (uint256 i; i < params.payees.length; ++i) {
            terms = abi.encodePacked(terms, params.payees[i].account, params.payees[i].bps);
        }
    }

    /// @dev The address of CREATE2 for the split's creation code: the same salt as the collection's.
    function _split(ICollectionTypes.Payee[] memory payees) private view returns (address) {
        bytes memory packed;
        for (uint256 i; i < payees.length; ++i) {
            packed = abi.encodePacked(packed, payees[i].account, payees[i].bps);
        }
        bytes memory code = abi.encodePacked(
            hex"36600557005b363d3d373d3d3d363d73",
            factory.royaltySplitImplementation(),
            hex"5af43d82803e903d91603157fd5bf3",
            packed
        );
        code = abi.encodePacked(hex"61", uint16(code.length), hex"8061000d6000396000f3", code);
        bytes32 salt = keccak256(abi.encode(CREATOR, SALT));
        bytes memory preimage = abi.encodePacked(hex"ff", factory, salt, keccak256(code));
        return address(uint160(uint256(keccak256(preimage))));
    }

    function _texts(ICollectionFactory.CreateParams memory params)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(
            uint8(bytes(params.name).length),
            params.name,
            uint8(bytes(params.symbol).length),
            params.symbol,
            uint8(params.contractUri.length),
            params.contractUri,
            params.baseUri
        );
    }
}

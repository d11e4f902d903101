// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {TestBase} from "../TestBase.sol";
import {Installation, install} from "./Installation.sol";

/// @dev A factory with a fee, a few people with money, and short ways to make and sell; made anew
///      for each test.
abstract contract CollectionFixture is TestBase {
    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant FOR_EVER = type(uint32).max;
    uint256 internal constant FEE = 0.0003 ether;
    uint256 internal constant PRICE = 0.01 ether;
    uint256 internal constant UNIT = PRICE + FEE;
    uint256 internal constant SUPPLY = 100;
    uint8 internal constant DROP = 0;
    uint8 internal constant OPEN_EDITION = 1;
    uint8 internal constant EDITION = 2;
    uint8 internal constant PUBLIC_PHASE_ID = 255;

    address internal constant OPERATOR = address(0xF01);
    address internal constant FEE_RECIPIENT = address(0xF02);
    address internal constant CREATOR = address(0xF03);
    address internal constant ALICE = address(0xF04);
    address internal constant BOB = address(0xF05);
    address internal constant REFERRER = address(0xF06);

    ICollectionFactory internal factory;
    IPlatform internal platform;
    address internal facet;
    uint256 private _salts;

    function setUp() public virtual {
        vm.warp(NOW);
        vm.deal(ALICE, 1e9 ether);
        vm.deal(BOB, 1e9 ether);
        Installation memory installed = install(vm, OPERATOR);
        (platform, factory) = (installed.platform, installed.factory);
        facet = installed.facet;
        _setMintFee(FEE);
        _setFeeRecipient(FEE_RECIPIENT);
    }

    /// @dev A hundred tokens in an open public phase, ten for each wallet, no notice.
    function _params(uint8 kind) internal pure returns (ICollectionFactory.CreateParams memory p) {
        p.kind = kind;
        p.transferable = true;
        p.name = "Tide Tables";
        p.symbol = "TIDE";
        p.maxSupply = kind == OPEN_EDITION ? 0 : uint32(SUPPLY);
        p.publicPhase = _phase(PRICE);
        p.mintFee = FEE;
        p.royaltyBps = 500;
        p.royaltyCeilingBps = 750;
        p.baseUri = "https://example.org/metadata/";
        p.contractUri = "https://example.org/collection.json";
    }

    function _phase(uint256 price) internal pure returns (ICollectionTypes.PublicPhase memory) {
        return ICollectionTypes.PublicPhase({
            price: uint80(price),
            start: uint32(NOW - 100),
            end: uint32(NOW + 1000),
            walletLimit: 10,
            supplyCap: 0
        });
    }

    /// @dev Every collection gets a salt of its own: 1, 2, 3 and so on.
    function _create(ICollectionFactory.CreateParams memory params) internal returns (ICollection) {
        vm.prank(CREATOR);
        return ICollection(factory.create(params, bytes32(++_salts), block.timestamp));
    }

    function _setMintFee(uint256 fee) internal {
        vm.prank(OPERATOR);
        factory.setMintFee(fee);
    }

    function _setFeeRecipient(address recipient) internal {
        vm.prank(OPERATOR);
        platform.setFeeRecipient(recipient);
    }

    function _mint(ICollection collection, address account, uint256 quantity) internal {
        vm.prank(account);
        collection.mint{value: quantity * UNIT}(quantity);
    }

    function _addList(ICollection collection, bytes32 root) internal {
        vm.prank(CREATOR);
        collection.addList(root, bytes32("file"), 0);
    }

    /// @dev Terms of an allowlist phase that is open now, without a cap of its own.
    function _packed(uint256 price, uint256 limit, uint256 phaseId)
        internal
        pure
        returns (uint256)
    {
        return _packed(price, NOW - 100, NOW + 1000, limit, 0, phaseId);
    }

    function _packed(
        uint256 price,
        uint256 start,
        uint256 end,
        uint256 limit,
        uint256 cap,
        uint256 phaseId
    ) internal pure returns (uint256) {
        return price | start << 80 | end << 112 | limit << 144 | cap << 160 | phaseId << 192;
    }

    function _leaf(ICollection collection, address account, uint256 packed)
        internal
        view
        returns (bytes32)
    {
        return _leaf(collection.collectionId(), account, packed);
    }

    /// @dev For a list that is written before its collection is made.
    function _leaf(bytes16 collectionId, address account, uint256 packed)
        internal
        view
        returns (bytes32)
    {
        uint256 domain = block.chainid << 128 | uint128(collectionId);
        return keccak256(bytes.concat(keccak256(abi.encode(domain, account, packed))));
    }

    /// @dev Puts a list of this entry and a stranger's into force and returns the entry's proof.
    function _list(ICollection collection, address account, uint256 packed)
        internal
        returns (bytes32[] memory proof)
    {
        proof = _proof();
        _addList(collection, _node(_leaf(collection, account, packed), proof[0]));
    }

    /// @dev The proof of an entry whose only neighbour is a stranger's leaf.
    function _proof() internal pure returns (bytes32[] memory proof) {
        proof = new bytes32[](1);
        proof[0] = keccak256("a stranger's leaf");
    }

    function _node(bytes32 a, bytes32 b) internal pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }

    function _payee(address account, uint16 bps)
        internal
        pure
        returns (ICollectionTypes.Payee memory)
    {
        return ICollectionTypes.Payee(account, bps);
    }

    function _payees(address first, uint16 firstBps, address second, uint16 secondBps)
        internal
        pure
        returns (ICollectionTypes.Payee[] memory payees)
    {
        payees = new ICollectionTypes.Payee[](2);
        payees[0] = _payee(first, firstBps);
        payees[1] = _payee(second, secondBps);
    }

    /// @dev One word of a collection's storage.
    function _word(ICollection collection, uint256 key) internal view returns (uint256) {
        return uint256(vm.load(address(collection), bytes32(key)));
    }

    function _setWord(ICollection collection, uint256 key, uint256 word) internal {
        vm.store(address(collection), bytes32(key), bytes32(word));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {Vm} from "../TestBase.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev All kinds sell alike: the tests of selling are written once and run on each of them.
abstract contract SaleFixture is CollectionFixture {
    ICollection internal collection;

    function setUp() public virtual override {
        super.setUp();
        collection = _create(_usual());
    }

    /// @dev The parameters of a collection of the kind under test.
    function _usual() internal pure virtual returns (ICollectionFactory.CreateParams memory);

    function _balance(address account) internal view virtual returns (uint256);

    /// @dev How many logs the transfers of a mint make.
    function _transferLogs(uint256 quantity) internal pure virtual returns (uint256);

    // --- as the owner ---------------------------------------------------------------------------

    function _createWithNotice(uint32 notice) internal {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = notice;
        collection = _create(params);
    }

    function _setPaused(bool isPaused) internal {
        vm.prank(CREATOR);
        collection.setPaused(isPaused);
    }

    function _setPublicPhase(ICollectionTypes.PublicPhase memory phase) internal {
        vm.prank(CREATOR);
        collection.setPublicPhase(phase);
    }

    function _setPrice(uint256 price) internal {
        _setPublicPhase(_phase(price));
    }

    function _setPublicCap(uint256 supplyCap) internal {
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = uint32(supplyCap);
        _setPublicPhase(phase);
    }

    function _lowerCap(uint256 maxSupply) internal {
        vm.prank(CREATOR);
        collection.lowerCap(maxSupply);
    }

    function _addList(bytes32 root, uint256 notBefore) internal {
        vm.prank(CREATOR);
        collection.addList(root, "file", uint32(notBefore));
    }

    function _removeList(bytes32 root) internal {
        vm.prank(CREATOR);
        collection.removeList(root);
    }

    function _setPayees(ICollectionTypes.Payee[] memory payees) internal {
        vm.prank(CREATOR);
        collection.setPayees(payees);
    }

    function _airdrop(address recipient, uint256 quantity) internal {
        address[] memory recipients = new address[](1);
        uint256[] memory quantities = new uint256[](1);
        recipients[0] = recipient;
        quantities[0] = quantity;
        vm.prank(CREATOR);
        collection.airdrop(recipients, quantities);
    }

    // --- as a minter ----------------------------------------------------------------------------

    function _mintTo(address to, uint256 quantity, address referrer) internal {
        vm.prank(ALICE);
        collection.mintTo{value: quantity * UNIT}(to, quantity, quantity, referrer);
    }

    /// @dev Takes the price out of the terms and pays it.
    function _mintListed(address account, uint256 quantity, uint256 packed, bytes32[] memory proof)
        internal
    {
        vm.prank(account);
        collection.mintAllowlist{value: quantity * (uint80(packed) + FEE)}(quantity, packed, proof);
    }

    /// @dev The same, as many as possible and with a referrer.
    function _mintListedPartly(
        address account,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        bytes32[] memory proof
    ) internal returns (uint256 quantity) {
        uint256 value = maxQuantity * (uint80(packed) + FEE);
        vm.prank(account);
        return collection.mintAllowlist{value: value}(0, maxQuantity, referrer, packed, proof);
    }

    function _expectMintReverts(address account, uint256 quantity, bytes memory reason) internal {
        vm.expectRevert(reason);
        vm.prank(account);
        collection.mint{value: quantity * UNIT}(quantity);
    }

    /// @dev Both ways to mint from a list must refuse for the same reason.
    function _expectListReverts(
        address account,
        uint256 quantity,
        uint256 packed,
        bytes32[] memory proof,
        bytes memory reason
    ) internal {
        uint256 value = quantity * (uint80(packed) + FEE);
        vm.expectRevert(reason);
        vm.prank(account);
        collection.mintAllowlist{value: value}(quantity, packed, proof);
        vm.expectRevert(reason);
        vm.prank(account);
        collection.mintAllowlist{value: value}(quantity, quantity, address(0), packed, proof);
    }

    // --- reasons --------------------------------------------------------------------------------

    function _phaseClosed(uint256 start, uint256 end) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.PhaseClosed.selector, start, end);
    }

    function _soldOut(uint256 left) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.SoldOut.selector, left);
    }

    function _phaseSoldOut(uint256 left) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.PhaseSoldOut.selector, left);
    }

    function _walletLimit(uint256 left) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.WalletLimit.selector, left);
    }

    function _tooMany(uint256 maximum) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.TooMany.selector, maximum);
    }

    function _wrongValue(uint256 sent, uint256 expected) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.WrongValue.selector, sent, expected);
    }

    function _badProof() internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollectionTypes.BadProof.selector);
    }

    // --- reading --------------------------------------------------------------------------------

    function _reasons(address account, uint256 quantity) internal view returns (uint256 reasons) {
        (reasons,,) = collection.checkMint(account, quantity, 0, new bytes32[](0));
    }

    /// @dev The word in the event of a sale: price 80 | quantity 16 | phase id 8, from bit 0.
    function _sale(uint256 price, uint256 quantity, uint256 phaseId)
        internal
        pure
        returns (uint256)
    {
        return price | quantity << 80 | phaseId << 96;
    }

    /// @dev `times` times: one such log, then the transfers of `quantity` tokens, and nothing else.
    function _assertLogs(bytes32 topic, uint256 times, uint256 quantity) internal {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 length = 1 + _transferLogs(quantity);
        assertEq(logs.length, times * length, "number of logs");
        for (uint256 i; i < logs.length; ++i) {
            assertTrue((logs[i].topics[0] == topic) == (i % length == 0), "order of logs");
        }
    }

    function _partly(uint256 maxQuantity, uint256 packed, bytes32[] memory proof)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodeWithSignature(
            "mintAllowlist(uint256,uint256,address,uint256,bytes32[])",
            0,
            maxQuantity,
            address(0),
            packed,
            proof
        );
    }

    function _mintToCall(address to, uint256 minQuantity, uint256 maxQuantity, address referrer)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(ICollectionSale.mintTo, (to, minQuantity, maxQuantity, referrer));
    }
}

abstract contract OnDrop is SaleFixture {
    function _usual() internal pure override returns (ICollectionFactory.CreateParams memory) {
        return _params(DROP);
    }

    function _balance(address account) internal view override returns (uint256) {
        return IDropCollection(address(collection)).balanceOf(account);
    }

    function _transferLogs(uint256 quantity) internal pure override returns (uint256) {
        return quantity;
    }
}

/// @dev Without a cap, and soulbound: the two ways in which a drop can be another.
abstract contract OnOpenEdition is SaleFixture {
    function _usual()
        internal
        pure
        override
        returns (ICollectionFactory.CreateParams memory params)
    {
        params = _params(OPEN_EDITION);
        params.transferable = false;
    }

    function _balance(address account) internal view override returns (uint256) {
        return IDropCollection(address(collection)).balanceOf(account);
    }

    /// @dev Each token emits that it is locked, too.
    function _transferLogs(uint256 quantity) internal pure override returns (uint256) {
        return 2 * quantity;
    }
}

abstract contract OnEdition is SaleFixture {
    function _usual() internal pure override returns (ICollectionFactory.CreateParams memory) {
        return _params(EDITION);
    }

    function _balance(address account) internal view override returns (uint256) {
        return IEditionCollection(address(collection)).balanceOf(account, 1);
    }

    function _transferLogs(uint256) internal pure override returns (uint256) {
        return 1;
    }
}

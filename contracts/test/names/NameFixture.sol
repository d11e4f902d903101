// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRegistry} from "../../src/interfaces/INameRegistry.sol";
import {INameSale} from "../../src/interfaces/INameSale.sol";
import {TestBase, Vm} from "../TestBase.sol";

/// @dev An open registry with a suffix, and accounts that can pay.
abstract contract NameFixture is TestBase {
    uint256 internal constant NOW = 1_800_000_000;
    /// @dev The price of labels with 5 to 9 characters.
    uint256 internal constant PRICE = 0.002 ether;
    address internal constant OPERATOR = address(0xF01);
    address internal constant ALICE = address(0xA11CE);
    address internal constant BOB = address(0xB0B);
    uint256 internal constant LANTERN = uint256(bytes32("lantern"));
    uint256 internal constant HARBOR = uint256(bytes32("harbor"));

    INameRegistry internal registry;

    function setUp() public virtual {
        vm.warp(NOW);
        registry = _deployRegistry();
        vm.prank(OPERATOR);
        registry.setSuffix("plate.test");
        vm.prank(OPERATOR);
        registry.pause(false);
        vm.deal(ALICE, 100 ether);
        vm.deal(BOB, 100 ether);
    }

    function _deployRegistry() internal returns (INameRegistry) {
        // From the compiler's output: in every test contract it would be compiled once more.
        bytes memory arguments = abi.encode(OPERATOR);
        return INameRegistry(vm.deployCode("NameRegistry.sol:NameRegistry", arguments));
    }

    function _register(uint256 tokenId, address owner) internal {
        vm.prank(owner);
        registry.register{value: PRICE}(tokenId, owner, false);
    }

    function _registerPrimary(uint256 tokenId, address owner) internal {
        vm.prank(owner);
        registry.register{value: PRICE}(tokenId, owner, true);
    }

    function _setText(uint256 tokenId, address owner, string memory key, string memory value)
        internal
    {
        vm.prank(owner);
        registry.setTexts(tokenId, _list(key), _list(value));
    }

    function _transfer(address from, address to, uint256 tokenId) internal {
        vm.prank(from);
        registry.transferFrom(from, to, tokenId);
    }

    function _reserve(uint256 tokenId) internal {
        vm.prank(OPERATOR);
        registry.setReserved(_ids(tokenId), true);
    }

    function _registration(uint256 tokenId, address to, bool setPrimary)
        internal
        pure
        returns (INameSale.Registration memory registration)
    {
        (registration.tokenId, registration.to) = (tokenId, to);
        registration.setPrimary = setPrimary;
    }

    function _ids(uint256 tokenId) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = tokenId;
    }

    function _list(string memory text) internal pure returns (string[] memory list) {
        list = new string[](1);
        list[0] = text;
    }

    function _id(string memory label) internal pure returns (uint256) {
        return uint256(bytes32(bytes(label)));
    }

    /// @dev A text of that many equal characters.
    function _repeat(bytes1 char, uint256 count) internal pure returns (string memory) {
        bytes memory text = new bytes(count);
        for (uint256 i; i < count; ++i) {
            text[i] = char;
        }
        return string(text);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameSale} from "../../src/interfaces/INameSale.sol";
import {NameFixture} from "./NameFixture.sol";
import {PlainLabel} from "./PlainLabel.sol";

/// @dev Which labels can be registered.
contract LabelsTest is NameFixture {
    function test_valid_acceptsWhatTheRulesAllow() public view {
        string[12] memory good = [
            "abc",
            "lantern",
            "1antern",
            "a-b",
            "a-b-c",
            "ab-c",
            "abc--d",
            "a--b",
            "000",
            "x0x",
            "abcdefghijklmnopqrstuvwxyz01234",
            "56789"
        ];
        for (uint256 i; i < good.length; ++i) {
            assertTrue(registry.valid(good[i]), good[i]);
            assertEq(registry.labelOf(_id(good[i])), good[i]);
        }
    }

    function test_valid_refusesEverythingElse() public view {
        string[22] memory bad = [
            "",
            "a",
            "ab",
            "abcdefghijklmnopqrstuvwxyz012345",
            "abcdefghijklmnopqrstuvwxyz0123456789",
            "-abc",
            "abc-",
            "---",
            "ab--c",
            "0xabc",
            "0x1",
            "Abc",
            "abC",
            "a.b.c",
            "a b c",
            "a_b",
            unicode"lanterné",
            unicode"lаntern",
            "abc\x00",
            "\x00abc",
            "ab\x00cd",
            "abc\x7f"
        ];
        for (uint256 i; i < bad.length; ++i) {
            assertFalse(registry.valid(bad[i]));
            assertFalse(registry.available(bad[i]));
        }
    }

    function test_valid_knowsEveryByteAtEveryPlace() public view {
        for (uint256 char; char < 256; ++char) {
            for (uint256 i; i < 5; ++i) {
                bytes memory text = bytes("abcde");
                text[i] = bytes1(uint8(char));
                assertEq(registry.valid(string(text)), PlainLabel.isValid(string(text)));
            }
        }
    }

    function testFuzz_valid_isThePlainRule(string memory label, uint256 seed) public view {
        assertEq(registry.valid(label), PlainLabel.isValid(label));
        string memory near = _nearLabel(seed);
        assertEq(registry.valid(near), PlainLabel.isValid(near));
    }

    /// @dev Any word as an id: only one that is exactly a label can be registered.
    function testFuzz_register_takesIdsOfLabelsOnly(uint256 word, uint256 seed) public {
        _tryToRegister(word);
        // A label, and one with a byte behind its end.
        uint256 near = _id(_nearLabel(seed));
        _tryToRegister(near);
        _tryToRegister(near | seed >> 248);
    }

    function test_labelOf_revertsWhen_theIdIsNoLabel() public {
        expectRevert(INameSale.InvalidName.selector);
        registry.labelOf(_id("ab"));
        expectRevert(INameSale.InvalidName.selector);
        registry.labelOf(0);
    }

    function test_nodeOf_isTheNodeOfTheFullName() public {
        bytes32 node = keccak256(abi.encode(bytes32(0), keccak256("test")));
        node = keccak256(abi.encode(node, keccak256("plate")));
        assertEq(registry.suffixNode(), node);
        node = keccak256(abi.encode(node, keccak256("lantern")));
        assertEq(registry.nodeOf(LANTERN), node);
        expectRevert(INameSale.InvalidName.selector);
        registry.nodeOf(1);
    }

    function _tryToRegister(uint256 tokenId) private {
        string memory label = PlainLabel.fromId(tokenId);
        // The two near ones may be the same.
        if (registry.valid(label) && !registry.available(label)) return;
        bytes memory data = abi.encodeCall(INameSale.register, (tokenId, ALICE, false));
        vm.prank(ALICE);
        (bool isDone, bytes memory reason) = address(registry).call{value: 1 ether}(data);
        assertEq(isDone, PlainLabel.isValid(label));
        if (isDone) assertEq(registry.labelOf(tokenId), label);
        else assertEq(reason, abi.encodeWithSelector(INameSale.InvalidName.selector));
    }

    /// @dev Mostly allowed characters, so that many are labels and the others fail by little.
    function _nearLabel(uint256 seed) private pure returns (string memory) {
        bytes memory alphabet = "abcxyz0189-0x-`{/:@Z.";
        bytes memory text = new bytes(seed % 34);
        for (uint256 i; i < text.length; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 choices = seed >> 128 & 31 == 0 ? alphabet.length : 12;
            text[i] = alphabet[seed % choices];
        }
        return string(text);
    }

    function assertEq(bool left, bool right) private pure {
        assertTrue(left == right);
    }
}

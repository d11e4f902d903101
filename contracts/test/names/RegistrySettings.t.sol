// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRegistry} from "../../src/interfaces/INameRegistry.sol";
import {INameSale} from "../../src/interfaces/INameSale.sol";
import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {NameFixture} from "./NameFixture.sol";

/// @dev Takes no ether.
contract ClosedAccount {}

/// @dev Prices, reserved names, suffix and proceeds: the settings of the operator.
contract RegistrySettingsTest is NameFixture {
    // --- deployment -----------------------------------------------------------------------------

    function test_deployment_isClosedWithTheUsualPricesAndNoSuffix() public {
        registry = _deployRegistry();
        assertTrue(registry.isPaused());
        assertFalse(registry.isCommitmentRequired());
        assertEq(registry.owner(), OPERATOR);
        assertEq(registry.suffix(), "");
        uint256[4] memory usual = [uint256(0.05 ether), 0.01 ether, 0.002 ether, 0.0005 ether];
        assertEq(abi.encode(registry.prices()), abi.encode(usual));
        expectRevert(INameSale.Paused.selector);
        _register(LANTERN, ALICE);
    }

    function test_settings_areTheOwnersAlone() public {
        bytes[8] memory calls = [
            abi.encodeCall(INameSale.pause, (true)),
            abi.encodeCall(INameSale.requireCommitments, ()),
            abi.encodeCall(INameSale.setPrices, ([uint256(0), 0, 0, 0])),
            abi.encodeCall(INameSale.setReserved, (_ids(LANTERN), true)),
            abi.encodeCall(INameSale.registerReserved, ("lantern", ALICE)),
            abi.encodeCall(INameSale.withdraw, (ALICE)),
            abi.encodeCall(INameRegistry.setSuffix, ("other.test")),
            abi.encodeCall(IOwned.transferOwnership, (ALICE))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(ALICE);
            (bool isDone, bytes memory reason) = address(registry).call(calls[i]);
            assertFalse(isDone);
            assertEq(reason, abi.encodeWithSelector(IOwned.NotOwner.selector));
        }
    }

    function test_ownership_movesInTwoSteps() public {
        vm.prank(OPERATOR);
        registry.transferOwnership(ALICE);
        assertEq(registry.owner(), OPERATOR);
        assertEq(registry.pendingOwner(), ALICE);
        expectRevert(IOwned.NotPendingOwner.selector);
        registry.acceptOwnership();
        vm.prank(ALICE);
        registry.acceptOwnership();
        assertEq(registry.owner(), ALICE);
        vm.prank(ALICE);
        registry.pause(true);
    }

    function test_pause_stopsAndOpensTheSaleOnly() public {
        _register(LANTERN, ALICE);
        vm.expectEmit(address(registry));
        emit INameSale.PauseSet(true);
        vm.prank(OPERATOR);
        registry.pause(true);
        assertTrue(registry.isPaused());
        // What people own stays theirs to use.
        vm.prank(ALICE);
        registry.setPrimary(LANTERN);
        _transfer(ALICE, BOB, LANTERN);
        vm.prank(OPERATOR);
        registry.pause(false);
        assertFalse(registry.isPaused());
        _register(HARBOR, ALICE);
    }

    // --- prices ---------------------------------------------------------------------------------

    function test_priceOf_goesByTheNumberOfCharacters() public view {
        for (uint256 size = 3; size < 32; ++size) {
            uint256 price = size == 3
                ? 0.05 ether
                : size == 4 ? 0.01 ether : size < 10 ? 0.002 ether : 0.0005 ether;
            assertEq(registry.priceOf(_repeat("a", size)), price);
        }
    }

    function test_priceOf_revertsWhen_itIsNoLabel() public {
        expectRevert(INameSale.InvalidName.selector);
        registry.priceOf("ab");
    }

    function testFuzz_setPrices_setsAnyWholeGwei(uint48[4] memory inGwei) public {
        uint256[4] memory wanted;
        for (uint256 i; i < 4; ++i) {
            wanted[i] = uint256(inGwei[i]) * 1 gwei;
        }
        vm.expectEmit(address(registry));
        emit INameSale.PricesSet(wanted);
        vm.prank(OPERATOR);
        registry.setPrices(wanted);
        assertEq(abi.encode(registry.prices()), abi.encode(wanted));
        assertEq(registry.priceOf("abc"), wanted[0]);
        assertEq(registry.priceOf("abcd"), wanted[1]);
        assertEq(registry.priceOf("abcdefghi"), wanted[2]);
        assertEq(registry.priceOf("abcdefghij"), wanted[3]);
        // The other settings stay.
        assertFalse(registry.isPaused());
        vm.deal(ALICE, 1e24);
        vm.prank(ALICE);
        registry.register{value: wanted[2]}(LANTERN, ALICE, false);
    }

    function test_setPrices_revertsWhen_aPriceCannotBeStored() public {
        expectRevert(INameSale.BadPrice.selector, 1);
        vm.prank(OPERATOR);
        registry.setPrices([uint256(0), 0, 1, 0]);
        uint256 tooHigh = (1 << 48) * 1 gwei;
        expectRevert(INameSale.BadPrice.selector, tooHigh);
        vm.prank(OPERATOR);
        registry.setPrices([tooHigh, 0, 0, 0]);
    }

    // --- reserved names -------------------------------------------------------------------------

    function test_setReserved_keepsNamesUntilTheyAreReleased() public {
        vm.expectEmit(address(registry));
        emit INameSale.ReservedSet(LANTERN, true);
        _reserve(LANTERN);
        assertTrue(registry.reserved(LANTERN));
        assertTrue(registry.valid("lantern"));
        assertFalse(registry.available("lantern"));
        expectRevert(INameTokens.NameNotRegistered.selector, LANTERN);
        registry.ownerOf(LANTERN);
        vm.expectEmit(address(registry));
        emit INameSale.ReservedSet(LANTERN, false);
        vm.prank(OPERATOR);
        registry.setReserved(_ids(LANTERN), false);
        assertTrue(registry.available("lantern"));
        _register(LANTERN, ALICE);
    }

    function test_setReserved_takesNoNameAway() public {
        _register(LANTERN, ALICE);
        for (uint256 i; i < 2; ++i) {
            expectRevert(INameSale.NameTaken.selector);
            vm.prank(OPERATOR);
            registry.setReserved(_ids(LANTERN), i == 0);
        }
        assertEq(registry.ownerOf(LANTERN), ALICE);
    }

    function test_setReserved_revertsWhen_anIdIsNoLabel() public {
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (LANTERN, _id("Harbor"));
        expectRevert(INameSale.InvalidName.selector);
        vm.prank(OPERATOR);
        registry.setReserved(ids, true);
        assertFalse(registry.reserved(LANTERN));
    }

    function test_registerReserved_givesItWithoutPayment() public {
        _reserve(LANTERN);
        vm.expectEmit(address(registry));
        emit INameSale.NameRegistered(LANTERN, ALICE, OPERATOR, 0);
        vm.prank(OPERATOR);
        registry.registerReserved("lantern", ALICE);
        assertEq(registry.ownerOf(LANTERN), ALICE);
        assertFalse(registry.reserved(LANTERN));
        // From then on it is a name like any other.
        _transfer(ALICE, BOB, LANTERN);
        expectRevert(INameSale.NameNotReserved.selector);
        vm.prank(OPERATOR);
        registry.registerReserved("lantern", ALICE);
    }

    function test_registerReserved_revertsWhen_theNameIsNotReserved() public {
        string[3] memory others = ["lantern", "Lantern", ""];
        for (uint256 i; i < 3; ++i) {
            expectRevert(INameSale.NameNotReserved.selector);
            vm.prank(OPERATOR);
            registry.registerReserved(others[i], ALICE);
        }
    }

    function test_availability_answersForMany() public {
        _register(LANTERN, ALICE);
        _reserve(HARBOR);
        uint256[] memory ids = new uint256[](4);
        (ids[0], ids[1], ids[2], ids[3]) = (LANTERN, HARBOR, _id("seabird"), _id("-no"));
        bool[] memory all = registry.availability(ids);
        assertFalse(all[0] || all[1] || all[3]);
        assertTrue(all[2]);
    }

    // --- proceeds -------------------------------------------------------------------------------

    function test_withdraw_paysAllProceeds() public {
        _register(LANTERN, ALICE);
        _register(HARBOR, BOB);
        address treasury = address(0x7EA5);
        vm.expectEmit(address(registry));
        emit INameSale.Withdrawn(treasury, 2 * PRICE);
        vm.prank(OPERATOR);
        registry.withdraw(treasury);
        assertEq(treasury.balance, 2 * PRICE);
        assertEq(address(registry).balance, 0);
    }

    function test_withdraw_revertsWhen_thePaymentFails() public {
        _register(LANTERN, ALICE);
        address closed = address(new ClosedAccount());
        expectRevert(INameSale.PaymentFailed.selector, closed);
        vm.prank(OPERATOR);
        registry.withdraw(closed);
        assertEq(address(registry).balance, PRICE);
    }

    function test_registry_takesNoOtherEther() public {
        vm.deal(address(this), 1 ether);
        (bool isReceived,) = address(registry).call{value: 1}("");
        assertFalse(isReceived);
    }

    // --- suffix ---------------------------------------------------------------------------------

    function test_setSuffix_changesEveryNode() public {
        bytes32 node = keccak256(abi.encode(bytes32(0), keccak256("eth")));
        vm.expectEmit(address(registry));
        emit INameRegistry.SuffixChanged("eth", node);
        vm.expectEmit(address(registry));
        emit INameTokens.BatchMetadataUpdate(0, type(uint256).max);
        vm.prank(OPERATOR);
        registry.setSuffix("eth");
        assertEq(registry.suffix(), "eth");
        assertEq(registry.suffixNode(), node);
        assertEq(registry.nodeOf(LANTERN), keccak256(abi.encode(node, keccak256("lantern"))));
    }

    function test_setSuffix_takesLabelsWithDotsBetween() public {
        string[5] memory good = ["a", "eth", "my-names.eth", "a.b.c.d", _repeat("a", 63)];
        for (uint256 i; i < good.length; ++i) {
            vm.prank(OPERATOR);
            registry.setSuffix(good[i]);
            assertEq(registry.suffix(), good[i]);
        }
    }

    function test_setSuffix_revertsWhen_itIsNone() public {
        string[10] memory bad =
            ["", ".", ".eth", "eth.", "a..b", "ETH", "a b", "a\"b", "<eth>", _repeat("a", 64)];
        for (uint256 i; i < bad.length; ++i) {
            expectRevert(INameRegistry.BadSuffix.selector);
            vm.prank(OPERATOR);
            registry.setSuffix(bad[i]);
        }
    }
}

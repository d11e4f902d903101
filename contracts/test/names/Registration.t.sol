// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRecords} from "../../src/interfaces/INameRecords.sol";
import {INameRegistry} from "../../src/interfaces/INameRegistry.sol";
import {INameSale} from "../../src/interfaces/INameSale.sol";
import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {NameFixture} from "./NameFixture.sol";

/// @dev Pays for names, and accepts or refuses what comes back.
contract Payer {
    INameRegistry private immutable REGISTRY;
    bool public isRefusing;
    uint256 public gasOnReturn;
    /// @dev What is registered while the rest of the payment comes back; 0: nothing.
    uint256 public next;

    constructor(INameRegistry registry) {
        REGISTRY = registry;
    }

    function refuse() external {
        isRefusing = true;
    }

    function registerWhilePaid(uint256 tokenId) external {
        next = tokenId;
    }

    function register(uint256 tokenId, address to) external payable {
        REGISTRY.register{value: msg.value}(tokenId, to, false);
    }

    receive() external payable {
        require(!isRefusing, "not here");
        gasOnReturn = gasleft();
        uint256 tokenId = next;
        if (tokenId == 0) return;
        next = 0;
        REGISTRY.register{value: msg.value}(tokenId, address(this), false);
    }
}

/// @dev Registering a name directly.
contract RegistrationTest is NameFixture {
    function test_register_givesTheNameForGood() public {
        vm.expectEmit(address(registry));
        emit INameTokens.Transfer(address(0), BOB, LANTERN);
        vm.expectEmit(address(registry));
        emit INameSale.NameRegistered(LANTERN, BOB, ALICE, PRICE);
        vm.prank(ALICE);
        registry.register{value: PRICE}(LANTERN, BOB, false);
        assertEq(registry.ownerOf(LANTERN), BOB);
        assertEq(registry.balanceOf(BOB), 1);
        assertEq(address(registry).balance, PRICE);
        assertEq(registry.primaryTokenOf(BOB), 0);
        assertFalse(registry.available("lantern"));
        vm.warp(NOW + 100 * 365 days);
        assertEq(registry.ownerOf(LANTERN), BOB);
    }

    function test_register_makesItThePrimaryNameOfTheCaller() public {
        vm.expectEmit(address(registry));
        emit INameRecords.PrimaryNameChanged(ALICE, LANTERN);
        _registerPrimary(LANTERN, ALICE);
        assertEq(registry.primaryTokenOf(ALICE), LANTERN);
        assertEq(registry.primaryNameOf(ALICE), "lantern");
    }

    function test_register_revertsWhen_itShallBePrimaryOfAnother() public {
        expectRevert(INameRecords.NotTokenOwner.selector);
        vm.prank(ALICE);
        registry.register{value: PRICE}(LANTERN, BOB, true);
    }

    function test_register_givesTheNameToTheFirstOfTwo() public {
        _register(LANTERN, ALICE);
        expectRevert(INameSale.NameTaken.selector);
        _register(LANTERN, BOB);
        // The owner cannot register it again either.
        expectRevert(INameSale.NameTaken.selector);
        _register(LANTERN, ALICE);
        assertEq(BOB.balance, 100 ether);
        assertEq(registry.ownerOf(LANTERN), ALICE);
    }

    function test_register_revertsWhen_theNameIsReserved() public {
        _reserve(LANTERN);
        expectRevert(INameSale.NameReserved.selector);
        _register(LANTERN, ALICE);
        // Nor does the operator get it by paying.
        vm.deal(OPERATOR, 1 ether);
        expectRevert(INameSale.NameReserved.selector);
        _register(LANTERN, OPERATOR);
    }

    function test_register_revertsWhen_thePaymentIsTooLow() public {
        expectRevert(INameSale.InsufficientPayment.selector, PRICE);
        vm.prank(ALICE);
        registry.register{value: PRICE - 1}(LANTERN, ALICE, false);
    }

    function test_register_revertsWhen_theIdIsNoLabel() public {
        expectRevert(INameSale.InvalidName.selector);
        _register(_id("Lantern"), ALICE);
    }

    function test_register_revertsWhen_theSaleIsPaused() public {
        vm.prank(OPERATOR);
        registry.pause(true);
        expectRevert(INameSale.Paused.selector);
        _register(LANTERN, ALICE);
    }

    function test_register_revertsWhen_theRecipientCannotOwn() public {
        vm.prank(ALICE);
        expectRevert(INameTokens.BadRecipient.selector, address(0));
        registry.register{value: PRICE}(LANTERN, address(0), false);
        vm.prank(ALICE);
        expectRevert(INameTokens.BadRecipient.selector, address(registry));
        registry.register{value: PRICE}(LANTERN, address(registry), false);
    }

    function testFuzz_register_keepsThePriceAndReturnsTheRest(uint96 sent, uint8 size) public {
        string memory label = _repeat("n", bound(size, 3, 31));
        uint256 price = registry.priceOf(label);
        vm.deal(ALICE, sent);
        if (sent < price) expectRevert(INameSale.InsufficientPayment.selector, price);
        vm.prank(ALICE);
        registry.register{value: sent}(_id(label), ALICE, false);
        bool isSold = sent >= price;
        assertEq(ALICE.balance, isSold ? sent - price : sent);
        assertEq(address(registry).balance, isSold ? price : 0);
    }

    function test_register_returnsTheRestToContractsWithAllTheGasTheyNeed() public {
        Payer payer = new Payer(registry);
        vm.deal(address(this), 1 ether);
        payer.register{value: 1 ether}(LANTERN, BOB);
        assertEq(address(payer).balance, 1 ether - PRICE);
        // Contract wallets need more than the 2,300 gas of `transfer`.
        assertTrue(payer.gasOnReturn() > 50_000);
    }

    function test_register_revertsWhen_thePayerRefusesTheRest() public {
        Payer payer = new Payer(registry);
        payer.refuse();
        vm.deal(address(this), 1 ether);
        expectRevert(INameSale.RefundFailed.selector);
        payer.register{value: PRICE + 1}(LANTERN, BOB);
        payer.register{value: PRICE}(LANTERN, BOB);
        assertEq(registry.ownerOf(LANTERN), BOB);
    }

    function test_register_isCompleteBeforeTheRestReturns() public {
        Payer payer = new Payer(registry);
        vm.deal(address(this), 1 ether);
        payer.registerWhilePaid(HARBOR);
        payer.register{value: 1 ether}(LANTERN, BOB);
        assertEq(registry.ownerOf(HARBOR), address(payer));
        assertEq(address(registry).balance, 2 * PRICE);
        assertEq(address(payer).balance, 1 ether - 2 * PRICE);
        payer.registerWhilePaid(_id("seabird"));
        vm.deal(address(this), 1 ether);
        // The same name again is taken by then.
        payer.registerWhilePaid(_id("nightjar"));
        expectRevert(INameSale.RefundFailed.selector);
        payer.register{value: 1 ether}(_id("nightjar"), BOB);
    }

    function test_registerWithRecords_setsTexts() public {
        vm.expectEmit(address(registry));
        emit INameRecords.TextChanged(LANTERN, "url", "https://example.org");
        vm.prank(ALICE);
        registry.registerWithRecords{value: PRICE}(
            LANTERN, ALICE, true, _list("url"), _list("https://example.org")
        );
        assertEq(registry.text(LANTERN, "url"), "https://example.org");
        assertEq(registry.primaryNameOf(ALICE), "lantern");
    }

    function test_registerWithRecords_returnsTheRestToo() public {
        vm.prank(ALICE);
        registry.registerWithRecords{value: 1 ether}(
            LANTERN, ALICE, false, new string[](0), new string[](0)
        );
        assertEq(address(registry).balance, PRICE);
        // Without a record there is nothing for a transfer to clear.
        vm.recordLogs();
        _transfer(ALICE, BOB, LANTERN);
        assertEq(vm.getRecordedLogs().length, 1);
    }

    function test_registerWithRecords_revertsWhen_theRecordsAreBad() public {
        expectRevert(INameRecords.LengthMismatch.selector);
        vm.prank(ALICE);
        registry.registerWithRecords{value: PRICE}(
            LANTERN, ALICE, false, _list("url"), new string[](0)
        );
        assertTrue(registry.available("lantern"));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameSale} from "../../src/interfaces/INameSale.sol";
import {NameFixture} from "./NameFixture.sol";

/// @dev A registry that sells by commitment only.
contract CommitmentsTest is NameFixture {
    bytes32 private constant SECRET = bytes32(uint256(42));

    function setUp() public override {
        super.setUp();
        vm.prank(OPERATOR);
        registry.requireCommitments();
    }

    function test_requireCommitments_closesTheDirectWayForGood() public {
        assertTrue(registry.isCommitmentRequired());
        expectRevert(INameSale.CommitmentRequired.selector);
        _register(LANTERN, ALICE);
        expectRevert(INameSale.CommitmentRequired.selector);
        vm.prank(ALICE);
        registry.registerWithRecords{value: PRICE}(
            LANTERN, ALICE, false, new string[](0), new string[](0)
        );
        // Neither another call nor new prices open it.
        vm.expectEmit(address(registry));
        emit INameSale.CommitmentsRequired();
        vm.prank(OPERATOR);
        registry.requireCommitments();
        vm.prank(OPERATOR);
        registry.setPrices([uint256(0), 0, 0, 0]);
        assertTrue(registry.isCommitmentRequired());
    }

    function test_registerCommitted_registersAfterAMinute() public {
        INameSale.Registration memory wish = _wish();
        _commit(ALICE, wish);
        assertEq(registry.committedAt(registry.hashCommitment(ALICE, wish, SECRET)), NOW);
        vm.warp(NOW + 60);
        vm.expectEmit(address(registry));
        emit INameSale.NameRegistered(LANTERN, ALICE, ALICE, PRICE);
        _reveal(ALICE, wish);
        assertEq(registry.ownerOf(LANTERN), ALICE);
        assertEq(registry.primaryNameOf(ALICE), "lantern");
        assertEq(registry.text(LANTERN, "url"), "https://example.org");
        assertEq(ALICE.balance, 100 ether - PRICE);
    }

    function test_registerCommitted_revertsWhen_itIsTooEarly() public {
        _commit(ALICE, _wish());
        expectRevert(INameSale.CommitmentTooNew.selector);
        _reveal(ALICE, _wish());
        vm.warp(NOW + 59);
        expectRevert(INameSale.CommitmentTooNew.selector);
        _reveal(ALICE, _wish());
    }

    function test_registerCommitted_revertsWhen_itIsTooLate() public {
        _commit(ALICE, _wish());
        vm.warp(NOW + 1 days + 1);
        expectRevert(INameSale.CommitmentTooOld.selector);
        _reveal(ALICE, _wish());
        // The same commitment can be made again, and counts from then on.
        _commit(ALICE, _wish());
        expectRevert(INameSale.CommitmentTooNew.selector);
        _reveal(ALICE, _wish());
        vm.warp(NOW + 2 days + 1);
        _reveal(ALICE, _wish());
        assertEq(registry.ownerOf(LANTERN), ALICE);
    }

    function test_registerCommitted_revertsWhen_nothingWasCommitted() public {
        expectRevert(INameSale.CommitmentUnknown.selector);
        _reveal(ALICE, _wish());
    }

    function test_registerCommitted_revertsWhen_anythingDiffers() public {
        INameSale.Registration[6] memory others;
        for (uint256 i; i < 6; ++i) {
            others[i] = _wish();
        }
        others[0].tokenId = HARBOR;
        others[1].to = BOB;
        others[2].setPrimary = false;
        others[3].keys[0] = "avatar";
        others[4].values[0] = "https://example.com";
        others[5].keys = new string[](0);
        _commit(ALICE, _wish());
        vm.warp(NOW + 60);
        for (uint256 i; i < 6; ++i) {
            expectRevert(INameSale.CommitmentUnknown.selector);
            _reveal(ALICE, others[i]);
        }
        // Somebody who copies the transaction, or guesses the secret.
        expectRevert(INameSale.CommitmentUnknown.selector);
        _reveal(BOB, _wish());
        expectRevert(INameSale.CommitmentUnknown.selector);
        vm.prank(ALICE);
        registry.registerCommitted{value: PRICE}(_wish(), bytes32(uint256(43)));
    }

    function test_hashCommitment_holdsForOneRegistryOnOneChain() public {
        bytes32 here = registry.hashCommitment(ALICE, _wish(), SECRET);
        assertTrue(_deployRegistry().hashCommitment(ALICE, _wish(), SECRET) != here);
        vm.chainId(8453);
        assertTrue(registry.hashCommitment(ALICE, _wish(), SECRET) != here);
    }

    function test_registerCommitted_usesACommitmentOnce() public {
        INameSale.Registration memory wish = _wish();
        _commit(ALICE, wish);
        vm.warp(NOW + 60);
        _reveal(ALICE, wish);
        expectRevert(INameSale.CommitmentUnknown.selector);
        _reveal(ALICE, wish);
    }

    function test_registerCommitted_obeysTheSameRules() public {
        _commit(ALICE, _wish());
        vm.warp(NOW + 60);
        vm.prank(OPERATOR);
        registry.pause(true);
        expectRevert(INameSale.Paused.selector);
        _reveal(ALICE, _wish());
        vm.prank(OPERATOR);
        registry.pause(false);
        _reserve(LANTERN);
        expectRevert(INameSale.NameReserved.selector);
        _reveal(ALICE, _wish());
    }

    function test_commit_revertsWhen_itWouldMakeOneNewAgain() public {
        bytes32 commitment = registry.hashCommitment(ALICE, _wish(), SECRET);
        _commit(ALICE, _wish());
        vm.warp(NOW + 60);
        expectRevert(INameSale.CommitmentPending.selector);
        vm.prank(BOB);
        registry.commit(commitment);
        _reveal(ALICE, _wish());
    }

    function testFuzz_registerCommitted_isOpenFrom60SecondsTo24Hours(uint32 age) public {
        uint256 waited = bound(age, 0, 3 days);
        if (age % 4 == 0) waited = bound(age / 4, 55, 65);
        if (age % 4 == 1) waited = bound(age / 4, 1 days - 5, 1 days + 5);
        _commit(ALICE, _wish());
        vm.warp(NOW + waited);
        if (waited < 60) expectRevert(INameSale.CommitmentTooNew.selector);
        else if (waited > 1 days) expectRevert(INameSale.CommitmentTooOld.selector);
        _reveal(ALICE, _wish());
    }

    function _wish() private pure returns (INameSale.Registration memory wish) {
        wish = _registration(LANTERN, ALICE, true);
        (wish.keys, wish.values) = (_list("url"), _list("https://example.org"));
    }

    function _commit(address payer, INameSale.Registration memory wish) private {
        bytes32 commitment = registry.hashCommitment(payer, wish, SECRET);
        vm.prank(payer);
        registry.commit(commitment);
    }

    function _reveal(address payer, INameSale.Registration memory wish) private {
        vm.prank(payer);
        registry.registerCommitted{value: 2 * PRICE}(wish, SECRET);
    }
}

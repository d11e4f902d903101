// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";
import {ContractWallet, LoudWallet} from "./Wallets.sol";

/// @dev The surplus of a partial mint, and what its receiver could try meanwhile.
abstract contract RefundTest is SaleFixture {
    uint256 private constant RICHES = 10 ether;
    ContractWallet private wallet;
    address private minter;

    constructor() {
        wallet = new ContractWallet();
        minter = address(wallet);
        vm.deal(minter, RICHES);
    }

    function test_refund_revertsWhen_theSurplusIsRefused() public {
        expectRevert(ICollectionTypes.RefundFailed.selector);
        _mintThroughWallet(11);
        assertEq(collection.totalSupply(), 0);
        _mintThroughWallet(10);
        assertEq(_balance(minter), 10);
    }

    function test_refund_revertsWhen_theSurplusOfAListedMintIsRefused() public {
        uint256 packed = _packed(PRICE, 3, 2);
        bytes32[] memory proof = _list(collection, minter, packed);
        expectRevert(ICollectionTypes.RefundFailed.selector);
        wallet.run(address(collection), 4 * UNIT, _partly(4, packed, proof));
        wallet.run(address(collection), 3 * UNIT, _partly(3, packed, proof));
        assertEq(_balance(minter), 3);

        wallet.open(address(0), 0, "");
        packed = _packed(PRICE, 3, 9);
        proof = _list(collection, minter, packed);
        wallet.run(address(collection), 8 * UNIT, _partly(8, packed, proof));
        assertEq(minter.balance, RICHES - 6 * UNIT);
    }

    function test_refund_keepsTheWalletLimitWhenItsReceiverMintsAgain() public {
        // The inner mint fails because the outer one has counted already, and takes it down.
        wallet.open(address(collection), UNIT, _mintToCall(minter, 0, 1, address(0)));
        expectRevert(ICollectionTypes.RefundFailed.selector);
        _mintThroughWallet(11);
        assertEq(_balance(minter), 0);
    }

    function test_refund_keepsEveryCapWhenItsReceiverMintsForAnother() public {
        _setPublicCap(12);
        wallet.open(address(collection), UNIT, _mintToCall(BOB, 1, 1, address(0)));
        _mintThroughWallet(11);
        assertEq(_balance(minter), 10);
        assertEq(_balance(BOB), 1);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 11);
        assertEq(address(collection).balance, 11 * UNIT);
        assertEq(minter.balance, RICHES - 11 * UNIT);

        wallet.open(address(collection), 2 * UNIT, _mintToCall(ALICE, 2, 2, address(0)));
        expectRevert(ICollectionTypes.RefundFailed.selector);
        wallet.run(address(collection), 5 * UNIT, _mintToCall(BOB, 1, 5, address(0)));
    }

    function test_refund_isNotTheCreatorsWhenItsReceiverReleases() public {
        wallet.open(address(collection), 0, abi.encodeCall(ICollectionSale.release, (CREATOR)));
        // The creator is paid its own share and not a wei of the surplus.
        _mintThroughWallet(50);
        assertEq(CREATOR.balance, 10 * PRICE);
        assertEq(collection.owed(address(platform)), 10 * FEE);
        assertEq(address(collection).balance, 10 * FEE);
        assertEq(minter.balance, RICHES - 10 * UNIT);
    }

    function test_refund_isNotAPayeesThatReleasesOnIt() public {
        ICollectionTypes.Payee[] memory payees = new ICollectionTypes.Payee[](1);
        payees[0] = _payee(minter, 10_000);
        _setPayees(payees);
        wallet.open(address(collection), 0, abi.encodeCall(ICollectionSale.release, (minter)));
        _mintThroughWallet(50);
        assertEq(minter.balance, RICHES - 10 * FEE);
        assertEq(address(collection).balance, 10 * FEE);
        assertEq(collection.owed(address(platform)), 10 * FEE);
    }

    function test_refund_isNotThePlatformsOrAReferrersThatReleasesOnIt() public {
        address[2] memory accounts = [address(platform), REFERRER];
        for (uint256 i; i < 2; ++i) {
            wallet.open(
                address(collection), 0, abi.encodeCall(ICollectionSale.release, (accounts[i]))
            );
            bytes memory data = _mintToCall(i == 0 ? ALICE : BOB, 1, 20, REFERRER);
            wallet.run(address(collection), 20 * UNIT, data);
            assertEq(collection.owed(accounts[i]), 0);
            assertEq(minter.balance, RICHES - (i + 1) * 10 * UNIT);
        }
        assertEq(FEE_RECIPIENT.balance, 10 * FEE * 8 / 10);
        assertEq(REFERRER.balance, 20 * FEE / 5);
        uint256 owed = collection.owed(CREATOR) + collection.owed(address(platform));
        assertEq(owed, address(collection).balance);
    }

    function test_refund_ofNothingIsNotSent() public {
        _setMintFee(0);
        ICollectionFactory.CreateParams memory params = _usual();
        params.mintFee = 0;
        params.publicPhase = _phase(0);
        collection = _create(params);
        // The closed wallet would refuse it.
        wallet.run(address(collection), 0, _mintToCall(minter, 1, 50, address(0)));
        assertEq(_balance(minter), 10);
        uint256 packed = _packed(0, 3, 2);
        wallet.run(address(collection), 0, _partly(5, packed, _list(collection, minter, packed)));
        assertEq(_balance(minter), 13);
    }

    function test_refund_isNotHeldUpByALongAnswer() public {
        address loud = address(new LoudWallet());
        vm.deal(loud, RICHES);
        vm.prank(loud);
        collection.mintTo{value: 11 * UNIT, gas: 3_000_000}(loud, 1, 11, address(0));
        assertEq(loud.balance, RICHES - 10 * UNIT);
    }

    function testFuzz_refund_isAllThatWasNotSpent(uint256 requested, uint256 price) public {
        requested = bound(requested, 1, 50);
        price = price % 5 == 0 ? 0 : bound(price, FEE / 1 gwei, 1e6) * 1 gwei;
        _setPrice(price);
        wallet.open(address(0), 0, "");
        wallet.run(
            address(collection),
            requested * (price + FEE),
            _mintToCall(BOB, 1, requested, address(0))
        );
        uint256 given = requested < 10 ? requested : 10;
        assertEq(_balance(BOB), given);
        assertEq(minter.balance, RICHES - given * (price + FEE));
        assertEq(address(collection).balance, given * (price + FEE));
    }

    function _mintThroughWallet(uint256 maxQuantity) private {
        wallet.run(
            address(collection), maxQuantity * UNIT, _mintToCall(minter, 1, maxQuantity, address(0))
        );
    }
}

contract DropRefundTest is RefundTest, OnDrop {
    function test_refund_mayComeWhileTheTokensMoveOn() public {
        ContractWallet wallet = new ContractWallet();
        vm.deal(address(wallet), 1 ether);
        bytes memory move = abi.encodeCall(IDropTokens.transferFrom, (address(wallet), BOB, 7));
        wallet.open(address(collection), 0, move);
        bytes memory data = _mintToCall(address(wallet), 1, 11, address(0));
        wallet.run(address(collection), 11 * UNIT, data);
        assertEq(_balance(address(wallet)), 9);
        assertEq(_balance(BOB), 1);
    }
}

contract OpenEditionRefundTest is RefundTest, OnOpenEdition {}

contract EditionRefundTest is RefundTest, OnEdition {}

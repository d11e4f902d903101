// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";
import {BurningWallet, ClosedWallet, ContractWallet, GreedyWallet, LoudWallet} from "./Wallets.sol";

/// @dev `release`: every account is paid apart, once, and blocks no other.
abstract contract ReleaseTest is SaleFixture {
    address private constant FIRST = address(0xFA1);
    uint256 private constant GAS = 1_000_000;

    function test_release_paysEachRoleApart() public {
        _mintTo(ALICE, 5, REFERRER);
        _assertReleases(CREATOR, CREATOR, 5 * PRICE);
        _assertReleases(address(platform), FEE_RECIPIENT, 5 * FEE * 4 / 5);
        _assertReleases(REFERRER, REFERRER, 5 * FEE / 5);
        assertEq(address(collection).balance, 0);
    }

    function test_release_countsWhatEachSideWasPaid() public {
        _mintTo(ALICE, 5, REFERRER);
        collection.release(CREATOR);
        collection.release(address(platform));
        collection.release(REFERRER);
        uint256 released = 5 * PRICE / 1e4 | 4 * FEE / 1e8 << 112 | FEE / 1e8 << 183;
        assertEq(_word(collection, 2), released);
    }

    function test_release_paysNothingTwiceAndNothingToStrangers() public {
        _mintTo(ALICE, 1, REFERRER);
        collection.release(CREATOR);
        collection.release(address(platform));
        collection.release(REFERRER);
        vm.recordLogs();
        assertEq(collection.release(CREATOR), 0);
        assertEq(collection.release(address(platform)), 0);
        assertEq(collection.release(REFERRER), 0);
        assertEq(collection.release(ALICE), 0);
        assertEq(collection.release(FEE_RECIPIENT), 0);
        assertEq(collection.release(address(0)), 0);
        assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_release_remembersEveryEarlierPayment() public {
        for (uint256 i; i < 3; ++i) {
            _mintTo(ALICE, 1, REFERRER);
            assertEq(collection.release(CREATOR), PRICE);
            assertEq(collection.release(address(platform)), FEE * 4 / 5);
            assertEq(collection.release(REFERRER), FEE / 5);
        }
        assertEq(address(collection).balance, 0);
    }

    function test_release_canBeTriggeredByAnyone() public {
        _mint(collection, ALICE, 1);
        uint256 before = BOB.balance;
        vm.prank(BOB);
        collection.release(CREATOR);
        assertEq(CREATOR.balance, PRICE);
        assertEq(BOB.balance, before);
    }

    // --- the platform ---------------------------------------------------------------------------

    function test_release_followsTheFeeRecipientOfThePlatform() public {
        _mint(collection, ALICE, 1);
        _setFeeRecipient(BOB);
        uint256 before = BOB.balance;
        assertEq(collection.owed(address(platform)), FEE);
        assertEq(collection.owed(BOB), 0);
        assertEq(collection.release(FEE_RECIPIENT), 0);
        assertEq(collection.release(address(platform)), FEE);
        assertEq(BOB.balance - before, FEE);
    }

    function test_release_leavesThePlatformsShareWhereItIsWithoutARecipient() public {
        _mint(collection, ALICE, 1);
        _setFeeRecipient(address(0));
        assertEq(collection.owed(address(platform)), 0);
        assertEq(collection.release(address(platform)), 0);
        assertEq(collection.release(CREATOR), PRICE, "waits for no recipient");
        assertEq(address(collection).balance, FEE);
        _setFeeRecipient(FEE_RECIPIENT);
        assertEq(collection.release(address(platform)), FEE);
    }

    function test_release_revertsWhen_theFeeRecipientRefuses() public {
        _mint(collection, ALICE, 1);
        _setFeeRecipient(address(new ClosedWallet()));
        expectRevert(ICollectionTypes.PaymentFailed.selector, address(platform));
        collection.release(address(platform));
        assertEq(collection.owed(address(platform)), FEE);
        assertEq(collection.release(CREATOR), PRICE);
        _setFeeRecipient(FEE_RECIPIENT);
        assertEq(collection.release(address(platform)), FEE);
    }

    function test_release_paysAnAccountThatIsFeeRecipientAndReferrerForEachApart() public {
        _mintTo(ALICE, 5, FEE_RECIPIENT);
        assertEq(collection.owed(FEE_RECIPIENT), FEE);
        _assertReleases(FEE_RECIPIENT, FEE_RECIPIENT, FEE);
        _assertReleases(address(platform), FEE_RECIPIENT, 4 * FEE);
        _assertReleases(CREATOR, CREATOR, 5 * PRICE);
    }

    function test_release_paysACreatorThatIsFeeRecipientForEachApart() public {
        _setFeeRecipient(CREATOR);
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(CREATOR), PRICE);
        _assertReleases(CREATOR, CREATOR, PRICE);
        _assertReleases(address(platform), CREATOR, FEE);
    }

    // --- several roles --------------------------------------------------------------------------

    function test_release_addsUpWhatAPayeeEarnsAsReferrer() public {
        _setPayees(_payees(FIRST, 2500, CREATOR, 7500));
        _mintTo(ALICE, 4, FIRST);
        uint256 owed = PRICE + 4 * FEE / 5;
        assertEq(collection.owed(FIRST), owed);
        _assertReleases(FIRST, FIRST, owed);
        uint256 released = PRICE / 1e4 | (4 * FEE / 5 / 1e8) << 183 | 1 << 254;
        assertEq(_word(collection, 2), released);

        _mintTo(ALICE, 4, FIRST);
        _assertReleases(FIRST, FIRST, owed);
        _assertReleases(CREATOR, CREATOR, 6 * PRICE);
        _assertReleases(address(platform), FEE_RECIPIENT, 8 * FEE * 4 / 5);
        assertEq(address(collection).balance, 0);
    }

    function test_release_paysAReferrerWhoIsAlsoAMinter() public {
        _mintTo(BOB, 5, REFERRER);
        vm.deal(REFERRER, UNIT);
        _mint(collection, REFERRER, 1);
        _assertReleases(REFERRER, REFERRER, FEE);
    }

    function test_release_paysManyReferrersTheirOwn() public {
        for (uint160 i = 1; i < 8; ++i) {
            _mintTo(address(0xE00 + i), i, address(0xD00 + i));
        }
        for (uint160 i = 7; i > 0; --i) {
            _assertReleases(address(0xD00 + i), address(0xD00 + i), i * FEE / 5);
        }
        assertEq(collection.owed(CREATOR), 28 * PRICE);
        assertEq(collection.owed(address(platform)), 28 * FEE * 4 / 5);
    }

    // --- receivers that mean no good ------------------------------------------------------------

    function test_release_isHeldUpByNoAccountThatBurnsItsGas() public {
        address burning = address(new BurningWallet());
        _setPayees(_payees(burning, 5000, FIRST, 5000));
        _mint(collection, ALICE, 2);
        expectRevert(ICollectionTypes.PaymentFailed.selector, burning);
        collection.release{gas: GAS}(burning);
        assertEq(collection.owed(burning), PRICE);
        assertEq(collection.release(FIRST), PRICE);
        assertEq(collection.release(address(platform)), 2 * FEE);
    }

    function test_release_isHeldUpByNoLongAnswer() public {
        address loud = address(new LoudWallet());
        _setPayees(_payees(loud, 5000, FIRST, 5000));
        _mint(collection, ALICE, 2);
        assertEq(collection.release{gas: GAS}(loud), PRICE);
    }

    function test_release_revertsWhen_theAccountRefusesAndKeepsItOwed() public {
        address closed = address(new ClosedWallet());
        _setPayees(_payees(closed, 5000, FIRST, 5000));
        _mint(collection, ALICE, 2);
        expectRevert(ICollectionTypes.PaymentFailed.selector, closed);
        collection.release(closed);
        assertEq(collection.owed(closed), PRICE);
        assertEq(collection.release(FIRST), PRICE);
        assertEq(collection.release(address(platform)), 2 * FEE);
        assertEq(collection.owed(closed), PRICE);
    }

    function test_release_revertsWhen_aReferrerRefusesAndKeepsItOwed() public {
        address closed = address(new ClosedWallet());
        _mintTo(ALICE, 5, closed);
        expectRevert(ICollectionTypes.PaymentFailed.selector, closed);
        collection.release(closed);
        assertEq(collection.owed(closed), FEE);
        assertEq(collection.release(CREATOR), 5 * PRICE);
    }

    function test_release_paysAReceiverThatReentersOnlyOnce() public {
        address greedy = address(new GreedyWallet());
        _setPayees(_payees(greedy, 5000, FIRST, 5000));
        _mintTo(ALICE, 2, greedy);
        uint256 owed = PRICE + 2 * FEE / 5;
        assertEq(collection.release(greedy), owed);
        assertEq(greedy.balance, owed);
        assertEq(collection.owed(FIRST), PRICE);
        assertEq(collection.owed(address(platform)), 2 * FEE * 4 / 5);
    }

    function test_release_paysTheFeeRecipientThatReentersOnlyOnce() public {
        ContractWallet wallet = new ContractWallet();
        _setFeeRecipient(address(wallet));
        _mint(collection, ALICE, 2);
        bytes memory again = abi.encodeCall(ICollectionSale.release, (address(platform)));
        wallet.open(address(collection), 0, again);
        assertEq(collection.release(address(platform)), 2 * FEE);
        assertEq(address(wallet).balance, 2 * FEE);
        assertEq(collection.owed(CREATOR), 2 * PRICE);
    }

    function test_release_paysAReceiverThatMintsAgain() public {
        ContractWallet wallet = new ContractWallet();
        _setPayees(_payees(address(wallet), 5000, FIRST, 5000));
        _mint(collection, ALICE, 10);
        wallet.open(address(collection), UNIT, abi.encodeCall(ICollectionSale.mint, (1)));
        assertEq(collection.release(address(wallet)), 5 * PRICE);
        assertEq(_balance(address(wallet)), 1);
        assertEq(collection.owed(address(wallet)), PRICE / 2);
        assertEq(collection.owed(FIRST), 11 * PRICE / 2);
        assertEq(collection.owed(address(platform)), 11 * FEE);
    }

    function test_release_paysAnOwnerThatChangesThePayeesMeanwhile() public {
        ContractWallet wallet = new ContractWallet();
        vm.prank(CREATOR);
        collection.transferOwnership(address(wallet));
        wallet.run(address(collection), 0, abi.encodeWithSignature("acceptOwnership()"));
        _mint(collection, ALICE, 10);
        ICollectionTypes.Payee[] memory payees = _payees(address(wallet), 9000, FIRST, 1000);
        bytes memory change = abi.encodeCall(ICollectionManagement.setPayees, (payees));
        wallet.run(address(collection), 0, change);
        _mint(collection, BOB, 10);
        // Back to a creator who owned nothing meanwhile, while it is being paid.
        payees = _payees(CREATOR, 5000, FIRST, 5000);
        change = abi.encodeCall(ICollectionManagement.setPayees, (payees));
        wallet.open(address(collection), 0, change);
        assertEq(collection.release(address(wallet)), 9 * PRICE);
        assertEq(collection.owed(address(wallet)), 0);
        assertEq(collection.owed(FIRST), PRICE);
        assertEq(collection.owed(CREATOR), 10 * PRICE);
        assertEq(collection.owed(address(platform)), 20 * FEE);
        assertEq(address(collection).balance, 11 * PRICE + 20 * FEE);
    }

    function test_receive_refusesPlainEther() public {
        vm.prank(ALICE);
        (bool isDone,) = address(collection).call{value: 1}("");
        assertFalse(isDone);
        vm.prank(ALICE);
        (isDone,) = address(collection).call("");
        assertFalse(isDone);
    }

    /// @dev In whatever order and however often they are paid, all get theirs and nothing remains.
    function testFuzz_release_emptiesTheCollection(uint256 seed) public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.payees = _payees(FIRST, 1 + uint16(seed % 9999), CREATOR, 9999 - uint16(seed % 9999));
        collection = _create(params);
        uint256 spent;
        address[4] memory accounts = [CREATOR, address(platform), REFERRER, FIRST];
        for (uint256 i; i < 8; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 price = seed % 3 == 0 ? 0 : PRICE + (seed % 1000) * 1 gwei;
            _setPrice(price);
            uint256 quantity = 1 + (seed >> 32) % 5;
            address referrer = (seed >> 64) % 2 == 0 ? REFERRER : address(0);
            vm.prank(ALICE);
            collection.mintTo{value: quantity * (price + FEE)}(
                address(uint160(0xE00 + i)), quantity, quantity, referrer
            );
            spent += quantity * (price + FEE);
            collection.release(accounts[(seed >> 96) % 4]);
        }
        for (uint256 i; i < 4; ++i) {
            collection.release(accounts[i]);
        }
        assertEq(address(collection).balance, 0);
        uint256 paid = CREATOR.balance + FEE_RECIPIENT.balance + REFERRER.balance + FIRST.balance;
        assertEq(paid, spent);
    }

    function _assertReleases(address account, address recipient, uint256 amount) private {
        uint256 before = recipient.balance;
        assertEq(collection.owed(account), amount);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.Released(account, amount);
        assertEq(collection.release(account), amount);
        assertEq(recipient.balance - before, amount);
        assertEq(collection.owed(account), 0);
    }
}

contract DropReleaseTest is ReleaseTest, OnDrop {}

contract EditionReleaseTest is ReleaseTest, OnEdition {}

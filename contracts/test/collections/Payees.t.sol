// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev Who shares the creator's income: payees at creation, `setPayees`, `applyPayees`.
abstract contract PayeesTest is SaleFixture {
    address private constant FIRST = address(0xFA1);
    address private constant SECOND = address(0xFA2);

    function test_payees_areTheCreatorAloneByDefault() public {
        _assertPayees(collection.overview().payees, _single(CREATOR));
        assertEq(collection.pendingPayees().length, 0);
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(CREATOR), PRICE);
    }

    function test_payees_shareTheIncomeFromTheStart() public {
        _createWithPayees(_payees(FIRST, 3333, SECOND, 6667));
        _assertPayees(collection.overview().payees, _payees(FIRST, 3333, SECOND, 6667));
        _mint(collection, ALICE, 10);
        assertEq(collection.owed(FIRST), 10 * PRICE * 3333 / 10_000);
        assertEq(collection.owed(SECOND), 10 * PRICE * 6667 / 10_000);
        assertEq(collection.owed(CREATOR), 0);
        collection.release(FIRST);
        assertEq(collection.owed(FIRST), 0);
        _mint(collection, BOB, 10);
        assertEq(collection.owed(FIRST), 10 * PRICE * 3333 / 10_000);
        assertEq(collection.owed(SECOND), 20 * PRICE * 6667 / 10_000);
    }

    function test_payees_mayIncludeTheCreator() public {
        _createWithPayees(_payees(CREATOR, 100, SECOND, 9900));
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(CREATOR), PRICE / 100);
        assertEq(collection.release(CREATOR), PRICE / 100);
        assertEq(collection.release(SECOND), PRICE * 99 / 100);
        assertEq(collection.release(CREATOR), 0);
    }

    function test_payees_mayBeOneOther() public {
        _createWithPayees(_single(FIRST));
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(FIRST), PRICE);
        assertEq(collection.owed(CREATOR), 0);
    }

    function test_setPayees_appliesAtOnceWithoutNotice() public {
        _mint(collection, ALICE, 1);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PayeesChanged(_payees(FIRST, 4000, SECOND, 6000));
        _setPayees(_payees(FIRST, 4000, SECOND, 6000));
        _assertPayees(collection.overview().payees, _payees(FIRST, 4000, SECOND, 6000));
        assertEq(collection.overview().payeesAt, 0);
        assertEq(collection.pendingPayees().length, 0);
        _mint(collection, ALICE, 1);
        assertEq(collection.owed(CREATOR), PRICE, "earned before the change");
        assertEq(collection.owed(FIRST), PRICE * 4 / 10);
        assertEq(collection.owed(SECOND), PRICE * 6 / 10);
    }

    function test_setPayees_keepsWhatTheCreatorAloneWasPaid() public {
        _mint(collection, ALICE, 3);
        collection.release(CREATOR);
        _mint(collection, ALICE, 1);
        _setPayees(_payees(CREATOR, 5000, SECOND, 5000));
        assertEq(collection.owed(CREATOR), PRICE);
        _mint(collection, ALICE, 2);
        assertEq(collection.owed(CREATOR), 2 * PRICE);
        assertEq(collection.release(CREATOR), 2 * PRICE);
        assertEq(collection.release(SECOND), PRICE);
        assertEq(collection.owed(address(platform)), address(collection).balance);
    }

    function test_setPayees_letsAnAccountStayWithAnotherShare() public {
        _setPayees(_payees(FIRST, 5000, SECOND, 5000));
        _mint(collection, ALICE, 2);
        collection.release(FIRST);
        _setPayees(_payees(FIRST, 1000, CREATOR, 9000));
        _mint(collection, ALICE, 2);
        assertEq(collection.owed(FIRST), 2 * PRICE / 10);
        assertEq(collection.owed(SECOND), PRICE);
        assertEq(collection.owed(CREATOR), 2 * PRICE * 9 / 10);
    }

    function test_setPayees_letsAnAccountComeBack() public {
        _createWithPayees(_payees(FIRST, 5000, SECOND, 5000));
        _mint(collection, ALICE, 2);
        _setPayees(_single(CREATOR));
        _mint(collection, ALICE, 2);
        assertEq(collection.release(FIRST), PRICE);
        _setPayees(_payees(SECOND, 2500, FIRST, 7500));
        _mint(collection, ALICE, 4);
        assertEq(collection.owed(FIRST), 3 * PRICE);
        assertEq(collection.owed(SECOND), 2 * PRICE);
        assertEq(collection.owed(CREATOR), 2 * PRICE);
    }

    function test_setPayees_waitsForTheNotice() public {
        _createWithNotice(60);
        ICollectionTypes.Payee[] memory payees = _payees(FIRST, 4000, SECOND, 6000);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PayeesScheduled(payees, NOW + 60);
        _setPayees(payees);
        assertEq(collection.overview().payeesAt, NOW + 60);
        _assertPayees(collection.pendingPayees(), payees);
        _assertPayees(collection.overview().payees, _single(CREATOR));
        vm.warp(NOW + 59);
        expectRevert(ICollectionTypes.NoticePending.selector, NOW + 60);
        collection.applyPayees();

        _mint(collection, ALICE, 1);
        vm.warp(NOW + 60);
        vm.expectEmit(address(collection));
        emit ICollectionTypes.PayeesChanged(payees);
        vm.prank(ALICE);
        collection.applyPayees();
        assertEq(collection.owed(CREATOR), PRICE);
        assertEq(collection.owed(FIRST), 0);
        _assertPayees(collection.overview().payees, payees);
        assertEq(collection.overview().payeesAt, 0);
        assertEq(collection.pendingPayees().length, 0);
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyPayees();
    }

    function test_setPayees_replacesWhatWasAnnounced() public {
        _createWithNotice(60);
        ICollectionTypes.Payee[] memory many = new ICollectionTypes.Payee[](16);
        for (uint160 i; i < 16; ++i) {
            many[i] = _payee(address(0x1000 + i), 625);
        }
        _setPayees(many);
        vm.warp(NOW + 30);
        _setPayees(_single(SECOND));
        _assertPayees(collection.pendingPayees(), _single(SECOND));
        vm.warp(NOW + 89);
        expectRevert(ICollectionTypes.NoticePending.selector, NOW + 90);
        collection.applyPayees();
        vm.warp(NOW + 90);
        collection.applyPayees();
        _assertPayees(collection.overview().payees, _single(SECOND));
    }

    function test_applyPayees_revertsWhen_nothingIsAnnounced() public {
        expectRevert(ICollectionTypes.NothingPending.selector);
        collection.applyPayees();
        assertEq(collection.pendingPayees().length, 0);
    }

    function test_payees_mustShareExactlyTheWhole() public {
        _expectBad(_payees(FIRST, 5000, SECOND, 4999));
        _expectBad(_payees(FIRST, 5000, SECOND, 5001));
        ICollectionTypes.Payee[] memory one = _single(FIRST);
        one[0].bps = 9999;
        _expectBad(one);
        one[0].bps = 10_001;
        _expectBad(one);
        // Together 10,000 in 16 bits.
        ICollectionTypes.Payee[] memory huge = new ICollectionTypes.Payee[](3);
        huge[0] = _payee(FIRST, type(uint16).max);
        huge[1] = _payee(SECOND, 10_000);
        huge[2] = _payee(BOB, 1);
        _expectBad(huge);
    }

    function test_payees_mustBeDifferentAndSomebody() public {
        _expectBad(_payees(FIRST, 5000, FIRST, 5000));
        _expectBad(_payees(FIRST, 10_000, SECOND, 0));
        _expectBad(_payees(address(0), 5000, SECOND, 5000));
        _expectBad(_payees(FIRST, 5000, address(0), 5000));
        ICollectionTypes.Payee[] memory three = new ICollectionTypes.Payee[](3);
        three[0] = _payee(FIRST, 4000);
        three[1] = _payee(SECOND, 4000);
        three[2] = _payee(FIRST, 2000);
        _expectBad(three);
        three[2] = _payee(SECOND, 2000);
        _expectBad(three);
        three[2] = _payee(CREATOR, 2000);
        _setPayees(three);
    }

    /// @dev Sixteen accounts, two of them the same; all others differ in one byte, whichever it is.
    function testFuzz_payees_mustBeDifferentWhereverTheyStand(
        uint256 first,
        uint256 second,
        uint256 place
    ) public {
        place = 8 * bound(place, 0, 19);
        ICollectionTypes.Payee[] memory payees = new ICollectionTypes.Payee[](16);
        for (uint256 i; i < 16; ++i) {
            payees[i] = _payee(address(uint160(FIRST) ^ uint160((i + 1) << place)), 625);
        }
        _setPayees(payees);
        first = bound(first, 0, 14);
        second = bound(second, first + 1, 15);
        payees[second].account = payees[first].account;
        _expectBad(payees);
    }

    function test_payees_cannotIncludeThePlatform() public {
        _expectBad(_payees(address(platform), 5000, SECOND, 5000));
        _expectBad(_single(address(platform)));
        // But the account that the platform happens to pay is anyone's choice.
        _setPayees(_single(FEE_RECIPIENT));
    }

    function test_payees_areAtMostSixteen() public {
        ICollectionTypes.Payee[] memory many = new ICollectionTypes.Payee[](17);
        for (uint160 i; i < 17; ++i) {
            many[i] = _payee(address(0x1000 + i), i == 0 ? 9984 : 1);
        }
        _expectBad(many);
        ICollectionTypes.Payee[] memory sixteen = new ICollectionTypes.Payee[](16);
        for (uint160 i; i < 16; ++i) {
            sixteen[i] = _payee(address(0x1000 + i), 625);
        }
        _setPayees(sixteen);
        _mint(collection, ALICE, 1);
        _createWithPayees(sixteen);
        _mint(collection, ALICE, 1);
        for (uint160 i; i < 16; ++i) {
            assertEq(collection.owed(address(0x1000 + i)), PRICE / 16);
        }
    }

    function test_setPayees_revertsWhen_nobodyIsNamed() public {
        expectRevert(ICollectionTypes.BadPayees.selector);
        _setPayees(new ICollectionTypes.Payee[](0));
    }

    function test_setPayees_revertsWhen_notTheOwner() public {
        ICollectionTypes.Payee[] memory payees = _payees(FIRST, 5000, SECOND, 5000);
        expectRevert(IOwned.NotOwner.selector);
        vm.prank(FIRST);
        collection.setPayees(payees);
    }

    /// @dev Any shares of any income are exact: every wei goes to one of them.
    function testFuzz_payees_shareWithoutRemainder(uint256 seed, uint256 count, uint256 price)
        public
    {
        ICollectionTypes.Payee[] memory payees = _anyPayees(seed, bound(count, 1, 16));
        ICollectionFactory.CreateParams memory params = _usual();
        params.payees = payees;
        price = bound(price, FEE / 1 gwei, 1e12) * 1 gwei;
        params.publicPhase = _phase(price);
        collection = _create(params);
        vm.prank(ALICE);
        collection.mint{value: 7 * (price + FEE)}(7);
        uint256 sum;
        for (uint256 i; i < payees.length; ++i) {
            uint256 owed = collection.owed(payees[i].account);
            uint256 expected = 7 * price / 1e8 * 1e8 * payees[i].bps / 10_000;
            assertEq(owed, expected);
            assertEq(collection.release(payees[i].account), owed);
            assertEq(payees[i].account.balance, owed);
            sum += owed;
        }
        assertEq(sum, 7 * price);
        assertEq(collection.release(address(platform)), 7 * FEE);
        assertEq(address(collection).balance, 0);
    }

    /// @dev Payees change again and again, are paid in between or not, and never lose or gain a wei.
    function testFuzz_setPayees_neverTouchesWhatWasEarned(uint256 seed) public {
        uint256[16] memory earned;
        ICollectionTypes.Payee[] memory payees = _single(_account(15));
        _setPayees(payees);
        for (uint256 i; i < 6; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            address minter = address(uint160(0xE00 + i));
            uint256 quantity = 1 + seed % 10;
            vm.deal(minter, quantity * UNIT);
            _mint(collection, minter, quantity);
            for (uint256 j; j < payees.length; ++j) {
                uint256 index = uint160(payees[j].account) - uint160(_account(0));
                earned[index] += quantity * PRICE * payees[j].bps / 10_000;
            }
            collection.release(_account((seed >> 64) % 16));
            if ((seed >> 128) % 2 == 0) continue;
            payees = _anyPayees(seed, 1 + (seed >> 192) % 16);
            _setPayees(payees);
        }
        for (uint256 i; i < 16; ++i) {
            uint256 paid = _account(i).balance;
            assertEq(collection.owed(_account(i)) + paid, earned[i]);
            collection.release(_account(i));
            assertEq(_account(i).balance, earned[i]);
        }
        assertEq(collection.owed(address(platform)), address(collection).balance);
    }

    /// @dev The accounts are a run of `_account`, in an order of their own.
    function _anyPayees(uint256 seed, uint256 count)
        private
        pure
        returns (ICollectionTypes.Payee[] memory payees)
    {
        payees = new ICollectionTypes.Payee[](count);
        uint256 left = 10_000;
        uint256 offset = seed % 16;
        for (uint256 i; i < count; ++i) {
            uint256 rest = count - i - 1;
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 bps = rest == 0 ? left : bound(seed, 1, left - rest);
            payees[i] = _payee(_account((offset + i) % 16), uint16(bps));
            left -= bps;
        }
    }

    function _account(uint256 index) private pure returns (address) {
        return address(uint160(0xFA000 + index));
    }

    function _single(address account)
        private
        pure
        returns (ICollectionTypes.Payee[] memory payees)
    {
        payees = new ICollectionTypes.Payee[](1);
        payees[0] = _payee(account, 10_000);
    }

    function _createWithPayees(ICollectionTypes.Payee[] memory payees) private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.payees = payees;
        collection = _create(params);
    }

    /// @dev Neither a collection with these payees nor a change to them is possible.
    function _expectBad(ICollectionTypes.Payee[] memory payees) private {
        expectRevert(ICollectionTypes.BadPayees.selector);
        _setPayees(payees);
        ICollectionFactory.CreateParams memory params = _usual();
        params.payees = payees;
        expectRevert(ICollectionTypes.BadPayees.selector);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
    }

    function _assertPayees(
        ICollectionTypes.Payee[] memory actual,
        ICollectionTypes.Payee[] memory expected
    ) private pure {
        assertEq(abi.encode(actual), abi.encode(expected));
    }
}

contract DropPayeesTest is PayeesTest, OnDrop {}

contract EditionPayeesTest is PayeesTest, OnEdition {}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev The shares of price and fee: `owed`.
abstract contract SharesTest is SaleFixture {
    uint256 private constant TENTHS = 56;
    uint256 private constant REFERRED = 88;

    function test_fee_ofAPaidMintIsThePlatforms() public {
        _mint(collection, ALICE, 5);
        _assertOwed(5 * PRICE, 5 * FEE, 0);
        _assertCounted(50, 0);
    }

    function test_fee_ofAReferredPaidMintIsSplitFourToOne() public {
        _mintTo(ALICE, 5, REFERRER);
        _assertOwed(5 * PRICE, 5 * FEE * 8 / 10, 5 * FEE * 2 / 10);
        _assertCounted(40, 5);
    }

    function test_fee_ofAFreeMintIsHalfTheCreators() public {
        _setPrice(0);
        vm.prank(ALICE);
        collection.mint{value: 5 * FEE}(5);
        _assertOwed(5 * FEE / 2, 5 * FEE / 2, 0);
        _assertCounted(25, 0);
    }

    function test_fee_ofAReferredFreeMintIsSplitFiveThreeTwo() public {
        _setPrice(0);
        vm.prank(ALICE);
        collection.mintTo{value: 5 * FEE}(BOB, 5, 5, REFERRER);
        _assertOwed(5 * FEE * 5 / 10, 5 * FEE * 3 / 10, 5 * FEE * 2 / 10);
        _assertCounted(15, 5);
    }

    function test_fee_ofAListedMintIsSplitAlike() public {
        uint256[2] memory prices = [PRICE, 0];
        for (uint256 i; i < 2; ++i) {
            uint256 packed = _packed(prices[i], 10, i);
            bytes32[] memory proof = _list(collection, ALICE, packed);
            _mintListed(ALICE, 2, packed, proof);
            _mintListedPartly(ALICE, 3, address(0), packed, proof);
            _mintListedPartly(ALICE, 5, REFERRER, packed, proof);
        }
        _assertCounted(5 * 10 + 5 * 8 + 5 * 5 + 5 * 3, 10);
        _assertOwed(10 * PRICE + 10 * FEE / 2, 13 * FEE, 2 * FEE);
    }

    function test_fee_isNotAskedForGifts() public {
        _airdrop(ALICE, 20);
        _assertOwed(0, 0, 0);
        _assertCounted(0, 0);
    }

    function test_fee_isSplitByThePriceOfEachMint() public {
        _mint(collection, ALICE, 1);
        _setPrice(0);
        vm.prank(ALICE);
        collection.mint{value: FEE}(1);
        _setPrice(2 * PRICE);
        vm.prank(ALICE);
        collection.mint{value: 2 * PRICE + FEE}(1);
        _assertOwed(3 * PRICE + FEE / 2, 2 * FEE + FEE / 2, 0);
    }

    function test_fee_ofALiveCollectionIsNotTheOperatorsToChange() public {
        _setMintFee(FEE * 2);
        _mint(collection, ALICE, 1);
        assertEq(collection.mintFee(), FEE);
        _assertOwed(PRICE, FEE, 0);
    }

    function testFuzz_fee_leavesNothingUnassigned(
        uint256 fee,
        uint256 price,
        uint256 quantity,
        bool isReferred
    ) public {
        fee = bound(fee, 0, 1e9) * 1 gwei;
        price = price % 3 == 0 ? 0 : bound(price, fee / 2 / 1 gwei + 1, 1e9) * 1 gwei;
        quantity = bound(quantity, 1, 10);
        _createWith(fee, price);
        vm.prank(ALICE);
        collection.mintTo{value: quantity * (price + fee)}(
            ALICE, 1, quantity, isReferred ? REFERRER : address(0)
        );
        uint256 forReferrer = isReferred ? quantity * fee / 5 : 0;
        uint256 forCreator = quantity * price + (price == 0 ? quantity * fee / 2 : 0);
        _assertOwed(forCreator, quantity * (price + fee) - forCreator - forReferrer, forReferrer);
        _assertAllIsOwed();
    }

    /// @dev The same with a price of a list, which may differ from the public one.
    function testFuzz_fee_ofListedMintsLeavesNothingUnassigned(
        uint256 fee,
        uint256 price,
        uint256 quantity,
        bool isReferred
    ) public {
        fee = bound(fee, 0, 1e9) * 1 gwei;
        price = price % 3 == 0 ? 0 : bound(price, fee / 2 / 1 gwei + 1, 1e9) * 1 gwei;
        quantity = bound(quantity, 1, 50);
        _createWith(fee, 1 ether);
        uint256 packed = _packed(price, 50, 3);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.prank(ALICE);
        collection.mintAllowlist{value: quantity * (price + fee)}(
            1, quantity, isReferred ? REFERRER : address(0), packed, proof
        );
        uint256 forReferrer = isReferred ? quantity * fee / 5 : 0;
        uint256 forCreator = quantity * price + (price == 0 ? quantity * fee / 2 : 0);
        _assertOwed(forCreator, quantity * (price + fee) - forCreator - forReferrer, forReferrer);
        _assertAllIsOwed();
    }

    function test_owed_countsForcedEtherForTheCreator() public {
        _mint(collection, ALICE, 1);
        // As a block reward or a dying contract can, without any call.
        vm.deal(address(collection), UNIT + 1 ether);
        _assertOwed(PRICE + 1 ether, FEE, 0);
        assertEq(collection.release(CREATOR), PRICE + 1 ether);
        assertEq(collection.release(address(platform)), FEE);
        assertEq(address(collection).balance, 0);
    }

    function test_owed_waitsUntilForcedCrumbsCanBeShared() public {
        _mint(collection, ALICE, 1);
        vm.deal(address(collection), UNIT + 1e8 - 1);
        assertEq(collection.owed(CREATOR), PRICE);
        vm.deal(address(collection), UNIT + 1e8);
        assertEq(collection.owed(CREATOR), PRICE + 1e8);
        assertEq(collection.release(CREATOR), PRICE + 1e8);
        vm.deal(address(collection), FEE + 1e8 - 1);
        assertEq(collection.owed(CREATOR), 0);
        assertEq(collection.release(address(platform)), FEE);
    }

    function testFuzz_owed_sharesForcedEtherInWholeUnits(uint256 forced) public {
        forced = bound(forced, 0, 1e36);
        _mintTo(ALICE, 3, REFERRER);
        vm.deal(address(collection), 3 * UNIT + forced);
        _assertOwed(3 * PRICE + forced / 1e8 * 1e8, 3 * FEE * 8 / 10, 3 * FEE / 5);
        collection.release(CREATOR);
        collection.release(address(platform));
        collection.release(REFERRER);
        assertEq(address(collection).balance, forced % 1e8);
    }

    /// @dev More than all existing ether, as an attacker could reach by forcing the same ether in
    ///      again and again.
    function test_owed_staysRightBehindAnyAmountThatWasForcedIn() public {
        for (uint256 i; i < 4; ++i) {
            vm.deal(address(collection), 1e36);
            assertEq(collection.release(CREATOR), 1e36);
        }
        _setPayees(_payees(BOB, 5000, CREATOR, 5000));
        _mintTo(ALICE, 10, REFERRER);
        _assertOwed(5 * PRICE, 10 * FEE * 8 / 10, 10 * FEE / 5);
        assertEq(collection.release(BOB), 5 * PRICE);
        _setPayees(_payees(BOB, 2500, CREATOR, 7500));
        assertEq(collection.release(CREATOR), 5 * PRICE);
        assertEq(collection.release(address(platform)), 8 * FEE);
        assertEq(collection.release(REFERRER), 2 * FEE);
        assertEq(address(collection).balance, 0);
    }

    function test_owed_leavesEtherSentBeforeCreationToTheCreator() public {
        ICollectionFactory.CreateParams memory params = _usual();
        vm.deal(factory.predict(params, CREATOR, bytes32(uint256(2))), 1 ether);
        collection = _create(params);
        _assertOwed(1 ether, 0, 0);
    }

    function test_owed_isNothingForStrangers() public {
        _mintTo(ALICE, 5, REFERRER);
        address[6] memory strangers =
            [ALICE, BOB, OPERATOR, FEE_RECIPIENT, address(0), address(collection)];
        for (uint256 i; i < strangers.length; ++i) {
            assertEq(collection.owed(strangers[i]), 0);
        }
    }

    function _createWith(uint256 fee, uint256 price) private {
        _setMintFee(fee);
        ICollectionFactory.CreateParams memory params = _usual();
        params.mintFee = fee;
        params.publicPhase = _phase(price);
        collection = _create(params);
    }

    function _assertOwed(uint256 creator, uint256 forPlatform, uint256 referrer) private view {
        assertEq(collection.owed(CREATOR), creator, "creator");
        assertEq(collection.owed(address(platform)), forPlatform, "platform");
        assertEq(collection.owed(REFERRER), referrer, "referrer");
    }

    function _assertAllIsOwed() private view {
        uint256 owed = collection.owed(CREATOR) + collection.owed(address(platform));
        assertEq(owed + collection.owed(REFERRER), address(collection).balance);
    }

    /// @dev The counters from which the shares follow.
    function _assertCounted(uint256 tenths, uint256 referred) private view {
        uint256 slot0 = _word(collection, 0);
        assertEq((slot0 >> TENTHS) & type(uint32).max, tenths, "tenths");
        assertEq((slot0 >> REFERRED) & 0xfffffff, referred, "referred");
    }
}

contract DropSharesTest is SharesTest, OnDrop {}

contract EditionSharesTest is SharesTest, OnEdition {}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IPayouts} from "../../src/interfaces/IPayouts.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Returns as many bytes as its gas allows.
contract LoudCollection {
    fallback() external {
        assembly {
            return(0, 300000)
        }
    }
}

/// @dev Returns less than a word.
contract CurtCollection {
    fallback() external {
        assembly {
            mstore(0, not(0))
            return(0, 31)
        }
    }
}

/// @dev Uses up all the gas it is given.
contract BurningCollection {
    fallback() external {
        while (true) {}
    }
}

/// @dev Refuses every call.
contract RevertingCollection {
    fallback() external {
        revert("no");
    }
}

/// @dev Accepts ether, except while it is closed.
contract PayeeWallet {
    bool public isClosed = true;

    function open() external {
        isClosed = false;
    }

    receive() external payable {
        require(!isClosed, "closed");
    }
}

/// @dev Remembers the least gas it was called with.
contract MeteredCollection {
    uint256 public leastGas = type(uint256).max;

    fallback() external {
        uint256 given = gasleft();
        if (given < leastGas) leastGas = given;
    }
}

contract PayoutsTest is CollectionFixture {
    IPayouts private payouts;
    ICollection private first;
    ICollection private second;

    function setUp() public override {
        super.setUp();
        payouts = IPayouts(vm.deployCode("Payouts.sol:Payouts", ""));
        first = _create(_params(DROP));
        second = _create(_params(EDITION));
        _mint(first, ALICE, 2);
        _mint(second, ALICE, 3);
    }

    function test_owedMany_listsWhatEachCollectionOwes() public view {
        uint256[] memory amounts = payouts.owedMany(_both(), CREATOR);
        assertEq(amounts[0], 2 * PRICE);
        assertEq(amounts[1], 3 * PRICE);
        assertEq(payouts.owedMany(_both(), BOB)[0], 0);
    }

    function test_releaseMany_paysFromEveryCollection() public {
        uint256[] memory amounts = payouts.releaseMany(_both(), CREATOR);
        assertEq(amounts[0], 2 * PRICE);
        assertEq(amounts[1], 3 * PRICE);
        assertEq(CREATOR.balance, 5 * PRICE);
        assertEq(address(payouts).balance, 0);
        assertEq(payouts.releaseMany(_both(), CREATOR)[0], 0);
    }

    function test_releaseMany_paysThePlatformFromEveryCollection() public {
        uint256[] memory amounts = payouts.releaseMany(_both(), address(platform));
        assertEq(amounts[0], 2 * FEE);
        assertEq(amounts[1], 3 * FEE);
        assertEq(FEE_RECIPIENT.balance, 5 * FEE);
    }

    function test_many_meansAlsoNone() public {
        assertEq(payouts.owedMany(new address[](0), CREATOR).length, 0);
        assertEq(payouts.releaseMany(new address[](0), CREATOR).length, 0);
    }

    function testFuzz_releaseMany_paysWhatOwedManyTells(uint256 seed) public {
        address[] memory collections = new address[](6);
        for (uint256 i; i < 6; ++i) {
            ICollection collection = _create(_params(uint8((seed >> i) % 3)));
            uint256 quantity = (seed >> (8 + 4 * i)) % 10;
            if (quantity != 0) _mint(collection, ALICE, quantity);
            collections[i] = address(collection);
        }
        uint256[] memory owed = payouts.owedMany(collections, CREATOR);
        uint256[] memory paid = payouts.releaseMany(collections, CREATOR);
        assertEq(abi.encode(owed), abi.encode(paid));
        uint256 sum;
        for (uint256 i; i < 6; ++i) {
            sum += paid[i];
            assertEq(paid[i], ICollection(collections[i]).totalSupply() * PRICE);
        }
        assertEq(CREATOR.balance, sum);
    }

    function test_releaseMany_isStoppedByNoCollection() public {
        address[] memory collections = new address[](7);
        collections[0] = address(new BurningCollection());
        collections[1] = address(new RevertingCollection());
        collections[2] = address(first);
        collections[3] = address(new LoudCollection());
        collections[4] = address(0xdead);
        collections[5] = address(second);
        collections[6] = address(new CurtCollection());
        // So little that one which used up all of it would stop the others.
        uint256[] memory amounts = payouts.releaseMany{gas: 1_500_000}(collections, CREATOR);
        assertEq(amounts[0] + amounts[1] + amounts[3] + amounts[4] + amounts[6], 0);
        assertEq(amounts[2], 2 * PRICE);
        assertEq(amounts[5], 3 * PRICE);
        assertEq(CREATOR.balance, 5 * PRICE);
        amounts = payouts.owedMany{gas: 1_500_000}(collections, address(platform));
        assertEq(amounts[5], 3 * FEE);
        assertEq(amounts[6], 0);
    }

    function test_releaseMany_leavesOwedWhatIsRefused() public {
        PayeeWallet wallet = new PayeeWallet();
        ICollectionTypes.Payee[] memory payees = new ICollectionTypes.Payee[](1);
        payees[0] = _payee(address(wallet), 10_000);
        vm.prank(CREATOR);
        first.setPayees(payees);
        _mint(first, ALICE, 1);
        assertEq(payouts.releaseMany(_both(), address(wallet))[0], 0);
        assertEq(first.owed(address(wallet)), PRICE);
        wallet.open();
        assertEq(payouts.releaseMany(_both(), address(wallet))[0], PRICE);
    }

    function test_releaseMany_revertsWhen_theGasWouldFailReleasesUnseen() public {
        expectRevert(IPayouts.NotEnoughGas.selector);
        payouts.releaseMany{gas: 350_000}(_both(), CREATOR);
        assertEq(first.owed(CREATOR), 2 * PRICE);
    }

    function test_releaseMany_givesEachReleaseItsGasOrReverts() public {
        MeteredCollection metered = new MeteredCollection();
        address[] memory collections = new address[](1);
        collections[0] = address(metered);
        for (uint256 gas = 300_000; gas < 345_000; gas += 250) {
            try payouts.releaseMany{gas: gas}(collections, CREATOR) {} catch {}
        }
        assertTrue(metered.leastGas() != type(uint256).max);
        // A few units go by before the collection can look at its gas.
        assertLe(300_000 - 200, metered.leastGas());
    }

    function _both() private view returns (address[] memory collections) {
        collections = new address[](2);
        collections[0] = address(first);
        collections[1] = address(second);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {IPayouts} from "../../src/collections/IPayouts.sol";
import {Payouts} from "../../src/collections/Payouts.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Answers with as much as its gas allows.
contract LoudCollection {
    fallback() external {
        assembly {
            return(0, 300000)
        }
    }
}

/// @dev Answers with less than a word.
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

/// @dev Takes ether and pays it on to nobody; refuses while it is closed.
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
    Payouts private payouts;
    ICollection private first;
    ICollection private second;

    function setUp() public override {
        super.setUp();
        payouts = new Payouts();
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
        amounts = payouts.owedMany{gas: 1_500_000}(collections, PLATFORM);
        assertEq(amounts[5], 3 * FEE);
        assertEq(amounts[6], 0);
    }

    function test_releaseMany_leavesOwedWhatIsRefused() public {
        PayeeWallet wallet = new PayeeWallet();
        ICollection.Payee[] memory payees = new ICollection.Payee[](1);
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
        payouts.releaseMany{gas: 380_000}(_both(), CREATOR);
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

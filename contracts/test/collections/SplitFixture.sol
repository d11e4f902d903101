// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";
import {CollectionFixture} from "./CollectionFixture.sol";
import {SplitToken} from "./SplitTokens.sol";

/// @dev A split of two payees, made with a collection, and a token to pay it with.
abstract contract SplitFixture is CollectionFixture {
    IRoyaltySplit internal split;
    SplitToken internal token;

    function setUp() public override {
        super.setUp();
        token = new SplitToken();
        split = _split(_payees(ALICE, 7000, BOB, 3000));
        vm.deal(ALICE, 0);
        vm.deal(BOB, 0);
    }

    function _split(ICollectionTypes.Payee[] memory payees) internal returns (IRoyaltySplit) {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.hasRoyaltySplit = true;
        params.payees = payees;
        return IRoyaltySplit(_receiver(_create(params)));
    }

    function _createWith(ICollectionFactory.CreateParams memory params, address creator)
        internal
        returns (ICollection)
    {
        vm.prank(creator);
        return ICollection(factory.create(params, "salt", NOW));
    }

    function _receiver(ICollection collection) internal view returns (address receiver) {
        (receiver,) = collection.royaltyInfo(1, 1 ether);
        assertEq(collection.overview().royaltyReceiver, receiver);
    }

    function _earn(uint256 amount) internal {
        vm.deal(address(this), amount);
        (bool isReceived,) = address(split).call{value: amount}("");
        assertTrue(isReceived);
    }

    /// @dev One to sixteen, with any shares.
    function _anyPayees(uint256 seed)
        internal
        pure
        returns (ICollectionTypes.Payee[] memory payees)
    {
        uint256 count = 1 + seed % 16;
        payees = new ICollectionTypes.Payee[](count);
        uint256 left = 10_000;
        for (uint256 i; i < count; ++i) {
            address account = address(uint160(uint256(keccak256(abi.encode(seed, i)))));
            uint256 most = left - (count - 1 - i);
            uint256 bps =
                i == count - 1 ? left : 1 + (seed >> (13 * i)) % (most > 2000 ? 2000 : most);
            payees[i] = _payee(account, uint16(bps));
            left -= bps;
        }
    }
}

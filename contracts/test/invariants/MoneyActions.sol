// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {Rule} from "./Rule.sol";
import {SaleActions} from "./SaleActions.sol";

/// @dev Withdrawals by and for any account, forced ether, and settings of the operator.
abstract contract MoneyActions is SaleActions {
    function release(uint256 seed) external act(seed) {
        address account = _anyEarner();
        address receiver = account == address(platform) ? platform.feeRecipient() : account;
        uint256 owed = collection.owed(account);
        if (receiver == address(reentering) && _oneIn(2)) _arm(0);

        uint256 balance = address(collection).balance;
        (bool isDone, bytes memory result) = _call(
            _anyone(), address(collection), 0, abi.encodeCall(ICollectionSale.release, (account))
        );
        bool isRight = owed == 0 || takesEther(receiver);
        _expect(isDone || !isRight, Rule.WhatIsAllowedGoesThrough, "a release was refused");
        _expect(!isDone || isRight, Rule.ReleasePaysWhatIsOwed, "a release paid no account");
        _tally("release", isDone && owed != 0);
        if (!isDone) return reentering.disarm();

        uint256 amount = abi.decode(result, (uint256));
        _expect(amount == owed, Rule.ReleasePaysWhatIsOwed, "a release returned another amount");
        if (!reentering.wentThrough()) {
            bool isPaid = balance - address(collection).balance == owed;
            _expect(isPaid, Rule.ReleasePaysWhatIsOwed, "a release paid another amount");
        }
        _bookRelease(account, amount);
        _bookStrike();
    }

    /// @dev Crumbs that no payee can share, and sums that the creator's side is glad about.
    function forceEther(uint256 seed) external act(seed) {
        if (_oneIn(3)) return _sendEther();
        uint256 amount = _oneIn(2) ? _pick(1, 1e8) : _pick(1, 1 ether);
        if (_oneIn(2)) {
            _destructInto(address(collection), amount);
        } else {
            vm.deal(address(collection), address(collection).balance + amount);
        }
        forced += amount;
        _tally("forceEther", true);
    }

    /// @dev Ether that is sent without a call is not taken.
    function _sendEther() private {
        bool isDone = _oneIn(2)
            ? _do(_anyActor(), "", false, Rule.PriceIsExact, "an empty call")
            : _send(_pick(1, 1 ether));
        _tally("sendEther", isDone);
    }

    function operate(uint256 seed) external act(seed) {
        if (_oneIn(2)) return _changeMintFee();
        _changeFeeRecipient();
    }

    function _changeFeeRecipient() private {
        address caller = _oneIn(4) ? _anyone() : OPERATOR;
        address recipient =
            [TREASURER, TREASURER, refusing, burning, address(reentering), address(0)][_pick(0, 5)];
        (bool isDone,) = _call(
            caller, address(platform), 0, abi.encodeCall(IPlatform.setFeeRecipient, (recipient))
        );
        bool isRight = caller == OPERATOR;
        _expect(isDone == isRight, Rule.OnlyTheOwnerSets, "another set the fee recipient");
        _tally("changeFeeRecipient", isDone);
    }

    /// @dev The fee of collections to come; that of the living must not follow.
    function _changeMintFee() private {
        address caller = _oneIn(4) ? _anyone() : OPERATOR;
        uint256 fee = [uint256(0), 1 gwei, USUAL_FEE, 2 * USUAL_FEE, 5, 1 << 90][_pick(0, 5)];
        bool isRight = caller == OPERATOR && fee % 1 gwei == 0 && fee < 1 << 85;
        (bool isDone,) =
            _call(caller, address(factory), 0, abi.encodeCall(factory.setMintFee, (fee)));
        _expect(isDone == isRight, Rule.OnlyTheOwnerSets, "another set the mint fee");
        _tally("changeMintFee", isDone);
    }

    /// @dev A contract that names the target as its heir and ends: no code of the target runs.
    function _destructInto(address target, uint256 amount) private {
        bytes memory code = abi.encodePacked(hex"73", target, hex"ff");
        vm.deal(address(this), amount);
        address created;
        assembly ("memory-safe") {
            created := create(amount, add(code, 0x20), mload(code))
        }
        require(created != address(0), "the ether was not forced");
    }

    function _send(uint256 amount) private returns (bool isDone) {
        (isDone,) = _call(_anyActor(), address(collection), amount, "");
        _expect(!isDone, Rule.PriceIsExact, "ether was taken for nothing");
        if (isDone) forced += amount;
    }

    function _anyEarner() private returns (address) {
        if (_oneIn(4)) return address(platform);
        if (_oneIn(20)) return address(0);
        if (_oneIn(6)) return _anyone();
        return _accounts[_pick(0, _accounts.length - 1)];
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";

/// @dev What a split reads of a token.
interface IPlainToken {
    function balanceOf(address account) external view returns (uint256);
}

/// @title A royalty split, as a plain reference
/// @dev All that ever arrived is the balance and all payments together. Needs no protection against
///      calls back: tests that compare it make none.
contract PlainSplit is IRoyaltySplit {
    uint256 private constant BPS = 10_000;
    address private constant NATIVE = address(0);

    ICollectionTypes.Payee[] private _payees;
    mapping(address token => uint256 amount) private _paidInAll;
    mapping(address token => mapping(address account => uint256 amount)) private _paid;

    constructor(ICollectionTypes.Payee[] memory payees_) {
        for (uint256 i; i < payees_.length; ++i) {
            _payees.push(payees_[i]);
        }
    }

    receive() external payable {}

    /// @inheritdoc IRoyaltySplit
    function release(address account) external returns (uint256 amount) {
        amount = owed(account);
        if (amount == 0) return 0;
        _note(NATIVE, account, amount);
        emit Released(account, amount);
        (bool isSent,) = account.call{value: amount}("");
        if (!isSent) revert PaymentFailed(account);
    }

    /// @inheritdoc IRoyaltySplit
    function release(address token, address account) external returns (uint256 amount) {
        amount = owed(token, account);
        if (amount == 0) return 0;
        _note(token, account, amount);
        emit TokenReleased(token, account, amount);
        (bool isDone, bytes memory result) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", account, amount));
        bool isTrue = result.length == 0 || (result.length >= 32 && uint256(bytes32(result)) == 1);
        if (!isDone || !isTrue) revert PaymentFailed(account);
    }

    /// @inheritdoc IRoyaltySplit
    function released(address account) external view returns (uint256) {
        return _paid[NATIVE][account];
    }

    /// @inheritdoc IRoyaltySplit
    function released(address token, address account) external view returns (uint256) {
        return _paid[token][account];
    }

    /// @inheritdoc IRoyaltySplit
    function payees() external view returns (ICollectionTypes.Payee[] memory) {
        return _payees;
    }

    /// @inheritdoc IRoyaltySplit
    function owed(address account) public view returns (uint256) {
        return _owed(NATIVE, account, address(this).balance);
    }

    /// @inheritdoc IRoyaltySplit
    function owed(address token, address account) public view returns (uint256) {
        return _owed(token, account, IPlainToken(token).balanceOf(address(this)));
    }

    function _owed(address token, address account, uint256 balance) private view returns (uint256) {
        uint256 share;
        for (uint256 i; i < _payees.length; ++i) {
            bool isPayee = _payees[i].account == account;
            if (isPayee) share = (balance + _paidInAll[token]) * _payees[i].bps / BPS;
        }
        uint256 paid = _paid[token][account];
        uint256 left = share > paid ? share - paid : 0;
        return left > balance ? balance : left;
    }

    function _note(address token, address account, uint256 amount) private {
        _paidInAll[token] += amount;
        _paid[token][account] += amount;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionRules} from "./CollectionRules.sol";
import {ICollectionTypes} from "../interfaces/ICollectionTypes.sol";
import {IRoyaltySplit} from "../interfaces/IRoyaltySplit.sol";

/// @dev The code behind every split. A split is a proxy of 51 bytes with its payees behind it, each
///      account 20 | bps 2; it accepts plain ether without calling this code (see
///      `CollectionFactory`). Each split holds its own money, so that a token which breaks its
///      promises affects no other split and no other token.
contract RoyaltySplit is IRoyaltySplit {
    /// @dev Paid in all, so that the balance and this make what ever arrived.
    struct Total {
        uint240 released;
        bool isUnderWay;
    }

    uint256 private constant PAYEES = 51;
    uint256 private constant PAYEE_SIZE = 22;
    /// @dev So large that no real amount reaches it, so small that a share of it cannot overflow.
    uint256 private constant MAX_RECEIVED = type(uint240).max;
    /// @dev Stands for the native currency among the tokens.
    address private constant NATIVE = address(0);

    mapping(address token => Total total) private _totals;
    mapping(address token => mapping(address account => uint256 amount)) private _released;

    /// @inheritdoc IRoyaltySplit
    function release(address account) external returns (uint256 amount) {
        amount = owed(account);
        if (amount == 0) return 0;

        _totals[NATIVE].released += uint240(amount);
        _released[NATIVE][account] += amount;
        emit Released(account, amount);
        if (!_send(account, amount)) revert PaymentFailed(account);
    }

    /// @inheritdoc IRoyaltySplit
    function release(address token, address account) external returns (uint256 amount) {
        // A token may call back before it has moved its balance, which would then count twice.
        if (_totals[token].isUnderWay) revert ReleaseUnderWay(token);
        amount = owed(token, account);
        if (amount == 0) return 0;

        uint256 held = address(this).balance;
        _totals[token].released += uint240(amount);
        _totals[token].isUnderWay = true;
        _released[token][account] += amount;
        emit TokenReleased(token, account, amount);
        if (!_transfer(token, account, amount)) revert PaymentFailed(account);
        // Some chains have a token for their native currency; it must not be paid twice.
        if (address(this).balance < held) revert UnusableToken(token);
        _totals[token].isUnderWay = false;
    }

    /// @inheritdoc IRoyaltySplit
    function released(address account) external view returns (uint256) {
        return _released[NATIVE][account];
    }

    /// @inheritdoc IRoyaltySplit
    function released(address token, address account) external view returns (uint256) {
        return _released[token][account];
    }

    /// @inheritdoc IRoyaltySplit
    function payees() external view returns (ICollectionTypes.Payee[] memory all) {
        all = new ICollectionTypes.Payee[](_countPayees());
        for (uint256 i; i < all.length; ++i) {
            (address account, uint256 bps) = _payee(i);
            all[i] = ICollectionTypes.Payee(account, uint16(bps));
        }
    }

    /// @inheritdoc IRoyaltySplit
    function owed(address account) public view returns (uint256) {
        return _owed(NATIVE, account, address(this).balance);
    }

    /// @inheritdoc IRoyaltySplit
    function owed(address token, address account) public view returns (uint256) {
        return _owed(token, account, _balance(token));
    }

    /// @dev The share of all that ever arrived, less what was paid; never more than is there.
    function _owed(address token, address account, uint256 balance) private view returns (uint256) {
        uint256 before = _totals[token].released;
        if (balance > MAX_RECEIVED - before) revert UnusableToken(token);
        uint256 share = (balance + before) * _share(account) / CollectionRules.BPS;
        uint256 paid = _released[token][account];
        // A balance that shrank by itself may leave less than was paid, or than is owed.
        if (share <= paid) return 0;
        return share - paid < balance ? share - paid : balance;
    }

    /// @dev In basis points; 0 for any account that is no payee.
    function _share(address account) private view returns (uint256) {
        uint256 count = _countPayees();
        for (uint256 i; i < count; ++i) {
            (address payee, uint256 bps) = _payee(i);
            if (payee == account) return bps;
        }
        return 0;
    }

    function _countPayees() private view returns (uint256) {
        return (address(this).code.length - PAYEES) / PAYEE_SIZE;
    }

    function _payee(uint256 index) private view returns (address account, uint256 bps) {
        uint256 word;
        uint256 offset = PAYEES + index * PAYEE_SIZE;
        assembly ("memory-safe") {
            extcodecopy(address(), 0, offset, 0x20)
            word := mload(0)
        }
        return (address(uint160(word >> 96)), uint16(word >> 80));
    }

    /// @dev Copies one word of the return data at most, like the two below.
    function _balance(address token) private view returns (uint256 held) {
        bytes memory request = abi.encodeWithSignature("balanceOf(address)", address(this));
        bool isRead;
        assembly ("memory-safe") {
            isRead := staticcall(gas(), token, add(request, 0x20), mload(request), 0, 0x20)
            isRead := and(isRead, gt(returndatasize(), 0x1f))
            held := mload(0)
        }
        if (!isRead) revert UnusableToken(token);
    }

    function _send(address to, uint256 amount) private returns (bool isSent) {
        assembly ("memory-safe") {
            isSent := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }

    /// @dev True when the token returned true or, as older ones do, nothing.
    function _transfer(address token, address to, uint256 amount) private returns (bool isMoved) {
        bytes memory request = abi.encodeWithSignature("transfer(address,uint256)", to, amount);
        assembly ("memory-safe") {
            isMoved := call(gas(), token, 0, add(request, 0x20), mload(request), 0, 0x20)
            let isTrue := and(gt(returndatasize(), 0x1f), eq(mload(0), 1))
            isMoved := and(isMoved, or(iszero(returndatasize()), isTrue))
        }
    }
}

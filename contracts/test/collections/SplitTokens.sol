// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";

/// @dev How a token answers and what it moves; the usual way is that of ERC-20.
enum Way {
    Usual,
    /// Returns nothing.
    Silent,
    /// Returns false without moving anything.
    ReturnsFalse,
    /// Returns 2 after moving.
    ReturnsTwo,
    /// Returns 31 bytes after moving.
    ReturnsTooLittle,
    /// Returns much more than a word after moving.
    ReturnsTooMuch,
    Reverts,
    /// A tenth of what is sent does not arrive.
    TakesFromAmount,
    /// The sender pays a tenth on top.
    TakesOnTop,
    /// Calls the recipient before the balances change.
    CallsFirst,
    /// Calls the recipient after the balances changed.
    CallsLast
}

/// @dev An ERC-20 whose behaviour can be set, and whose balances can all be scaled.
contract SplitToken {
    uint256 private constant WHOLE = 1e4;

    Way public way;
    /// @dev In parts of `WHOLE`.
    uint256 public scale = WHOLE;
    mapping(address account => bool isBlocked) public isBlocked;
    mapping(address account => uint256 amount) private _balances;

    function setWay(Way newWay) external {
        way = newWay;
    }

    function setScale(uint256 newScale) external {
        scale = newScale;
    }

    function setBlocked(address account, bool isOn) external {
        isBlocked[account] = isOn;
    }

    function set(address account, uint256 amount) external {
        _balances[account] = amount;
    }

    function give(address account, uint256 amount) external {
        _balances[account] += amount * WHOLE / scale;
    }

    function balanceOf(address account) public view returns (uint256) {
        uint256 balance = _balances[account];
        return scale == WHOLE ? balance : balance * scale / WHOLE;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (way == Way.Reverts || isBlocked[to]) revert("no");
        if (way == Way.ReturnsFalse) return false;
        if (way == Way.CallsFirst) _callBack(to);

        _move(to, amount);
        if (way == Way.CallsLast) _callBack(to);
        if (way == Way.Silent) _return(0);
        if (way == Way.ReturnsTooLittle) _return(31);
        if (way == Way.ReturnsTooMuch) _return(200_000);
        if (way == Way.ReturnsTwo) {
            assembly {
                mstore(0, 2)
                return(0, 32)
            }
        }
        return true;
    }

    function _move(address to, uint256 amount) private {
        uint256 taken = way == Way.TakesOnTop ? amount + amount / 10 : amount;
        if (way == Way.TakesOnTop && taken > balanceOf(msg.sender)) taken = balanceOf(msg.sender);
        uint256 given = way == Way.TakesFromAmount ? amount - amount / 10 : amount;
        require(balanceOf(msg.sender) >= amount, "too little");
        _balances[msg.sender] -= scale == WHOLE ? taken : _parts(taken, _balances[msg.sender]);
        _balances[to] += scale == WHOLE ? given : given * WHOLE / scale;
    }

    /// @dev Rounded up, as far as there are so many.
    function _parts(uint256 amount, uint256 most) private view returns (uint256 parts) {
        parts = (amount * WHOLE + scale - 1) / scale;
        if (parts > most) parts = most;
    }

    /// @dev With bounded gas: a recipient that burns all it gets still leaves enough to pay it.
    function _callBack(address to) private {
        (bool isDone,) = to.call{gas: 300_000}(abi.encodeWithSignature("tokensReceived()"));
        isDone;
    }

    /// @dev The first word of memory is 0, so that all of it is.
    function _return(uint256 size) private pure {
        assembly {
            mstore(0, 0)
            return(0, size)
        }
    }
}

/// @dev A token for the native currency of a chain, as some chains have: both share one balance.
contract NativeToken {
    function balanceOf(address account) external view returns (uint256) {
        return account.balance;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        Dealer vm = Dealer(address(uint160(uint256(keccak256("hevm cheat code")))));
        vm.deal(msg.sender, msg.sender.balance - amount);
        vm.deal(to, to.balance + amount);
        return true;
    }
}

interface Dealer {
    function deal(address account, uint256 balance) external;
}

/// @dev A payee that lets the split pay others, or itself, whenever it is paid.
contract ReleasingPayee {
    IRoyaltySplit private _split;
    address private _token;
    address private _account;
    bool private _isDone;
    bytes public result;
    uint256 public calls;

    /// @param token 0: the native currency.
    function plan(IRoyaltySplit split, address token, address account) external {
        (_split, _token, _account) = (split, token, account);
        calls = 0;
    }

    receive() external payable {
        if (_token == address(0)) _release();
    }

    function tokensReceived() external {
        if (_token != address(0)) _release();
    }

    function _release() private {
        ++calls;
        if (address(_split) == address(0) || calls > 3) return;
        bytes memory data = _token == address(0)
            ? abi.encodeWithSignature("release(address)", _account)
            : abi.encodeWithSignature("release(address,address)", _token, _account);
        (_isDone, result) = address(_split).call(data);
    }
}

/// @dev A payee without a way to receive ether.
contract ClosedPayee {}

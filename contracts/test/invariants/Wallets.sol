// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev Makes one prepared call whenever it is paid or receives a token, until that call was made.
contract ReenteringWallet {
    event StrikeBegan();
    event StrikeEnded(bool wentThrough);

    address private _target;
    uint256 private _value;
    bytes private _data;

    bool public isArmed;
    bool public wentThrough;
    bytes public result;

    receive() external payable {
        _strike();
    }

    function arm(address target, uint256 value, bytes calldata data) external {
        _target = target;
        _value = value;
        _data = data;
        isArmed = true;
        wentThrough = false;
        result = "";
    }

    function disarm() external {
        isArmed = false;
        wentThrough = false;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _strike();
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata)
        external
        returns (bytes4)
    {
        _strike();
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(
        address,
        address,
        uint256[] calldata,
        uint256[] calldata,
        bytes calldata
    ) external returns (bytes4) {
        _strike();
        return this.onERC1155BatchReceived.selector;
    }

    function _strike() private {
        if (!isArmed) return;
        isArmed = false;
        emit StrikeBegan();
        (wentThrough, result) = _target.call{value: _value}(_data);
        emit StrikeEnded(wentThrough);
    }
}

/// @dev Takes neither ether nor tokens.
contract RefusingWallet {
    error NoThanks();

    fallback() external payable {
        revert NoThanks();
    }
}

/// @dev Uses up all gas that it is given, whatever it is called for.
contract BurningWallet {
    fallback() external payable {
        assembly {
            invalid()
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";

/// @dev Accepts tokens of both standards, and records the arguments of the last callback. It may be
///      given a call to make before it returns.
contract TokenReceiver {
    bytes32 public received;
    address private _target;
    uint256 private _value;
    bytes private _onReceive;
    bool private _isRefusing;

    function answerAfter(address target, bytes calldata onReceive) external {
        (_target, _value, _isRefusing) = (target, 0, false);
        _onReceive = onReceive;
    }

    /// @dev The same with a payment, once: the call may bring tokens itself.
    function payAfter(address target, uint256 value, bytes calldata onReceive) external {
        (_target, _value, _isRefusing) = (target, value, false);
        _onReceive = onReceive;
    }

    /// @dev Refuses what comes, after the call it may have been given.
    function refuse() external {
        _isRefusing = true;
    }

    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4)
    {
        received = keccak256(abi.encode(msg.sender, operator, from, tokenId, data));
        _act();
        return this.onERC721Received.selector;
    }

    function onERC1155Received(
        address operator,
        address from,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external returns (bytes4) {
        received = keccak256(abi.encode(msg.sender, operator, from, id, value, data));
        _act();
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4) {
        received = keccak256(abi.encode(msg.sender, operator, from, ids, values, data));
        _act();
        return this.onERC1155BatchReceived.selector;
    }

    function _act() private {
        address target = _target;
        if (target != address(0)) {
            if (_value != 0) _target = address(0);
            (bool isDone,) = target.call{value: _value}(_onReceive);
            require(isDone, "inner call failed");
        }
        require(!_isRefusing, "not here");
    }
}

/// @dev Returns the same bytes for every call.
contract FixedReceiver {
    bytes private _result;

    constructor(bytes memory result) {
        _result = result;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        return _result;
    }
}

/// @dev Refuses every call with a reason.
contract RefusingReceiver {
    fallback() external {
        revert("not here");
    }
}

/// @dev Uses up all the gas it is given.
contract BurningReceiver {
    fallback() external payable {
        assembly {
            invalid()
        }
    }
}

/// @dev Returns, or reverts with, more than can be copied for free; accepts copies in its first word.
contract LoudReceiver {
    bool private immutable IS_WILLING;

    constructor(bool isWilling) {
        IS_WILLING = isWilling;
    }

    fallback() external payable {
        bool isWilling = IS_WILLING;
        assembly {
            mstore(0, shl(224, 0xf23a6e61))
            if isWilling { return(0, 500000) }
            revert(0, 100000)
        }
    }
}

/// @dev Records what the collection shows when it is asked.
contract StateReceiver {
    uint256 public balance;
    uint256 public supply;
    uint256 public minted;
    uint256 public money;

    function onERC1155Received(address, address, uint256, uint256, bytes calldata)
        external
        returns (bytes4)
    {
        IEditionCollection edition = IEditionCollection(msg.sender);
        balance = edition.balanceOf(address(this), 1);
        supply = edition.totalSupply();
        minted = edition.overview().minted;
        money = msg.sender.balance;
        return this.onERC1155Received.selector;
    }
}

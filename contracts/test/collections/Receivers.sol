// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev Accepts tokens of both standards, and records the arguments of the last callback. It may be
///      given a call to make before it returns.
contract TokenReceiver {
    bytes32 public received;
    address private _target;
    bytes private _onReceive;

    function answerAfter(address target, bytes calldata onReceive) external {
        _target = target;
        _onReceive = onReceive;
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
        if (_target == address(0)) return;
        (bool isDone,) = _target.call(_onReceive);
        require(isDone, "inner call failed");
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

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";

/// @dev Accepts every copy of an edition.
abstract contract CopyHolder {
    function onERC1155Received(address, address, uint256, uint256, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155Received.selector;
    }
}

/// @dev Accepts no ether unless configured to, and then makes a call; mints through itself.
contract ContractWallet is CopyHolder {
    bool private _isOpen;
    address private _target;
    uint256 private _value;
    bytes private _onReceive;

    /// @dev Opens the wallet; with a target it calls that whenever ether arrives.
    function open(address target, uint256 value, bytes calldata onReceive) external {
        _isOpen = true;
        _target = target;
        _value = value;
        _onReceive = onReceive;
    }

    /// @dev Calls anyone in the wallet's name.
    function run(address target, uint256 value, bytes calldata data)
        external
        returns (bytes memory)
    {
        return _call(target, value, data);
    }

    receive() external payable {
        require(_isOpen, "closed");
        if (_target != address(0)) _call(_target, _value, _onReceive);
    }

    /// @dev Passes on the reason when it fails.
    function _call(address target, uint256 value, bytes memory data)
        private
        returns (bytes memory)
    {
        (bool isDone, bytes memory result) = target.call{value: value}(data);
        if (isDone) return result;
        assembly ("memory-safe") {
            revert(add(result, 0x20), mload(result))
        }
    }
}

/// @dev Refuses all ether and all tokens.
contract ClosedWallet {}

/// @dev Uses up all the gas it is given.
contract BurningWallet {
    receive() external payable {
        while (true) {}
    }
}

/// @dev Returns more data for ether than can be copied for free.
contract LoudWallet is CopyHolder {
    receive() external payable {
        assembly {
            return(0, 100000)
        }
    }
}

/// @dev Tries to be paid twice.
contract GreedyWallet {
    receive() external payable {
        ICollection(msg.sender).release(address(this));
    }
}

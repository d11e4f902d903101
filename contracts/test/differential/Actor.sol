// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";

/// @dev The behaviour of a contract that receives ether or tokens.
enum Behaviour {
    Takes,
    Refuses,
    BurnsGas,
    ReturnsWrong,
    ReturnsShort,
    ReturnsDirt,
    MintsAgain,
    PassesOn,
    Burns,
    Releases,
    /// Any of the above, chosen by what it is called with.
    Moody
}

/// @dev A contract that pays, holds and receives. Two collections that treat it alike find it
///      behaving alike: it decides by its calldata and remembers only per caller.
contract Actor {
    /// @notice What it was called with.
    event Called(uint256 value, bytes data);

    /// @notice It calls back now; what is logged until `CalledBack` counts only when that is done.
    event CallingBack();

    /// @notice What came of calling back.
    event CalledBack(bool isDone, bytes result);

    /// @dev A gift gives its receiver less; a call back would end sooner in the plain collection,
    ///      which needs more gas.
    uint256 private constant GAS_TO_CALL_BACK = 1_000_000;
    address private constant FRIEND = address(0xD1F003);
    bytes4 private constant ON_TOKEN =
        bytes4(keccak256("onERC721Received(address,address,uint256,bytes)"));

    Behaviour private immutable BEHAVIOUR;
    mapping(address caller => bool isBusy) private _isBusy;

    constructor(Behaviour behaviour) {
        BEHAVIOUR = behaviour;
    }

    receive() external payable {
        emit Called(msg.value, "");
        Behaviour behaviour = _behaviourNow(bytes.concat(bytes32(msg.value)));
        if (behaviour == Behaviour.Refuses) revert("no money");
        _behave(behaviour);
    }

    fallback(bytes calldata input) external payable returns (bytes memory) {
        emit Called(msg.value, input);
        Behaviour behaviour = _behaviourNow(input);
        if (behaviour == Behaviour.Refuses) revert("no tokens");
        _behave(behaviour);
        if (behaviour == Behaviour.ReturnsWrong) return abi.encode(bytes4(0xdeadbeef));
        if (behaviour == Behaviour.ReturnsShort) return bytes.concat(msg.sig);
        if (behaviour == Behaviour.ReturnsDirt) {
            return bytes.concat(bytes32(msg.sig) | bytes32("d") >> 248);
        }
        return abi.encode(msg.sig);
    }

    function _behaviourNow(bytes memory input) private view returns (Behaviour) {
        if (BEHAVIOUR != Behaviour.Moody) return BEHAVIOUR;
        return Behaviour(uint256(keccak256(input)) % uint256(Behaviour.Moody));
    }

    function _behave(Behaviour behaviour) private {
        if (behaviour == Behaviour.BurnsGas) {
            assembly {
                invalid()
            }
        }
        // One call back is enough, and answering each would never end.
        if (_isBusy[msg.sender] || gasleft() < GAS_TO_CALL_BACK) return;
        _isBusy[msg.sender] = true;
        if (behaviour == Behaviour.MintsAgain) _mintAgain();
        if (behaviour == Behaviour.PassesOn) _callBack(0, _move());
        if (behaviour == Behaviour.Burns) _callBack(0, _burn());
        if (behaviour == Behaviour.Releases) {
            _callBack(0, abi.encodeCall(ICollectionSale.release, (address(this))));
        }
        _isBusy[msg.sender] = false;
    }

    function _mintAgain() private {
        (uint256 reasons,, uint256 total) =
            ICollection(msg.sender).checkMint(address(this), 1, 0, new bytes32[](0));
        if (reasons == 0) _callBack(total, abi.encodeCall(ICollectionSale.mint, (1)));
    }

    function _callBack(uint256 value, bytes memory data) private {
        emit CallingBack();
        (bool isDone, bytes memory result) = msg.sender.call{value: value}(data);
        emit CalledBack(isDone, result);
    }

    function _move() private view returns (bytes memory) {
        if (msg.sig == ON_TOKEN) {
            return abi.encodeCall(IDropTokens.transferFrom, (address(this), FRIEND, _tokenId()));
        }
        return abi.encodeCall(IEditionTokens.safeTransferFrom, (address(this), FRIEND, 1, 1, ""));
    }

    function _burn() private pure returns (bytes memory) {
        if (msg.sig == ON_TOKEN) return abi.encodeCall(IDropTokens.burn, (_tokenId()));
        return abi.encodeCall(IEditionTokens.burn, (1));
    }

    function _tokenId() private pure returns (uint256 tokenId) {
        (,, tokenId) = abi.decode(msg.data[4:], (address, address, uint256));
    }
}

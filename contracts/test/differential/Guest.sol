// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {ICollectionSale} from "../../src/collections/ICollectionSale.sol";
import {IDropTokens} from "../../src/collections/IDropTokens.sol";
import {IEditionTokens} from "../../src/collections/IEditionTokens.sol";

/// @dev What a contract does when money or tokens reach it.
enum Manner {
    Takes,
    Refuses,
    BurnsGas,
    AnswersWrong,
    AnswersShort,
    AnswersWithDirt,
    MintsAgain,
    PassesOn,
    Burns,
    Releases,
    /// Any of the above, chosen by what it is called with.
    Moody
}

/// @dev A contract that pays, holds and receives. Two collections that treat it alike find it
///      behaving alike: it decides by its calldata and remembers only per caller.
contract Guest {
    /// @notice What it was called with.
    event Called(uint256 value, bytes data);

    /// @notice It calls back now; what is logged until `CalledBack` counts only when that is done.
    event CallingBack();

    /// @notice What came of calling back.
    event CalledBack(bool isDone, bytes answer);

    address private constant FRIEND = address(0xD1F003);
    bytes4 private constant ON_TOKEN =
        bytes4(keccak256("onERC721Received(address,address,uint256,bytes)"));

    Manner private immutable MANNER;
    mapping(address caller => bool isBusy) private _isBusy;

    constructor(Manner manner) {
        MANNER = manner;
    }

    receive() external payable {
        emit Called(msg.value, "");
        Manner manner = _mannerNow(bytes.concat(bytes32(msg.value)));
        if (manner == Manner.Refuses) revert("no money");
        _behave(manner);
    }

    fallback(bytes calldata input) external payable returns (bytes memory) {
        emit Called(msg.value, input);
        Manner manner = _mannerNow(input);
        if (manner == Manner.Refuses) revert("no tokens");
        _behave(manner);
        if (manner == Manner.AnswersWrong) return abi.encode(bytes4(0xdeadbeef));
        if (manner == Manner.AnswersShort) return bytes.concat(msg.sig);
        if (manner == Manner.AnswersWithDirt) {
            return bytes.concat(bytes32(msg.sig) | bytes32("d") >> 248);
        }
        return abi.encode(msg.sig);
    }

    function _mannerNow(bytes memory input) private view returns (Manner) {
        if (MANNER != Manner.Moody) return MANNER;
        return Manner(uint256(keccak256(input)) % uint256(Manner.Moody));
    }

    function _behave(Manner manner) private {
        if (manner == Manner.BurnsGas) {
            assembly {
                invalid()
            }
        }
        // One call back is enough, and answering each would never end.
        if (_isBusy[msg.sender]) return;
        _isBusy[msg.sender] = true;
        if (manner == Manner.MintsAgain) _mintAgain();
        if (manner == Manner.PassesOn) _callBack(0, _move());
        if (manner == Manner.Burns) _callBack(0, _burn());
        if (manner == Manner.Releases) {
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
        (bool isDone, bytes memory answer) = msg.sender.call{value: value}(data);
        emit CalledBack(isDone, answer);
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

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Stand-in for Multicall3, of which clients use one function
contract Multicall {
    error CALL_FAILED(uint256 index);

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            (bool isDone, bytes memory data) = calls[i].target.call(calls[i].callData);
            if (!isDone && !calls[i].allowFailure) revert CALL_FAILED(i);
            results[i] = Result(isDone, data);
        }
    }
}

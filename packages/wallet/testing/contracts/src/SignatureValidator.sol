// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IContractSignature {
    function isValidSignature(bytes32 hash, bytes calldata signature)
        external
        view
        returns (bytes4);
}

/// @title Stand-in for the validator of signatures by accounts that are not deployed (ERC-6492)
/// @dev It deploys the account by the call in the signature, so it is only used in calls that are
/// not sent.
contract SignatureValidator {
    bytes32 private constant _END =
        0x6492649264926492649264926492649264926492649264926492649264926492;

    function isValidSig(address signer, bytes32 hash, bytes calldata signature)
        external
        returns (bool)
    {
        bytes memory inner = signature;
        if (signature.length >= 32 && bytes32(signature[signature.length - 32:]) == _END) {
            address factory;
            bytes memory deployment;
            (factory, deployment, inner) =
                abi.decode(signature[:signature.length - 32], (address, bytes, bytes));
            if (signer.code.length == 0) {
                (bool isDone,) = factory.call(deployment);
                if (!isDone) return false;
            }
        }
        if (signer.code.length == 0) return false;
        try IContractSignature(signer).isValidSignature(hash, inner) returns (bytes4 answer) {
            return answer == IContractSignature.isValidSignature.selector;
        } catch {
            return false;
        }
    }
}

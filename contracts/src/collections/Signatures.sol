// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Signers of hashes
library Signatures {
    uint256 private constant SIZE = 65;
    /// @dev Half of the curve's order: of two signatures for the same, one is accepted.
    uint256 private constant HIGHEST_S =
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @dev The signer; 0, which no contract of ours accepts, for what is no signature.
    function recover(bytes32 hash, bytes memory signature) internal pure returns (address) {
        if (signature.length != SIZE) return address(0);
        bytes32 r;
        uint256 s;
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
        }
        if (s > HIGHEST_S) return address(0);
        return ecrecover(hash, uint8(signature[64]), r, bytes32(s));
    }
}

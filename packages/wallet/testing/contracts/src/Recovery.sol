// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev Recovers the signer of a hash; zero for a signature that is malformed.
library Recovery {
    /// @dev Half of the curve's order: a larger `s` belongs to a second form of a signature.
    uint256 private constant MAX_S =
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    function recover(bytes32 hash, bytes memory signature) internal pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        if (uint256(s) > MAX_S) return address(0);
        return ecrecover(hash, v, r, s);
    }
}

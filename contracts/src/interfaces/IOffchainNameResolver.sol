// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOwned} from "./IOwned.sol";

/// @title Resolution of an operator's names from another chain
/// @notice The resolver of the suffix in ENS. It sends clients to gateways (ERC-3668), whose answers
///         it accepts when they are signed by a key that the owner named, and not expired.
interface IOffchainNameResolver is IOwned {
    /// @notice Ask one of the URLs, and pass its answer to the callback (ERC-3668).
    error OffchainLookup(
        address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData
    );

    /// @notice There are at least 2 URLs and at most 8, each with 1 to 255 bytes.
    error BadUrls();

    /// @notice A signer is not 0, and is accepted until a time that is not past.
    error BadSigner();

    /// @notice The answer was signed by a key that is not accepted.
    error NotSigned(address signer);

    /// @notice The answer is too old, or would be valid for more than an hour.
    error Expired(uint256 expires);

    /// @notice The URLs of the gateways changed.
    event UrlsChanged(string[] urls);

    /// @notice Answers of `signer` are accepted until `until` in unix seconds; 0: not any more.
    event SignerChanged(address indexed signer, uint256 until);

    /// @notice Sets the URLs of the gateways, with `{sender}` and `{data}` in them (ERC-3668).
    function setUrls(string[] calldata urls) external;

    /// @notice Accepts answers of `signer` until `until` in unix seconds; 0: not any more. Two
    ///         signers overlap while a key is changed.
    function setSigner(address signer, uint256 until) external;

    /// @notice The URLs of the gateways.
    function urls() external view returns (string[] memory);

    /// @notice The time until which answers of `signer` are accepted; 0: they are not.
    function acceptedUntil(address signer) external view returns (uint256);

    /// @notice Always reverts with `OffchainLookup` (ENSIP-10).
    /// @param name In the form of the DNS.
    function resolve(bytes calldata name, bytes calldata request)
        external
        view
        returns (bytes memory);

    /// @notice Checks the answer of a gateway.
    /// @param response The ABI-encoded result, the time at which it expires, and its signature.
    /// @param extraData The request as it was sent to the gateway.
    function resolveWithProof(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory result);

    /// @notice The hash that a gateway signs: 0x1900, this contract, `expires` in 8 bytes, and the
    ///         hashes of request and result (the form of ERC-191 with version 0).
    function hashAnswer(uint64 expires, bytes calldata request, bytes calldata result)
        external
        view
        returns (bytes32);

    /// @notice True for `eth.ens.resolver.extended.multicall` (ENSIP-22, ERC-7996).
    function supportsFeature(bytes4 feature) external pure returns (bool);

    /// @notice ERC-165; among others 0x9061b923, the resolution of ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool);
}

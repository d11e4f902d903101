// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Owned} from "../collections/Owned.sol";
import {Signatures} from "../collections/Signatures.sol";
import {IOffchainNameResolver} from "../interfaces/IOffchainNameResolver.sol";
import {ResolverSupport} from "./ResolverSupport.sol";

contract OffchainNameResolver is IOffchainNameResolver, Owned {
    uint256 private constant MIN_URLS = 2;
    uint256 private constant MAX_URLS = 8;
    uint256 private constant MAX_URL_BYTES = 255;
    uint256 private constant MAX_LIFETIME = 1 hours;

    string[] private _urls;
    /// @inheritdoc IOffchainNameResolver
    mapping(address signer => uint256 until) public acceptedUntil;

    /// @param firstOwner The only argument; URLs and signers are set afterwards.
    constructor(address firstOwner) {
        _setOwner(firstOwner);
    }

    /// @inheritdoc IOffchainNameResolver
    function setUrls(string[] calldata newUrls) external onlyOwner {
        if (newUrls.length < MIN_URLS || newUrls.length > MAX_URLS) revert BadUrls();
        delete _urls;
        for (uint256 i; i < newUrls.length; ++i) {
            uint256 size = bytes(newUrls[i]).length;
            if (size == 0 || size > MAX_URL_BYTES) revert BadUrls();
            _urls.push(newUrls[i]);
        }
        emit UrlsChanged(newUrls);
    }

    /// @inheritdoc IOffchainNameResolver
    function setSigner(address signer, uint256 until) external onlyOwner {
        if (signer == address(0)) revert BadSigner();
        if (until != 0 && until < block.timestamp) revert BadSigner();
        acceptedUntil[signer] = until;
        emit SignerChanged(signer, until);
    }

    /// @inheritdoc IOffchainNameResolver
    function urls() external view returns (string[] memory) {
        return _urls;
    }

    /// @inheritdoc IOffchainNameResolver
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        revert OffchainLookup(
            address(this), _urls, msg.data, this.resolveWithProof.selector, msg.data
        );
    }

    /// @inheritdoc IOffchainNameResolver
    function resolveWithProof(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory result)
    {
        uint64 expires;
        bytes memory signature;
        (result, expires, signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp || expires > block.timestamp + MAX_LIFETIME) {
            revert Expired(expires);
        }
        bytes32 hash = _hash(expires, keccak256(extraData), keccak256(result));
        address signer = Signatures.recover(hash, signature);
        if (acceptedUntil[signer] < block.timestamp) revert NotSigned(signer);
    }

    /// @inheritdoc IOffchainNameResolver
    function hashAnswer(uint64 expires, bytes calldata request, bytes calldata result)
        external
        view
        returns (bytes32)
    {
        return _hash(expires, keccak256(request), keccak256(result));
    }

    /// @inheritdoc IOffchainNameResolver
    function supportsFeature(bytes4 feature) external pure returns (bool) {
        return ResolverSupport.hasFeature(feature);
    }

    /// @inheritdoc IOffchainNameResolver
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return ResolverSupport.hasInterface(id);
    }

    function _hash(uint64 expires, bytes32 request, bytes32 result) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1900", address(this), expires, request, result));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IHomeUniversalResolver} from "../interfaces/IHomeUniversalResolver.sol";
import {INameRegistry} from "../interfaces/INameRegistry.sol";
import {Label} from "./Label.sol";
import {ResolverSupport} from "./ResolverSupport.sol";
import {Suffix} from "./Suffix.sol";

/// @dev The requests that are answered.
interface IRecordRequests {
    function text(bytes32 node, string calldata key) external view returns (string memory);
    function multicall(bytes[] calldata requests) external view returns (bytes[] memory);
}

contract HomeUniversalResolver is IHomeUniversalResolver {
    bytes4 private constant ADDR = bytes4(keccak256("addr(bytes32)"));
    bytes4 private constant ADDR_OF_COIN = bytes4(keccak256("addr(bytes32,uint256)"));
    uint256 private constant ACCOUNT_SIZE = 20;
    uint256 private constant SELECTOR_SIZE = 4;

    INameRegistry private immutable REGISTRY;

    constructor(INameRegistry registry) {
        REGISTRY = registry;
    }

    /// @inheritdoc IHomeUniversalResolver
    function resolveWithGateways(bytes calldata name, bytes calldata request, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return resolve(name, request);
    }

    /// @inheritdoc IHomeUniversalResolver
    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return reverse(account, coinType);
    }

    /// @inheritdoc IHomeUniversalResolver
    function resolver(bytes32) external view returns (address) {
        return address(this);
    }

    /// @inheritdoc IHomeUniversalResolver
    function supportsFeature(bytes4 feature) external pure returns (bool) {
        return ResolverSupport.hasFeature(feature);
    }

    /// @inheritdoc IHomeUniversalResolver
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return ResolverSupport.hasInterface(id);
    }

    /// @inheritdoc IHomeUniversalResolver
    function resolve(bytes calldata name, bytes calldata request)
        public
        view
        returns (bytes memory, address)
    {
        bytes memory label = _readLabel(name);
        bytes32 node = keccak256(abi.encode(REGISTRY.suffixNode(), keccak256(label)));
        return (_answer(node, Label.fromText(label), request), address(this));
    }

    /// @inheritdoc IHomeUniversalResolver
    function reverse(bytes calldata account, uint256 coinType)
        public
        view
        returns (string memory primaryName, address, address)
    {
        if (account.length != ACCOUNT_SIZE) revert BadAccount(account);
        uint256 tokenId = REGISTRY.primaryTokenOf(address(bytes20(account)));
        if (tokenId == 0) return ("", address(this), address(this));
        primaryName = string.concat(REGISTRY.labelOf(tokenId), ".", REGISTRY.suffix());
        // A name stands for an account only if it leads back to it.
        bytes memory addr = REGISTRY.addr(tokenId, coinType);
        if (keccak256(addr) != keccak256(account)) {
            revert ReverseAddressMismatch(primaryName, addr);
        }
        return (primaryName, address(this), address(this));
    }

    /// @dev The label of `label.suffix` in the form of the DNS.
    function _readLabel(bytes calldata name) private view returns (bytes memory label) {
        uint256 size = name.length == 0 ? 0 : uint8(name[0]);
        if (size == 0 || size >= name.length) revert ResolverNotFound(name);
        bytes memory suffix = Suffix.dnsEncode(bytes(REGISTRY.suffix()));
        if (keccak256(name[size + 1:]) != keccak256(suffix)) revert ResolverNotFound(name);
        return name[1:size + 1];
    }

    /// @param tokenId 0 where the label cannot be registered; it has no records.
    function _answer(bytes32 node, uint256 tokenId, bytes memory request)
        private
        view
        returns (bytes memory)
    {
        bytes4 selector = bytes4(request);
        if (selector == IRecordRequests.multicall.selector) {
            bytes[] memory requests = abi.decode(_arguments(request), (bytes[]));
            for (uint256 i; i < requests.length; ++i) {
                requests[i] = _answer(node, tokenId, requests[i]);
            }
            return abi.encode(requests);
        }
        if (selector == ADDR) {
            _requireNode(abi.decode(_arguments(request), (bytes32)), node);
            return abi.encode(REGISTRY.addr(tokenId));
        }
        if (selector == ADDR_OF_COIN) {
            (bytes32 asked, uint256 coinType) = abi.decode(_arguments(request), (bytes32, uint256));
            _requireNode(asked, node);
            return abi.encode(REGISTRY.addr(tokenId, coinType));
        }
        if (selector == IRecordRequests.text.selector) {
            (bytes32 asked, string memory key) = abi.decode(_arguments(request), (bytes32, string));
            _requireNode(asked, node);
            return abi.encode(REGISTRY.text(tokenId, key));
        }
        // An unknown record must not spoil the others.
        return "";
    }

    function _requireNode(bytes32 asked, bytes32 node) private pure {
        if (asked != node) revert WrongNode(asked);
    }

    /// @dev All but the selector.
    function _arguments(bytes memory request) private pure returns (bytes memory arguments) {
        arguments = new bytes(request.length - SELECTOR_SIZE);
        for (uint256 i; i < arguments.length; ++i) {
            arguments[i] = request[SELECTOR_SIZE + i];
        }
    }
}

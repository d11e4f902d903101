// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata request) external view returns (bytes memory);
}

/// @dev A request to a gateway, as clients take several of them at once.
struct Request {
    address sender;
    string[] urls;
    bytes data;
}

interface IBatchGateway {
    function query(Request[] calldata requests) external view returns (bool[] memory, bytes[] memory);
}

/// @title The part of the resolver on the chain of ENS that clients call, for names of one resolver
/// @dev It passes the lookup of that resolver on as ENS's own does: by the batch gateway of clients.
contract UniversalResolver {
    error OffchainLookup(
        address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData
    );

    address private immutable RESOLVER;

    constructor(address nameResolver) {
        RESOLVER = nameResolver;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata request, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return resolve(name, request);
    }

    /// @dev The registry of ENS, for clients that ask it for the resolver of a node.
    function resolver(bytes32) external view returns (address) {
        return RESOLVER;
    }

    function finish(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory, address)
    {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        require(!failures[0], "gateway failed");
        (bytes4 callback, bytes memory extra) = abi.decode(extraData, (bytes4, bytes));
        (bool isDone, bytes memory result) =
            RESOLVER.staticcall(abi.encodeWithSelector(callback, responses[0], extra));
        if (!isDone) {
            assembly {
                revert(add(result, 0x20), mload(result))
            }
        }
        return (abi.decode(result, (bytes)), RESOLVER);
    }

    function resolve(bytes calldata name, bytes calldata request)
        public
        view
        returns (bytes memory, address)
    {
        try IExtendedResolver(RESOLVER).resolve(name, request) returns (bytes memory result) {
            return (result, RESOLVER);
        } catch (bytes memory reason) {
            assembly {
                // Without the selector.
                let size := sub(mload(reason), 4)
                reason := add(reason, 4)
                mstore(reason, size)
            }
            (address sender, string[] memory urls, bytes memory data, bytes4 callback, bytes memory extra) =
                abi.decode(reason, (address, string[], bytes, bytes4, bytes));
            Request[] memory requests = new Request[](1);
            requests[0] = Request(sender, urls, data);
            string[] memory batch = new string[](1);
            batch[0] = "x-batch-gateway:true";
            revert OffchainLookup(
                address(this),
                batch,
                abi.encodeCall(IBatchGateway.query, (requests)),
                this.finish.selector,
                abi.encode(callback, extra)
            );
        }
    }
}

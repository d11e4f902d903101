// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Resolution of an operator's names on their home chain
/// @notice Has the functions of ENS's universal resolver, those of a resolver by ENSIP-10, and that
///         of a registry which knows one resolver, so that ENS libraries can be pointed at it.
/// @dev Nothing is looked up elsewhere: the gateways of the callers are ignored.
interface IHomeUniversalResolver {
    /// @notice The name, in the form of the DNS, is not `label.suffix`.
    error ResolverNotFound(bytes name);

    /// @notice The node in the request is not that of the name.
    error WrongNode(bytes32 node);

    /// @notice The primary name of the account has another address as its record.
    error ReverseAddressMismatch(string name, bytes addr);

    /// @notice An account has 20 bytes.
    error BadAccount(bytes account);

    /// @notice Answers `addr`, `text` and `multicall` requests for a name.
    /// @param name In the form of the DNS.
    /// @return result ABI-encoded like the answer to the request; empty for other requests.
    /// @return resolver This contract.
    function resolve(bytes calldata name, bytes calldata request)
        external
        view
        returns (bytes memory result, address resolver);

    /// @notice The same; the gateways are not needed.
    function resolveWithGateways(
        bytes calldata name,
        bytes calldata request,
        string[] calldata gateways
    ) external view returns (bytes memory result, address resolver);

    /// @notice The primary name of an account for a coin type, with its suffix; empty: none.
    /// @param account 20 bytes.
    function reverse(bytes calldata account, uint256 coinType)
        external
        view
        returns (string memory primaryName, address resolver, address reverseResolver);

    /// @notice The same; the gateways are not needed.
    function reverseWithGateways(
        bytes calldata account,
        uint256 coinType,
        string[] calldata gateways
    ) external view returns (string memory primaryName, address resolver, address reverseResolver);

    /// @notice This contract, for every node.
    function resolver(bytes32 node) external view returns (address);

    /// @notice True for `eth.ens.resolver.extended.multicall` (ENSIP-22, ERC-7996).
    function supportsFeature(bytes4 feature) external pure returns (bool);

    /// @notice ERC-165; among others 0x9061b923, the resolution of ENSIP-10.
    function supportsInterface(bytes4 id) external pure returns (bool);
}

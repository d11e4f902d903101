// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Coverage instruments only what a test imports, and the tests take the contracts by name.
import "../../src/collections/CollectionFactory.sol";
import "../../src/collections/DropCollection.sol";
import "../../src/collections/EditionCollection.sol";
import "../../src/collections/ManagementFacet.sol";
import "../../src/collections/Payouts.sol";
import "../../src/collections/Platform.sol";
import "../../src/names/HomeUniversalResolver.sol";
import "../../src/names/NameRegistry.sol";
import "../../src/names/OffchainNameResolver.sol";

contract SourcesTest {
    function test_everySourceIsCompiled() external pure {}
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev The same file is read by the TypeScript that builds lists: both sides hash alike.
contract AllowlistVectorTest is CollectionFixture {
    uint256 private constant ENTRIES = 5;
    string private json;

    function setUp() public override {
        super.setUp();
        json = vm.readFile("test/vectors/allowlist.json");
    }

    function test_collectionId_matchesTheVector() public view {
        bytes16 id = factory.collectionIdOf(_creator(), vm.parseJsonBytes32(json, ".salt"));
        assertEq(bytes32(id), bytes32(vm.parseJsonBytes(json, ".collection_id")));
        assertEq(block.chainid << 128 | uint128(id), uint256(vm.parseJsonBytes32(json, ".domain")));
    }

    function test_checkMint_provesEveryEntryOfTheVector() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.listRoot = vm.parseJsonBytes32(json, ".root");
        bytes32 salt = vm.parseJsonBytes32(json, ".salt");
        vm.prank(_creator());
        ICollection collection = ICollection(factory.create(params, salt, NOW));

        for (uint256 i; i < ENTRIES; ++i) {
            address account = vm.parseJsonAddress(json, _key(i, "account"));
            uint256 packed = uint256(vm.parseJsonBytes32(json, _key(i, "packed")));
            bytes32[] memory proof = vm.parseJsonBytes32Array(json, _key(i, "proof"));
            assertEq(packed, _packedOf(i));
            assertEq(_leaf(collection, account, packed), vm.parseJsonBytes32(json, _key(i, "leaf")));

            (uint256 reasons, uint256 through, uint256 total) =
                collection.checkMint(account, 1, packed, proof);
            assertEq(reasons, 0);
            assertEq(through, 1);
            assertEq(total, vm.parseJsonUint(json, _key(i, "price_wei")) + FEE);
            (reasons,,) = collection.checkMint(address(0xdead), 1, packed, proof);
            assertEq(reasons, 64);
        }
    }

    function _packedOf(uint256 i) private view returns (uint256) {
        return _packed(
            vm.parseJsonUint(json, _key(i, "price_wei")),
            vm.parseJsonUint(json, _key(i, "start")),
            vm.parseJsonUint(json, _key(i, "end")),
            vm.parseJsonUint(json, _key(i, "wallet_limit")),
            vm.parseJsonUint(json, _key(i, "supply_cap")),
            vm.parseJsonUint(json, _key(i, "phase_id"))
        );
    }

    function _creator() private view returns (address) {
        return vm.parseJsonAddress(json, ".creator");
    }

    function _key(uint256 i, string memory field) private pure returns (string memory) {
        return string.concat(".entries[", vm.toString(i), "].", field);
    }
}

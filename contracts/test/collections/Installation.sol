// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {Vm} from "../TestBase.sol";

/// @dev The contracts that an operator deploys before a collection can be created.
struct Installation {
    IPlatform platform;
    address facet;
    ICollectionFactory factory;
}

/// @dev Deploys everything in the order in which the addresses depend on each other. The code is
///      taken from the compiler's output: in every test contract it would be compiled once more.
function install(Vm vm, address operator) returns (Installation memory installed) {
    address platform = vm.deployCode("Platform.sol:Platform", abi.encode(operator));
    address facet = vm.deployCode("ManagementFacet.sol:ManagementFacet", abi.encode(platform));
    string memory drop = "DropCollection.sol:DropCollection";
    address factory = vm.deployCode(
        "CollectionFactory.sol:CollectionFactory",
        abi.encode(
            platform,
            vm.deployCode(drop, abi.encode(platform, facet, false)),
            vm.deployCode(drop, abi.encode(platform, facet, true)),
            vm.deployCode("EditionCollection.sol:EditionCollection", abi.encode(platform, facet)),
            vm.deployCode("RoyaltySplit.sol:RoyaltySplit", "")
        )
    );
    return Installation(IPlatform(platform), facet, ICollectionFactory(factory));
}

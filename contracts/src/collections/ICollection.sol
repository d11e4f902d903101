// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionManagement} from "./ICollectionManagement.sol";
import {ICollectionSale} from "./ICollectionSale.sol";

/// @title What drops and editions have in common
/// @notice Sells tokens in one public phase and any number of allowlist phases, keeps the money
///         until those it belongs to pull it, and holds the promises its creator made.
interface ICollection is ICollectionSale, ICollectionManagement {}

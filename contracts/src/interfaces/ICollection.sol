// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionManagement} from "./ICollectionManagement.sol";
import {ICollectionSale} from "./ICollectionSale.sol";

/// @title Functions, events and errors that drops and editions share
/// @notice Sells tokens in one public phase and any number of allowlist phases, holds the revenue
///         until it is withdrawn, and enforces the commitments of its creator.
interface ICollection is ICollectionSale, ICollectionManagement {}

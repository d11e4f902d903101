// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "./ICollection.sol";
import {IDropTokens} from "./IDropTokens.sol";

/// @title A collection of numbered tokens
interface IDropCollection is ICollection, IDropTokens {}

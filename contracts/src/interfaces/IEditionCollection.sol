// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "./ICollection.sol";
import {IEditionTokens} from "./IEditionTokens.sol";

/// @title A collection of copies of one work
interface IEditionCollection is ICollection, IEditionTokens {}

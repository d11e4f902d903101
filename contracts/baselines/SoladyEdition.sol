// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DropWrapper} from "./DropWrapper.sol";
import {ERC1155} from "solady/tokens/ERC1155.sol";

/// @dev Solady's ERC-1155 counts neither.
contract SoladyEdition is ERC1155, DropWrapper {
    uint256 private _minted;
    mapping(address account => uint256 minted) private _mintedByWallet;

    constructor(address owner, string memory uri_) DropWrapper(owner, uri_) {}

    function uri(uint256) public view override returns (string memory) {
        return _metadataUri;
    }

    function _mintedInAll() internal view override returns (uint256) {
        return _minted;
    }

    function _mintedBy(address account) internal view override returns (uint256) {
        return _mintedByWallet[account];
    }

    function _mintAndCount(address to, uint256 quantity, uint256 minted, uint256 mintedByWallet)
        internal
        override
    {
        unchecked {
            _minted = minted + quantity;
            _mintedByWallet[to] = mintedByWallet + quantity;
        }
        _mint(to, 1, quantity, "");
    }
}

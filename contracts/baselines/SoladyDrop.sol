// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DropWrapper} from "./DropWrapper.sol";
import {ERC721} from "solady/tokens/ERC721.sol";
import {LibString} from "solady/utils/LibString.sol";

/// @dev Solady keeps a count for each wallet beside its balance; it does not count what is minted.
contract SoladyDrop is ERC721, DropWrapper {
    string private _name;
    string private _symbol;
    uint256 private _minted;

    constructor(address owner, string memory name_, string memory symbol_, string memory uri)
        DropWrapper(owner, uri)
    {
        _name = name_;
        _symbol = symbol_;
    }

    function name() public view override returns (string memory) {
        return _name;
    }

    function symbol() public view override returns (string memory) {
        return _symbol;
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        if (!_exists(tokenId)) revert TokenDoesNotExist();
        return string.concat(_metadataUri, LibString.toString(tokenId));
    }

    function _mintedInAll() internal view override returns (uint256) {
        return _minted;
    }

    function _mintedBy(address account) internal view override returns (uint256) {
        return _getAux(account);
    }

    function _mintAndCount(address to, uint256 quantity, uint256 minted, uint256 mintedByWallet)
        internal
        override
    {
        unchecked {
            _minted = minted + quantity;
            _setAux(to, uint224(mintedByWallet + quantity));
            for (uint256 i = 1; i <= quantity; ++i) {
                _mint(to, minted + i);
            }
        }
    }
}

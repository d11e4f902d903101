// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DropWrapper} from "./DropWrapper.sol";
import {ERC721A} from "erc721a/contracts/ERC721A.sol";

/// @dev ERC721A counts both by itself.
contract ERC721ADrop is ERC721A, DropWrapper {
    constructor(address owner, string memory name, string memory symbol, string memory uri)
        ERC721A(name, symbol)
        DropWrapper(owner, uri)
    {}

    function _mintedInAll() internal view override returns (uint256) {
        return _totalMinted();
    }

    function _mintedBy(address account) internal view override returns (uint256) {
        return _numberMinted(account);
    }

    function _mintAndCount(address to, uint256 quantity, uint256, uint256) internal override {
        _mint(to, quantity);
    }

    function _startTokenId() internal pure override returns (uint256) {
        return 1;
    }

    function _baseURI() internal view override returns (string memory) {
        return _metadataUri;
    }
}

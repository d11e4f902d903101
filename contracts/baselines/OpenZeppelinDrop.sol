// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DropWrapper} from "./DropWrapper.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @dev OpenZeppelin counts neither.
contract OpenZeppelinDrop is ERC721, DropWrapper {
    uint256 private _minted;
    mapping(address account => uint256 minted) private _mintedByWallet;

    constructor(address owner, string memory name, string memory symbol, string memory uri)
        ERC721(name, symbol)
        DropWrapper(owner, uri)
    {}

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
            for (uint256 i = 1; i <= quantity; ++i) {
                _mint(to, minted + i);
            }
        }
    }

    function _baseURI() internal view override returns (string memory) {
        return _metadataUri;
    }
}

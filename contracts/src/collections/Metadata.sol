// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FixedTerms} from "./FixedTerms.sol";
import {Layout} from "./Layout.sol";
import {MetadataUri} from "./MetadataUri.sol";

/// @title URIs of metadata
abstract contract Metadata is Layout, FixedTerms {
    function _metadataUri(uint256 tokenId) internal view returns (string memory) {
        return MetadataUri.item(_baseUri(), MetadataUri.decimal(tokenId));
    }

    function _baseUri() internal view returns (string memory) {
        (,,, bytes memory uri) = _firstTexts();
        if (_isBaseUriChanged) uri = _laterBaseUri;
        return MetadataUri.read(uri, address(this));
    }
}

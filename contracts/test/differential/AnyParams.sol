// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {AnyLists} from "./AnyLists.sol";

/// @dev How a collection begins, at random.
abstract contract AnyParams is AnyLists {
    uint8 internal constant DROP = 0;
    uint8 internal constant OPEN_EDITION = 1;
    uint8 internal constant EDITION = 2;
    bytes32 internal constant MANIFEST = "manifest";
    bytes32 internal constant SECRET = "secret";

    function _anyKind() internal virtual returns (uint8);

    function _anyTransferable() internal virtual returns (bool);

    function _anyParams(bytes16 collectionId)
        internal
        returns (ICollectionFactory.CreateParams memory params)
    {
        params.kind = _anyKind();
        params.transferable = _anyTransferable();
        params.name = string(_text(_isOneIn(4) ? _pick(1, 255) : _pick(1, 33)));
        params.symbol = string(_text(_isOneIn(4) ? _pick(1, 255) : _pick(1, 5)));
        if (params.kind == DROP || (params.kind == EDITION && _isOneIn(2))) {
            params.maxSupply = uint32(_anyCap());
        }
        if (!_isOneIn(12)) params.publicPhase = _goodPhase();
        params.mintFee = fee;
        params.royaltyCeilingBps = uint16(_pick(0, 1000));
        params.royaltyBps = uint16(_pick(0, params.royaltyCeilingBps));
        params.notice = uint32(_anyNotice());
        params.payees = _isOneIn(3) ? new ICollectionTypes.Payee[](0) : _goodPayees();
        params.hasRoyaltySplit = params.payees.length != 0 && _isOneIn(2);
        params.baseUri = _anyUri();
        params.contractUri = _isOneIn(2) ? bytes("") : _anyUri();
        if (_isOneIn(2)) params.provenanceHash = keccak256(abi.encode(MANIFEST, SECRET));
        if (_isOneIn(2)) {
            params.listRoot = _nearMaybe(_newTree(collectionId));
            params.listContentHash = bytes32(_word());
            params.listNotBefore = _anyOpening();
        }
    }

    function _anyUri() internal returns (bytes memory) {
        uint256 chance = _pick(0, 9);
        if (isNamedInTexts && chance < 6) return "https://{address}.example/{address}{address}/";
        if (chance == 0) return "";
        if (chance == 1) return bytes.concat(_text(_pick(1, 120)));
        if (chance == 2) return "data:,{addres}{address";
        if (chance == 3) return bytes.concat(hex"01", _text(_pick(0, 34)), "/");
        if (chance < 6) return bytes.concat("https://example.org/", _text(_pick(1, 60)), "/");

        bytes memory cid = bytes.concat(hex"01701220", bytes32(_word()));
        if (chance == 6) return cid;
        // A byte of the hash that looks like a slash is none.
        if (chance == 7) return bytes.concat(hex"01551220", bytes31(uint248(_word())), "/");
        if (chance == 8) return bytes.concat(cid, "/");
        // Only where the address may show: a broken call can make text of a CID.
        return bytes.concat(cid, isNamedInTexts ? bytes("/a/{address}") : bytes("/a/b"));
    }

    function _text(uint256 length) private pure returns (bytes memory text) {
        text = new bytes(length);
        for (uint256 i; i < length; ++i) {
            text[i] = bytes1(uint8(97 + (length + i) % 26));
        }
    }
}

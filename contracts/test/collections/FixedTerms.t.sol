// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev The terms in the code of a collection, read back with any content before them.
contract FixedTermsTest is CollectionFixture {
    uint256 private constant PROXY_SIZE = 45;
    uint256 private constant MAX_BASE_URI = 2048;
    uint256 private constant SIXTEEN_OF_EACH = type(uint256).max / 17;
    uint256 private constant FIRST_LETTERS = type(uint256).max / 255 * 97;

    function test_terms_comeBackFromEveryCombination() public {
        for (uint256 parts; parts < 4; ++parts) {
            for (uint256 payees; payees <= 16; ++payees) {
                uint256 seed = uint256(keccak256(abi.encode(parts, payees)));
                _assertComesBack(_anyParams(seed, parts & 1 != 0, parts & 2 != 0, payees));
            }
        }
    }

    function testFuzz_terms_comeBackWhateverTheyAre(uint256 seed, uint256 payees) public {
        seed = uint256(keccak256(abi.encode(seed)));
        bool hasList = seed & 1 != 0;
        _assertComesBack(_anyParams(seed, hasList, seed & 2 != 0, bound(payees, 0, 16)));
    }

    function test_terms_comeBackWithTextsOfEveryLength() public {
        for (uint256 length = 1; length < 256; ++length) {
            ICollectionFactory.CreateParams memory params = _params(DROP);
            params.name = _text(length, length);
            params.symbol = _text(256 - length, length + 1);
            params.contractUri = bytes(_text(length, length + 2));
            params.baseUri = bytes(_text(256 - length, length + 3));
            ICollection collection = _create(params);
            assertEq(collection.name(), params.name);
            assertEq(collection.symbol(), params.symbol);
            assertEq(collection.contractURI(), string(params.contractUri));
            assertEq(collection.overview().baseUri, string(params.baseUri));
        }
    }

    function test_terms_comeBackWithBaseUrisUpToTheLongest() public {
        uint256[9] memory lengths =
            [uint256(0), 1, 31, 32, 33, 255, 256, MAX_BASE_URI - 1, MAX_BASE_URI];
        for (uint256 i; i < lengths.length; ++i) {
            ICollectionFactory.CreateParams memory params = _params(EDITION);
            params.baseUri = bytes(_text(lengths[i], i));
            params.contractUri = "";
            ICollection collection = _create(params);
            assertEq(collection.overview().baseUri, string(params.baseUri));
            assertEq(collection.contractURI(), "");
        }
    }

    function test_terms_areTheProxyAndTheTermsAndNothingElse() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        bytes memory code = address(_create(params)).code;
        bytes memory proxy = abi.encodePacked(
            hex"363d3d373d3d3d363d73",
            factory.dropImplementation(),
            hex"5af43d82803e903d91602b57fd5bf3"
        );
        assertEq(proxy.length, PROXY_SIZE);
        bytes memory terms = abi.encodePacked(
            CREATOR,
            uint56(FEE / 1 gwei),
            uint24(0),
            uint16(500),
            uint16(750),
            uint8(0),
            uint8(0),
            factory.collectionIdOf(CREATOR, bytes32(uint256(1)))
        );
        bytes memory texts = abi.encodePacked(
            uint8(11), "Tide Tables", uint8(4), "TIDE", uint8(35), params.contractUri
        );
        assertEq(code, bytes.concat(proxy, terms, texts, params.baseUri));
    }

    function test_terms_nameTheImplementationOfTheKind() public {
        address[4] memory implementations = [
            factory.dropImplementation(),
            factory.dropImplementation(),
            factory.editionImplementation(),
            factory.soulboundImplementation()
        ];
        for (uint8 i; i < 4; ++i) {
            ICollectionFactory.CreateParams memory params = _params(i % 3);
            params.transferable = i != 3;
            bytes memory code = address(_create(params)).code;
            address named;
            assembly {
                named := shr(96, mload(add(code, 42)))
            }
            assertEq(named, implementations[i]);
        }
    }

    /// @dev The last bytes of one collection's terms must not be read from what follows in memory.
    function test_terms_mayEndAnywhere() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.name = "N";
        params.symbol = "S";
        params.contractUri = "";
        params.baseUri = "";
        ICollection collection = _create(params);
        assertEq(collection.name(), "N");
        assertEq(collection.symbol(), "S");
        assertEq(collection.overview().baseUri, "");
        assertEq(collection.contractURI(), "");
        assertEq(bytes32(collection.collectionId()), bytes32(_idOf(1)));
    }

    function testFuzz_terms_readTheSameFromTheirOwnFunctions(uint256 seed) public {
        seed = uint256(keccak256(abi.encode(seed)));
        ICollectionFactory.CreateParams memory params =
            _anyParams(seed, seed % 2 == 0, seed % 3 == 0, seed % 5);
        _setMintFee(params.mintFee);
        ICollection collection = _create(params);
        ICollectionTypes.Overview memory got = collection.overview();
        assertEq(collection.name(), got.name);
        assertEq(collection.symbol(), got.symbol);
        assertEq(collection.contractURI(), got.contractUri);
        assertEq(collection.creator(), got.creator);
        assertEq(collection.owner(), got.owner);
        assertEq(bytes32(collection.collectionId()), bytes32(got.collectionId));
        assertEq(collection.mintFee(), got.mintFee);
        assertEq(collection.platform(), address(platform));
    }

    function _assertComesBack(ICollectionFactory.CreateParams memory params) private {
        _setMintFee(params.mintFee);
        ICollection collection = _create(params);
        ICollectionTypes.Overview memory got = collection.overview();
        assertEq(got.kind, params.kind);
        assertTrue(got.transferable == params.transferable);
        assertEq(got.name, params.name);
        assertEq(got.symbol, params.symbol);
        assertEq(got.baseUri, string(params.baseUri));
        assertEq(got.contractUri, string(params.contractUri));
        assertEq(got.creator, CREATOR);
        assertEq(got.owner, CREATOR);
        assertEq(got.mintFee, params.mintFee);
        assertEq(got.notice, params.notice);
        assertEq(got.royaltyBps, params.royaltyBps);
        assertEq(got.royaltyCeilingBps, params.royaltyCeilingBps);
        assertEq(got.provenanceHash, params.provenanceHash);
        assertTrue((got.royaltyReceiver == CREATOR) != params.hasRoyaltySplit);
        assertTrue(got.isRevealed == (params.provenanceHash == 0));
        ICollectionTypes.Payee[] memory payees = params.payees;
        if (payees.length == 0) {
            payees = new ICollectionTypes.Payee[](1);
            payees[0] = _payee(CREATOR, 10_000);
        }
        assertEq(abi.encode(got.payees), abi.encode(payees));
        (uint256 notBefore, uint256 until) = collection.listWindow(params.listRoot);
        assertEq(notBefore, params.listRoot == 0 ? 0 : params.listNotBefore);
        assertEq(until, params.listRoot == 0 ? 0 : FOR_EVER);
    }

    function _anyParams(uint256 seed, bool hasList, bool hasProvenance, uint256 payees)
        private
        pure
        returns (ICollectionFactory.CreateParams memory params)
    {
        params = _params(uint8(seed % 3));
        params.transferable = params.kind == EDITION || seed % 2 == 0;
        params.mintFee = ((seed >> 8) & ((1 << 55) - 1)) * 1 gwei;
        params.publicPhase = _phase(0);
        params.notice = uint32((seed >> 64) & ((1 << 24) - 1));
        params.royaltyCeilingBps = uint16((seed >> 88) % 1001);
        params.royaltyBps = uint16((seed >> 104) % (params.royaltyCeilingBps + 1));
        params.name = _text(1 + (seed >> 120) % 255, seed);
        params.symbol = _text(1 + (seed >> 128) % 255, seed + 1);
        params.contractUri = bytes(_text(1 + (seed >> 136) % 255, seed + 2));
        params.baseUri = bytes(_text((seed >> 144) % 2049, seed + 3));
        if (hasList) {
            params.listRoot = keccak256(abi.encode(seed, "root"));
            params.listContentHash = keccak256(abi.encode(seed, "file"));
            params.listNotBefore = uint32(seed >> 160);
        }
        if (hasProvenance) params.provenanceHash = keccak256(abi.encode(seed, "provenance"));
        params.payees = new ICollectionTypes.Payee[](payees);
        for (uint256 i; i < payees; ++i) {
            address account = address(uint160(uint256(keccak256(abi.encode(seed, i)))));
            uint256 bps = i == 0 ? 10_000 - (payees - 1) * (100 + seed % 500) : 100 + seed % 500;
            params.payees[i] = _payee(account, uint16(bps));
        }
        params.hasRoyaltySplit = payees != 0 && (seed >> 192) % 2 == 0;
    }

    /// @dev Letters only: neither a raw CID nor a folder nor a placeholder.
    function _text(uint256 length, uint256 seed) private pure returns (string memory) {
        bytes memory text;
        for (uint256 i; i < length; i += 32) {
            uint256 word = uint256(keccak256(abi.encode(seed, i)));
            text = bytes.concat(text, bytes32((word & SIXTEEN_OF_EACH) + FIRST_LETTERS));
        }
        assembly ("memory-safe") {
            mstore(text, length)
        }
        return string(text);
    }

    function _idOf(uint256 salt) private view returns (bytes16) {
        return factory.collectionIdOf(CREATOR, bytes32(salt));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev The two short forms of an address of metadata: a raw CID, and text that names the collection.
contract MetadataUriTest is CollectionFixture {
    /// @dev bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi: the letter b means base32;
    ///      the others, five bits each from a = 0 to 7 = 31, are version 1, codec 0x70 (dag-pb),
    ///      hash function 0x12 (SHA-256), length 0x20 and the hash.
    bytes private constant FOLDER_CID =
        hex"01701220c3c4733ec8affd06cf9e9ff50ffc6bcd2ec85a6170004bb709669c31de94391a";
    string private constant FOLDER =
        "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
    /// @dev bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy, with codec 0x55 (raw).
    bytes private constant FILE_CID =
        hex"01551220c7d01489080858c500065836c658f847a6ca67c4864619212be4f8200e4bbace";
    string private constant FILE =
        "ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
    bytes private constant BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

    IDropCollection private drop;
    /// @dev The drop's address as it is shown in texts.
    string private self;

    function setUp() public override {
        super.setUp();
        drop = IDropCollection(address(_create(_params(DROP))));
        _mint(drop, ALICE, 10);
        self = vm.toLowercase(vm.toString(address(drop)));
    }

    function test_cid_isShownInBase32() public {
        _assertRead(FOLDER_CID, FOLDER);
        _assertRead(FILE_CID, FILE);
    }

    function test_cid_isFollowedByTheRestOfThePath() public {
        _assertRead(bytes.concat(FOLDER_CID, "/"), string.concat(FOLDER, "/"));
        assertEq(drop.tokenURI(10), string.concat(FOLDER, "/10"));
        _setContractUri("");
        assertEq(drop.contractURI(), string.concat(FOLDER, "/contract"));
        _assertRead(bytes.concat(FOLDER_CID, "/a/b.json"), string.concat(FOLDER, "/a/b.json"));
        assertEq(drop.tokenURI(10), string.concat(FOLDER, "/a/b.json"));
        _setContractUri("");
        assertEq(drop.contractURI(), "");
    }

    function test_cid_worksFromCreationOn() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.baseUri = bytes.concat(FOLDER_CID, "/");
        params.contractUri = FILE_CID;
        ICollection collection = _create(params);
        assertEq(collection.overview().baseUri, string.concat(FOLDER, "/"));
        assertEq(collection.contractURI(), FILE);
        params.contractUri = "";
        assertEq(_create(params).contractURI(), string.concat(FOLDER, "/contract"));
    }

    function test_cid_isEveryAddressOf36BytesOrMoreThatBeginsWithOne() public {
        bytes memory shorter = bytes.concat(bytes1(0x01), new bytes(34));
        assertEq(shorter.length, 35);
        _assertRead(shorter, string(shorter));
        _assertRead(
            bytes.concat(shorter, bytes1(0)), string.concat("ipfs://bae", _repeated("a", 56))
        );
        bytes memory other = bytes.concat(bytes1(0x02), new bytes(35));
        _assertRead(other, string(other));
        _assertRead(hex"01", "\x01");
    }

    function test_cid_thatEndsInASlashByteIsNoFolder() public {
        bytes memory cid = FOLDER_CID;
        cid[35] = "/";
        _setBaseUri(cid);
        assertEq(drop.tokenURI(1), drop.overview().baseUri);
    }

    function test_cid_keepsAPlaceholderInItsPath() public {
        _assertRead(bytes.concat(FOLDER_CID, "/{address}/"), string.concat(FOLDER, "/{address}/"));
    }

    function test_cid_isToldInReadableForm() public {
        vm.expectEmit(address(drop));
        emit ICollectionTypes.BaseUriChanged(string.concat(FOLDER, "/"));
        _setBaseUri(bytes.concat(FOLDER_CID, "/"));

        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.provenanceHash = keccak256(abi.encode(bytes32("manifest"), bytes32("secret")));
        ICollection hidden = _create(params);
        vm.expectEmit(address(hidden));
        emit ICollectionTypes.Revealed(string.concat(FOLDER, "/"), "manifest");
        vm.prank(CREATOR);
        hidden.reveal(bytes.concat(FOLDER_CID, "/"), "manifest", "secret");

        IEditionCollection edition = IEditionCollection(address(_create(_params(EDITION))));
        vm.expectEmit(address(edition));
        emit ICollectionTypes.BaseUriChanged(string.concat(FOLDER, "/"));
        vm.expectEmit(address(edition));
        emit IEditionTokens.URI(string.concat(FOLDER, "/1"), 1);
        vm.prank(CREATOR);
        edition.setBaseUri(bytes.concat(FOLDER_CID, "/"), 0);
        assertEq(edition.uri(1), string.concat(FOLDER, "/1"));
    }

    /// @dev Any hash and any path, against the naive way to spell five bits at a time.
    function testFuzz_cid_isSpeltLikeANaiveEncoderDoes(uint24 head, bytes32 hash, bytes memory path)
        public
    {
        if (path.length > 200) path = "";
        bytes memory cid = bytes.concat(bytes1(0x01), bytes3(head), hash);
        _setBaseUri(bytes.concat(cid, path));
        bytes memory shown = bytes.concat("ipfs://b", _base32(cid), path);
        assertEq(bytes(drop.overview().baseUri), shown);
    }

    function test_address_isReplacedAnywhere() public {
        _assertRead("{address}", self);
        _assertRead("{address}/", string.concat(self, "/"));
        _assertRead("https://e.org/{address}", string.concat("https://e.org/", self));
        _assertRead("https://e.org/{address}/m/", string.concat("https://e.org/", self, "/m/"));
        _assertRead("{address}{address}", string.concat(self, self));
        _assertRead("a{address}b{address}c", string.concat("a", self, "b", self, "c"));
        _assertRead("{address}/{address}/{address}", string.concat(self, "/", self, "/", self));
    }

    function test_address_isLeftAloneWhenUnfinishedOrMisspelt() public {
        string[8] memory texts = [
            "{address",
            "https://e.org/{address",
            "{addres}",
            "{Address}",
            "{ address}",
            "address}",
            "{}",
            "{addre{addres"
        ];
        for (uint256 i; i < texts.length; ++i) {
            _assertRead(bytes(texts[i]), texts[i]);
        }
        _assertRead("{{address}}", string.concat("{", self, "}"));
        _assertRead("{addre{address}", string.concat("{addre", self));
        _assertRead("{address}{address", string.concat(self, "{address"));
    }

    function test_address_isReplacedInTheUrisOfTokensAndCollection() public {
        _setBaseUri("https://e.org/{address}/");
        assertEq(drop.tokenURI(7), string.concat("https://e.org/", self, "/7"));
        _setContractUri("");
        assertEq(drop.contractURI(), string.concat("https://e.org/", self, "/contract"));
        _setContractUri("https://e.org/c/{address}");
        assertEq(drop.contractURI(), string.concat("https://e.org/c/", self));
        assertEq(drop.overview().contractUri, string.concat("https://e.org/c/", self));
    }

    function test_address_isEachCollectionsOwnFromCreationOn() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.baseUri = "https://e.org/{address}/";
        params.contractUri = "";
        for (uint256 i; i < 2; ++i) {
            ICollection collection = _create(params);
            string memory own = vm.toLowercase(vm.toString(address(collection)));
            assertEq(collection.overview().baseUri, string.concat("https://e.org/", own, "/"));
            assertEq(collection.contractURI(), string.concat("https://e.org/", own, "/contract"));
        }
    }

    function test_address_isToldInReadableForm() public {
        vm.expectEmit(address(drop));
        emit ICollectionTypes.BaseUriChanged(string.concat("https://e.org/", self, "/"));
        _setBaseUri("https://e.org/{address}/");
    }

    function test_text_mayBeAnythingElse() public {
        _assertRead("", "");
        _assertRead("a", "a");
        _assertRead(unicode"https://müller.example/∞/", unicode"https://müller.example/∞/");
        string memory long = _repeated("long ", 51);
        _assertRead(bytes(long), long);
    }

    function testFuzz_text_isShownAsItIs(bytes memory text) public {
        for (uint256 i; i < text.length; ++i) {
            if (text[i] == "{" || text[i] == 0x01) text[i] = "h";
        }
        _setBaseUri(text);
        assertEq(bytes(drop.overview().baseUri), text);
    }

    /// @dev Wherever it stands in whatever else, every whole placeholder becomes the address.
    function testFuzz_address_isReplacedBetweenAnyTexts(uint256 seed, uint256 count) public {
        bytes memory text;
        bytes memory shown;
        for (uint256 i; i < 1 + count % 6; ++i) {
            bytes memory part = _anyText(seed = uint256(keccak256(abi.encode(seed))));
            text = bytes.concat(text, part, "{address}");
            shown = bytes.concat(shown, part, bytes(self));
        }
        _setBaseUri(text);
        assertEq(bytes(drop.overview().baseUri), shown);
    }

    function _assertRead(bytes memory uri, string memory shown) private {
        _setBaseUri(uri);
        assertEq(drop.overview().baseUri, shown);
        _setContractUri(uri);
        if (uri.length != 0) assertEq(drop.contractURI(), shown);
    }

    function _setBaseUri(bytes memory uri) private {
        vm.prank(CREATOR);
        drop.setBaseUri(uri, 0);
    }

    function _setContractUri(bytes memory uri) private {
        vm.prank(CREATOR);
        drop.setContractUri(uri);
    }

    /// @dev Up to 40 letters, with braces among them.
    function _anyText(uint256 seed) private pure returns (bytes memory text) {
        bytes memory letters = "{ad}resx/";
        text = new bytes(seed % 41);
        for (uint256 i; i < text.length; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            text[i] = letters[seed % letters.length];
        }
    }

    function _repeated(string memory text, uint256 times) private pure returns (string memory all) {
        for (uint256 i; i < times; ++i) {
            all = string.concat(all, text);
        }
    }

    /// @dev RFC 4648, bit by bit.
    function _base32(bytes memory data) private pure returns (bytes memory text) {
        uint256 pending;
        uint256 bits;
        for (uint256 i; i < 8 * data.length; ++i) {
            uint256 bit = (uint8(data[i / 8]) >> (7 - i % 8)) & 1;
            pending = pending << 1 | bit;
            if (++bits < 5) continue;
            text = bytes.concat(text, BASE32[pending]);
            (pending, bits) = (0, 0);
        }
        if (bits != 0) text = bytes.concat(text, BASE32[pending << (5 - bits)]);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Calls of `create` that no encoder would make: words too big for their type, and texts that
///      point somewhere else. None of them creates a collection that differs from its event.
contract MalformedCreationTest is CollectionFixture {
    uint256 private constant HEAD = 4 + 3 * 32;
    uint256 private constant NAME_WORD = 2;
    uint256 private constant SYMBOL_WORD = 3;
    uint256 private constant BASE_URI_WORD = 16;
    uint256 private constant CONTRACT_URI_WORD = 17;

    function testFuzz_create_refusesWordsTooBigForTheirType(uint256 index, uint256 bit) public {
        // Kind, transferable, cap, the five of the phase, royalty, ceiling, split, notice, opening.
        uint8[2][13] memory words = [
            [0, 8],
            [1, 1],
            [4, 32],
            [5, 80],
            [6, 32],
            [7, 32],
            [8, 16],
            [9, 32],
            [11, 16],
            [12, 16],
            [13, 1],
            [14, 32],
            [21, 32]
        ];
        uint8[2] memory word = words[index % words.length];
        bytes memory data = _call(_full());
        _flip(data, HEAD + 32 * uint256(word[0]), bound(bit, word[1], 255));
        _expectRefused(data);
    }

    function testFuzz_create_refusesPayeesTooBigForTheirType(uint256 bit, uint256 index) public {
        ICollectionFactory.CreateParams memory params = _full();
        bytes memory data = _call(params);
        uint256 payees = HEAD + _wordAt(data, HEAD + 32 * 15) + 32;
        assertEq(_wordAt(data, payees), uint160(ALICE));
        bool isBps = index % 2 == 1;
        _flip(data, payees + 32 * (index % 4), bound(bit, isBps ? 16 : 160, 255));
        _expectRefused(data);
    }

    function test_create_readsTextsOutsideTheCallAsEmpty() public {
        uint256[3] memory offsets = [uint256(1 << 20), 1 << 64, type(uint256).max - (1 << 20)];
        for (uint256 i; i < 3; ++i) {
            bytes memory data = _call(_params(DROP));
            _put(data, HEAD + 32 * NAME_WORD, offsets[i]);
            _expectRefused(data);
            data = _call(_params(DROP));
            _put(data, HEAD + 32 * SYMBOL_WORD, offsets[i]);
            _expectRefused(data);
            data = _call(_params(DROP));
            _put(data, HEAD + 32 * BASE_URI_WORD, offsets[i]);
            _put(data, HEAD + 32 * CONTRACT_URI_WORD, offsets[i]);
            ICollection collection = _tryCreate(data, bytes32(i));
            assertEq(collection.overview().baseUri, "");
            assertEq(collection.contractURI(), "");
            assertEq(collection.name(), "Tide Tables");
        }
    }

    function test_create_refusesTextsLongerThanTheCall() public {
        uint8[4] memory words = [2, 3, 16, 17];
        uint256[3] memory lengths = [uint256(2049), 1 << 64, type(uint256).max];
        for (uint256 i; i < words.length; ++i) {
            for (uint256 j; j < lengths.length; ++j) {
                bytes memory data = _call(_params(DROP));
                uint256 place = HEAD + _wordAt(data, HEAD + 32 * uint256(words[i]));
                _put(data, place, lengths[j]);
                _expectRefused(data);
            }
        }
    }

    function test_create_mayShareOneTextForAllFour() public {
        bytes memory data = _call(_params(DROP));
        uint256 name = _wordAt(data, HEAD + 32 * NAME_WORD);
        _put(data, HEAD + 32 * SYMBOL_WORD, name);
        _put(data, HEAD + 32 * BASE_URI_WORD, name);
        _put(data, HEAD + 32 * CONTRACT_URI_WORD, name);
        ICollection collection = _tryCreate(data, "salt");
        assertEq(collection.name(), "Tide Tables");
        assertEq(collection.symbol(), "Tide Tables");
        assertEq(collection.overview().baseUri, "Tide Tables");
        assertEq(collection.contractURI(), "Tide Tables");
    }

    function test_create_refusesACallThatIsCutShort() public {
        bytes memory data = _call(_params(DROP));
        for (uint256 length = 4; length < HEAD + 22 * 32; length += 32) {
            bytes memory part = new bytes(length);
            for (uint256 i; i < length; ++i) {
                part[i] = data[i];
            }
            _expectRefused(part);
        }
    }

    function _full() private pure returns (ICollectionFactory.CreateParams memory params) {
        params = _params(DROP);
        params.publicPhase.supplyCap = 50;
        params.notice = 60;
        params.payees = _payees(ALICE, 5000, BOB, 5000);
        params.listRoot = "root";
        params.provenanceHash = "provenance";
    }

    function _call(ICollectionFactory.CreateParams memory params)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(ICollectionFactory.create, (params, "salt", NOW));
    }

    function _tryCreate(bytes memory data, bytes32 salt) private returns (ICollection) {
        _put(data, 36, uint256(salt));
        vm.prank(CREATOR);
        (bool isDone, bytes memory result) = address(factory).call(data);
        assertTrue(isDone);
        return ICollection(abi.decode(result, (address)));
    }

    function _expectRefused(bytes memory data) private {
        vm.prank(CREATOR);
        (bool isDone,) = address(factory).call(data);
        assertFalse(isDone);
    }

    function _wordAt(bytes memory data, uint256 place) private pure returns (uint256 word) {
        assembly {
            word := mload(add(add(data, 0x20), place))
        }
    }

    function _put(bytes memory data, uint256 place, uint256 word) private pure {
        assembly {
            mstore(add(add(data, 0x20), place), word)
        }
    }

    function _flip(bytes memory data, uint256 place, uint256 bit) private pure {
        _put(data, place, _wordAt(data, place) ^ (1 << bit));
    }
}

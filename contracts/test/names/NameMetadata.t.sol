// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Base64} from "../../src/names/Base64.sol";
import {NameCard} from "../../src/names/NameCard.sol";
import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {NameFixture} from "./NameFixture.sol";

/// @dev The metadata and the picture that the registry draws.
contract NameMetadataTest is NameFixture {
    bytes private constant LABEL_GROUP =
        '<g fill="#f4f1e8" font-family="ui-monospace,Menlo,Consolas,monospace" font-weight="700">';
    bytes private constant SUFFIX_GROUP =
        '</g><g fill="#a9bdb2" font-family="ui-monospace,Menlo,Consolas,monospace">';

    function test_supportsInterface_namesItsStandards() public view {
        bytes4[4] memory known = [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0x49064906];
        for (uint256 i; i < 4; ++i) {
            assertTrue(registry.supportsInterface(known[i]));
        }
        assertFalse(registry.supportsInterface(0xffffffff));
        assertFalse(registry.supportsInterface(0x2a55205a));
    }

    function test_name_isThatOfTheSuffix() public {
        assertEq(registry.name(), "plate.test names");
        assertEq(registry.symbol(), "NAME");
        assertEq(_deployRegistry().name(), "Names");
    }

    function test_tokenURI_holdsNameAndPicture() public {
        _register(LANTERN, ALICE);
        string memory picture = Base64.encode(NameCard.draw(bytes("lantern"), bytes("plate.test")));
        string memory json = string.concat(
            '{"name":"lantern.plate.test","description":"A name that its owner has for good.",',
            '"image":"data:image/svg+xml;base64,',
            picture,
            '","attributes":[{"trait_type":"Characters","value":7}]}'
        );
        assertEq(
            registry.tokenURI(LANTERN),
            string.concat("data:application/json;base64,", Base64.encode(bytes(json)))
        );
    }

    function test_tokenURI_revertsWhen_thereIsNoSuchName() public {
        expectRevert(INameTokens.NameNotRegistered.selector, LANTERN);
        registry.tokenURI(LANTERN);
    }

    // --- the picture ----------------------------------------------------------------------------

    function test_draw_setsAShortNameInOneLine() public pure {
        _assertLines(
            "abc",
            "plate.test",
            '<text x="40" y="312" font-size="88" textLength="158">abc</text>',
            '<text x="40" y="354" font-size="26" textLength="171">.plate.test</text>'
        );
    }

    function test_draw_makesALongerNameFitTheWidth() public pure {
        _assertLines(
            "tidewater",
            "eth",
            '<text x="40" y="312" font-size="58" textLength="313">tidewater</text>',
            '<text x="40" y="354" font-size="26" textLength="62">.eth</text>'
        );
    }

    function test_draw_keepsAWordWhole() public pure {
        _assertLines(
            "lanternmaker",
            "eth",
            '<text x="40" y="312" font-size="43" textLength="309">lanternmaker</text>',
            '<text x="40" y="354" font-size="26" textLength="62">.eth</text>'
        );
        _assertLines(
            "quiet-shore-1a2b3c4d",
            "eth",
            '<text x="40" y="266" font-size="43" textLength="309">quiet-shore-</text><text x="40" y="312" font-size="43" textLength="206">1a2b3c4d</text>',
            '<text x="40" y="354" font-size="26" textLength="62">.eth</text>'
        );
    }

    function test_draw_breaksTheLongestNameEvenly() public pure {
        _assertLines(
            "abcdefghijklmnopqrstuvwxyz01234",
            "a-rather-long-name-for-a-suffix.eth",
            '<text x="40" y="278" font-size="32" textLength="307">abcdefghijklmnop</text><text x="40" y="312" font-size="32" textLength="288">qrstuvwxyz01234</text>',
            '<text x="40" y="354" font-size="14" textLength="302">.a-rather-long-name-for-a-suffix.eth</text>'
        );
    }

    function test_draw_breaksAfterAHyphenThatIsNear() public pure {
        _assertLines(
            "abcdefghij-klmnopq",
            "eth",
            '<text x="40" y="262" font-size="47" textLength="310">abcdefghij-</text><text x="40" y="312" font-size="47" textLength="197">klmnopq</text>',
            '<text x="40" y="354" font-size="26" textLength="62">.eth</text>'
        );
        _assertLines(
            "a-bcdefghijklmnopqrs",
            "eth",
            '<text x="40" y="256" font-size="52" textLength="312">a-bcdefghi</text><text x="40" y="312" font-size="52" textLength="312">jklmnopqrs</text>',
            '<text x="40" y="354" font-size="26" textLength="62">.eth</text>'
        );
    }

    function test_draw_breaksElsewhereWhen_aLineWouldBeTooLong() public pure {
        _assertLines(
            "abcde-ghijklmnopqrstuv-xyz01234",
            "eth",
            '<text x="40" y="226" font-size="40" textLength="144">abcde-</text><text x="40" y="269" font-size="40" textLength="312">ghijklmnopqrs</text><text x="40" y="312" font-size="40" textLength="288">tuv-xyz01234</text>',
            '<text x="40" y="354" font-size="26" textLength="62">.eth</text>'
        );
    }

    function testFuzz_draw_isWellFormedForEveryName(uint256 seed) public pure {
        bytes memory label = new bytes(3 + seed % 29);
        for (uint256 i; i < label.length; ++i) {
            label[i] = bytes("abcdefgh-h-02468-")[(seed >> (8 * (i % 30))) % 17];
        }
        bytes memory picture = NameCard.draw(label, "plate.test");
        // As many tags are closed as are opened, and nothing else is in angle brackets.
        uint256 opened;
        uint256 closed;
        uint256 shown;
        bool isInside;
        for (uint256 i; i < picture.length; ++i) {
            if (picture[i] == "<") {
                assertFalse(isInside);
                isInside = true;
                if (picture[i + 1] == "/") ++closed;
                else ++opened;
            } else if (picture[i] == ">") {
                if (picture[i - 1] == "/") ++closed;
                isInside = false;
            } else if (!isInside) {
                ++shown;
            }
        }
        assertEq(opened, closed);
        // Title and text: the label and the suffix with its dot, twice.
        assertEq(shown, 2 * (label.length + 11));
    }

    // --- base64 ---------------------------------------------------------------------------------

    function test_encode_isThatOfTheStandard() public pure {
        // RFC 4648, section 10.
        assertEq(Base64.encode(""), "");
        assertEq(Base64.encode("f"), "Zg==");
        assertEq(Base64.encode("fo"), "Zm8=");
        assertEq(Base64.encode("foo"), "Zm9v");
        assertEq(Base64.encode("foob"), "Zm9vYg==");
        assertEq(Base64.encode("fooba"), "Zm9vYmE=");
        assertEq(Base64.encode("foobar"), "Zm9vYmFy");
        assertEq(Base64.encode(hex"fbefff"), "++//");
    }

    function _assertLines(
        string memory label,
        string memory suffix,
        string memory labelLines,
        string memory suffixLine
    ) private pure {
        bytes memory picture = NameCard.draw(bytes(label), bytes(suffix));
        bytes memory title = bytes.concat("<title>", bytes(label), ".", bytes(suffix), "</title>");
        uint256 headSize = 73 + title.length;
        bytes memory expected = bytes.concat(
            LABEL_GROUP, bytes(labelLines), SUFFIX_GROUP, bytes(suffixLine), "</g></svg>"
        );
        bytes memory tail = new bytes(expected.length);
        for (uint256 i; i < tail.length; ++i) {
            tail[i] = picture[picture.length - tail.length + i];
        }
        assertEq(string(tail), string(expected));
        bytes memory shownTitle = new bytes(title.length);
        for (uint256 i; i < title.length; ++i) {
            shownTitle[i] = picture[headSize - title.length + i];
        }
        assertEq(string(shownTitle), string(title));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MetadataUri} from "../collections/MetadataUri.sol";

/// @title The picture of a name
/// @dev Only the label and the suffix vary, and neither holds a character with a meaning in XML.
library NameCard {
    /// @dev A label has a line for each so many characters, where its hyphens let it break.
    uint256 private constant LINE_CHARACTERS = 11;
    /// @dev No line is longer: its font would be smaller than the suffix.
    uint256 private constant MAX_LINE_CHARACTERS = 16;
    /// @dev A line ends after a hyphen up to so far from where lines would be even.
    uint256 private constant MAX_HYPHEN_DISTANCE = 5;
    uint256 private constant LABEL_Y = 312;
    uint256 private constant SUFFIX_Y = 354;
    /// @dev A line fits while font size times characters is at most this.
    uint256 private constant WIDTH = 526;
    uint256 private constant SUFFIX_SIZE = 26;

    /// @dev The SVG of `label.suffix`.
    function draw(bytes memory label, bytes memory suffix) internal pure returns (bytes memory) {
        return bytes.concat(
            _head(label, suffix), _labelLines(label), _suffixLine(bytes.concat(".", suffix))
        );
    }

    /// @dev Where the first of up to `left` lines ends: after the hyphen that is nearest to where the
    ///      lines were even. Without one the rest stays whole if it fits, and is halved otherwise.
    function _cut(bytes memory rest, uint256 left) private pure returns (uint256) {
        unchecked {
            uint256 even = (rest.length + left - 1) / left;
            // 0, -1, 1, -2, 2, ...
            for (uint256 i; i <= 2 * MAX_HYPHEN_DISTANCE && left > 1; ++i) {
                uint256 end = i % 2 == 0 ? even + i / 2 : even - (i + 1) / 2;
                if (end == 0 || end >= rest.length || end > MAX_LINE_CHARACTERS) continue;
                if (rest[end - 1] != "-") continue;
                if (rest.length - end <= MAX_LINE_CHARACTERS * (left - 1)) return end;
            }
            return rest.length <= MAX_LINE_CHARACTERS ? rest.length : (rest.length + 1) / 2;
        }
    }

    function _labelLines(bytes memory label) private pure returns (bytes memory drawn) {
        unchecked {
            uint256 left = (label.length + LINE_CHARACTERS - 1) / LINE_CHARACTERS;
            bytes[] memory lines = new bytes[](left);
            uint256 count;
            uint256 longest;
            for (bytes memory rest = label; rest.length != 0; --left) {
                uint256 cut = _cut(rest, left);
                lines[count++] = MetadataUri.slice(rest, 0, cut);
                rest = MetadataUri.slice(rest, cut, rest.length);
                if (cut > longest) longest = cut;
            }
            uint256 size = count == 1 ? 88 : count == 2 ? 66 : 54;
            if (WIDTH / longest < size) size = WIDTH / longest;
            for (uint256 i; i < count; ++i) {
                uint256 y = LABEL_Y - (size * 27 / 25) * (count - 1 - i);
                drawn = bytes.concat(drawn, _text(lines[i], y, size));
            }
            return bytes.concat(
                '<g fill="#f4f1e8" font-family="ui-monospace,Menlo,Consolas,monospace" font-weight="700">',
                drawn,
                "</g>"
            );
        }
    }

    function _suffixLine(bytes memory suffix) private pure returns (bytes memory) {
        uint256 size = WIDTH / suffix.length;
        if (size > SUFFIX_SIZE) size = SUFFIX_SIZE;
        return bytes.concat(
            '<g fill="#a9bdb2" font-family="ui-monospace,Menlo,Consolas,monospace">',
            _text(suffix, SUFFIX_Y, size),
            "</g></svg>"
        );
    }

    function _text(bytes memory line, uint256 y, uint256 size) private pure returns (bytes memory) {
        bytes memory place = bytes.concat(
            '<text x="40" y="', _decimal(y), '" font-size="', _decimal(size), '" textLength="'
        );
        return bytes.concat(place, _decimal(line.length * size * 3 / 5), '">', line, "</text>");
    }

    function _head(bytes memory label, bytes memory suffix) private pure returns (bytes memory) {
        return bytes.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img"><title>',
            bytes.concat(label, ".", suffix),
            '</title><path fill="#efece3" d="M0 0h400v400H0z"/><rect x="13.5" y="13.5" width="373" height="373" rx="5" fill="none" stroke="#cfc9b8"/><rect x="20" y="20" width="360" height="360" rx="2" fill="#14221c"/><g fill="none" stroke="#4f9c78" stroke-width="1.6"><path d="M20 50q45-4 90 0t90 0 90 0 90 0M20 59q45-7 90 0t90 0 90 0 90 0M20 68q45-10 90 0t90 0 90 0 90 0M20 77q45-13 90 0t90 0 90 0 90 0"/><circle cx="290" cy="80" r="34" fill="#d9542b" stroke="none"/><path stroke-width="2.6" d="M20 88q45-18 90 0t90 0 90 0 90 0M20 99q45-22 90 0t90 0 90 0 90 0M20 110q45-26 90 0t90 0 90 0 90 0M20 121q45-30 90 0t90 0 90 0 90 0M20 132q45-34 90 0t90 0 90 0 90 0"/></g>'
        );
    }

    function _decimal(uint256 value) private pure returns (bytes memory) {
        return bytes(MetadataUri.decimal(value));
    }
}

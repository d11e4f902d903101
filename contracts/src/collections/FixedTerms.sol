// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Encoding} from "./Encoding.sol";

/// @title Terms fixed at creation
/// @notice Read from the code of the collection, where they cannot change.
/// @dev A collection is a proxy of 45 bytes (ERC-1167) with these terms behind it:
///
///      45   creator 20 | mint fee in gwei 7 | notice 3 | royalty bps 2
///      77   royalty ceiling bps 2 | flags 1 | number of payees 1 | collection id 16
///      97   list root 32 | list not before 4      with the flag HAS_LIST
///           provenance hash 32                    with the flag HAS_PROVENANCE
///           royalty split 20                      with the flag HAS_ROYALTY_SPLIT
///           payees x (account 20 | bps 2)         none: the creator alone
///           length 1, name | length 1, symbol | length 1, contract URI | base URI
///
///      Flags from bit 0: kind 2 | has list 1 | has provenance hash 1 | is soulbound 1
///      | has royalty split 1.
abstract contract FixedTerms is Encoding {
    uint256 internal constant TERMS = 45;
    uint256 private constant SECOND_WORD = 77;
    uint256 private constant LIST = 97;
    uint256 private constant LIST_SIZE = 36;
    uint256 private constant PROVENANCE_SIZE = 32;
    uint256 private constant ROYALTY_SPLIT_SIZE = 20;
    uint256 internal constant PAYEE_SIZE = 22;
    uint16 private constant WHOLE_BPS = 10_000;

    function _creator() internal view returns (address) {
        return _creatorIn(_termsAt(TERMS));
    }

    function _collectionId() internal view returns (bytes16) {
        return bytes16(bytes32(_termsAt(SECOND_WORD) << 32));
    }

    function _mintFee() internal view returns (uint256) {
        return _feeIn(_termsAt(TERMS));
    }

    function _notice() internal view returns (uint256) {
        return uint24(_termsAt(TERMS) >> 16);
    }

    function _firstRoyaltyBps() internal view returns (uint256) {
        return uint16(_termsAt(TERMS));
    }

    function _royaltyCeilingBps() internal view returns (uint256) {
        return _termsAt(SECOND_WORD) >> 240;
    }

    function _kind() internal view returns (uint256) {
        return _flags() & KIND_FLAGS;
    }

    function _provenanceHash() internal view returns (bytes32) {
        if (_flags() & HAS_PROVENANCE == 0) return 0;
        return bytes32(_termsAt(_provenanceOffset()));
    }

    /// @dev Where royalties go; 0 when they go to the owner.
    function _royaltySplit() internal view returns (address) {
        if (_flags() & HAS_ROYALTY_SPLIT == 0) return address(0);
        return address(uint160(_termsAt(_royaltySplitOffset()) >> 96));
    }

    /// @dev The list of the creation; its root is 0 when there was none.
    function _firstList() internal view returns (bytes32 root, uint256 notBefore) {
        if (_flags() & HAS_LIST == 0) return (0, 0);
        return (bytes32(_termsAt(LIST)), _termsAt(LIST + 32) >> 224);
    }

    function _countFirstPayees() internal view returns (uint256) {
        return uint8(_termsAt(SECOND_WORD) >> 224);
    }

    /// @dev The payees of the creation, packed; the creator alone when none were named.
    function _firstPayees() internal view returns (bytes memory packed) {
        uint256 count = _countFirstPayees();
        if (count == 0) return abi.encodePacked(_creator(), WHOLE_BPS);
        uint256 offset = _payeesOffset();
        return _codeBetween(offset, offset + count * PAYEE_SIZE);
    }

    function _firstTexts()
        internal
        view
        returns (
            bytes memory name,
            bytes memory symbol,
            bytes memory contractUri,
            bytes memory baseUri
        )
    {
        uint256 offset =
            _payeesOffset() + _countFirstPayees() * PAYEE_SIZE;
        (name, offset) = _textAt(offset);
        (symbol, offset) = _textAt(offset);
        (contractUri, offset) = _textAt(offset);
        baseUri = _codeBetween(offset, address(this).code.length);
    }

    /// @param terms The first word.
    function _creatorIn(uint256 terms) internal pure returns (address) {
        return address(uint160(terms >> 96));
    }

    /// @param terms The first word.
    /// @return fee In wei.
    function _feeIn(uint256 terms) internal pure returns (uint256 fee) {
        unchecked {
            return uint56(terms >> 40) * uint256(1 gwei);
        }
    }

    function _flags() internal view returns (uint256) {
        return uint8(_termsAt(SECOND_WORD) >> 232);
    }

    function _provenanceOffset() private view returns (uint256) {
        return _flags() & HAS_LIST == 0 ? LIST : LIST + LIST_SIZE;
    }

    function _royaltySplitOffset() private view returns (uint256 offset) {
        offset = _provenanceOffset();
        if (_flags() & HAS_PROVENANCE != 0) offset += PROVENANCE_SIZE;
    }

    function _payeesOffset() private view returns (uint256 offset) {
        offset = _royaltySplitOffset();
        if (_flags() & HAS_ROYALTY_SPLIT != 0) offset += ROYALTY_SPLIT_SIZE;
    }

    function _textAt(uint256 offset) private view returns (bytes memory text, uint256 end) {
        end = offset + 1 + (_termsAt(offset) >> 248);
        text = _codeBetween(offset + 1, end);
    }

    /// @dev 32 bytes of the collection's code.
    function _termsAt(uint256 offset) internal view returns (uint256 word) {
        assembly ("memory-safe") {
            extcodecopy(address(), 0, offset, 0x20)
            word := mload(0)
        }
    }

    function _codeBetween(uint256 start, uint256 end) private view returns (bytes memory part) {
        part = new bytes(end - start);
        assembly ("memory-safe") {
            extcodecopy(address(), add(part, 0x20), start, mload(part))
        }
    }
}

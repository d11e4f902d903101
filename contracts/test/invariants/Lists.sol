// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {GhostState} from "./GhostState.sol";

/// @dev Allowlists of eight entries, one for each actor, and when they are in force.
abstract contract Lists is GhostState {
    uint256 internal constant LISTS = 5;
    /// @dev The last two lists are made for other collections: one for another id, one for another
    ///      chain. Their owner may well put them into force here.
    uint256 internal constant OTHER_COLLECTION = 3;
    uint256 internal constant OTHER_CHAIN = 4;
    uint256 private constant DEPTH = 3;

    struct List {
        bytes32 root;
        uint256 notBefore;
        uint256 until;
        /// @dev All levels of the tree: eight leaves, four nodes, two nodes, the root.
        bytes32[15] nodes;
        uint256[8] packed;
    }

    List[LISTS] internal _lists;

    /// @dev When a list is in force by the ghost state, [notBefore, until); both 0 when it never was.
    function listAt(uint256 index)
        external
        view
        returns (bytes32 root, uint256 notBefore, uint256 until)
    {
        return (_lists[index].root, _lists[index].notBefore, _lists[index].until);
    }

    function countLists() external pure returns (uint256) {
        return LISTS;
    }

    /// @dev Caps of listed phases, by their id; 0 for no cap. One cap for all leaves of a phase.
    function phaseCap(uint256 phaseId) public pure returns (uint256) {
        if (phaseId == 0) return 20;
        if (phaseId == 1) return 12;
        if (phaseId == 8) return 15;
        if (phaseId == 254) return 25;
        return 0;
    }

    /// @dev Writes all lists of a collection with this id.
    function _writeLists(bytes16 collectionId) internal {
        for (uint256 i; i < LISTS; ++i) {
            bytes16 id = i == OTHER_COLLECTION ? bytes16(keccak256("another")) : collectionId;
            uint256 chain = i == OTHER_CHAIN ? block.chainid + 1 : block.chainid;
            _writeList(_lists[i], chain << 128 | uint128(id));
        }
    }

    function _bookListAdded(uint256 index, uint256 notBefore) internal {
        List storage list = _lists[index];
        bool isInForce = list.until > block.timestamp;
        if (!isInForce || notBefore < list.notBefore) list.notBefore = notBefore;
        list.until = FOR_EVER;
    }

    function _bookListRemoved(uint256 index, uint256 notice) internal {
        List storage list = _lists[index];
        bool hasOpened = block.timestamp >= list.notBefore;
        uint256 until = hasOpened ? block.timestamp + notice : block.timestamp;
        if (until < list.until) list.until = until;
    }

    function _isListOpen(uint256 index) internal view returns (bool) {
        List storage list = _lists[index];
        return block.timestamp >= list.notBefore && block.timestamp < list.until;
    }

    function _isAnyListOpen() internal view returns (bool) {
        for (uint256 i; i < LISTS; ++i) {
            if (_isListOpen(i)) return true;
        }
        return false;
    }

    /// @dev Mostly one that is open, when there is one.
    function _anyOwnList() internal returns (uint256 list) {
        list = _pick(0, OTHER_COLLECTION - 1);
        for (uint256 i; i < OTHER_COLLECTION && !_isListOpen(list) && !_oneIn(12); ++i) {
            list = (list + 1) % OTHER_COLLECTION;
        }
    }

    /// @dev The siblings of an entry, from the leaf up.
    function _proofOf(uint256 index, uint256 entry) internal view returns (bytes32[] memory proof) {
        bytes32[15] storage nodes = _lists[index].nodes;
        proof = new bytes32[](DEPTH);
        proof[0] = nodes[entry ^ 1];
        proof[1] = nodes[8 + ((entry >> 1) ^ 1)];
        proof[2] = nodes[12 + ((entry >> 2) ^ 1)];
    }

    function _leaf(uint256 domain, address account, uint256 packed)
        internal
        pure
        returns (bytes32)
    {
        return keccak256(bytes.concat(keccak256(abi.encode(domain, account, packed))));
    }

    function _writeList(List storage list, uint256 domain) private {
        for (uint256 i; i < 8; ++i) {
            list.packed[i] = _anyTerms();
            list.nodes[i] = _leaf(domain, actor(i), list.packed[i]);
        }
        for (uint256 i; i < 7; ++i) {
            list.nodes[8 + i] = _node(list.nodes[2 * i], list.nodes[2 * i + 1]);
        }
        list.root = list.nodes[14];
    }

    /// @dev Mostly terms of an open phase, and some of each invalid kind.
    function _anyTerms() private returns (uint256 packed) {
        uint256 phaseId = [uint256(0), 1, 6, 7, 8, 200, 254][_pick(0, 6)];
        uint256 price = _anyListPrice();
        uint256 start = _oneIn(6) ? NOW + _pick(1, 3 days) : NOW - _pick(0, 1000);
        uint256 end = _oneIn(6) ? NOW + _pick(0, 3 days) : NOW + 60 days;
        uint256 limit = [uint256(1), 2, 4, 6, 8, 12, 8192, 65535][_pick(0, 7)];
        if (_oneIn(20)) limit = 0;
        if (_oneIn(30)) phaseId = PUBLIC_PHASE_ID;
        packed = price | start << 80 | end << 112 | limit << 144 | phaseCap(phaseId) << 160
            | phaseId << 192;
        if (_oneIn(30)) packed |= 1 << _pick(200, 255);
    }

    function _anyListPrice() private returns (uint256) {
        if (_oneIn(30)) return 1;
        if (_oneIn(30) && mintFee != 0) return _leastPrice() - 1 gwei;
        return [uint256(0), _leastPrice(), PRICE, 3 * PRICE][_pick(0, 3)];
    }

    /// @dev Half the fee in whole gwei, rounded up: the least that is not nothing.
    function _leastPrice() internal view returns (uint256) {
        return (mintFee / 2 + 0.5 gwei) / 1 gwei * 1 gwei;
    }

    function _node(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }
}

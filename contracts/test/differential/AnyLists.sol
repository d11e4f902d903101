// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AnyTerms} from "./AnyTerms.sol";

/// @dev Allowlists at random, remembered with their proofs.
abstract contract AnyLists is AnyTerms {
    uint8 internal constant PUBLIC_PHASE_ID = 255;

    /// @dev Terms of a list for one account, with the way from its leaf to the root.
    struct Entry {
        address account;
        uint256 packed;
        bytes32 root;
        bytes32[] proof;
    }

    Entry[] internal entries;
    bytes32 private _lastEnding;

    function _forgetLists() internal {
        delete entries;
        delete _lastEnding;
    }

    function _anyPacked() internal returns (uint256) {
        uint8[7] memory phaseIds = [0, 3, 7, 8, 9, 200, 254];
        uint256 phaseId = phaseIds[_pick(0, 6)];
        if (_isOneIn(25)) phaseId = PUBLIC_PHASE_ID;
        uint256 limit = _isOneIn(25) ? 0 : _anyLimit();
        uint256 packed = _anyPrice() | _anyStart() << 80 | _anyEnd() << 112;
        packed |= limit << 144 | _anyPhaseCap() << 160 | phaseId << 192;
        return _isOneIn(25) ? packed | 1 << _pick(200, 255) : packed;
    }

    /// @dev A tree of up to eight entries, of which two are kept in mind.
    function _newTree(bytes16 collectionId) internal returns (bytes32 root) {
        uint256 depth = _isOneIn(2) ? 0 : _pick(1, 3);
        address[] memory members = new address[](1 << depth);
        uint256[] memory terms = new uint256[](1 << depth);
        bytes32[] memory nodes = new bytes32[](1 << depth);
        for (uint256 i; i < nodes.length; ++i) {
            members[i] = _anyPerson();
            terms[i] = i % 2 == 1 ? terms[i - 1] : _anyPacked();
            nodes[i] = _leaf(collectionId, members[i], terms[i]);
        }
        bytes32[] memory firstProof = _climb(nodes, 0);
        bytes32[] memory lastProof = _climb(nodes, nodes.length - 1);
        root = _rootOf(nodes[0], firstProof);
        entries.push(Entry(members[0], terms[0], root, firstProof));
        if (depth == 0) return root;
        uint256 last = nodes.length - 1;
        entries.push(Entry(members[last], terms[last], root, lastProof));
    }

    /// @dev An entry known so far, now and then with something wrong about it.
    function _anyEntry() internal returns (Entry memory entry) {
        if (entries.length == 0) {
            entry.account = _anyPerson();
            entry.packed = _anyPacked();
            return entry;
        }
        // Later ones more often, since the earlier may be over.
        uint256 last = entries.length - 1;
        entry = entries[_isOneIn(2) ? _pick(0, last) : _pick(last / 2, last)];
        uint256 chance = _pick(0, 59);
        if (chance == 0) entry.account = _anyPerson();
        if (chance == 1) entry.packed ^= 1 << _pick(0, 255);
        if (chance == 2) entry.proof = new bytes32[](_pick(0, 3));
        if (chance == 3 && entry.proof.length != 0) entry.proof[0] = bytes32(_word());
    }

    function _anyRoot() internal returns (bytes32) {
        if (entries.length == 0 || _isOneIn(8)) return bytes32(_isOneIn(2) ? 0 : _word());
        return _nearMaybe(entries[_pick(0, entries.length - 1)].root);
    }

    /// @dev A root to be removed, often once more.
    function _anyEnding() internal returns (bytes32) {
        if (_lastEnding == 0 || _isOneIn(2)) _lastEnding = _anyRoot();
        return _lastEnding;
    }

    /// @dev One bit beside a list is another list, also where storage keeps the two close together.
    function _nearMaybe(bytes32 root) internal returns (bytes32) {
        return _isOneIn(10) ? root ^ bytes32(1 << _pick(0, _isOneIn(2) ? 127 : 255)) : root;
    }

    function _anyOpening() internal returns (uint32) {
        if (_isOneIn(20)) return type(uint32).max;
        return uint32(_isOneIn(5) ? block.timestamp + _pick(0, 2 hours) : _pick(0, block.timestamp));
    }

    function _leaf(bytes16 collectionId, address account, uint256 packed)
        internal
        view
        returns (bytes32)
    {
        uint256 domain = block.chainid << 128 | uint128(collectionId);
        return keccak256(bytes.concat(keccak256(abi.encode(domain, account, packed))));
    }

    function _climb(bytes32[] memory leaves, uint256 position)
        private
        pure
        returns (bytes32[] memory proof)
    {
        uint256 depth;
        while (1 << depth < leaves.length) {
            ++depth;
        }
        proof = new bytes32[](depth);
        bytes32[] memory level = leaves;
        for (uint256 i; i < depth; ++i) {
            proof[i] = level[position ^ 1];
            bytes32[] memory above = new bytes32[](level.length / 2);
            for (uint256 j; j < above.length; ++j) {
                above[j] = _node(level[2 * j], level[2 * j + 1]);
            }
            level = above;
            position /= 2;
        }
    }

    function _rootOf(bytes32 node, bytes32[] memory proof) private pure returns (bytes32) {
        for (uint256 i; i < proof.length; ++i) {
            node = _node(node, proof[i]);
        }
        return node;
    }

    function _node(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }
}

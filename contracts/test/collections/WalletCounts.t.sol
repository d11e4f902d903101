// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev How many a wallet received in each phase, up to the most that its counters hold.
abstract contract WalletCountsTest is SaleFixture {
    uint256 private constant MAX_HELD = 8191;
    uint256 private constant MOST = type(uint16).max;
    uint256 private constant HOLDER_PREFIX = 1 << 201;
    uint256 private constant WALLET_PREFIX = 1 << 203;

    function test_walletMinted_countsEveryPhaseApart() public {
        _createLarge();
        for (uint256 phaseId; phaseId < 255; ++phaseId) {
            _receive(phaseId, 1 + phaseId % 3, MOST);
        }
        vm.prank(ALICE);
        collection.mint{value: 7 * UNIT}(7);
        for (uint256 phaseId; phaseId < 255; ++phaseId) {
            assertEq(collection.walletMinted(ALICE, uint8(phaseId)), 1 + phaseId % 3);
            assertEq(collection.walletMinted(BOB, uint8(phaseId)), 0);
        }
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 7);
        assertEq(_balance(ALICE), 255 / 3 * 6 + 7);
    }

    function test_phaseMinted_countsEveryPhaseApart() public {
        _createLarge();
        for (uint256 phaseId; phaseId < 255; ++phaseId) {
            uint256 packed = _packed(0, 0, FOR_EVER, MOST, 5, phaseId);
            _mintListed(ALICE, 1 + phaseId % 3, packed, _list(collection, ALICE, packed));
        }
        for (uint256 phaseId; phaseId < 255; ++phaseId) {
            assertEq(collection.phaseMinted(uint8(phaseId)), 1 + phaseId % 3);
        }
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 0);
    }

    function test_aWalletTakesAtMost8191InThePhases0To7() public {
        for (uint256 phaseId; phaseId < 8; ++phaseId) {
            uint256 key = HOLDER_PREFIX | uint160(ALICE);
            uint256 word = _word(collection, key) | (MAX_HELD - 2) << (152 + 13 * phaseId);
            _setWord(collection, key, word);
            _assertLastTwo(phaseId, MAX_HELD);
        }
        for (uint256 phaseId; phaseId < 8; ++phaseId) {
            assertEq(collection.walletMinted(ALICE, uint8(phaseId)), MAX_HELD);
        }
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 0);
        assertEq(_balance(ALICE), 16);
    }

    function test_aWalletTakesAtMost65535InTheOtherListedPhases() public {
        uint8[5] memory phaseIds = [8, 9, 15, 128, 254];
        for (uint256 i; i < phaseIds.length; ++i) {
            _setWord(
                collection, WALLET_PREFIX | uint256(phaseIds[i]) << 160 | uint160(ALICE), MOST - 2
            );
            _assertLastTwo(phaseIds[i], MOST);
        }
        assertEq(collection.walletMinted(ALICE, 10), 0);
        assertEq(collection.walletMinted(BOB, 254), 0);
    }

    function test_aWalletTakesAtMost65535InThePublicPhase() public {
        ICollectionTypes.PublicPhase memory phase = _phase(PRICE);
        phase.walletLimit = uint16(MOST);
        _setPublicPhase(phase);
        _setWord(collection, HOLDER_PREFIX | uint160(ALICE), (MOST - 2) << 28);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), MOST - 2);
        (, uint256 through,) = collection.checkMint(ALICE, 50, 0, new bytes32[](0));
        assertEq(through, 2);
        _expectMintReverts(ALICE, 3, _walletLimit(2));
        _mint(collection, ALICE, 2);
        assertEq(_reasons(ALICE, 1), 16);
        _expectMintReverts(ALICE, 1, _walletLimit(0));
        vm.expectRevert(_walletLimit(0));
        _mintTo(ALICE, 1, address(0));
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), MOST);
        assertEq(collection.walletMinted(ALICE, 0), 0);
        assertEq(_balance(ALICE), 2);
    }

    function testFuzz_walletMinted_changesInItsPhaseOnly(uint256 phaseId, uint256 quantity) public {
        phaseId = bound(phaseId, 0, 254);
        quantity = bound(quantity, 1, 50);
        for (uint256 other; other < 10; ++other) {
            _receive(other, 1, MOST);
        }
        _mint(collection, ALICE, 3);
        uint256 before = collection.walletMinted(ALICE, uint8(phaseId));
        _receive(phaseId, quantity, MOST);
        assertEq(collection.walletMinted(ALICE, uint8(phaseId)), before + quantity);
        for (uint256 other; other < 10; ++other) {
            if (other == phaseId) continue;
            assertEq(collection.walletMinted(ALICE, uint8(other)), 1);
        }
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 3);
        assertEq(_balance(ALICE), 13 + quantity);
    }

    function _createLarge() private {
        ICollectionFactory.CreateParams memory params = _usual();
        params.maxSupply = 1000;
        collection = _create(params);
    }

    function _receive(uint256 phaseId, uint256 quantity, uint256 limit) private {
        uint256 packed = _packed(0, limit, phaseId);
        _mintListed(ALICE, quantity, packed, _list(collection, ALICE, packed));
    }

    /// @dev Alice has received all but two of `most` in the phase.
    function _assertLastTwo(uint256 phaseId, uint256 most) private {
        uint256 packed = _packed(0, MOST, phaseId);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        assertEq(collection.walletMinted(ALICE, uint8(phaseId)), most - 2);
        (, uint256 through,) = collection.checkMint(ALICE, 50, packed, proof);
        assertEq(through, 2);
        _expectListReverts(ALICE, 3, packed, proof, _walletLimit(2));
        assertEq(_mintListedPartly(ALICE, 5, address(0), packed, proof), 2);
        (uint256 reasons,,) = collection.checkMint(ALICE, 1, packed, proof);
        assertEq(reasons, 16);
        _expectListReverts(ALICE, 1, packed, proof, _walletLimit(0));
        assertEq(collection.walletMinted(ALICE, uint8(phaseId)), most);
    }
}

/// @dev Drops keep hints in the holder's word as well, so that both must be tried.
contract DropWalletCountsTest is WalletCountsTest, OnDrop {}

contract EditionWalletCountsTest is WalletCountsTest, OnEdition {}

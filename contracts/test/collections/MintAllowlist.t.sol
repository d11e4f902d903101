// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {OnDrop, OnEdition, OnOpenEdition, SaleFixture} from "./SaleFixture.sol";

/// @dev Both forms of `mintAllowlist`: terms that travel with the mint, proved by a list in force.
abstract contract MintAllowlistTest is SaleFixture {
    function test_mintAllowlist_sellsAtTheTermsOfTheLeaf() public {
        uint256 packed = _packed(1 ether, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        uint256 before = ALICE.balance;
        vm.expectEmit(address(collection));
        emit ICollectionTypes.Minted(_sale(1 ether, 3, 2));
        _mintListed(ALICE, 3, packed, proof);
        assertEq(before - ALICE.balance, 3 * (1 ether + FEE));
        assertEq(_balance(ALICE), 3);
        assertEq(collection.totalSupply(), 3);
        assertEq(collection.walletMinted(ALICE, 2), 3);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 0);
        assertEq(collection.phaseMinted(2), 0, "counted only under a cap");
    }

    function test_mintAllowlist_tellsTheSaleBeforeItsTransfers() public {
        uint256 packed = _packed(PRICE, 8, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.recordLogs();
        _mintListed(ALICE, 3, packed, proof);
        _assertLogs(ICollectionTypes.Minted.selector, 1, 3);
        vm.recordLogs();
        _mintListedPartly(ALICE, 2, address(0), packed, proof);
        _assertLogs(ICollectionTypes.Minted.selector, 1, 2);
        vm.recordLogs();
        _mintListedPartly(ALICE, 2, REFERRER, packed, proof);
        _assertLogs(ICollectionTypes.MintedByReferral.selector, 1, 2);
    }

    function test_mintAllowlist_fillsPartlyAndCreditsAReferrer() public {
        uint256 packed = _packed(0, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        uint256 before = ALICE.balance;
        vm.expectEmit(address(collection));
        emit ICollectionTypes.MintedByReferral(REFERRER, _sale(0, 4, 2));
        vm.prank(ALICE);
        uint256 quantity = collection.mintAllowlist{value: 9 * FEE}(2, 9, REFERRER, packed, proof);
        assertEq(quantity, 4);
        assertEq(_balance(ALICE), 4);
        assertEq(before - ALICE.balance, 4 * FEE);
        assertEq(collection.owed(REFERRER), 4 * FEE / 5);
    }

    function test_mintAllowlist_fillsWhatCollectionAndPhaseHaveLeft() public {
        _lowerCap(12);
        _mint(collection, BOB, 5);
        uint256 packed = _packed(PRICE, NOW, NOW + 1, 20, 6, 3);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        assertEq(_mintListedPartly(ALICE, 9, address(0), packed, proof), 6);
        assertEq(collection.phaseMinted(3), 6);
        packed = _packed(PRICE, 20, 4);
        proof = _list(collection, ALICE, packed);
        assertEq(_mintListedPartly(ALICE, 9, address(0), packed, proof), 1);
        assertEq(address(collection).balance, 12 * UNIT);
    }

    /// @dev Any leaf at any depth of a tree, its siblings on either side.
    function testFuzz_mintAllowlist_acceptsAnyProofThatLeadsToTheRoot(
        uint256 price,
        uint256 limit,
        uint256 phaseId,
        uint256 depth,
        bytes32 siblings
    ) public {
        price = price % 4 == 0 ? 0 : bound(price, FEE / 1 gwei, 1e9) * 1 gwei;
        uint256 packed = _packed(price, bound(limit, 2, type(uint16).max), bound(phaseId, 0, 254));
        bytes32[] memory proof = new bytes32[](bound(depth, 0, 20));
        bytes32 root = _leaf(collection, ALICE, packed);
        for (uint256 i; i < proof.length; ++i) {
            proof[i] = siblings = keccak256(bytes.concat(siblings));
            root = _node(root, proof[i]);
        }
        _addList(collection, root);
        _mintListed(ALICE, 1, packed, proof);
        assertEq(_mintListedPartly(ALICE, 1, REFERRER, packed, proof), 1);
        assertEq(_balance(ALICE), 2);
        assertEq(address(collection).balance, 2 * (price + FEE));
        _expectListReverts(BOB, 1, packed, proof, _badProof());
    }

    function test_mintAllowlist_acceptsALoneLeafAsRoot() public {
        uint256 packed = _packed(PRICE, 1, 0);
        _addList(collection, _leaf(collection, ALICE, packed));
        _mintListed(ALICE, 1, packed, new bytes32[](0));
    }

    function test_mintAllowlist_revertsWhen_theProofIsAnothersOrMisshapen() public {
        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        _expectListReverts(BOB, 1, packed, proof, _badProof());
        _expectListReverts(ALICE, 1, packed, new bytes32[](0), _badProof());
        bytes32[] memory longer = new bytes32[](2);
        longer[0] = proof[0];
        _expectListReverts(ALICE, 1, packed, longer, _badProof());
    }

    /// @dev Every bit of the terms is bound by the leaf, also those that mean nothing.
    function testFuzz_mintAllowlist_revertsWhen_theTermsDiffer(uint256 bit) public {
        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        uint256 altered = packed ^ (1 << bound(bit, 0, 255));
        vm.expectRevert(_badProof());
        vm.prank(ALICE);
        collection.mintAllowlist{value: UNIT}(1, altered, proof);
    }

    function test_mintAllowlist_revertsWhen_aNodeIsPassedForALeaf() public {
        uint256 packed = _packed(PRICE, 4, 2);
        uint256 domain = block.chainid << 128 | uint128(collection.collectionId());
        // The root that would follow if leaves were hashed but once.
        _addList(collection, keccak256(abi.encode(domain, ALICE, packed)));
        _expectListReverts(ALICE, 1, packed, new bytes32[](0), _badProof());
    }

    function test_mintAllowlist_revertsWhen_theProofIsAnotherCollectionsOrChains() public {
        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        ICollection sibling = _create(_usual());
        _addList(sibling, root);
        vm.expectRevert(_badProof());
        vm.prank(ALICE);
        sibling.mintAllowlist{value: UNIT}(1, packed, proof);

        vm.chainId(31338);
        _expectListReverts(ALICE, 1, packed, proof, _badProof());
    }

    function test_mintAllowlist_revertsWhen_itsTermsAreClosed() public {
        uint256 packed = _packed(PRICE, NOW + 10, NOW + 20, 8, 0, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes memory closed = _phaseClosed(NOW + 10, NOW + 20);
        vm.warp(NOW + 9);
        _expectListReverts(ALICE, 1, packed, proof, closed);
        vm.warp(NOW + 20);
        _expectListReverts(ALICE, 1, packed, proof, closed);
        vm.warp(NOW + 10);
        _mintListed(ALICE, 1, packed, proof);
        vm.warp(NOW + 19);
        _mintListedPartly(ALICE, 1, address(0), packed, proof);
        _setPaused(true);
        bytes memory paused = abi.encodeWithSelector(ICollectionTypes.Paused.selector);
        _expectListReverts(ALICE, 1, packed, proof, paused);
    }

    function test_mintAllowlist_revertsWhen_itsListIsClosed() public {
        _createWithNotice(60);
        uint256 packed = _packed(PRICE, 8, 1);
        bytes32[] memory proof = _proof();
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        _addList(root, NOW + 5);
        bytes memory closed = _phaseClosed(NOW + 5, FOR_EVER);
        _expectListReverts(ALICE, 1, packed, proof, closed);
        vm.warp(NOW + 4);
        _expectListReverts(ALICE, 1, packed, proof, closed);
        vm.warp(NOW + 5);
        _mintListed(ALICE, 1, packed, proof);

        _removeList(root);
        vm.warp(NOW + 64);
        _mintListed(ALICE, 1, packed, proof);
        vm.warp(NOW + 65);
        _expectListReverts(ALICE, 1, packed, proof, _phaseClosed(NOW + 5, NOW + 65));
    }

    function test_mintAllowlist_revertsWhen_theTermsAreMalformed() public {
        bytes memory badTerms = abi.encodeWithSelector(ICollectionTypes.BadTerms.selector);
        uint256 packed = _packed(PRICE, 4, 255);
        _expectListReverts(ALICE, 1, packed, _list(collection, ALICE, packed), badTerms);
        for (uint256 bit = 200; bit < 256; ++bit) {
            packed = _packed(PRICE, 4, 1) | 1 << bit;
            _expectListReverts(ALICE, 1, packed, _list(collection, ALICE, packed), badTerms);
        }
    }

    function test_mintAllowlist_revertsWhen_thePriceIsOutOfBand() public {
        uint256[4] memory prices = [FEE / 2 - 1 gwei, PRICE + 1, 1, 1 gwei];
        for (uint256 i; i < prices.length; ++i) {
            uint256 packed = _packed(prices[i], 4, 1);
            _expectListReverts(
                ALICE,
                1,
                packed,
                _list(collection, ALICE, packed),
                abi.encodeWithSelector(ICollectionTypes.BadPrice.selector, prices[i])
            );
        }
        uint256[2] memory good = [uint256(0), FEE / 2];
        for (uint256 i; i < good.length; ++i) {
            uint256 packed = _packed(good[i], 4, i);
            _mintListed(ALICE, 1, packed, _list(collection, ALICE, packed));
        }
        assertEq(_balance(ALICE), 2);
    }

    function testFuzz_mintAllowlist_revertsWhen_theValueIsNotThePrice(
        uint256 quantity,
        uint256 value
    ) public {
        quantity = bound(quantity, 1, 50);
        value = bound(value, 0, 1 ether);
        if (value == quantity * UNIT) ++value;
        uint256 packed = _packed(PRICE, 100, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.expectRevert(_wrongValue(value, quantity * UNIT));
        vm.prank(ALICE);
        collection.mintAllowlist{value: value}(quantity, packed, proof);
        vm.expectRevert(_wrongValue(value, quantity * UNIT));
        vm.prank(ALICE);
        collection.mintAllowlist{value: value}(0, quantity, REFERRER, packed, proof);
    }

    function testFuzz_mintAllowlist_revertsWhen_nothingOrTooMuchIsAskedFor(uint256 quantity)
        public
    {
        uint256 packed = _packed(PRICE, 100, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes memory nothing = abi.encodeWithSelector(ICollectionTypes.ZeroQuantity.selector);
        _expectListReverts(ALICE, 0, packed, proof, nothing);
        _expectListReverts(ALICE, 51, packed, proof, _tooMany(50));
        quantity = bound(quantity, 51, type(uint256).max);
        vm.expectRevert(_tooMany(50));
        vm.prank(ALICE);
        collection.mintAllowlist(quantity, packed, proof);
        vm.expectRevert(_tooMany(50));
        vm.prank(ALICE);
        collection.mintAllowlist(1, quantity, address(0), packed, proof);
        vm.expectRevert(_tooMany(2));
        vm.prank(ALICE);
        collection.mintAllowlist{value: 2 * UNIT}(3, 2, address(0), packed, proof);
    }

    function test_mintAllowlist_givesFiftyAtOnce() public {
        uint256 packed = _packed(PRICE, 50, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        _mintListed(ALICE, 50, packed, proof);
        assertEq(_balance(ALICE), 50);
    }

    function test_mintAllowlist_revertsWhen_theReferrerIsAParty() public {
        uint256 packed = _packed(PRICE, 10, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        address[3] memory barred = [ALICE, CREATOR, address(platform)];
        for (uint256 i; i < barred.length; ++i) {
            expectRevert(ICollectionTypes.BadReferrer.selector, barred[i]);
            vm.prank(ALICE);
            collection.mintAllowlist{value: UNIT}(1, 1, barred[i], packed, proof);
        }
        _mintListedPartly(ALICE, 1, BOB, packed, proof);
        assertEq(collection.owed(BOB), FEE / 5);
    }

    function test_mintAllowlist_revertsWhen_theWalletLimitIsReached() public {
        uint8[3] memory phaseIds = [0, 7, 8];
        for (uint256 i; i < 3; ++i) {
            uint256 packed = _packed(PRICE, 5, phaseIds[i]);
            bytes32[] memory proof = _list(collection, ALICE, packed);
            _mintListed(ALICE, 3, packed, proof);
            _expectListReverts(ALICE, 3, packed, proof, _walletLimit(2));
            _mintListed(ALICE, 2, packed, proof);
            _expectListReverts(ALICE, 1, packed, proof, _walletLimit(0));
        }
    }

    function test_mintAllowlist_revertsWhen_theLimitIsNothing() public {
        uint256 packed = _packed(PRICE, 0, 1);
        _expectListReverts(ALICE, 1, packed, _list(collection, ALICE, packed), _walletLimit(0));
    }

    function test_mintAllowlist_revertsWhen_soldOut() public {
        _lowerCap(12);
        uint256 packed = _packed(PRICE, 20, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        _mintListed(ALICE, 10, packed, proof);
        _expectListReverts(ALICE, 3, packed, proof, _soldOut(2));
        _mintListed(ALICE, 2, packed, proof);
        _expectListReverts(ALICE, 1, packed, proof, _soldOut(0));
    }

    function test_mintAllowlist_revertsWhen_fewerThanTheMinimumAreLeft() public {
        uint256 packed = _packed(PRICE, NOW, NOW + 1, 8, 9, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.expectRevert(_walletLimit(8));
        vm.prank(ALICE);
        collection.mintAllowlist{value: 10 * UNIT}(9, 10, address(0), packed, proof);
        vm.expectRevert(_phaseSoldOut(9));
        vm.prank(ALICE);
        collection.mintAllowlist{value: 10 * UNIT}(10, 10, address(0), packed, proof);
        vm.prank(ALICE);
        collection.mintAllowlist{value: 10 * UNIT}(8, 10, address(0), packed, proof);
        assertEq(_balance(ALICE), 8);
    }

    function test_mintAllowlist_countsWalletsForEachPhaseApart() public {
        uint256 first = _packed(PRICE, 2, 0);
        uint256 second = _packed(PRICE, 1, 254);
        bytes32[] memory firstProof = _list(collection, ALICE, first);
        bytes32[] memory secondProof = _list(collection, ALICE, second);
        _mintListed(ALICE, 2, first, firstProof);
        _mintListed(ALICE, 1, second, secondProof);
        _mint(collection, ALICE, 10);
        _expectListReverts(ALICE, 1, first, firstProof, _walletLimit(0));
        _expectListReverts(ALICE, 1, second, secondProof, _walletLimit(0));
        assertEq(_balance(ALICE), 13);
    }

    function test_mintAllowlist_sharesTheWalletLimitBetweenLists() public {
        uint256 first = _packed(PRICE, 3, 9);
        uint256 second = _packed(2 * PRICE, 4, 9);
        _mintListed(ALICE, 3, first, _list(collection, ALICE, first));
        bytes32[] memory proof = _list(collection, ALICE, second);
        _expectListReverts(ALICE, 2, second, proof, _walletLimit(1));
        _mintListed(ALICE, 1, second, proof);
    }

    function test_mintAllowlist_sharesThePhaseCapBetweenLists() public {
        uint256 packed = _packed(PRICE, 0, FOR_EVER, 10, 5, 3);
        bytes32[] memory alices = _list(collection, ALICE, packed);
        bytes32[] memory bobs = _list(collection, BOB, packed);
        _mintListed(ALICE, 4, packed, alices);
        assertEq(collection.phaseMinted(3), 4);
        _expectListReverts(BOB, 2, packed, bobs, _phaseSoldOut(1));
        _mintListed(BOB, 1, packed, bobs);
        _expectListReverts(BOB, 1, packed, bobs, _phaseSoldOut(0));

        uint256 tighter = _packed(PRICE, 0, FOR_EVER, 10, 3, 3);
        bytes32[] memory proof = _list(collection, BOB, tighter);
        _expectListReverts(BOB, 1, tighter, proof, _phaseSoldOut(0));
    }

    /// @dev The minted quantity is the least of all limits, and is paid for exactly.
    function testFuzz_mintAllowlist_paysForWhatItGives(
        uint256 cap,
        uint256 phaseCap,
        uint256 walletLimit,
        uint256 requested,
        uint256 least,
        uint256 phaseId
    ) public {
        cap = bound(cap, 1, 60);
        phaseCap = bound(phaseCap, 0, 60);
        walletLimit = bound(walletLimit, 1, 60);
        requested = bound(requested, 1, 50);
        least = bound(least, 0, requested);
        phaseId = bound(phaseId, 0, 254);
        _lowerCap(cap);
        uint256 expected = requested < cap ? requested : cap;
        if (phaseCap != 0 && expected > phaseCap) expected = phaseCap;
        if (expected > walletLimit) expected = walletLimit;
        uint256 packed = _packed(PRICE, 0, FOR_EVER, walletLimit, phaseCap, phaseId);
        bytes32[] memory proof = _list(collection, ALICE, packed);

        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        (bool isDone,) = address(collection).call{value: requested * UNIT}(
            abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,address,uint256,bytes32[])",
                least,
                requested,
                REFERRER,
                packed,
                proof
            )
        );
        assertTrue(isDone == (expected >= least));
        uint256 given = isDone ? expected : 0;
        assertEq(_balance(ALICE), given);
        assertEq(before - ALICE.balance, given * UNIT);
        assertEq(collection.walletMinted(ALICE, uint8(phaseId)), given);
        assertEq(collection.phaseMinted(uint8(phaseId)), phaseCap == 0 ? 0 : given);
        assertEq(collection.owed(REFERRER), given * FEE / 5);
    }
}

contract DropMintAllowlistTest is MintAllowlistTest, OnDrop {}

contract OpenEditionMintAllowlistTest is MintAllowlistTest, OnOpenEdition {}

contract EditionMintAllowlistTest is MintAllowlistTest, OnEdition {}

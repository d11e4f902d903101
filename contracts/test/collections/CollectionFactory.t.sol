// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Making collections: addresses, refusals, and the fee of new ones.
contract CollectionFactoryTest is CollectionFixture {
    uint256 private constant MAX_FEE = ((1 << 55) - 1) * 1 gwei;

    function test_constructor_namesTheOthers() public view {
        assertEq(address(factory.platform()), address(platform));
        assertTrue(factory.dropImplementation().code.length != 0);
        assertTrue(factory.soulboundImplementation().code.length != 0);
        assertTrue(factory.editionImplementation().code.length != 0);
        assertTrue(factory.royaltySplitImplementation().code.length != 0);
        assertTrue(factory.dropImplementation() != factory.soulboundImplementation());
    }

    // --- addresses ------------------------------------------------------------------------------

    function testFuzz_create_usesThePredictedAddress(uint256 seed, bytes32 salt) public {
        ICollectionFactory.CreateParams memory params = _params(uint8(seed % 3));
        if (seed % 2 == 0) params.listRoot = "root";
        if (seed % 5 == 0) params.publicPhase.supplyCap = 5;
        if (seed % 7 < 2) params.payees = _payees(ALICE, 5000, BOB, 5000);
        params.hasRoyaltySplit = seed % 7 == 1;
        if (seed % 11 == 0 && params.kind != EDITION) params.transferable = false;
        address predicted = factory.predict(params, CREATOR, salt);
        assertEq(predicted.code.length, 0);
        vm.prank(CREATOR);
        assertEq(factory.create(params, salt, NOW), predicted);
        assertTrue(predicted.code.length != 0);
    }

    function test_predict_dependsOnEveryParameter() public view {
        address[] memory seen = new address[](27);
        for (uint256 i; i < 25; ++i) {
            seen[i] = factory.predict(_variant(i), CREATOR, "salt");
        }
        seen[25] = factory.predict(_variant(0), ALICE, "salt");
        seen[26] = factory.predict(_variant(0), CREATOR, "other");
        for (uint256 i; i < seen.length; ++i) {
            for (uint256 j; j < i; ++j) {
                assertTrue(seen[i] != seen[j], vm.toString(i));
            }
        }
    }

    function test_predict_foreseesCreationsUnderAnyFee() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.mintFee = 5 * FEE;
        address predicted = factory.predict(params, CREATOR, "salt");
        _setMintFee(5 * FEE);
        vm.prank(CREATOR);
        assertEq(factory.create(params, "salt", NOW), predicted);
    }

    function testFuzz_collectionIdOf_isTheHashOfCreatorAndSalt(address creator, bytes32 salt)
        public
        view
    {
        bytes16 id = factory.collectionIdOf(creator, salt);
        assertEq(bytes32(id), bytes32(bytes16(keccak256(abi.encode(creator, salt)))));
    }

    function test_create_revertsWhen_thisVeryCollectionExists() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.listRoot = "root";
        vm.prank(CREATOR);
        address first = factory.create(params, "salt", NOW);
        _expectReverts(
            params, abi.encodeWithSelector(ICollectionFactory.AlreadyCreated.selector, first)
        );
    }

    function test_create_saysWhenTheGasIsTooLittle() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        uint256 refused;
        for (uint256 gas = 50_000; gas < 160_000; gas += 2000) {
            uint256 snapshot = vm.snapshotState();
            vm.prank(CREATOR);
            try factory.create{gas: gas}(params, "salt", NOW) {}
            catch (bytes memory reason) {
                // With even less gas the error itself cannot be returned.
                if (reason.length != 0) {
                    assertEq(
                        reason, abi.encodeWithSelector(ICollectionFactory.NotEnoughGas.selector)
                    );
                    ++refused;
                }
            }
            vm.revertToState(snapshot);
        }
        assertTrue(refused > 10);
        vm.prank(CREATOR);
        factory.create{gas: 200_000}(params, "salt", NOW);
    }

    function test_create_makesAnotherOfTheSameIdFromOtherParameters() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        vm.prank(CREATOR);
        ICollection first = ICollection(factory.create(params, "salt", NOW));
        params.name = "An edit between two signatures";
        vm.prank(CREATOR);
        ICollection second = ICollection(factory.create(params, "salt", NOW));
        assertTrue(address(first) != address(second));
        assertEq(bytes32(first.collectionId()), bytes32(second.collectionId()));
    }

    function test_create_keepsASaltApartForEachCaller() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        address predicted = factory.predict(params, CREATOR, "salt");
        vm.prank(ALICE);
        ICollection stolen = ICollection(factory.create(params, "salt", NOW));
        assertTrue(address(stolen) != predicted);
        assertEq(stolen.owner(), ALICE);
        vm.prank(CREATOR);
        assertEq(factory.create(params, "salt", NOW), predicted);
    }

    // --- refusals -------------------------------------------------------------------------------

    function test_create_acceptsTheDeadlineSecondAndNoLater() public {
        vm.warp(NOW + 1);
        ICollectionFactory.CreateParams memory params = _params(DROP);
        expectRevert(ICollectionFactory.Expired.selector, NOW);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW + 1);
    }

    function test_create_revertsWhen_theFeeChanged() public {
        _setMintFee(2 * FEE);
        _expectReverts(
            _params(DROP), abi.encodeWithSelector(ICollectionFactory.FeeChanged.selector, 2 * FEE)
        );
        _setMintFee(FEE);
        _create(_params(DROP));
    }

    function test_create_revertsWhen_theKindIsUnknown() public {
        uint8[3] memory kinds = [3, 4, type(uint8).max];
        for (uint256 i; i < 3; ++i) {
            ICollectionFactory.CreateParams memory params = _params(kinds[i]);
            _expectBadParams(params);
            params.maxSupply = 0;
            _expectBadParams(params);
        }
    }

    function test_create_revertsWhen_theCapContradictsTheKind() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.maxSupply = 0;
        _expectBadParams(params);
        params = _params(OPEN_EDITION);
        params.maxSupply = 1;
        _expectBadParams(params);
        params = _params(EDITION);
        params.maxSupply = 0;
        assertEq(_create(params).overview().maxSupply, 0);
        params.maxSupply = 1;
        assertEq(_create(params).overview().maxSupply, 1);
    }

    function test_create_revertsWhen_anEditionIsSoulbound() public {
        ICollectionFactory.CreateParams memory params = _params(EDITION);
        params.transferable = false;
        _expectBadParams(params);
        params = _params(OPEN_EDITION);
        params.transferable = false;
        assertFalse(_create(params).overview().transferable);
    }

    function test_create_revertsWhen_theCapIsBeyondTheCounters() public {
        uint32[3] memory tooMany = [uint32(1 << 28) - 1, 1 << 28, type(uint32).max];
        uint8[2] memory kinds = [DROP, EDITION];
        for (uint256 i; i < 2; ++i) {
            ICollectionFactory.CreateParams memory params = _params(kinds[i]);
            for (uint256 j; j < 3; ++j) {
                params.maxSupply = tooMany[j];
                _expectBadParams(params);
            }
            params.maxSupply = (1 << 28) - 2;
            assertEq(_create(params).overview().maxSupply, (1 << 28) - 2);
        }
    }

    function test_create_revertsWhen_theNoticeIsTooLong() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.notice = 1 << 24;
        _expectBadParams(params);
        params.notice = type(uint32).max;
        _expectBadParams(params);
        params.notice = (1 << 24) - 1;
        assertEq(_create(params).overview().notice, (1 << 24) - 1);
    }

    function test_create_revertsWhen_aNameIsEmptyOrTooLong() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.name = "";
        _expectBadParams(params);
        params.name = string(new bytes(256));
        _expectBadParams(params);
        params.name = string(new bytes(257));
        _expectBadParams(params);
        params.name = string(new bytes(255));
        _create(params);
        params.symbol = "";
        _expectBadParams(params);
        params.symbol = string(new bytes(256));
        _expectBadParams(params);
        params.symbol = string(new bytes(255));
        _create(params);
    }

    function test_create_revertsWhen_anAddressOfMetadataIsTooLong() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.contractUri = new bytes(256);
        _expectBadParams(params);
        params.contractUri = new bytes(255);
        _create(params);
        params.baseUri = new bytes(2049);
        _expectBadParams(params);
        params.baseUri = new bytes(2048);
        _create(params);
    }

    function test_create_revertsWhen_theRoyaltyIsTooHigh() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        uint16[2] memory ceilings = [1001, type(uint16).max];
        for (uint256 i; i < 2; ++i) {
            params.royaltyCeilingBps = ceilings[i];
            _expectReverts(
                params, abi.encodeWithSelector(ICollectionTypes.BadRoyalty.selector, 1000)
            );
        }
        params.royaltyCeilingBps = 1000;
        params.royaltyBps = 1001;
        _expectReverts(params, abi.encodeWithSelector(ICollectionTypes.BadRoyalty.selector, 1000));
        params.royaltyCeilingBps = 750;
        params.royaltyBps = 751;
        _expectReverts(params, abi.encodeWithSelector(ICollectionTypes.BadRoyalty.selector, 750));
        params.royaltyBps = 750;
        assertEq(_create(params).overview().royaltyBps, 750);
        params.royaltyCeilingBps = 1000;
        params.royaltyBps = 1000;
        assertEq(_create(params).overview().royaltyBps, 1000);
        params.royaltyCeilingBps = 0;
        params.royaltyBps = 0;
        assertEq(_create(params).overview().royaltyCeilingBps, 0);
    }

    function test_create_revertsWhen_thePublicPhaseMakesNoSense() public {
        bytes memory badTerms = abi.encodeWithSelector(ICollectionTypes.BadTerms.selector);
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.publicPhase.end = params.publicPhase.start;
        _expectReverts(params, badTerms);
        params = _params(DROP);
        params.publicPhase.walletLimit = 0;
        _expectReverts(params, badTerms);
        delete params.publicPhase;
        params.publicPhase.supplyCap = 1;
        _expectReverts(params, badTerms);
        uint256[3] memory prices = [FEE / 2 - 1 gwei, PRICE + 1, type(uint80).max];
        for (uint256 i; i < 3; ++i) {
            params.publicPhase = _phase(prices[i]);
            _expectReverts(
                params, abi.encodeWithSelector(ICollectionTypes.BadPrice.selector, prices[i])
            );
        }
        params.publicPhase = _phase(FEE / 2);
        _create(params);
        delete params.publicPhase;
        _create(params);
    }

    function test_create_revertsWhen_thePayeesMakeNoSense() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.payees = new ICollectionTypes.Payee[](1);
        params.payees[0] = _payee(ALICE, 9999);
        _expectReverts(params, abi.encodeWithSelector(ICollectionTypes.BadPayees.selector));
        params.payees = _payees(ALICE, 5000, address(platform), 5000);
        _expectReverts(params, abi.encodeWithSelector(ICollectionTypes.BadPayees.selector));
    }

    // --- the fee of new collections -------------------------------------------------------------

    function test_setMintFee_leavesLiveCollectionsAlone() public {
        ICollection collection = _create(_params(DROP));
        vm.expectEmit(address(factory));
        emit ICollectionFactory.MintFeeChanged(1 ether);
        _setMintFee(1 ether);
        assertEq(factory.mintFee(), 1 ether);
        assertEq(collection.mintFee(), FEE);
    }

    function testFuzz_setMintFee_takesWholeGweiUpTo55Bits(uint256 fee) public {
        uint256[4] memory bad = [uint256(1), 1 gwei - 1, MAX_FEE + 1, MAX_FEE + 1 gwei];
        for (uint256 i; i < 4; ++i) {
            expectRevert(ICollectionFactory.BadFee.selector, bad[i]);
            _setMintFee(bad[i]);
        }
        fee = bound(fee, 0, MAX_FEE / 1 gwei) * 1 gwei;
        uint256[2] memory good = [fee, MAX_FEE];
        for (uint256 i; i < 2; ++i) {
            _setMintFee(good[i]);
            assertEq(factory.mintFee(), good[i]);
            ICollectionFactory.CreateParams memory params = _params(DROP);
            params.mintFee = good[i];
            params.publicPhase = _phase(0);
            ICollection collection = _create(params);
            assertEq(collection.mintFee(), good[i]);
            assertEq(collection.overview().mintFee, good[i]);
        }
        if (fee % 1 gwei == 0) ++fee;
        expectRevert(ICollectionFactory.BadFee.selector, fee);
        _setMintFee(fee);
    }

    function test_setMintFee_revertsWhen_notThePlatformsOwner() public {
        expectRevert(ICollectionFactory.NotPlatformOwner.selector);
        factory.setMintFee(0);
        vm.prank(OPERATOR);
        platform.transferOwnership(ALICE);
        expectRevert(ICollectionFactory.NotPlatformOwner.selector);
        vm.prank(ALICE);
        factory.setMintFee(0);
        vm.prank(ALICE);
        platform.acceptOwnership();
        vm.prank(ALICE);
        factory.setMintFee(0);
        assertEq(factory.mintFee(), 0);
        expectRevert(ICollectionFactory.NotPlatformOwner.selector);
        _setMintFee(FEE);
    }

    /// @dev The usual parameters, changed in one place each.
    function _variant(uint256 index)
        private
        pure
        returns (ICollectionFactory.CreateParams memory params)
    {
        params = _params(index == 1 ? EDITION : DROP);
        if (index == 2) params.transferable = false;
        if (index == 3) params.name = "Tide Table";
        if (index == 4) params.symbol = "TIDES";
        if (index == 5) params.maxSupply = 101;
        if (index == 6) params.publicPhase.price += 1 gwei;
        if (index == 7) params.publicPhase.start += 1;
        if (index == 8) params.publicPhase.end += 1;
        if (index == 9) params.publicPhase.walletLimit += 1;
        if (index == 10) params.publicPhase.supplyCap = 1;
        if (index == 11) params.mintFee += 1 gwei;
        if (index == 12) params.royaltyBps += 1;
        if (index == 13) params.royaltyCeilingBps += 1;
        if (index == 14) params.notice = 1;
        if (index == 15 || index == 24) params.payees = _payees(ALICE, 5000, BOB, 5000);
        if (index == 16) params.payees = _payees(ALICE, 5001, BOB, 4999);
        if (index == 17) params.baseUri = "https://example.org/metadatA/";
        if (index == 18) params.contractUri = "https://example.org/collection";
        if (index == 19) params.provenanceHash = "provenance";
        if (index == 20) params.listRoot = "root";
        if (index == 21) (params.listRoot, params.listContentHash) = ("root", "file");
        if (index == 22) (params.listRoot, params.listNotBefore) = ("root", 1);
        if (index == 23) params.kind = OPEN_EDITION;
        if (index == 23) params.maxSupply = 0;
        params.hasRoyaltySplit = index == 24;
    }

    function _expectBadParams(ICollectionFactory.CreateParams memory params) private {
        _expectReverts(params, abi.encodeWithSelector(ICollectionFactory.BadParams.selector));
    }

    function _expectReverts(ICollectionFactory.CreateParams memory params, bytes memory reason)
        private
    {
        vm.expectRevert(reason);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection} from "../../src/collections/Collection.sol";
import {ICollection} from "../../src/collections/ICollection.sol";
import {ICollectionFactory} from "../../src/collections/ICollectionFactory.sol";
import {IOwned} from "../../src/collections/IOwned.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract CollectionFactoryTest is CollectionFixture {
    function test_create_usesThePredictedAddress() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        address predicted = factory.predict(params, CREATOR, "salt");
        vm.prank(CREATOR);
        assertEq(factory.create(params, "salt", NOW), predicted);

        params.kind = EDITION;
        predicted = factory.predict(params, CREATOR, "other");
        vm.prank(CREATOR);
        assertEq(factory.create(params, "other", NOW), predicted);
    }

    function test_create_leavesEtherThatWasThereBeforeToTheCreator() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        vm.deal(factory.predict(params, CREATOR, bytes32(uint256(1))), 1 ether);
        ICollection collection = _create(params);
        assertEq(collection.owed(CREATOR), 1 ether);
        assertEq(collection.owed(PLATFORM), 0);
    }

    function test_create_tellsEverythingInOneEvent() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.listRoot = "root";
        params.listContentHash = "file";
        address predicted = factory.predict(params, CREATOR, "salt");

        vm.expectEmit(address(factory));
        emit ICollectionFactory.CollectionCreated(
            predicted, CREATOR, "salt", DROP, abi.encode(params)
        );
        vm.expectEmit(predicted);
        emit IOwned.OwnershipTransferred(address(0), CREATOR);
        vm.expectEmit(predicted);
        emit ICollection.ListAdded("root", "file");
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
    }

    function test_create_storesWhatWasAsked() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.notice = 3600;
        params.provenanceHash = "provenance";
        params.payees = new ICollection.Payee[](2);
        params.payees[0] = _payee(ALICE, 9000);
        params.payees[1] = _payee(BOB, 1000);
        ICollection.Overview memory got = _create(params).overview();

        assertEq(
            bytes32(got.collectionId), bytes32(factory.collectionIdOf(CREATOR, bytes32(uint256(1))))
        );
        assertEq(got.kind, DROP);
        assertTrue(got.transferable);
        assertFalse(got.isPaused || got.isCapFrozen || got.isMetadataFrozen || got.isRevealed);
        assertEq(got.owner, CREATOR);
        assertEq(got.creator, CREATOR);
        assertEq(got.pendingOwner, address(0));
        assertEq(got.name, params.name);
        assertEq(got.symbol, params.symbol);
        assertEq(got.baseUri, params.baseUri);
        assertEq(got.contractUri, params.contractUri);
        assertEq(got.maxSupply, 100);
        assertEq(keccak256(abi.encode(got.publicPhase)), keccak256(abi.encode(params.publicPhase)));
        assertEq(keccak256(abi.encode(got.payees)), keccak256(abi.encode(params.payees)));
        assertEq(got.mintFee, FEE);
        assertEq(got.notice, 3600);
        assertEq(got.royaltyBps, 500);
        assertEq(got.royaltyCeilingBps, 750);
        assertEq(got.provenanceHash, "provenance");
        assertEq(got.minted + got.burned + got.publicPhaseAt + got.maxSupplyAt + got.payeesAt, 0);
    }

    function test_create_namesTheCreatorAsOnlyPayeeByDefault() public {
        ICollection.Overview memory got = _create(_params(DROP)).overview();
        assertEq(got.payees.length, 1);
        assertEq(got.payees[0].account, CREATOR);
        assertEq(got.payees[0].bps, 10_000);
    }

    function test_create_acceptsTheDeadlineSecondAndNoLater() public {
        vm.warp(NOW + 1);
        ICollectionFactory.CreateParams memory params = _params(DROP);
        expectRevert(ICollectionFactory.Expired.selector, NOW);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW + 1);
    }

    function test_create_revertsWhen_theSaltIsUsed() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        vm.prank(CREATOR);
        address first = factory.create(params, "salt", NOW);

        params.name = "An edit between two signatures";
        expectRevert(ICollectionFactory.AlreadyCreated.selector, first);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
        params.kind = EDITION;
        expectRevert(ICollectionFactory.AlreadyCreated.selector, first);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
    }

    function test_create_keepsASaltApartForEachCaller() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        address predicted = factory.predict(params, CREATOR, "salt");
        vm.prank(ALICE);
        address stolen = factory.create(params, "salt", NOW);
        assertTrue(stolen != predicted);
        vm.prank(CREATOR);
        assertEq(factory.create(params, "salt", NOW), predicted);
    }

    function test_create_revertsWhen_theFeeChanged() public {
        vm.prank(OPERATOR);
        factory.setMintFee(2 * FEE);
        _expectCreateReverts(
            _params(DROP), abi.encodeWithSelector(ICollectionFactory.FeeChanged.selector, 2 * FEE)
        );
    }

    function test_create_revertsWhen_theParametersContradictThemselves() public {
        bytes memory badParams = abi.encodeWithSelector(ICollectionFactory.BadParams.selector);
        ICollectionFactory.CreateParams memory params = _params(3);
        _expectCreateReverts(params, badParams);
        params = _params(DROP);
        params.maxSupply = 0;
        _expectCreateReverts(params, badParams);
        params = _params(OPEN_EDITION);
        params.maxSupply = 1;
        _expectCreateReverts(params, badParams);
        params = _params(EDITION);
        params.transferable = false;
        _expectCreateReverts(params, badParams);
        params = _params(DROP);
        params.name = "";
        _expectCreateReverts(params, badParams);
        params = _params(DROP);
        params.symbol = "";
        _expectCreateReverts(params, badParams);
        params = _params(DROP);
        params.notice = 1 << 24;
        _expectCreateReverts(params, badParams);
        params.notice = (1 << 24) - 1;
        assertEq(_create(params).overview().notice, (1 << 24) - 1);
    }

    function test_create_revertsWhen_aLimitIsExceeded() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.maxSupply = (1 << 28) - 1;
        _expectCreateReverts(params, abi.encodeWithSelector(ICollection.BadCap.selector));
        params.maxSupply = (1 << 28) - 2;
        assertEq(_create(params).overview().maxSupply, (1 << 28) - 2);
        params = _params(DROP);
        params.royaltyCeilingBps = 1001;
        _expectCreateReverts(params, abi.encodeWithSelector(ICollection.BadRoyalty.selector, 1000));
        params = _params(DROP);
        params.royaltyBps = 751;
        _expectCreateReverts(params, abi.encodeWithSelector(ICollection.BadRoyalty.selector, 750));
        params.royaltyBps = 750;
        assertEq(_create(params).overview().royaltyBps, 750);
        params = _params(DROP);
        params.payees = new ICollection.Payee[](1);
        params.payees[0] = _payee(ALICE, 9999);
        _expectCreateReverts(params, abi.encodeWithSelector(ICollection.BadPayees.selector));
        params = _params(DROP);
        params.publicPhase.end = params.publicPhase.start;
        _expectCreateReverts(params, abi.encodeWithSelector(ICollection.BadTerms.selector));
        params = _params(DROP);
        params.publicPhase.price = uint80(FEE / 2 - 1 gwei);
        _expectCreateReverts(
            params, abi.encodeWithSelector(ICollection.BadPrice.selector, FEE / 2 - 1 gwei)
        );
    }

    function test_initialize_revertsWhen_notTheFactory() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        Collection clone = Collection(address(_create(params)));
        expectRevert(ICollection.NotFactory.selector);
        clone.initialize(ALICE, "id", params);

        Collection implementation = Collection(factory.dropImplementation());
        expectRevert(ICollection.NotFactory.selector);
        implementation.initialize(ALICE, "id", params);
    }

    function test_initialize_revertsWhen_calledTwice() public {
        ICollectionFactory.CreateParams memory params = _params(DROP);
        Collection clone = Collection(address(_create(params)));
        expectRevert(ICollection.NotFactory.selector);
        vm.prank(address(factory));
        clone.initialize(ALICE, "id", params);
    }

    function test_setMintFee_leavesLiveCollectionsAlone() public {
        ICollection collection = _create(_params(DROP));
        vm.expectEmit(address(factory));
        emit ICollectionFactory.MintFeeChanged(1 ether);
        vm.prank(OPERATOR);
        factory.setMintFee(1 ether);
        assertEq(factory.mintFee(), 1 ether);
        assertEq(collection.mintFee(), FEE);
    }

    function test_setMintFee_revertsWhen_theFeeIsOdd() public {
        expectRevert(ICollectionFactory.BadFee.selector, 1);
        vm.prank(OPERATOR);
        factory.setMintFee(1);
        uint256 huge = (1 << 56) * 1 gwei;
        expectRevert(ICollectionFactory.BadFee.selector, huge);
        vm.prank(OPERATOR);
        factory.setMintFee(huge);
    }

    function test_settings_revertWhen_notTheOwner() public {
        expectRevert(IOwned.NotOwner.selector);
        factory.setMintFee(0);
        expectRevert(IOwned.NotOwner.selector);
        factory.setFeeRecipient(ALICE);
        expectRevert(IOwned.NotOwner.selector);
        factory.transferOwnership(ALICE);
    }

    function test_setFeeRecipient_isTold() public {
        vm.expectEmit(address(factory));
        emit ICollectionFactory.FeeRecipientChanged(ALICE);
        vm.prank(OPERATOR);
        factory.setFeeRecipient(ALICE);
        assertEq(factory.feeRecipient(), ALICE);
    }

    function test_transferOwnership_needsToBeAccepted() public {
        vm.expectEmit(address(factory));
        emit IOwned.OwnershipTransferStarted(OPERATOR, ALICE);
        vm.prank(OPERATOR);
        factory.transferOwnership(ALICE);
        assertEq(factory.owner(), OPERATOR);
        assertEq(factory.pendingOwner(), ALICE);

        expectRevert(IOwned.NotPendingOwner.selector);
        vm.prank(BOB);
        factory.acceptOwnership();

        vm.expectEmit(address(factory));
        emit IOwned.OwnershipTransferred(OPERATOR, ALICE);
        vm.prank(ALICE);
        factory.acceptOwnership();
        assertEq(factory.owner(), ALICE);
        assertEq(factory.pendingOwner(), address(0));
    }

    function test_constructor_makesTheImplementations() public view {
        assertTrue(factory.dropImplementation().code.length != 0);
        assertTrue(factory.soulboundImplementation().code.length != 0);
        assertTrue(factory.editionImplementation().code.length != 0);
        assertEq(factory.owner(), OPERATOR);
    }

    function _expectCreateReverts(
        ICollectionFactory.CreateParams memory params,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        vm.prank(CREATOR);
        factory.create(params, "salt", NOW);
    }
}

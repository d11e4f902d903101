// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {ICollectionFactory} from "../../src/collections/ICollectionFactory.sol";
import {IDropCollection} from "../../src/collections/IDropCollection.sol";
import {IEditionCollection} from "../../src/collections/IEditionCollection.sol";
import {IOwned} from "../../src/collections/IOwned.sol";
import {Vm} from "../TestBase.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Takes no ether, unless told to; mints through itself.
contract ContractWallet {
    bool public isOpen;
    bytes private _onReceive;
    address private _target;
    uint256 private _value;

    function mintTo(ICollection collection, uint256 maxQuantity, uint256 value) external {
        collection.mintTo{value: value}(address(this), 1, maxQuantity, address(0));
    }

    /// @dev Opens the wallet and makes it call `target` with `value` whenever ether arrives.
    function open(address target, uint256 value, bytes calldata onReceive) external {
        isOpen = true;
        _target = target;
        _value = value;
        _onReceive = onReceive;
    }

    receive() external payable {
        require(isOpen, "closed");
        if (_target == address(0)) return;
        (bool isDone,) = _target.call{value: _value}(_onReceive);
        require(isDone, "inner call failed");
    }
}

/// @dev Drops and editions sell alike; both run every test below.
abstract contract SaleTest is CollectionFixture {
    ICollection internal collection;

    function setUp() public override {
        super.setUp();
        collection = _create(_params(_kind()));
    }

    // --- public phase ---------------------------------------------------------------------------

    function test_mint_givesTokensForTheExactPrice() public {
        _mint(collection, ALICE, 3);
        assertEq(_balance(ALICE), 3);
        assertEq(collection.totalSupply(), 3);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 3);
        assertEq(address(collection).balance, 3 * UNIT);
    }

    function test_mint_emitsTransfersOnly() public {
        vm.recordLogs();
        _mint(collection, ALICE, 2);
        assertEq(vm.getRecordedLogs().length, _kind() == EDITION ? 1 : 2);
    }

    function test_logs_tellEveryOtherMintOnceAndBeforeItsTransfers() public {
        vm.recordLogs();
        vm.prank(ALICE);
        collection.mintTo{value: 2 * UNIT}(ALICE, 2, 2, REFERRER);
        _assertLogs(ICollection.Minted.selector, 1, 2);

        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.recordLogs();
        _mintListed(ALICE, 3, packed, proof);
        _assertLogs(ICollection.Minted.selector, 1, 3);

        address[] memory recipients = new address[](2);
        uint256[] memory quantities = new uint256[](2);
        (recipients[0], recipients[1]) = (ALICE, BOB);
        (quantities[0], quantities[1]) = (2, 2);
        vm.recordLogs();
        vm.prank(CREATOR);
        collection.airdrop(recipients, quantities);
        _assertLogs(ICollection.Airdropped.selector, 2, 2);
    }

    function test_mint_opensAtTheStartAndClosesAtTheEnd() public {
        vm.warp(NOW - 101);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollection.PhaseClosed.selector));
        vm.warp(NOW - 100);
        _mint(collection, ALICE, 1);
        vm.warp(NOW + 999);
        _mint(collection, ALICE, 1);
        vm.warp(NOW + 1000);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollection.PhaseClosed.selector));
    }

    function test_mint_revertsWhen_thereIsNoPublicPhase() public {
        ICollectionFactory.CreateParams memory params = _params(_kind());
        delete params.publicPhase;
        collection = _create(params);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollection.PhaseClosed.selector));
    }

    function test_mint_revertsWhen_paused() public {
        vm.expectEmit(address(collection));
        emit ICollection.PauseChanged(true);
        _setPaused(true);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollection.Paused.selector));
        _setPaused(false);
        _mint(collection, ALICE, 1);
    }

    function test_mint_revertsWhen_theValueIsNotThePrice() public {
        bytes memory reason =
            abi.encodeWithSelector(ICollection.WrongValue.selector, UNIT - 1, UNIT);
        vm.expectRevert(reason);
        vm.prank(ALICE);
        collection.mint{value: UNIT - 1}(1);
        vm.expectRevert(abi.encodeWithSelector(ICollection.WrongValue.selector, UNIT + 1, UNIT));
        vm.prank(ALICE);
        collection.mint{value: UNIT + 1}(1);
    }

    function test_mint_revertsWhen_nothingOrTooMuchIsAskedFor() public {
        _expectMintReverts(ALICE, 0, abi.encodeWithSelector(ICollection.ZeroQuantity.selector));
        _expectMintReverts(ALICE, 51, abi.encodeWithSelector(ICollection.TooMany.selector, 50));
    }

    function test_mint_revertsWhen_theWalletLimitIsReached() public {
        _mint(collection, ALICE, 8);
        _expectMintReverts(ALICE, 3, abi.encodeWithSelector(ICollection.WalletLimit.selector, 2));
        _mint(collection, ALICE, 2);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollection.WalletLimit.selector, 0));
        _mint(collection, BOB, 1);
    }

    function test_mint_revertsWhen_soldOut() public {
        _lowerCap(12);
        _mint(collection, ALICE, 10);
        _expectMintReverts(BOB, 3, abi.encodeWithSelector(ICollection.SoldOut.selector, 2));
        _mint(collection, BOB, 2);
        _expectMintReverts(BOB, 1, abi.encodeWithSelector(ICollection.SoldOut.selector, 0));
    }

    function test_mint_revertsWhen_thePhaseIsSoldOut() public {
        ICollection.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = 5;
        _setPublicPhase(phase);
        _mint(collection, ALICE, 4);
        assertEq(collection.phaseMinted(PUBLIC_PHASE_ID), 4);
        _expectMintReverts(BOB, 2, abi.encodeWithSelector(ICollection.PhaseSoldOut.selector, 1));
        _mint(collection, BOB, 1);
        assertEq(collection.overview().publicMinted, 5);
    }

    function test_mint_revertsWhen_aLimitIsLoweredBelowWhatIsMinted() public {
        ICollection.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = 10;
        _setPublicPhase(phase);
        _mint(collection, ALICE, 5);
        phase.walletLimit = 4;
        _setPublicPhase(phase);
        assertEq(_reasons(ALICE, 1), 16);
        _expectMintReverts(ALICE, 1, abi.encodeWithSelector(ICollection.WalletLimit.selector, 0));
        phase.supplyCap = 4;
        _setPublicPhase(phase);
        assertEq(_reasons(BOB, 1), 32);
        _expectMintReverts(BOB, 1, abi.encodeWithSelector(ICollection.PhaseSoldOut.selector, 0));
    }

    function test_mint_isFreeOfPriceButNotOfFee() public {
        _setPublicPhase(_phase(0));
        vm.prank(ALICE);
        collection.mint{value: 2 * FEE}(2);
        assertEq(_balance(ALICE), 2);
    }

    function test_mint_isUnlimitedWithoutACap() public {
        ICollectionFactory.CreateParams memory params = _params(_kind());
        if (_kind() == DROP) params.kind = OPEN_EDITION;
        params.maxSupply = 0;
        params.publicPhase.walletLimit = type(uint16).max;
        params.publicPhase.end = type(uint32).max;
        collection = _create(params);
        assertEq(collection.overview().maxSupply, 0);
        for (uint256 i; i < 3; ++i) {
            _mint(collection, ALICE, 50);
        }
        assertEq(collection.totalSupply(), 150);
    }

    function testFuzz_mint_keepsEveryWeiAndToken(uint256 quantity, uint256 price) public {
        quantity = bound(quantity, 1, 10);
        price = bound(price, FEE / 2 / 1 gwei, 1e9) * 1 gwei;
        _setPublicPhase(_phase(price));
        vm.prank(ALICE);
        collection.mint{value: quantity * (price + FEE)}(quantity);
        assertEq(_balance(ALICE), quantity);
        assertEq(address(collection).balance, quantity * (price + FEE));
        assertEq(collection.owed(CREATOR) + collection.owed(PLATFORM), address(collection).balance);
    }

    // --- mintTo ---------------------------------------------------------------------------------

    function test_mintTo_givesToAnotherWalletAndCountsItThere() public {
        vm.prank(ALICE);
        uint256 quantity = collection.mintTo{value: 3 * UNIT}(BOB, 3, 3, address(0));
        assertEq(quantity, 3);
        assertEq(_balance(BOB), 3);
        assertEq(collection.walletMinted(BOB, PUBLIC_PHASE_ID), 3);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 0);
    }

    function test_mintTo_fillsWhatIsLeftAndReturnsTheSurplus() public {
        _lowerCap(12);
        _mint(collection, ALICE, 10);
        uint256 before = BOB.balance;
        vm.prank(BOB);
        uint256 quantity = collection.mintTo{value: 5 * UNIT}(BOB, 1, 5, address(0));
        assertEq(quantity, 2);
        assertEq(before - BOB.balance, 2 * UNIT);
        assertEq(address(collection).balance, 12 * UNIT);
    }

    function test_mintTo_revertsWhen_fewerThanTheMinimumAreLeft() public {
        _lowerCap(12);
        _mint(collection, ALICE, 10);
        expectRevert(ICollection.SoldOut.selector, 2);
        vm.prank(BOB);
        collection.mintTo{value: 5 * UNIT}(BOB, 3, 5, address(0));

        expectRevert(ICollection.WalletLimit.selector, 0);
        vm.prank(BOB);
        collection.mintTo{value: UNIT}(ALICE, 0, 1, address(0));
    }

    function test_mintTo_revertsWhen_theArgumentsMakeNoSense() public {
        expectRevert(ICollection.TooMany.selector, 2);
        vm.prank(ALICE);
        collection.mintTo{value: 2 * UNIT}(ALICE, 3, 2, address(0));
        expectRevert(ICollection.BadRecipient.selector, address(0));
        vm.prank(ALICE);
        collection.mintTo{value: UNIT}(address(0), 1, 1, address(0));
    }

    function test_mintTo_revertsWhen_theReferrerIsAParty() public {
        vm.prank(CREATOR);
        collection.transferOwnership(REFERRER);
        vm.prank(REFERRER);
        collection.acceptOwnership();

        address[4] memory barred = [ALICE, BOB, CREATOR, REFERRER];
        for (uint256 i; i < barred.length; ++i) {
            expectRevert(ICollection.BadReferrer.selector, barred[i]);
            vm.prank(ALICE);
            collection.mintTo{value: UNIT}(BOB, 1, 1, barred[i]);
        }
    }

    function test_mintTo_logsTheReferral() public {
        vm.expectEmit(address(collection));
        emit ICollection.Minted(ALICE, REFERRER, PUBLIC_PHASE_ID, 2, PRICE);
        vm.prank(ALICE);
        collection.mintTo{value: 2 * UNIT}(ALICE, 2, 2, REFERRER);
        assertEq(collection.owed(REFERRER), 2 * FEE / 5);
    }

    function test_mintTo_revertsWhen_theSurplusIsRefused() public {
        ContractWallet wallet = new ContractWallet();
        vm.deal(address(wallet), 1 ether);
        expectRevert(ICollection.RefundFailed.selector);
        wallet.mintTo(collection, 11, 11 * UNIT);
        wallet.mintTo(collection, 10, 10 * UNIT);
        assertEq(_balance(address(wallet)), 10);
    }

    function test_mintTo_keepsItsLimitsWhenTheRefundReenters() public {
        ContractWallet wallet = new ContractWallet();
        vm.deal(address(wallet), 1 ether);
        bytes memory again = abi.encodeCall(ICollection.mintTo, (address(wallet), 0, 1, address(0)));
        wallet.open(address(collection), UNIT, again);
        // The inner mint fails because the outer one has counted already, and takes it down.
        expectRevert(ICollection.RefundFailed.selector);
        wallet.mintTo(collection, 11, 11 * UNIT);

        // Releasing in between pays the creator's own share and not a wei of the surplus.
        wallet.open(address(collection), 0, abi.encodeCall(ICollection.release, (CREATOR)));
        wallet.mintTo(collection, 11, 11 * UNIT);
        assertEq(CREATOR.balance, 10 * PRICE);
        assertEq(collection.owed(PLATFORM), 10 * FEE);
        assertEq(address(collection).balance, 10 * FEE);
        assertEq(address(wallet).balance, 1 ether - 10 * UNIT);
    }

    function test_mintTo_paysAPayeeThatReleasesOnTheRefundNoWeiOfTheSurplus() public {
        ContractWallet wallet = new ContractWallet();
        vm.deal(address(wallet), 1 ether);
        ICollection.Payee[] memory payees = new ICollection.Payee[](1);
        payees[0] = _payee(address(wallet), 10_000);
        vm.prank(CREATOR);
        collection.setPayees(payees);
        wallet.open(address(collection), 0, abi.encodeCall(ICollection.release, (address(wallet))));
        wallet.mintTo(collection, 50, 50 * UNIT);
        assertEq(address(wallet).balance, 1 ether - 10 * FEE);
        assertEq(address(collection).balance, 10 * FEE);
        assertEq(collection.owed(PLATFORM), 10 * FEE);
    }

    function testFuzz_mintTo_paysForWhatItGives(uint256 cap, uint256 asked, uint256 least) public {
        cap = bound(cap, 1, 99);
        asked = bound(asked, 1, 50);
        least = bound(least, 0, asked);
        _lowerCap(cap);
        uint256 expected = asked < cap ? asked : cap;
        if (expected > 10) expected = 10;
        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        (bool isDone,) = address(collection).call{value: asked * UNIT}(
            abi.encodeCall(ICollection.mintTo, (ALICE, least, asked, REFERRER))
        );
        assertTrue(isDone == (expected >= least));
        uint256 given = isDone ? expected : 0;
        assertEq(_balance(ALICE), given);
        assertEq(before - ALICE.balance, given * UNIT);
    }

    // --- allowlists -----------------------------------------------------------------------------

    function test_mintAllowlist_sellsAtTheTermsOfTheLeaf() public {
        uint256 packed = _packed(1 ether, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.expectEmit(address(collection));
        emit ICollection.Minted(ALICE, address(0), 2, 3, 1 ether);
        vm.prank(ALICE);
        collection.mintAllowlist{value: 3 * (1 ether + FEE)}(3, packed, proof);
        assertEq(_balance(ALICE), 3);
        assertEq(collection.walletMinted(ALICE, 2), 3);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 0);
    }

    function test_mintAllowlist_fillsPartlyAndCreditsAReferrer() public {
        uint256 packed = _packed(0, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        uint256 before = ALICE.balance;
        vm.expectEmit(address(collection));
        emit ICollection.Minted(ALICE, REFERRER, 2, 4, 0);
        vm.prank(ALICE);
        uint256 quantity = collection.mintAllowlist{value: 9 * FEE}(2, 9, REFERRER, packed, proof);
        assertEq(quantity, 4);
        assertEq(before - ALICE.balance, 4 * FEE);
        assertEq(collection.owed(REFERRER), 4 * FEE / 5);
    }

    function test_mintAllowlist_revertsWhen_theProofIsAnothersOrTheTermsDiffer() public {
        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        _expectListReverts(BOB, packed, proof, ICollection.BadProof.selector);
        _expectListReverts(ALICE, _packed(PRICE, 5, 2), proof, ICollection.BadProof.selector);
        _expectListReverts(ALICE, packed, new bytes32[](0), ICollection.BadProof.selector);
    }

    function test_mintAllowlist_revertsWhen_theProofIsAnotherCollectionsOrChains() public {
        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        ICollection sibling = _create(_params(_kind()));
        _addList(sibling, root);
        expectRevert(ICollection.BadProof.selector);
        vm.prank(ALICE);
        sibling.mintAllowlist{value: UNIT}(1, packed, proof);

        vm.chainId(31338);
        _expectListReverts(ALICE, packed, proof, ICollection.BadProof.selector);
    }

    function test_mintAllowlist_revertsWhen_itsWindowIsClosed() public {
        uint256 packed = _packed(PRICE, NOW + 10, NOW + 20, 4, 0, 1);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.warp(NOW + 9);
        _expectListReverts(ALICE, packed, proof, ICollection.PhaseClosed.selector);
        vm.warp(NOW + 20);
        _expectListReverts(ALICE, packed, proof, ICollection.PhaseClosed.selector);
        vm.warp(NOW + 10);
        _mintListed(ALICE, 1, packed, proof);
        vm.warp(NOW + 19);
        _mintListed(ALICE, 1, packed, proof);
        _setPaused(true);
        _expectListReverts(ALICE, packed, proof, ICollection.Paused.selector);
    }

    function test_mintAllowlist_revertsWhen_theTermsAreMalformed() public {
        uint256 packed = _packed(PRICE, 4, 255);
        _expectListReverts(
            ALICE, packed, _list(collection, ALICE, packed), ICollection.BadTerms.selector
        );
        packed = _packed(PRICE, 4, 1) | 1 << 200;
        _expectListReverts(
            ALICE, packed, _list(collection, ALICE, packed), ICollection.BadTerms.selector
        );
    }

    function test_mintAllowlist_revertsWhen_thePriceIsOutOfBand() public {
        uint256[2] memory prices = [FEE / 2 - 1 gwei, PRICE + 1];
        for (uint256 i; i < prices.length; ++i) {
            uint256 packed = _packed(prices[i], 4, 1);
            bytes32[] memory proof = _list(collection, ALICE, packed);
            expectRevert(ICollection.BadPrice.selector, prices[i]);
            vm.prank(ALICE);
            collection.mintAllowlist{value: prices[i] + FEE}(1, packed, proof);
        }
    }

    function test_mintAllowlist_countsWalletsForEachPhaseApart() public {
        uint256 first = _packed(PRICE, 2, 0);
        uint256 second = _packed(PRICE, 1, 254);
        bytes32[] memory firstProof = _list(collection, ALICE, first);
        bytes32[] memory secondProof = _list(collection, ALICE, second);
        _mintListed(ALICE, 2, first, firstProof);
        _mintListed(ALICE, 1, second, secondProof);
        _mint(collection, ALICE, 10);
        expectRevert(ICollection.WalletLimit.selector, 0);
        vm.prank(ALICE);
        collection.mintAllowlist{value: UNIT}(1, first, firstProof);
        assertEq(_balance(ALICE), 13);
    }

    function test_mintAllowlist_sharesThePhaseCapBetweenLists() public {
        uint256 packed = _packed(PRICE, 0, type(uint32).max, 10, 5, 3);
        bytes32[] memory alices = _list(collection, ALICE, packed);
        bytes32[] memory bobs = _list(collection, BOB, packed);
        _mintListed(ALICE, 4, packed, alices);
        assertEq(collection.phaseMinted(3), 4);
        expectRevert(ICollection.PhaseSoldOut.selector, 1);
        vm.prank(BOB);
        collection.mintAllowlist{value: 2 * UNIT}(2, packed, bobs);
        _mintListed(BOB, 1, packed, bobs);
    }

    function test_mintAllowlist_acceptsALoneLeafAsRoot() public {
        uint256 packed = _packed(PRICE, 1, 0);
        _addList(collection, _leaf(collection, ALICE, packed));
        _mintListed(ALICE, 1, packed, new bytes32[](0));
    }

    function test_addList_revertsWhen_theRootIsEmpty() public {
        expectRevert(ICollection.BadList.selector);
        _addList(collection, 0);
    }

    function test_addList_opensNoEarlierThanAsked() public {
        uint256 packed = _packed(PRICE, 1, 0);
        bytes32 leaf = _leaf(collection, ALICE, packed);
        vm.expectEmit(address(collection));
        emit ICollection.ListAdded(leaf, "file");
        vm.prank(CREATOR);
        collection.addList(leaf, "file", uint32(NOW + 5));
        _expectListReverts(ALICE, packed, new bytes32[](0), ICollection.PhaseClosed.selector);
        (uint256 reasons,,) = collection.checkMint(ALICE, 1, packed, new bytes32[](0));
        assertEq(reasons, 1);
        vm.warp(NOW + 5);
        _mintListed(ALICE, 1, packed, new bytes32[](0));
    }

    function test_addList_neverClosesAListThatIsOpen() public {
        bytes32 root = "root";
        _addList(collection, root);
        vm.prank(CREATOR);
        collection.addList(root, "file", uint32(NOW + 5));
        (uint256 notBefore, uint256 until) = collection.listWindow(root);
        assertEq(notBefore, 0);
        assertEq(until, type(uint32).max);
    }

    function test_addList_opensAListEarlierWhenItIsAddedAgain() public {
        vm.prank(CREATOR);
        collection.addList("root", "file", uint32(NOW + 5));
        vm.prank(CREATOR);
        collection.addList("root", "file", uint32(NOW + 2));
        (uint256 notBefore,) = collection.listWindow("root");
        assertEq(notBefore, NOW + 2);
    }

    function test_addList_opensAnEndedListNoEarlierThanAsked() public {
        _addList(collection, "root");
        vm.prank(CREATOR);
        collection.removeList("root");
        vm.prank(CREATOR);
        collection.addList("root", "file", uint32(NOW + 5));
        (uint256 notBefore, uint256 until) = collection.listWindow("root");
        assertEq(notBefore, NOW + 5);
        assertEq(until, type(uint32).max);
    }

    function test_removeList_closesAtOnceWithoutNotice() public {
        uint256 packed = _packed(PRICE, 1, 0);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        bytes32 root = _node(_leaf(collection, ALICE, packed), proof[0]);
        vm.expectEmit(address(collection));
        emit ICollection.ListRemoved(root, NOW);
        vm.prank(CREATOR);
        collection.removeList(root);
        _expectListReverts(ALICE, packed, proof, ICollection.PhaseClosed.selector);
        (uint256 reasons,,) = collection.checkMint(ALICE, 1, packed, proof);
        assertEq(reasons, 2);

        _addList(collection, root);
        _mintListed(ALICE, 1, packed, proof);
    }

    function test_removeList_waitsForTheNoticeWhenOpen() public {
        _createWithNotice(60);
        _addList(collection, "root");
        vm.prank(CREATOR);
        collection.removeList("root");
        vm.warp(NOW + 30);
        vm.prank(CREATOR);
        collection.removeList("root");
        (, uint256 until) = collection.listWindow("root");
        assertEq(until, NOW + 60);

        vm.prank(CREATOR);
        collection.addList("later", "file", uint32(NOW + 100));
        vm.prank(CREATOR);
        collection.removeList("later");
        (, until) = collection.listWindow("later");
        assertEq(until, NOW + 30);

        vm.prank(CREATOR);
        collection.addList("now", "file", uint32(NOW + 30));
        vm.prank(CREATOR);
        collection.removeList("now");
        (, until) = collection.listWindow("now");
        assertEq(until, NOW + 90);
    }

    /// @dev Whatever the owner does to an open list, it stays open until a notice has passed.
    function testFuzz_lists_areNeverClosedWithoutNotice(uint256 seed) public {
        _createWithNotice(60);
        for (uint256 i; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            vm.warp(block.timestamp + seed % 40);
            (uint256 notBefore, uint256 until) = collection.listWindow("root");
            bool isOpen = block.timestamp >= notBefore && block.timestamp < until;
            bytes memory data = seed % 3 == 0
                ? abi.encodeCall(ICollection.removeList, ("root"))
                : abi.encodeCall(
                    ICollection.addList,
                    ("root", "file", uint32(block.timestamp - 50 + (seed >> 128) % 100))
                );
            vm.prank(CREATOR);
            (bool isDone,) = address(collection).call(data);
            assertTrue(isDone || until <= block.timestamp);
            if (!isOpen) continue;

            uint256 least = block.timestamp + 60 < until ? block.timestamp + 60 : until;
            (notBefore, until) = collection.listWindow("root");
            assertLe(notBefore, block.timestamp);
            assertLe(least, until);
        }
    }

    function test_removeList_revertsWhen_unknownOrOver() public {
        vm.expectRevert(abi.encodeWithSelector(ICollection.UnknownList.selector, bytes32("root")));
        vm.prank(CREATOR);
        collection.removeList("root");
        _addList(collection, "root");
        vm.prank(CREATOR);
        collection.removeList("root");
        vm.expectRevert(abi.encodeWithSelector(ICollection.UnknownList.selector, bytes32("root")));
        vm.prank(CREATOR);
        collection.removeList("root");
    }

    // --- airdrops -------------------------------------------------------------------------------

    function test_airdrop_givesForFreeBeyondWalletLimitsAlsoWhilePaused() public {
        _setPaused(true);
        vm.expectEmit(address(collection));
        emit ICollection.Airdropped(ALICE, 12);
        _airdrop(ALICE, 12);
        assertEq(_balance(ALICE), 12);
        assertEq(collection.walletMinted(ALICE, PUBLIC_PHASE_ID), 0);
        assertEq(collection.owed(PLATFORM), 0);
    }

    function test_airdrop_givesUpTo255AndTheLastToken() public {
        ICollectionFactory.CreateParams memory params = _params(_kind());
        params.maxSupply = 255;
        collection = _create(params);
        _airdrop(ALICE, 255);
        assertEq(_balance(ALICE), 255);
        expectRevert(ICollection.SoldOut.selector, 0);
        _airdrop(ALICE, 1);
    }

    function test_airdrop_revertsWhen_anEntryCannotBeGiven() public {
        expectRevert(ICollection.SoldOut.selector, 100);
        _airdrop(ALICE, 101);
        expectRevert(ICollection.TooMany.selector, 255);
        _airdrop(ALICE, 256);
        expectRevert(ICollection.ZeroQuantity.selector);
        _airdrop(ALICE, 0);
        expectRevert(ICollection.BadRecipient.selector, address(0));
        _airdrop(address(0), 1);
        expectRevert(ICollection.LengthMismatch.selector);
        vm.prank(CREATOR);
        collection.airdrop(new address[](1), new uint256[](2));
    }

    // --- changing the public phase --------------------------------------------------------------

    function test_setPublicPhase_appliesAtOnceWithoutNotice() public {
        ICollection.PublicPhase memory phase = _phase(2 * PRICE);
        vm.expectEmit(address(collection));
        emit ICollection.PublicPhaseChanged(phase);
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.price, 2 * PRICE);
    }

    function test_setPublicPhase_waitsWhenItHarmsMinters() public {
        _createWithNotice(60);
        ICollection.PublicPhase memory phase = _phase(2 * PRICE);
        vm.expectEmit(address(collection));
        emit ICollection.PublicPhaseScheduled(phase, NOW + 60);
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.price, PRICE);
        assertEq(collection.overview().pendingPublicPhase.price, 2 * PRICE);

        vm.warp(NOW + 59);
        expectRevert(ICollection.NoticePending.selector, NOW + 60);
        collection.applyPublicPhase();
        vm.warp(NOW + 60);
        vm.expectEmit(address(collection));
        emit ICollection.PublicPhaseChanged(phase);
        collection.applyPublicPhase();
        assertEq(collection.overview().publicPhase.price, 2 * PRICE);
        assertEq(collection.overview().pendingPublicPhase.price, 0);
        expectRevert(ICollection.NothingPending.selector);
        collection.applyPublicPhase();
    }

    function test_setPublicPhase_appliesAtOnceWhenItHelpsMinters() public {
        _createWithNotice(60);
        ICollection.PublicPhase memory phase = _phase(PRICE / 2);
        phase.start += 100;
        phase.end += 1;
        phase.walletLimit += 1;
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.price, PRICE / 2);
        assertEq(collection.overview().publicPhase.start, NOW);
    }

    function test_setPublicPhase_waitsForEveryKindOfHarm() public {
        _createWithNotice(60);
        ICollection.PublicPhase[5] memory harms;
        for (uint256 i; i < 5; ++i) {
            harms[i] = _phase(PRICE);
        }
        harms[0].price += 1 gwei;
        harms[1].start = uint32(NOW + 1);
        harms[2].end -= 1;
        harms[3].walletLimit -= 1;
        harms[4].supplyCap = 100;
        for (uint256 i; i < 5; ++i) {
            _setPublicPhase(harms[i]);
            assertEq(collection.overview().publicPhaseAt, NOW + 60);
            _setPublicPhase(_phase(PRICE));
            assertEq(collection.overview().publicPhaseAt, 0, "a better change replaces it");
        }
    }

    function test_setPublicPhase_comparesSupplyCaps() public {
        ICollectionFactory.CreateParams memory params = _params(_kind());
        params.notice = 60;
        params.publicPhase.supplyCap = 10;
        collection = _create(params);
        ICollection.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = 9;
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhaseAt, NOW + 60);
        phase.supplyCap = 11;
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.supplyCap, 11);
        phase.price = uint80(PRICE / 2);
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.price, PRICE / 2);
        phase.supplyCap = 0;
        _setPublicPhase(phase);
        assertEq(collection.overview().publicPhase.supplyCap, 0);
    }

    /// @dev Whoever could mint at some instant still can, as many and no dearer.
    function testFuzz_setPublicPhase_harmsNobodyWithoutNotice(
        uint256 price,
        uint256 start,
        uint256 end,
        uint256 limit,
        uint256 cap,
        uint256 later
    ) public {
        ICollectionFactory.CreateParams memory params = _params(_kind());
        params.notice = 60;
        params.publicPhase.supplyCap = price % 2 == 0 ? 0 : 6;
        collection = _create(params);
        _mint(collection, ALICE, 2);
        vm.warp(bound(later, NOW, NOW + 999));
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, 50, 0, new bytes32[](0));
        assertEq(reasons, 0);

        vm.warp(NOW);
        ICollection.PublicPhase memory phase = _phase(bound(price, 0, 4) * PRICE / 2);
        phase.start = uint32(bound(start, NOW - 101, NOW + 1));
        phase.end = uint32(bound(end, NOW + 998, NOW + 1002));
        phase.walletLimit = uint16(bound(limit, 8, 12));
        phase.supplyCap = uint32(bound(cap, 0, 8));
        _setPublicPhase(phase);
        if (collection.overview().publicPhaseAt != 0) return;
        vm.warp(bound(later, NOW, NOW + 999));
        (uint256 newReasons, uint256 newThrough, uint256 newTotal) =
            collection.checkMint(ALICE, 50, 0, new bytes32[](0));
        assertEq(newReasons, 0);
        assertLe(through, newThrough);
        assertLe(newTotal * through, total * newThrough);
    }

    function test_setPublicPhase_isFreeWhileThePhaseIsNotLive() public {
        _createWithNotice(60);
        vm.warp(NOW + 1000);
        _setPublicPhase(_phase(2 * PRICE));
        assertEq(collection.overview().publicPhase.price, 2 * PRICE);
        vm.warp(NOW - 101);
        _setPublicPhase(_phase(3 * PRICE));
        assertEq(collection.overview().publicPhase.price, 3 * PRICE);
    }

    function test_setPublicPhase_revertsWhen_theTermsMakeNoSense() public {
        ICollection.PublicPhase memory phase = _phase(PRICE);
        phase.end = phase.start;
        expectRevert(ICollection.BadTerms.selector);
        _setPublicPhase(phase);
        phase = _phase(PRICE);
        phase.walletLimit = 0;
        expectRevert(ICollection.BadTerms.selector);
        _setPublicPhase(phase);
        expectRevert(ICollection.BadPrice.selector, PRICE + 1);
        _setPublicPhase(_phase(PRICE + 1));
        expectRevert(ICollection.BadPrice.selector, FEE / 2 - 1 gwei);
        _setPublicPhase(_phase(FEE / 2 - 1 gwei));
        _setPublicPhase(_phase(FEE / 2));
    }

    // --- the cap --------------------------------------------------------------------------------

    function test_lowerCap_appliesAtOnceWithoutNotice() public {
        vm.expectEmit(address(collection));
        emit ICollection.CapLowered(50);
        _lowerCap(50);
        assertEq(collection.overview().maxSupply, 50);
    }

    function test_lowerCap_revertsWhen_itRaisesOrCutsIntoTheMinted() public {
        _mint(collection, ALICE, 5);
        uint256[4] memory caps = [uint256(0), 4, 100, 101];
        for (uint256 i; i < caps.length; ++i) {
            expectRevert(ICollection.BadCap.selector);
            _lowerCap(caps[i]);
        }
        _lowerCap(5);
    }

    function test_lowerCap_waitsWhileMintingMayBeUnderWay() public {
        _createWithNotice(60);
        vm.expectEmit(address(collection));
        emit ICollection.CapScheduled(5, NOW + 60);
        _lowerCap(5);
        assertEq(collection.overview().maxSupply, 100);
        assertEq(collection.overview().pendingMaxSupply, 5);
        assertEq(collection.overview().maxSupplyAt, NOW + 60);
        _mint(collection, ALICE, 7);

        expectRevert(ICollection.NoticePending.selector, NOW + 60);
        collection.applyCap();
        vm.warp(NOW + 60);
        vm.expectEmit(address(collection));
        emit ICollection.CapLowered(7);
        collection.applyCap();
        assertEq(collection.overview().maxSupply, 7);
        expectRevert(ICollection.NothingPending.selector);
        collection.applyCap();
    }

    function test_lowerCap_isFreeBeforeAndAfterTheSaleUnlessAListIsOpen() public {
        _createWithNotice(60);
        vm.warp(NOW - 101);
        _lowerCap(90);
        assertEq(collection.overview().maxSupply, 90);
        vm.warp(NOW + 1000);
        _lowerCap(80);
        assertEq(collection.overview().maxSupply, 80);
        vm.prank(CREATOR);
        collection.addList("root", "file", uint32(NOW + 2000));
        _lowerCap(70);
        assertEq(collection.overview().maxSupply, 70);
        vm.warp(NOW + 2000);
        _lowerCap(60);
        assertEq(collection.overview().maxSupply, 70);
        // A further list that opens later does not hide the open one.
        vm.prank(CREATOR);
        collection.addList("later", "file", uint32(NOW + 3000));
        _lowerCap(60);
        assertEq(collection.overview().maxSupply, 70);
    }

    function test_freezeCap_endsLoweringForGood() public {
        _createWithNotice(60);
        _lowerCap(50);
        vm.expectEmit(address(collection));
        emit ICollection.CapFrozen(100);
        vm.prank(CREATOR);
        collection.freezeCap();
        assertTrue(collection.overview().isCapFrozen);
        vm.warp(NOW + 60);
        expectRevert(ICollection.NothingPending.selector);
        collection.applyCap();
        expectRevert(ICollection.Frozen.selector);
        _lowerCap(50);
        expectRevert(ICollection.Frozen.selector);
        vm.prank(CREATOR);
        collection.freezeCap();
    }

    // --- checkMint ------------------------------------------------------------------------------

    function test_checkMint_tellsEveryReasonOfThePublicPhase() public {
        assertEq(_reasons(ALICE, 1), 0);
        assertEq(_reasons(ALICE, 0), 256);
        vm.warp(NOW - 101);
        assertEq(_reasons(ALICE, 1), 1);
        vm.warp(NOW + 1000);
        assertEq(_reasons(ALICE, 1), 2);
        vm.warp(NOW);
        _setPaused(true);
        assertEq(_reasons(ALICE, 1), 4);
        _setPaused(false);
        _mint(collection, ALICE, 10);
        assertEq(_reasons(ALICE, 1), 16);
        ICollection.PublicPhase memory phase = _phase(PRICE);
        phase.supplyCap = 1;
        _setPublicPhase(phase);
        _mint(collection, BOB, 1);
        assertEq(_reasons(BOB, 1), 32);
        _lowerCap(11);
        assertEq(_reasons(BOB, 1), 8 | 32);
    }

    function test_checkMint_tellsWhatAPartialMintWouldGive() public {
        _mint(collection, ALICE, 7);
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, 200, 0, new bytes32[](0));
        assertEq(reasons, 0);
        assertEq(through, 3);
        assertEq(total, 3 * UNIT);

        ICollection.PublicPhase memory phase = _phase(PRICE);
        phase.walletLimit = 1000;
        _setPublicPhase(phase);
        (, through,) = collection.checkMint(BOB, 200, 0, new bytes32[](0));
        assertEq(through, 50);
    }

    function test_checkMint_judgesAllowlistTerms() public {
        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, 9, packed, proof);
        assertEq(reasons, 0);
        assertEq(through, 4);
        assertEq(total, 4 * UNIT);
        (reasons, through, total) = collection.checkMint(BOB, 1, packed, proof);
        assertEq(reasons, 64);
        assertEq(through + total, 0);
        packed = _packed(PRICE + 1, 4, 2);
        proof = _list(collection, ALICE, packed);
        (reasons,,) = collection.checkMint(ALICE, 1, packed, proof);
        assertEq(reasons, 128);
        packed = _packed(PRICE, 4, 255);
        proof = _list(collection, ALICE, packed);
        (reasons,,) = collection.checkMint(ALICE, 1, packed, proof);
        assertEq(reasons, 128);
    }

    /// @dev Whatever checkMint says, the mint does.
    function testFuzz_checkMint_agreesWithTheMint(
        uint256 start,
        uint256 end,
        uint256 limit,
        uint256 cap,
        uint256 quantity,
        uint256 price
    ) public {
        _lowerCap(20);
        _mint(collection, BOB, 6);
        start = bound(start, NOW - 1, NOW + 1);
        end = bound(end, NOW - 1, NOW + 1);
        price = bound(price, 0, 4) * FEE / 4;
        uint256 packed =
            _packed(price, start, end, bound(limit, 0, 20), bound(cap, 0, 20), bound(cap, 0, 255));
        bytes32[] memory proof = _list(collection, ALICE, packed);
        quantity = bound(quantity, 0, 50);
        (uint256 reasons, uint256 through, uint256 total) =
            collection.checkMint(ALICE, quantity, packed, proof);

        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        (bool isDone,) = address(collection).call{value: quantity * (price + FEE)}(
            _partialMint(quantity, packed, proof)
        );
        assertTrue(isDone == (reasons == 0));
        assertEq(_balance(ALICE), through);
        assertEq(before - ALICE.balance, total);
    }

    // --- rights ---------------------------------------------------------------------------------

    function test_settings_revertWhen_notTheOwner() public {
        bytes memory reason = abi.encodeWithSelector(IOwned.NotOwner.selector);
        vm.expectRevert(reason);
        collection.airdrop(new address[](0), new uint256[](0));
        vm.expectRevert(reason);
        collection.setPublicPhase(_phase(PRICE));
        vm.expectRevert(reason);
        collection.addList("root", "file", 0);
        vm.expectRevert(reason);
        collection.removeList("root");
        vm.expectRevert(reason);
        collection.lowerCap(1);
        vm.expectRevert(reason);
        collection.freezeCap();
        vm.expectRevert(reason);
        collection.setPaused(true);
    }

    // --- shorthands -----------------------------------------------------------------------------

    function _kind() internal pure virtual returns (uint8);

    function _balance(address account) internal view virtual returns (uint256);

    function _createWithNotice(uint32 notice) private {
        ICollectionFactory.CreateParams memory params = _params(_kind());
        params.notice = notice;
        collection = _create(params);
    }

    function _reasons(address account, uint256 quantity) private view returns (uint256 reasons) {
        (reasons,,) = collection.checkMint(account, quantity, 0, new bytes32[](0));
    }

    function _setPaused(bool isPaused) private {
        vm.prank(CREATOR);
        collection.setPaused(isPaused);
    }

    function _setPublicPhase(ICollection.PublicPhase memory phase) private {
        vm.prank(CREATOR);
        collection.setPublicPhase(phase);
    }

    function _lowerCap(uint256 maxSupply) private {
        vm.prank(CREATOR);
        collection.lowerCap(maxSupply);
    }

    function _airdrop(address recipient, uint256 quantity) private {
        address[] memory recipients = new address[](1);
        uint256[] memory quantities = new uint256[](1);
        recipients[0] = recipient;
        quantities[0] = quantity;
        vm.prank(CREATOR);
        collection.airdrop(recipients, quantities);
    }

    /// @dev Takes the price out of the terms and pays it.
    function _mintListed(address account, uint256 quantity, uint256 packed, bytes32[] memory proof)
        private
    {
        vm.prank(account);
        collection.mintAllowlist{value: quantity * (uint80(packed) + FEE)}(quantity, packed, proof);
    }

    function _partialMint(uint256 quantity, uint256 packed, bytes32[] memory proof)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodeWithSignature(
            "mintAllowlist(uint256,uint256,address,uint256,bytes32[])",
            0,
            quantity,
            address(0),
            packed,
            proof
        );
    }

    /// @dev `times` times: one such log, then the transfers of `quantity` tokens, and nothing else.
    function _assertLogs(bytes32 topic, uint256 times, uint256 quantity) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bool isEdition = _kind() == EDITION;
        bytes32 transfer = isEdition
            ? IEditionCollection.TransferSingle.selector
            : IDropCollection.Transfer.selector;
        uint256 length = 1 + (isEdition ? 1 : quantity);
        assertEq(logs.length, times * length);
        for (uint256 i; i < logs.length; ++i) {
            assertEq(logs[i].topics[0], i % length == 0 ? topic : transfer);
        }
    }

    function _expectMintReverts(address account, uint256 quantity, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(account);
        collection.mint{value: quantity * UNIT}(quantity);
    }

    function _expectListReverts(
        address account,
        uint256 packed,
        bytes32[] memory proof,
        bytes4 selector
    ) private {
        expectRevert(selector);
        vm.prank(account);
        collection.mintAllowlist{value: UNIT}(1, packed, proof);
    }
}

contract DropSaleTest is SaleTest {
    function _kind() internal pure override returns (uint8) {
        return DROP;
    }

    function _balance(address account) internal view override returns (uint256) {
        return IDropCollection(address(collection)).balanceOf(account);
    }
}

contract EditionSaleTest is SaleTest {
    function _kind() internal pure override returns (uint8) {
        return EDITION;
    }

    function _balance(address account) internal view override returns (uint256) {
        return IEditionCollection(address(collection)).balanceOf(account, 1);
    }
}

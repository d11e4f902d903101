// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {TestBase} from "../TestBase.sol";
import {Rule} from "./Rule.sol";
import {EnvironmentActions} from "./EnvironmentActions.sol";

/// @dev Invariants of every collection after every action of any actor. A call that an invariant makes
///      here, such as a withdrawal, is reverted before the next action.
abstract contract CollectionInvariants is TestBase {
    uint256 internal constant PUBLIC_PHASE_ID = 255;
    uint256 private constant CRUMBS = 1e8;
    uint256 private constant BPS = 10_000;
    uint256 private constant ENOUGH_GAS = 1_000_000;
    /// @dev More than the plain storage variables of a collection take.
    uint256 private constant PLAIN_SLOTS = 40;
    uint256 private constant HOLDER_PREFIX = 1 << 201;
    address private constant OPERATOR = address(0xF01);
    address private constant TREASURER = address(0xF05);

    EnvironmentActions internal handler;
    ICollection internal collection;

    /// @dev Every invariant is about a collection at a time; before the first action there is none.
    modifier inLife() {
        collection = handler.collection();
        if (address(collection) == address(0)) return;
        vm.warp(handler.time());
        _;
    }

    function setUp() public {
        handler = _newWorld();
    }

    /// @dev Read by forge: only the handler is acted upon.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev The sum of all balances is the minted tokens less the burned ones.
    function invariant_balancesAddUpToMintedLessBurned() public inLife {
        uint256 sum;
        address[] memory actors = handler.actors();
        for (uint256 i; i < actors.length; ++i) {
            sum += _balanceOf(actors[i]);
        }
        assertEq(sum, handler.minted() - handler.burned(), "broken: balances add up");
        assertEq(collection.totalSupply(), sum, "broken: the supply is what is held");
    }

    /// @dev Every wallet holds as many as in the ghost state.
    function invariant_everyBalanceIsWhatTheBooksSay() public inLife {
        address[] memory actors = handler.actors();
        for (uint256 i; i < actors.length; ++i) {
            uint256 booked = handler.heldBy(actors[i]);
            assertEq(_balanceOf(actors[i]), booked, "broken: a balance is right");
        }
    }

    /// @dev No more is ever minted than the cap in force, and the cap is that of the ghost state.
    function invariant_mintedNeverExceedsTheCap() public inLife {
        _unbroken(Rule.CapHolds);
        ICollectionTypes.Overview memory now_ = collection.overview();
        assertEq(now_.minted, handler.minted(), "broken: minted is what was minted");
        assertEq(now_.burned, handler.burned(), "broken: burned is what was burned");
        bool isWithin = now_.maxSupply == 0 || now_.minted <= now_.maxSupply;
        _holds(isWithin, "minted stays within the cap");
    }

    /// @dev No phase with a cap of its own ever sells more than that.
    function invariant_phasesNeverExceedTheirCaps() public inLife {
        _unbroken(Rule.PhaseCapHolds);
        uint256[8] memory phaseIds = handler.phaseIds();
        for (uint256 i; i < phaseIds.length; ++i) {
            uint256 cap = handler.phaseCap(phaseIds[i]);
            uint256 counted = collection.phaseMinted(uint8(phaseIds[i]));
            _holds(cap == 0 || counted <= cap, "a phase keeps its cap");
        }
    }

    /// @dev The counter of every phase is exactly what was minted in it under a cap.
    function invariant_countersOfCappedPhasesAreExact() public inLife {
        uint256[8] memory phaseIds = handler.phaseIds();
        for (uint256 i; i < phaseIds.length; ++i) {
            uint256 counted = collection.phaseMinted(uint8(phaseIds[i]));
            assertEq(counted, handler.cappedMints(phaseIds[i]), "broken: a phase counts right");
        }
        uint256 publicMinted = collection.overview().publicMinted;
        assertEq(publicMinted, handler.cappedMints(PUBLIC_PHASE_ID), "broken: the page shows it");
    }

    /// @dev No wallet ever takes more than its limit in a phase, by no order of calls or lists.
    function invariant_walletsNeverExceedTheirLimits() public inLife {
        _unbroken(Rule.WalletLimitHolds);
    }

    /// @dev The mints of each wallet in each phase are counted exactly, whatever it holds by now.
    function invariant_walletCountsAreExact() public inLife {
        uint256[8] memory phaseIds = handler.phaseIds();
        address[] memory actors = handler.actors();
        for (uint256 i; i < actors.length; ++i) {
            uint256[8] memory booked = handler.walletMinted(actors[i]);
            for (uint256 j; j < phaseIds.length; ++j) {
                uint256 counted = collection.walletMinted(actors[i], uint8(phaseIds[j]));
                assertEq(counted, booked[j], "broken: a wallet's count is right");
            }
        }
    }

    /// @dev The sum of all owed amounts is the balance, but for crumbs of forced ether.
    function invariant_whatIsOwedIsWhatIsThere() public inLife {
        uint256 owed = _owedToAll();
        uint256 balance = address(collection).balance;
        _holds(owed <= balance, "no more is owed than is there");
        _holds(balance - owed < CRUMBS, "no more is there than is owed");
    }

    /// @dev Every wei that came in for tokens and fees, or by force, was paid out or is owed.
    function invariant_everyWeiPaidInIsPaidOutOrOwed() public inLife {
        uint256 into = handler.income() + handler.forced();
        uint256 out = handler.paidToPlatform() + handler.paidToOthers();
        assertEq(address(collection).balance, into - out, "broken: no wei is lost");
        uint256 rest = into - out - _owedToAll();
        _holds(rest < CRUMBS, "every wei has an owner");
    }

    /// @dev The platform earns its part of each fee, to the wei, and no owner can touch it.
    function invariant_thePlatformEarnsItsShareToTheWei() public inLife {
        uint256 earned = _owedToPlatform() + handler.paidToPlatform();
        assertEq(earned, handler.earnedByPlatform(), "broken: the platform's share");
    }

    /// @dev Referrers earn a fifth of the fee of what was minted with their names, to the wei.
    function invariant_everyReferrerEarnsItsShareToTheWei() public inLife {
        address[] memory accounts = handler.accounts();
        for (uint256 i; i < accounts.length; ++i) {
            if (handler.referralOf(accounts[i]) != 0) _expectEarned(accounts[i]);
        }
    }

    /// @dev Payees share all the rest by their basis points, to the wei, and what was earned under
    ///      earlier payees stays theirs.
    function invariant_everyPayeeEarnsItsShareToTheWei() public inLife {
        address[] memory accounts = handler.accounts();
        for (uint256 i; i < accounts.length; ++i) {
            if (handler.referralOf(accounts[i]) == 0) _expectEarned(accounts[i]);
        }
    }

    /// @dev A release pays the account exactly the amount it was owed, and no other account.
    function invariant_aReleasePaysExactlyWhatIsOwed() public inLife {
        _unbroken(Rule.ReleasePaysWhatIsOwed);
    }

    /// @dev Everyone who takes ether can withdraw all that is owed, whatever the others do.
    function invariant_nobodyBlocksTheWithdrawalOfAnother() public inLife {
        address[] memory accounts = handler.accounts();
        for (uint256 i; i < accounts.length; ++i) {
            if (!handler.takesEther(accounts[i])) _tryRelease(accounts[i]);
        }
        for (uint256 i; i < accounts.length; ++i) {
            if (!handler.takesEther(accounts[i])) continue;
            uint256 owed = collection.owed(accounts[i]);
            uint256 before = accounts[i].balance;
            _holds(_tryRelease(accounts[i]), "a withdrawal goes through");
            assertEq(accounts[i].balance - before, owed, "broken: a withdrawal is paid");
        }
    }

    /// @dev The released totals of all sides only grow, and are what was paid out.
    function invariant_releasedTotalsNeverFall() public inLife {
        _unbroken(Rule.ReleasedNeverFalls);
        uint256[3] memory released = handler.releasedTotals();
        assertEq(released[1], handler.paidToPlatform(), "broken: the platform's total is right");
        uint256 toOthers = released[0] + released[2];
        assertEq(toOthers, handler.paidToOthers(), "broken: the others' total is right");
    }

    /// @dev Gifts cost nothing and earn nothing for any account.
    function invariant_giftsMoveNoMoney() public inLife {
        _unbroken(Rule.GiftsMoveNoMoney);
    }

    /// @dev Nothing is sold while paused, outside the window of a phase, or by a list not in force.
    function invariant_nobodyMintsWhilePausedOrOutsideTheWindow() public inLife {
        _unbroken(Rule.ClosedSellsNothing);
        _holds(collection.overview().isPaused == handler.isPaused(), "a pause lasts until it ends");
    }

    /// @dev A proof of another wallet, other terms, another collection or chain mints nothing.
    function invariant_onlyProvenTermsMint() public inLife {
        _unbroken(Rule.OnlyProvenTermsSell);
    }

    /// @dev Terms that contradict themselves, or a price that would cost the creator, never hold.
    function invariant_termsKeepTheirForm() public inLife {
        _unbroken(Rule.TermsKeepTheirForm);
    }

    /// @dev Neither minter, recipient, creator nor platform is ever credited as the referrer.
    function invariant_nobodyRefersThemselves() public inLife {
        _unbroken(Rule.ReferrersAreOthers);
        _holds(handler.referralOf(collection.creator()) == 0, "a creator is no referrer");
    }

    /// @dev A mint costs its quantity times price and fee; the surplus is back before it ends.
    function invariant_everyMintCostsExactlyItsPrice() public inLife {
        _unbroken(Rule.PriceIsExact);
    }

    /// @dev The result of checkMint before a mint matches the mint: reasons, quantity, total.
    function invariant_checkMintTellsWhatTheMintDoes() public inLife {
        _unbroken(Rule.CheckMintIsTrue);
    }

    /// @dev No call that the rules allow is refused.
    function invariant_whatIsAllowedGoesThrough() public inLife {
        _unbroken(Rule.WhatIsAllowedGoesThrough);
    }

    /// @dev Terms worse for minters wait their notice while the public phase is live; better ones are
    ///      in force at once.
    function invariant_worseTermsWaitTheirNotice() public inLife {
        _unbroken(Rule.TermsWait);
        ICollectionTypes.Overview memory now_ = collection.overview();
        _holdsSame(now_.publicPhase, handler.phaseInForce(), "the terms in force are those due");
        assertEq(now_.publicPhaseAt, handler.publicPhaseAt(), "broken: terms wait their notice");
        if (now_.publicPhaseAt == 0) return;
        _holdsSame(
            now_.pendingPublicPhase,
            handler.phaseToCome(),
            "the pending terms are the announced ones"
        );
    }

    /// @dev A lower cap waits its notice while minting is open, and is in force in time.
    function invariant_aLowerCapWaitsItsNotice() public inLife {
        _unbroken(Rule.CapWaits);
        ICollectionTypes.Overview memory now_ = collection.overview();
        assertEq(now_.maxSupply, handler.cap(), "broken: the cap in force is the one due");
        assertEq(now_.maxSupplyAt, handler.capAt(), "broken: a cap waits its notice");
        if (now_.maxSupplyAt == 0) return;
        assertEq(
            now_.pendingMaxSupply,
            handler.pendingCap(),
            "broken: the pending cap is the announced one"
        );
    }

    /// @dev Other payees wait their notice, and then share from there on only.
    function invariant_otherPayeesWaitTheirNotice() public inLife {
        _unbroken(Rule.PayeesWait);
        ICollectionTypes.Overview memory now_ = collection.overview();
        _holdsSame(now_.payees, handler.payees(), "the payees in force are those due");
        assertEq(now_.payeesAt, handler.payeesAt(), "broken: payees wait their notice");
        if (now_.payeesAt == 0) return;
        _holdsSame(
            collection.pendingPayees(),
            handler.payeesToCome(),
            "the pending payees are the announced ones"
        );
    }

    /// @dev Every list is in force exactly from when it opens until its notice is over.
    function invariant_listsEndInTime() public inLife {
        for (uint256 i; i < handler.countLists(); ++i) {
            (bytes32 root, uint256 notBefore, uint256 until) = handler.listAt(i);
            (uint256 from, uint256 to) = collection.listWindow(root);
            assertEq(from, notBefore, "broken: a list opens in time");
            assertEq(to, until, "broken: a list ends in time");
            (, uint256 ofAnother) = collection.listWindow(root ^ bytes32(uint256(1)));
            assertEq(ofAnother, 0, "broken: a root is no other root");
        }
    }

    /// @dev A frozen cap never changes again.
    function invariant_theFrozenCapNeverChanges() public inLife {
        _unbroken(Rule.FrozenStays);
        ICollectionTypes.Overview memory now_ = collection.overview();
        _holds(now_.isCapFrozen == handler.isCapFrozen(), "a frozen cap stays frozen");
        if (!now_.isCapFrozen) return;
        assertEq(now_.maxSupply, handler.cap(), "broken: a frozen cap stays");
        assertEq(now_.maxSupplyAt, 0, "broken: nothing awaits a frozen cap");
    }

    /// @dev The manifest that a reveal or a freeze names binds all metadata for ever.
    function invariant_theManifestOnceNamedBinds() public inLife {
        _unbroken(Rule.ManifestBinds);
        ICollectionTypes.Overview memory now_ = collection.overview();
        _holds(now_.manifestHash == handler.manifest(), "the manifest stays");
        _holdsSame(now_.baseUri, handler.baseUri(), "the metadata is where it was put");
    }

    /// @dev Frozen metadata stays frozen, and what is revealed is never hidden again.
    function invariant_frozenMetadataStaysFrozen() public inLife {
        ICollectionTypes.Overview memory now_ = collection.overview();
        _holds(now_.isMetadataFrozen == handler.isMetadataFrozen(), "frozen metadata stays frozen");
        _holds(now_.isRevealed != handler.isHidden(), "revealed tokens stay revealed");
    }

    /// @dev The royalty never exceeds the ceiling fixed at creation, and goes to the owner, or for ever
    ///      to the split made with the collection.
    function invariant_theRoyaltyStaysUnderItsCeiling() public inLife {
        _unbroken(Rule.RoyaltyHasACeiling);
        (address receiver, uint256 amount) = collection.royaltyInfo(1, BPS);
        _holds(amount <= handler.royaltyCeilingBps(), "the ceiling holds");
        assertEq(amount, handler.royaltyBps(), "broken: the royalty is the one set");
        address split = handler.royaltySplit();
        bool isRight = receiver == (split == address(0) ? handler.owner() : split);
        _holds(isRight, "the royalty goes where it must");
    }

    /// @dev Only the owner changes a setting, and only acceptance makes an account the owner.
    function invariant_onlyTheOwnerChangesSettings() public inLife {
        _unbroken(Rule.OnlyTheOwnerSets);
        _holds(collection.owner() == handler.owner(), "the owner is who accepted");
        _holds(collection.pendingOwner() == handler.pendingOwner(), "an offer is the owner's");
    }

    /// @dev Creator, fee, notice, ceilings, id and kind are those of the creation, for ever.
    function invariant_theTermsOfTheCloneNeverChange() public inLife {
        _holds(address(collection).codehash == handler.codeHash(), "the code stays");
        ICollectionFactory.CreateParams memory made =
            abi.decode(handler.params(), (ICollectionFactory.CreateParams));
        ICollectionTypes.Overview memory now_ = collection.overview();
        assertEq(collection.mintFee(), made.mintFee, "broken: the fee stays");
        assertEq(now_.notice, made.notice, "broken: the notice stays");
        assertEq(now_.royaltyCeilingBps, made.royaltyCeilingBps, "broken: the ceiling stays");
        assertEq(now_.kind, made.kind, "broken: the kind stays");
        _holds(now_.provenanceHash == made.provenanceHash, "the commitment stays");
        _holdsSame(now_.name, made.name, "the name stays");
        _holdsSame(now_.symbol, made.symbol, "the symbol stays");
        _holds(now_.transferable == made.transferable, "what moves, moves");
    }

    /// @dev Code, creator and id of a collection depend on its creator alone, for any caller.
    function invariant_collectionsAreBoundToTheirCreators() public inLife {
        _unbroken(Rule.CreatorsOwnTheirIds);
        EnvironmentActions.Made[] memory made = handler.madeCollections();
        for (uint256 i; i < made.length; ++i) {
            ICollection other = ICollection(made[i].collection);
            bytes16 id = bytes16(keccak256(abi.encode(made[i].creator, made[i].salt)));
            _holds(address(other).codehash == made[i].codeHash, "a collection keeps its code");
            _holds(other.creator() == made[i].creator, "a collection is its creator's");
            _holds(other.collectionId() == id, "an id is its creator's");
        }
    }

    /// @dev The code behind the collections holds no tokens, no money and no settings of its own.
    function invariant_implementationsHoldNothing() public inLife {
        _unbroken(Rule.ImplementationsStandStill);
        address[] memory targets = handler.implementations();
        address[] memory actors = handler.actors();
        for (uint256 i; i < targets.length; ++i) {
            assertEq(targets[i].balance, 0, "broken: an implementation has no money");
            for (uint256 slot; slot < PLAIN_SLOTS; ++slot) {
                _holdsEmpty(targets[i], slot);
            }
            for (uint256 j; j < actors.length; ++j) {
                _holdsEmpty(targets[i], HOLDER_PREFIX | uint160(actors[j]));
            }
        }
    }

    /// @dev Who replays the transfer logs alone knows who holds what.
    function invariant_transferLogsTellWhoHoldsWhat() public inLife {
        address[] memory actors = handler.actors();
        for (uint256 i; i < actors.length; ++i) {
            uint256 replayed = handler.replayedHeld(actors[i]);
            assertEq(replayed, _balanceOf(actors[i]), "broken: logs show balances");
        }
        ICollectionTypes.Overview memory now_ = collection.overview();
        assertEq(handler.replayedMinted(), now_.minted, "broken: logs show what was minted");
        assertEq(handler.replayedBurned(), now_.burned, "broken: logs show what was burned");
    }

    /// @dev Who replays the logs of sales, gifts and phases knows what was sold for how much.
    function invariant_saleLogsTellWhatWasSoldForHowMuch() public inLife {
        _unbroken(Rule.SalesAreLogged);
        assertEq(handler.replayedIncome(), handler.income(), "broken: logs show the income");
        assertEq(
            handler.replayedForPlatform(), handler.earnedByPlatform(), "broken: logs show the share"
        );
        uint256 paid = handler.paidToPlatform() + handler.paidToOthers();
        assertEq(handler.replayedReleased(), paid, "broken: logs show what was paid out");
        uint256[8] memory phaseIds = handler.phaseIds();
        for (uint256 i; i < phaseIds.length; ++i) {
            uint256 sold = handler.replayedIn(phaseIds[i]);
            assertEq(sold, handler.soldIn(phaseIds[i]), "broken: logs show phases");
        }
        address[] memory accounts = handler.accounts();
        for (uint256 i; i < accounts.length; ++i) {
            uint256 replayed = handler.replayedReferral(accounts[i]);
            assertEq(replayed, handler.referralOf(accounts[i]), "broken: logs show referrals");
        }
    }

    /// @dev No token moves, burns or is approved but by its holder or an account the holder approved.
    function invariant_onlyHoldersAndApprovedMoveTokens() public inLife {
        _unbroken(Rule.OnlyTheRightfulMove);
    }

    function _newWorld() internal virtual returns (EnvironmentActions);

    function _balanceOf(address account) internal view virtual returns (uint256);

    function _unbroken(Rule rule) internal view {
        string memory what = handler.breachOf(rule);
        vm.assertTrue(bytes(what).length == 0, string.concat("broken: ", what));
    }

    function _holds(bool isTrue, string memory what) internal pure {
        vm.assertTrue(isTrue, string.concat("broken: ", what));
    }

    function _holdsSame(
        ICollectionTypes.PublicPhase memory left,
        ICollectionTypes.PublicPhase memory right,
        string memory what
    ) private pure {
        _holds(keccak256(abi.encode(left)) == keccak256(abi.encode(right)), what);
    }

    function _holdsSame(
        ICollectionTypes.Payee[] memory left,
        ICollectionTypes.Payee[] memory right,
        string memory what
    ) private pure {
        _holds(keccak256(abi.encode(left)) == keccak256(abi.encode(right)), what);
    }

    function _holdsSame(string memory left, string memory right, string memory what) private pure {
        _holds(keccak256(bytes(left)) == keccak256(bytes(right)), what);
    }

    function _holdsEmpty(address target, uint256 slot) private view {
        _holds(vm.load(target, bytes32(slot)) == 0, "an implementation holds no state");
    }

    function _expectEarned(address account) private view {
        uint256 earned = collection.owed(account) + handler.paidTo(account);
        assertEq(earned, handler.earnedBy(account), "broken: a share to the wei");
    }

    function _tryRelease(address account) private returns (bool isDone) {
        bytes memory data = abi.encodeCall(collection.release, (account));
        (isDone,) = address(collection).call{gas: ENOUGH_GAS}(data);
    }

    function _owedToAll() private returns (uint256 sum) {
        address[] memory accounts = handler.accounts();
        for (uint256 i; i < accounts.length; ++i) {
            sum += collection.owed(accounts[i]);
        }
        return sum + _owedToPlatform();
    }

    /// @dev Without a recipient the platform is owed nothing.
    function _owedToPlatform() private returns (uint256) {
        IPlatform platform = handler.platform();
        if (platform.feeRecipient() == address(0)) {
            assertEq(
                collection.owed(address(platform)), 0, "broken: nothing owed without a recipient"
            );
            vm.prank(OPERATOR);
            platform.setFeeRecipient(TREASURER);
        }
        return collection.owed(address(platform));
    }
}

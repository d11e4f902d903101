// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {InvariantSetup} from "./InvariantSetup.sol";
import {Rule} from "./Rule.sol";

/// @dev Ghost state: the expected balances, payments and earnings after all calls, in plain
///      variables. Nothing here is read from the collection.
abstract contract GhostState is InvariantSetup {
    /// @dev A mint that went through, with the terms it was made under.
    struct Sale {
        address caller;
        address to;
        address referrer;
        uint256 quantity;
        uint256 price;
        uint256 start;
        uint256 end;
        uint256 walletLimit;
        uint256 supplyCap;
        uint256 phaseId;
    }

    uint256 private constant SHARED_UNIT = 1e8;
    uint256 private constant BPS = 10_000;

    uint256 public mintFee;
    uint256 public minted;
    uint256 public burned;
    uint256 public cap;
    bool public isPaused;
    mapping(address account => uint256 count) public heldBy;
    mapping(address account => mapping(uint256 phaseId => uint256 count)) private _walletMinted;
    mapping(uint256 phaseId => uint256 count) public soldIn;
    mapping(uint256 phaseId => uint256 count) public cappedMints;

    uint256 public income;
    uint256 public forced;
    uint256 public earnedByPlatform;
    uint256 public earnedByReferrers;
    uint256 public earnedByCreator;
    uint256 public paidToPlatform;
    uint256 public paidToOthers;
    mapping(address account => uint256 amount) public paidTo;
    mapping(address referrer => uint256 amount) public referralOf;

    address[] internal _accounts;
    mapping(address account => bool isKnown) private _isKnown;

    ICollectionTypes.Payee[] internal _payees;
    uint256 private _payeesSince;
    mapping(address payee => uint256 amount) private _earnedBefore;

    mapping(Rule rule => string what) private _breaches;

    /// @dev All phases that tokens are ever sold in: listed ones and, at the end, the public one.
    function phaseIds() public pure returns (uint256[8] memory) {
        return [uint256(0), 1, 6, 7, 8, 200, 254, PUBLIC_PHASE_ID];
    }

    /// @dev How many the account took in each of the phases.
    function walletMinted(address account) external view returns (uint256[8] memory counts) {
        for (uint256 i; i < 8; ++i) {
            counts[i] = _walletMinted[account][phaseIds()[i]];
        }
    }

    /// @dev The first breach of the rule; empty without one.
    function breachOf(Rule rule) external view returns (string memory) {
        return _breaches[rule];
    }

    /// @dev Everyone who ever could earn here, in the order of their coming.
    function accounts() external view returns (address[] memory) {
        return _accounts;
    }

    function payees() external view returns (ICollectionTypes.Payee[] memory) {
        return _payees;
    }

    /// @dev All that an account ever earned here, as payee and referrer.
    function earnedBy(address account) public view returns (uint256 amount) {
        amount = _earnedBefore[account] + referralOf[account];
        for (uint256 i; i < _payees.length; ++i) {
            if (_payees[i].account != account) continue;
            amount += (sharedByPayees() - _payeesSince) * _payees[i].bps / BPS;
        }
    }

    /// @dev Earnings of the creator's side in units that divide among payees without a rest.
    function sharedByPayees() public view returns (uint256) {
        uint256 earned = earnedByCreator + forced;
        return earned - earned % SHARED_UNIT;
    }

    function _breach(Rule rule, string memory what) internal {
        if (bytes(_breaches[rule]).length == 0) _breaches[rule] = what;
    }

    function _expect(bool isTrue, Rule rule, string memory what) internal {
        if (!isTrue) _breach(rule, what);
    }

    function _meet(address account) internal {
        if (_isKnown[account]) return;
        _isKnown[account] = true;
        _accounts.push(account);
    }

    /// @dev Judges a sale by what was written down before it, then writes it down.
    function _bookSale(Sale memory sale) internal {
        _judge(sale);
        _walletMinted[sale.to][sale.phaseId] += sale.quantity;
        soldIn[sale.phaseId] += sale.quantity;
        if (sale.supplyCap != 0) cappedMints[sale.phaseId] += sale.quantity;

        uint256 fee = sale.quantity * mintFee;
        uint256 forReferrer = sale.referrer == address(0) ? 0 : fee / 5;
        uint256 forPlatform = (sale.price == 0 ? fee / 2 : fee) - forReferrer;
        income += sale.quantity * sale.price + fee;
        earnedByPlatform += forPlatform;
        earnedByReferrers += forReferrer;
        earnedByCreator += sale.quantity * sale.price + fee - forPlatform - forReferrer;
        if (sale.referrer != address(0)) {
            referralOf[sale.referrer] += forReferrer;
            _meet(sale.referrer);
        }
        _bookTokens(sale.to, sale.quantity);
    }

    /// @dev Writes down tokens that came into being, sold or given.
    function _bookTokens(address to, uint256 quantity) internal virtual {
        _expect(quantity <= _left(), Rule.CapHolds, "more than the cap");
        minted += quantity;
        heldBy[to] += quantity;
    }

    function _bookRelease(address account, uint256 amount) internal {
        if (account == address(platform)) {
            paidToPlatform += amount;
            return;
        }
        paidTo[account] += amount;
        paidToOthers += amount;
    }

    /// @dev From now on others share; what was earned before stays with those who shared then.
    function _bookPayees(ICollectionTypes.Payee[] memory next) internal {
        uint256 shared = sharedByPayees();
        for (uint256 i; i < _payees.length; ++i) {
            uint256 share = (shared - _payeesSince) * _payees[i].bps / BPS;
            _earnedBefore[_payees[i].account] += share;
        }
        _payeesSince = shared;
        delete _payees;
        for (uint256 i; i < next.length; ++i) {
            _payees.push(next[i]);
            _meet(next[i].account);
        }
    }

    function _left() internal view returns (uint256) {
        if (cap == 0) return type(uint256).max;
        return minted < cap ? cap - minted : 0;
    }

    /// @dev Whether the account may not be named as the referrer of this mint.
    function _isForbiddenReferrer(address referrer, address caller, address to)
        internal
        view
        returns (bool)
    {
        if (referrer == address(0)) return false;
        return referrer == caller || referrer == to || referrer == CREATOR
            || referrer == address(platform);
    }

    function _judge(Sale memory sale) private {
        _expect(!isPaused, Rule.ClosedSellsNothing, "sold while paused");
        bool isOpen = block.timestamp >= sale.start && block.timestamp < sale.end;
        _expect(isOpen, Rule.ClosedSellsNothing, "sold outside the window");

        uint256 had = _walletMinted[sale.to][sale.phaseId];
        bool isWithin = had + sale.quantity <= sale.walletLimit;
        _expect(isWithin, Rule.WalletLimitHolds, "a wallet took more than its limit");
        uint256 sold = cappedMints[sale.phaseId] + sale.quantity;
        bool isUnderCap = sale.supplyCap == 0 || sold <= sale.supplyCap;
        _expect(isUnderCap, Rule.PhaseCapHolds, "a phase sold more than its cap");

        bool isForbidden = _isForbiddenReferrer(sale.referrer, sale.caller, sale.to);
        _expect(!isForbidden, Rule.ReferrersAreOthers, "a forbidden referrer was credited");
    }
}

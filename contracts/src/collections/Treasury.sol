// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "./ICollection.sol";
import {ICollectionFactory} from "./ICollectionFactory.sol";
import {Owned} from "./Owned.sol";

/// @title The money of a collection
/// @dev Only the shares of platform and referrers are recorded. The creator's is what remains, so
///      that what is owed always equals the balance and ether forced in belongs to the creator.
abstract contract Treasury is ICollection, Owned {
    uint256 internal constant BPS = 10_000;
    uint256 private constant MAX_PAYEES = 16;

    ICollectionFactory internal immutable FACTORY;

    /// @inheritdoc ICollection
    uint256 public mintFee;
    uint256 internal _notice;

    uint256 private _platformEarned;
    uint256 private _platformReleased;
    uint256 private _referrersEarned;
    uint256 private _releasedInAll;
    mapping(address referrer => uint256 amount) private _referrerEarned;
    mapping(address referrer => uint256 amount) private _referrerReleased;

    Payee[] internal _payees;
    Payee[] private _pendingPayees;
    uint256 internal _payeesAt;
    /// @dev What the creator side had earned when the present payees came into force.
    uint256 private _payeesSince;
    mapping(address payee => uint256 amount) private _payeeCredited;
    mapping(address payee => uint256 amount) private _payeeReleased;

    constructor(ICollectionFactory factory) {
        FACTORY = factory;
    }

    /// @inheritdoc ICollection
    function setPayees(Payee[] memory payees) external onlyOwner {
        _storePayees(_pendingPayees, payees);
        if (_notice == 0) return _applyPayees();

        _payeesAt = block.timestamp + _notice;
        emit PayeesScheduled(payees, _payeesAt);
    }

    /// @inheritdoc ICollection
    function applyPayees() external {
        _requireNoticeOver(_payeesAt);
        _applyPayees();
    }

    /// @inheritdoc ICollection
    function release(address account) external returns (uint256 amount) {
        uint256 asPayee = _owedAsPayee(account);
        uint256 asReferrer = _owedAsReferrer(account);
        uint256 asPlatform = _owedAsPlatform(account);
        amount = asPayee + asReferrer + asPlatform;
        if (amount == 0) return 0;

        _payeeReleased[account] += asPayee;
        _referrerReleased[account] += asReferrer;
        _platformReleased += asPlatform;
        _releasedInAll += amount;
        emit Released(account, amount);
        if (!_send(account, amount)) revert PaymentFailed(account);
    }

    /// @inheritdoc ICollection
    function owed(address account) external view returns (uint256) {
        return _owedAsPayee(account) + _owedAsReferrer(account) + _owedAsPlatform(account);
    }

    /// @inheritdoc ICollection
    function pendingPayees() external view returns (Payee[] memory payees) {
        if (_payeesAt != 0) return _pendingPayees;
    }

    /// @dev Sets the payees a collection starts with; none given: the creator alone.
    function _startPayees(Payee[] memory payees, address creator) internal {
        if (payees.length != 0) return _storePayees(_payees, payees);
        _payees.push(Payee(creator, uint16(BPS)));
    }

    /// @dev Splits the fee of `quantity` tokens; what is not credited here is the creator's.
    function _splitFee(uint256 quantity, bool isFree, address referrer) internal {
        uint256 fee = quantity * mintFee;
        uint256 forReferrer = referrer == address(0) ? 0 : fee / 5;
        uint256 forPlatform = (isFree ? fee / 2 : fee) - forReferrer;

        _platformEarned += forPlatform;
        _referrersEarned += forReferrer;
        _referrerEarned[referrer] += forReferrer;
    }

    /// @dev Sends without copying what the receiver returns, so that no answer can burn our gas.
    function _send(address to, uint256 amount) internal returns (bool isSent) {
        assembly ("memory-safe") {
            isSent := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }

    function _requireNoticeOver(uint256 applicableAt) internal view {
        if (applicableAt == 0) revert NothingPending();
        if (block.timestamp < applicableAt) revert NoticePending(applicableAt);
    }

    function _storePayees(Payee[] storage target, Payee[] memory payees) private {
        if (payees.length > MAX_PAYEES || _sumOf(payees) != BPS) revert BadPayees();
        while (target.length != 0) {
            target.pop();
        }
        for (uint256 i; i < payees.length; ++i) {
            target.push(payees[i]);
        }
    }

    function _applyPayees() private {
        uint256 earned = _creatorEarned();
        for (uint256 i; i < _payees.length; ++i) {
            Payee memory payee = _payees[i];
            _payeeCredited[payee.account] += (earned - _payeesSince) * payee.bps / BPS;
        }
        _payeesSince = earned;
        Payee[] memory payees = _pendingPayees;
        _storePayees(_payees, payees);
        _payeesAt = 0;
        emit PayeesChanged(payees);
    }

    function _owedAsPayee(address account) private view returns (uint256) {
        uint256 credited = _payeeCredited[account];
        for (uint256 i; i < _payees.length; ++i) {
            Payee memory payee = _payees[i];
            if (payee.account != account) continue;
            credited += (_creatorEarned() - _payeesSince) * payee.bps / BPS;
        }
        return credited - _payeeReleased[account];
    }

    function _owedAsReferrer(address account) private view returns (uint256) {
        return _referrerEarned[account] - _referrerReleased[account];
    }

    function _owedAsPlatform(address account) private view returns (uint256) {
        // Without a recipient the share stays, else anyone could send it to nobody.
        if (account == address(0) || account != FACTORY.feeRecipient()) return 0;
        return _platformEarned - _platformReleased;
    }

    /// @dev In units of 10,000 wei, so that every share of it in basis points is exact.
    function _creatorEarned() private view returns (uint256) {
        uint256 earned = address(this).balance + _releasedInAll - _platformEarned - _referrersEarned;
        return earned - earned % BPS;
    }

    function _sumOf(Payee[] memory payees) private pure returns (uint256 sum) {
        for (uint256 i; i < payees.length; ++i) {
            Payee memory payee = payees[i];
            if (payee.account == address(0) || payee.bps == 0) revert BadPayees();
            for (uint256 j; j < i; ++j) {
                if (payees[j].account == payee.account) revert BadPayees();
            }
            sum += payee.bps;
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {Owned} from "../../src/collections/Owned.sol";

/// @title The revenue of a collection, as a plain reference
/// @dev Only the shares of platform and referrers are recorded. The creator's is what remains, so
///      that what is owed always equals the balance and ether forced in belongs to the creator.
abstract contract PlainRevenue is ICollection, Owned {
    uint256 internal constant BPS = 10_000;
    /// @dev The payees' income is counted in units of so many wei; a basis point of one is whole.
    uint256 private constant PAYEE_UNIT = 10 ** 8;
    uint256 private constant MAX_PAYEES = 16;

    /// @inheritdoc ICollectionManagement
    address public platform;
    /// @inheritdoc ICollectionManagement
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
    /// @dev Earnings of the creator's side when the present payees came into force.
    uint256 private _payeesSince;
    mapping(address payee => uint256 amount) private _payeeCredited;
    mapping(address payee => uint256 amount) private _payeeReleased;

    /// @dev The parameters are those of a factory that has judged them.
    constructor(
        IPlatform platform_,
        address creator_,
        ICollectionFactory.CreateParams memory params
    ) {
        platform = address(platform_);
        mintFee = params.mintFee;
        _notice = params.notice;
        _setOwner(creator_);
        if (params.payees.length == 0) {
            _payees.push(Payee(creator_, uint16(BPS)));
        } else {
            _storePayees(_payees, params.payees);
        }
    }

    /// @inheritdoc ICollectionManagement
    function setPayees(Payee[] memory payees) external onlyOwner {
        _storePayees(_pendingPayees, payees);
        if (_notice == 0) return _applyPayees();

        _payeesAt = block.timestamp + _notice;
        emit PayeesScheduled(payees, _payeesAt);
    }

    /// @inheritdoc ICollectionManagement
    function applyPayees() external {
        _requireNoticeOver(_payeesAt);
        _applyPayees();
    }

    /// @inheritdoc ICollectionSale
    function release(address account) external returns (uint256 amount) {
        amount = owed(account);
        if (amount == 0) return 0;

        address recipient = _recipientOf(account);
        _payeeReleased[account] += _owedAsPayee(account);
        _referrerReleased[account] += _owedAsReferrer(account);
        _platformReleased += _owedAsPlatform(account);
        _releasedInAll += amount;
        emit Released(account, amount);
        if (!_send(recipient, amount)) revert PaymentFailed(account);
    }

    /// @inheritdoc ICollectionSale
    function owed(address account) public view returns (uint256) {
        // Without a recipient it stays, else anyone could burn it.
        if (_recipientOf(account) == address(0)) return 0;
        return _owedAsPayee(account) + _owedAsReferrer(account) + _owedAsPlatform(account);
    }

    /// @inheritdoc ICollectionManagement
    function pendingPayees() external view returns (Payee[] memory payees) {
        if (_payeesAt != 0) return _pendingPayees;
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

    /// @dev Sends without copying the return data, so that a receiver cannot burn gas with it.
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

    /// @dev Every account is paid itself; the platform's share goes to its recipient.
    function _recipientOf(address account) private view returns (address) {
        return account == platform ? IPlatform(platform).feeRecipient() : account;
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
        return account == platform ? _platformEarned - _platformReleased : 0;
    }

    function _creatorEarned() private view returns (uint256) {
        uint256 earned = address(this).balance + _releasedInAll - _platformEarned - _referrersEarned;
        return earned - earned % PAYEE_UNIT;
    }

    function _sumOf(Payee[] memory payees) private view returns (uint256 sum) {
        for (uint256 i; i < payees.length; ++i) {
            Payee memory payee = payees[i];
            // The platform has an account of its own, which is paid elsewhere.
            if (payee.account == address(0) || payee.account == platform) revert BadPayees();
            if (payee.bps == 0) revert BadPayees();
            for (uint256 j; j < i; ++j) {
                if (payees[j].account == payee.account) revert BadPayees();
            }
            sum += payee.bps;
        }
    }
}

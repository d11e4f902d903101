// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {PlainRevenue} from "./PlainRevenue.sol";

/// @title Phases, lists, limits and prices of mints, as a plain reference
abstract contract PlainSale is PlainRevenue {
    /// @dev Above every cap that can be given.
    uint256 private constant UNCAPPED = (1 << 28) - 1;
    uint8 private constant PUBLIC_PHASE_ID = 255;
    uint256 private constant MAX_PER_MINT = 50;
    uint256 private constant MAX_PER_GIFT = 255;
    /// @dev In the first phases a wallet can mint no more than this, whatever its limit.
    uint256 private constant SMALL_PHASES = 8;
    uint256 private constant SMALL_PHASE_LIMIT = 8191;

    uint256 private constant NOT_STARTED = 1;
    uint256 private constant ENDED = 2;
    uint256 private constant IS_PAUSED = 4;
    uint256 private constant SOLD_OUT = 8;
    uint256 private constant WALLET_LIMIT = 16;
    uint256 private constant PHASE_SOLD_OUT = 32;
    uint256 private constant BAD_PROOF = 64;
    uint256 private constant BAD_TERMS = 128;
    uint256 private constant ZERO_QUANTITY = 256;

    /// @dev Terms of a mint, from the public phase or from a leaf.
    struct Terms {
        uint256 price;
        uint256 start;
        uint256 end;
        uint256 walletLimit;
        uint256 supplyCap;
        uint8 phaseId;
        bool isMalformed;
    }

    /// @dev How many more tokens each limit allows.
    struct Remaining {
        uint256 inCollection;
        uint256 inPhase;
        uint256 forWallet;
    }

    /// @dev When a list is in force, [notBefore, until).
    struct Window {
        uint32 notBefore;
        uint32 until;
    }

    /// @inheritdoc ICollectionManagement
    address public creator;
    /// @inheritdoc ICollectionManagement
    bytes16 public collectionId;

    uint256 internal _minted;
    uint256 internal _burned;
    uint256 internal _cap;
    uint256 internal _pendingCap;
    uint256 internal _capAt;
    bool internal _isCapFrozen;
    bool internal _isPaused;

    PublicPhase internal _publicPhase;
    PublicPhase internal _pendingPublicPhase;
    uint256 internal _publicPhaseAt;

    /// @dev Since when some list may be selling; leaves hide their times, so it is never taken back.
    uint256 private _listsOpenFrom = type(uint256).max;
    mapping(bytes32 root => Window window) private _lists;
    /// @dev The one list whose root begins so.
    mapping(bytes16 beginning => bytes32 root) private _rootWith;
    mapping(address account => mapping(uint8 phaseId => uint256 count)) private _walletMinted;
    mapping(uint8 phaseId => uint256 count) private _phaseMinted;

    constructor(
        IPlatform platform_,
        address creator_,
        bytes16 collectionId_,
        ICollectionFactory.CreateParams memory params
    ) PlainRevenue(platform_, creator_, params) {
        creator = creator_;
        collectionId = collectionId_;
        _cap = params.maxSupply == 0 ? UNCAPPED : params.maxSupply;
        _publicPhase = params.publicPhase;
        if (params.listRoot == 0) return;
        _addList(params.listRoot, params.listContentHash, params.listNotBefore);
    }

    /// @inheritdoc ICollectionSale
    function mint(uint256 quantity) external payable {
        _sell(msg.sender, quantity, quantity, address(0), _publicTerms());
        _requireMintReceived(msg.sender, quantity);
    }

    /// @inheritdoc ICollectionSale
    function mintTo(address to, uint256 minQuantity, uint256 maxQuantity, address referrer)
        external
        payable
        returns (uint256 quantity)
    {
        quantity = _sell(to, minQuantity, maxQuantity, referrer, _publicTerms());
        _requireMintReceived(to, quantity);
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        payable
    {
        _requireListed(msg.sender, packed, proof);
        _sell(msg.sender, quantity, quantity, address(0), _unpack(packed));
        _requireMintReceived(msg.sender, quantity);
    }

    /// @inheritdoc ICollectionSale
    function mintAllowlist(
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        bytes32[] calldata proof
    ) external payable returns (uint256 quantity) {
        _requireListed(msg.sender, packed, proof);
        quantity = _sell(msg.sender, minQuantity, maxQuantity, referrer, _unpack(packed));
        _requireMintReceived(msg.sender, quantity);
    }

    /// @inheritdoc ICollectionSale
    function airdrop(address[] calldata recipients, uint256[] calldata quantities)
        external
        onlyOwner
        returns (bool[] memory given)
    {
        if (recipients.length != quantities.length) revert LengthMismatch();
        given = new bool[](recipients.length);
        for (uint256 i; i < recipients.length; ++i) {
            uint256 quantity = quantities[i];
            if (recipients[i] == address(0)) revert BadRecipient(address(0));
            if (quantity == 0) revert ZeroQuantity();
            if (quantity > MAX_PER_GIFT) revert TooMany(MAX_PER_GIFT);
            if (quantity > _cap - _minted) revert SoldOut(_cap - _minted);

            if (_isAsked(recipients[i])) {
                _minted += quantity;
                continue;
            }
            given[i] = true;
            emit Airdropped(recipients[i], quantity);
            _issue(recipients[i], quantity);
        }
        for (uint256 i; i < recipients.length; ++i) {
            if (given[i]) continue;
            given[i] = _offer(recipients[i], quantities[i]);
            if (!given[i]) _minted -= quantities[i];
        }
    }

    /// @inheritdoc ICollectionManagement
    function setPublicPhase(PublicPhase memory phase) external onlyOwner {
        _requirePublicPhase(phase);
        if (_notice == 0 || !_isPublicPhaseLive() || _isBetter(phase)) {
            return _putIntoForce(phase);
        }

        _pendingPublicPhase = phase;
        _publicPhaseAt = block.timestamp + _notice;
        emit PublicPhaseScheduled(phase, _publicPhaseAt);
    }

    /// @inheritdoc ICollectionManagement
    function applyPublicPhase() external {
        _requireNoticeOver(_publicPhaseAt);
        _putIntoForce(_pendingPublicPhase);
    }

    /// @inheritdoc ICollectionManagement
    function addList(bytes32 root, bytes32 contentHash, uint32 notBefore) external onlyOwner {
        _addList(root, contentHash, notBefore);
    }

    /// @inheritdoc ICollectionManagement
    function removeList(bytes32 root) external onlyOwner {
        Window storage list = _lists[root];
        if (list.until <= block.timestamp) revert UnknownList(root);

        bool hasOpened = block.timestamp >= list.notBefore;
        uint256 until = hasOpened ? block.timestamp + _notice : block.timestamp;
        // A second removal must not prolong what the first one ends.
        if (until < list.until) list.until = uint32(until);
        emit ListRemoved(root, list.until);
    }

    /// @inheritdoc ICollectionManagement
    function lowerCap(uint256 cap) external onlyOwner {
        if (_isCapFrozen) revert Frozen();
        if (cap == 0 || cap < _minted || cap >= _cap) {
            revert BadCap(_minted, _maxSupply());
        }
        if (_notice == 0 || !_maySell()) return _putCapIntoForce(cap);

        _pendingCap = cap;
        _capAt = block.timestamp + _notice;
        emit CapScheduled(cap, _capAt);
    }

    /// @inheritdoc ICollectionManagement
    function applyCap() external {
        _requireNoticeOver(_capAt);
        uint256 cap = _pendingCap < _minted ? _minted : _pendingCap;
        if (cap >= UNCAPPED) revert BadCap(_minted, _maxSupply());
        _putCapIntoForce(cap);
    }

    /// @inheritdoc ICollectionManagement
    function freezeCap() external onlyOwner {
        if (_isCapFrozen) revert Frozen();
        _isCapFrozen = true;
        _pendingCap = 0;
        _capAt = 0;
        emit CapFrozen(_maxSupply());
    }

    /// @inheritdoc ICollectionManagement
    function setPaused(bool isPaused) external onlyOwner {
        _isPaused = isPaused;
        emit PauseChanged(isPaused);
    }

    /// @inheritdoc ICollectionManagement
    function checkMint(address account, uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        view
        returns (uint256 reasons, uint256 through, uint256 total)
    {
        Terms memory terms = packed == 0 ? _publicTerms() : _unpack(packed);
        if (packed != 0) reasons = _listReasons(account, packed, proof);
        Remaining memory remaining = _remainingFor(account, terms);
        reasons |= _termsReasons(terms) | _remainingReasons(remaining);
        if (quantity == 0) reasons |= ZERO_QUANTITY;
        if (reasons != 0) return (reasons, 0, 0);

        through = _fit(_min(quantity, MAX_PER_MINT), remaining);
        total = through * (terms.price + mintFee);
    }

    /// @inheritdoc ICollectionManagement
    function maxSupply() external view returns (uint256) {
        return _maxSupply();
    }

    /// @inheritdoc ICollectionManagement
    function walletMinted(address account, uint8 phaseId) external view returns (uint256) {
        return _walletMinted[account][phaseId];
    }

    /// @inheritdoc ICollectionManagement
    function phaseMinted(uint8 phaseId) public view returns (uint256) {
        return _phaseMinted[phaseId];
    }

    /// @inheritdoc ICollectionManagement
    function listWindow(bytes32 root) external view returns (uint256 notBefore, uint256 until) {
        return (_lists[root].notBefore, _lists[root].until);
    }

    /// @inheritdoc ICollectionSale
    function totalSupply() external view returns (uint256) {
        return _minted - _burned;
    }

    /// @dev Creates the tokens, increases `_minted` and emits events; makes no external call.
    function _issue(address to, uint256 quantity) internal virtual;

    /// @dev Reverts when the recipient of a mint must accept it and does not.
    function _requireMintReceived(address to, uint256 quantity) internal virtual {}

    /// @dev Whether the recipient of a gift must accept it first.
    function _isAsked(address) internal view virtual returns (bool) {
        return false;
    }

    /// @dev Gives tokens that are counted already to one that must accept them.
    function _offer(address recipient, uint256 quantity) internal virtual returns (bool isGiven) {}

    /// @dev The cap as the outside sees it: 0 for none.
    function _maxSupply() internal view returns (uint256) {
        return _cap == UNCAPPED ? 0 : _cap;
    }

    function _publicPhaseMinted() internal view returns (uint256) {
        return _phaseMinted[PUBLIC_PHASE_ID];
    }

    function _sell(
        address to,
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        Terms memory terms
    ) private returns (uint256 quantity) {
        _requireOpen(terms);
        if (maxQuantity == 0) revert ZeroQuantity();
        if (maxQuantity > MAX_PER_MINT) revert TooMany(MAX_PER_MINT);
        if (minQuantity > maxQuantity) revert TooMany(maxQuantity);
        if (to == address(0)) revert BadRecipient(to);
        _requireReferrer(referrer, to);
        uint256 unit = terms.price + mintFee;
        if (msg.value != maxQuantity * unit) revert WrongValue(msg.value, maxQuantity * unit);

        Remaining memory remaining = _remainingFor(to, terms);
        quantity = _fit(maxQuantity, remaining);
        if (quantity == 0 || quantity < minQuantity) _revertFull(remaining, minQuantity);

        _walletMinted[to][terms.phaseId] += quantity;
        if (terms.supplyCap != 0) _phaseMinted[terms.phaseId] += quantity;
        _splitFee(quantity, terms.price == 0, referrer);
        _logSale(terms, quantity, referrer);
        _issue(to, quantity);
        _refund((maxQuantity - quantity) * unit);
    }

    /// @dev A public mint without a referrer emits its transfers alone.
    function _logSale(Terms memory terms, uint256 quantity, address referrer) private {
        uint256 sale = terms.price | quantity << 80 | uint256(terms.phaseId) << 96;
        if (referrer != address(0)) {
            emit MintedByReferral(referrer, sale);
        } else if (terms.phaseId != PUBLIC_PHASE_ID) {
            emit Minted(sale);
        }
    }

    function _refund(uint256 surplus) private {
        if (surplus == 0) return;
        if (!_send(msg.sender, surplus)) revert RefundFailed();
    }

    function _addList(bytes32 root, bytes32 contentHash, uint32 notBefore) private {
        bytes32 known = _rootWith[bytes16(root)];
        if (root == 0 || (known != 0 && known != root)) revert BadList();
        _rootWith[bytes16(root)] = root;
        Window storage list = _lists[root];
        bool isInForce = list.until > block.timestamp;
        // Adding a list again must not close the one that is open.
        if (!isInForce || notBefore < list.notBefore) list.notBefore = notBefore;
        list.until = type(uint32).max;
        if (notBefore < _listsOpenFrom) _listsOpenFrom = notBefore;
        emit ListAdded(root, contentHash);
    }

    function _putIntoForce(PublicPhase memory phase) private {
        _publicPhase = phase;
        delete _pendingPublicPhase;
        _publicPhaseAt = 0;
        emit PublicPhaseChanged(phase);
    }

    function _putCapIntoForce(uint256 cap) private {
        _cap = cap;
        _pendingCap = 0;
        _capAt = 0;
        emit CapLowered(cap);
    }

    /// @dev True for a change in favour of minters: not dearer, not shorter, no tighter limit or cap.
    function _isBetter(PublicPhase memory phase) private view returns (bool) {
        PublicPhase memory current = _publicPhase;
        bool isCapKept = phase.supplyCap == 0
            || (current.supplyCap != 0 && phase.supplyCap >= current.supplyCap);
        return isCapKept && phase.price <= current.price && phase.start <= block.timestamp
            && phase.end >= current.end && phase.walletLimit >= current.walletLimit;
    }

    function _isPublicPhaseLive() private view returns (bool) {
        return block.timestamp >= _publicPhase.start && block.timestamp < _publicPhase.end;
    }

    function _maySell() private view returns (bool) {
        return _isPublicPhaseLive() || block.timestamp >= _listsOpenFrom;
    }

    function _requirePublicPhase(PublicPhase memory phase) private view {
        bool isNone = phase.price == 0 && phase.start == 0 && phase.end == 0
            && phase.walletLimit == 0 && phase.supplyCap == 0;
        if (isNone) return;
        if (phase.start >= phase.end || phase.walletLimit == 0) revert BadTerms();
        if (!_isPrice(phase.price)) revert BadPrice(phase.price);
    }

    /// @dev A price below half the fee would bring its creator less than giving the token away.
    function _isPrice(uint256 price) private view returns (bool) {
        return price % 1 gwei == 0 && (price == 0 || 2 * price >= mintFee);
    }

    function _requireReferrer(address referrer, address to) private view {
        if (referrer == address(0)) return;
        bool isMinting = referrer == msg.sender || referrer == to || referrer == creator;
        if (isMinting || referrer == platform) revert BadReferrer(referrer);
    }

    function _requireListed(address account, uint256 packed, bytes32[] calldata proof)
        private
        view
    {
        Window memory list = _lists[_rootOf(account, packed, proof)];
        if (list.until == 0) revert BadProof();
        _requireWindow(list.notBefore, list.until);
    }

    function _requireOpen(Terms memory terms) private view {
        if (terms.isMalformed) revert BadTerms();
        if (!_isPrice(terms.price)) revert BadPrice(terms.price);
        if (_isPaused) revert Paused();
        _requireWindow(terms.start, terms.end);
    }

    function _requireWindow(uint256 start, uint256 end) private view {
        if (_windowReasons(start, end) != 0) revert PhaseClosed(start, end);
    }

    function _revertFull(Remaining memory remaining, uint256 minQuantity) private pure {
        uint256 needed = minQuantity == 0 ? 1 : minQuantity;
        if (remaining.inCollection < needed) revert SoldOut(remaining.inCollection);
        if (remaining.inPhase < needed) revert PhaseSoldOut(remaining.inPhase);
        revert WalletLimit(remaining.forWallet);
    }

    function _listReasons(address account, uint256 packed, bytes32[] calldata proof)
        private
        view
        returns (uint256)
    {
        Window memory list = _lists[_rootOf(account, packed, proof)];
        if (list.until == 0) return BAD_PROOF;
        return _windowReasons(list.notBefore, list.until);
    }

    function _termsReasons(Terms memory terms) private view returns (uint256 reasons) {
        reasons = _windowReasons(terms.start, terms.end);
        if (_isPaused) reasons |= IS_PAUSED;
        if (terms.isMalformed || !_isPrice(terms.price)) reasons |= BAD_TERMS;
    }

    function _windowReasons(uint256 start, uint256 end) private view returns (uint256) {
        if (block.timestamp >= end) return ENDED;
        return block.timestamp < start ? NOT_STARTED : 0;
    }

    function _remainingReasons(Remaining memory remaining) private pure returns (uint256 reasons) {
        if (remaining.inCollection == 0) reasons |= SOLD_OUT;
        if (remaining.inPhase == 0) reasons |= PHASE_SOLD_OUT;
        if (remaining.forWallet == 0) reasons |= WALLET_LIMIT;
    }

    function _remainingFor(address account, Terms memory terms)
        private
        view
        returns (Remaining memory remaining)
    {
        remaining.inCollection = _cap - _minted;
        remaining.forWallet = _left(_walletLimit(terms), _walletMinted[account][terms.phaseId]);
        remaining.inPhase = terms.supplyCap == 0
            ? type(uint256).max
            : _left(terms.supplyCap, _phaseMinted[terms.phaseId]);
    }

    function _walletLimit(Terms memory terms) private pure returns (uint256) {
        if (terms.phaseId >= SMALL_PHASES) return terms.walletLimit;
        return _min(terms.walletLimit, SMALL_PHASE_LIMIT);
    }

    function _rootOf(address account, uint256 packed, bytes32[] calldata proof)
        private
        view
        returns (bytes32 node)
    {
        uint256 domain = block.chainid << 128 | uint128(collectionId);
        // Hashed twice, so that no inner node of a tree can pass for a leaf.
        node = keccak256(bytes.concat(keccak256(abi.encode(domain, account, packed))));
        for (uint256 i; i < proof.length; ++i) {
            node = node < proof[i]
                ? keccak256(bytes.concat(node, proof[i]))
                : keccak256(bytes.concat(proof[i], node));
        }
    }

    function _publicTerms() private view returns (Terms memory terms) {
        PublicPhase memory phase = _publicPhase;
        terms.price = phase.price;
        terms.start = phase.start;
        terms.end = phase.end;
        terms.walletLimit = phase.walletLimit;
        terms.supplyCap = phase.supplyCap;
        terms.phaseId = PUBLIC_PHASE_ID;
    }

    /// @dev price 80 | start 32 | end 32 | wallet limit 16 | phase cap 32 | phase id 8, from bit 0.
    function _unpack(uint256 packed) private pure returns (Terms memory terms) {
        terms.price = uint80(packed);
        terms.start = uint32(packed >> 80);
        terms.end = uint32(packed >> 112);
        terms.walletLimit = uint16(packed >> 144);
        terms.supplyCap = uint32(packed >> 160);
        terms.phaseId = uint8(packed >> 192);
        terms.isMalformed = packed >> 200 != 0 || terms.phaseId == PUBLIC_PHASE_ID;
    }

    function _fit(uint256 quantity, Remaining memory remaining) private pure returns (uint256) {
        return
            _min(
                _min(quantity, remaining.inCollection), _min(remaining.inPhase, remaining.forWallet)
            );
    }

    function _left(uint256 limit, uint256 used) private pure returns (uint256) {
        return used < limit ? limit - used : 0;
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}

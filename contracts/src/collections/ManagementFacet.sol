// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionRules} from "./CollectionRules.sol";
import {ICollectionManagement} from "../interfaces/ICollectionManagement.sol";
import {IDropTokens} from "../interfaces/IDropTokens.sol";
import {IEditionTokens} from "../interfaces/IEditionTokens.sol";
import {IOwned} from "../interfaces/IOwned.sol";
import {IPlatform} from "../interfaces/IPlatform.sol";
import {Metadata} from "./Metadata.sol";
import {MetadataUri} from "./MetadataUri.sol";
import {SaleRules} from "./SaleRules.sol";

/// @title Settings and views of all collections
/// @dev Deployed once; the implementations delegate to it on the storage of a collection (a facet
///      as in ERC-2535, but fixed for ever). Has no storage of its own.
contract ManagementFacet is SaleRules, Metadata, ICollectionManagement {
    /// @dev The fields of slot0 that belong to the public phase.
    uint256 private constant PUBLIC_FIELDS = (U56 << SLOT0_UNIT) | (U32 << SLOT0_START)
        | (U32 << SLOT0_END) | (U16 << SLOT0_LIMIT) | IS_FREE | HAS_PUBLIC_CAP;

    uint256 private constant SOLD_OUT = 8;
    uint256 private constant WALLET_LIMIT = 16;
    uint256 private constant PHASE_SOLD_OUT = 32;
    uint256 private constant ZERO_QUANTITY = 256;
    uint256 private constant EDITION_TOKEN_ID = 1;

    constructor(IPlatform platform_) SaleRules(platform_) {}

    /// @inheritdoc ICollectionManagement
    function setPublicPhase(PublicPhase memory phase) external onlyOwner {
        CollectionRules.requirePublicPhase(phase, _mintFee());
        uint256 notice = _notice();
        if (notice == 0 || !_isPublicPhaseLive() || _isBetter(phase)) {
            return _putIntoForce(_fieldsOf(phase), phase.supplyCap);
        }

        _pendingFields = _fieldsOf(phase);
        _pendingPublicCap = phase.supplyCap;
        _publicPhaseAt = uint40(block.timestamp + notice);
        emit PublicPhaseScheduled(phase, _publicPhaseAt);
    }

    /// @inheritdoc ICollectionManagement
    function applyPublicPhase() external {
        _requireNoticeOver(_publicPhaseAt);
        _putIntoForce(_pendingFields, _pendingPublicCap);
    }

    /// @inheritdoc ICollectionManagement
    function addList(bytes32 root, bytes32 contentHash, uint32 notBefore) external onlyOwner {
        if (root == 0 || _isTaken(root)) revert BadList();
        Window memory list = _window(root);
        bool isInForce = list.until > block.timestamp;
        // Adding a list again must not close the one that is open.
        if (!isInForce || notBefore < list.notBefore) list.notBefore = notBefore;
        list.until = U32;
        _storeWindow(root, list);
        if (!_hasAddedList || notBefore < _listsOpenFrom) _listsOpenFrom = notBefore;
        _hasAddedList = true;
        emit ListAdded(root, contentHash);
    }

    /// @inheritdoc ICollectionManagement
    function removeList(bytes32 root) external onlyOwner {
        Window memory list = _window(root);
        if (list.until <= block.timestamp) revert UnknownList(root);

        bool hasOpened = block.timestamp >= list.notBefore;
        uint256 until = hasOpened ? block.timestamp + _notice() : block.timestamp;
        // A second removal must not prolong what the first one ends.
        if (until < list.until) list.until = until;
        _storeWindow(root, list);
        emit ListRemoved(root, list.until);
    }

    /// @inheritdoc ICollectionManagement
    function lowerCap(uint256 cap) external onlyOwner {
        if (_isCapFrozen) revert Frozen();
        if (cap == 0 || cap < _minted() || cap >= _cap()) {
            revert BadCap(_minted(), _maxSupply());
        }
        uint256 notice = _notice();
        if (notice == 0 || !_maySell()) return _putCapIntoForce(cap);

        _pendingCap = uint32(cap);
        _capAt = uint40(block.timestamp + notice);
        emit CapScheduled(cap, _capAt);
    }

    /// @inheritdoc ICollectionManagement
    function applyCap() external {
        _requireNoticeOver(_capAt);
        uint256 cap = _pendingCap < _minted() ? _minted() : _pendingCap;
        // All that an uncapped collection can mint is minted: one more than any cap.
        if (cap > CollectionRules.MAX_SUPPLY) revert BadCap(_minted(), _maxSupply());
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
        _slot0 = isPaused ? _slot0 | IS_PAUSED : _slot0 & ~IS_PAUSED;
        emit PauseChanged(isPaused);
    }

    /// @inheritdoc ICollectionManagement
    function reveal(bytes memory baseUri, bytes32 manifestHash, bytes32 secret) external onlyOwner {
        bytes32 opened = keccak256(abi.encode(manifestHash, secret));
        if (!_isHidden() || opened != _provenanceHash()) revert BadReveal();
        _isRevealed = true;
        _manifestHash = manifestHash;
        _changeBaseUri(baseUri);
        emit Revealed(_baseUri(), manifestHash);
        _announceMetadata();
    }

    /// @inheritdoc ICollectionManagement
    function setBaseUri(bytes memory baseUri, bytes32 manifestHash) external onlyOwner {
        if (_isHidden()) revert NotRevealed();
        _requireManifest(manifestHash);
        if (_isMetadataFrozen) _requireMovable();
        _changeBaseUri(baseUri);
        emit BaseUriChanged(_baseUri());
        _announceMetadata();
    }

    /// @inheritdoc ICollectionManagement
    function freezeMetadata(bytes32 manifestHash) external onlyOwner {
        if (_isHidden()) revert NotRevealed();
        if (_isMetadataFrozen) revert Frozen();
        _requireManifest(manifestHash);
        _isMetadataFrozen = true;
        _manifestHash = manifestHash;
        emit MetadataFrozen(manifestHash);
    }

    /// @inheritdoc ICollectionManagement
    function setContractUri(bytes memory uri) external onlyOwner {
        if (uri.length > CollectionRules.MAX_SHORT) revert TooLong(CollectionRules.MAX_SHORT);
        _laterContractUri = uri;
        _isContractUriChanged = true;
        emit ContractURIUpdated();
    }

    /// @inheritdoc ICollectionManagement
    function setRoyalty(uint256 bps) external onlyOwner {
        if (bps > _royaltyCeilingBps()) revert BadRoyalty(_royaltyCeilingBps());
        _laterRoyaltyBps = uint16(bps);
        _isRoyaltyChanged = true;
        emit RoyaltyChanged(bps);
    }

    /// @inheritdoc ICollectionManagement
    function setPayees(Payee[] calldata payees) external onlyOwner {
        CollectionRules.requirePayees(payees, address(PLATFORM));
        bytes memory packed;
        for (uint256 i; i < payees.length; ++i) {
            packed = abi.encodePacked(packed, payees[i].account, payees[i].bps);
        }
        _pendingPayees = packed;
        uint256 notice = _notice();
        if (notice == 0) return _applyPayees();

        _payeesAt = uint40(block.timestamp + notice);
        emit PayeesScheduled(payees, _payeesAt);
    }

    /// @inheritdoc ICollectionManagement
    function applyPayees() external {
        _requireNoticeOver(_payeesAt);
        _applyPayees();
    }

    /// @inheritdoc IOwned
    function transferOwnership(address newOwner) external onlyOwner {
        _pendingOwner = newOwner;
        emit OwnershipTransferStarted(msg.sender, newOwner);
    }

    /// @inheritdoc IOwned
    function acceptOwnership() external {
        if (msg.sender != _pendingOwner) revert NotPendingOwner();
        emit OwnershipTransferred(_owner(), msg.sender);
        _laterOwner = msg.sender;
        _pendingOwner = address(0);
    }

    /// @inheritdoc ICollectionManagement
    function checkMint(address account, uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        view
        returns (uint256 reasons, uint256 through, uint256 total)
    {
        Terms memory terms = packed == 0 ? _publicTerms() : _unpack(packed);
        if (packed != 0) reasons = _listReasons(_windowOf(account, packed, proof));
        Remaining memory remaining = _remainingFor(account, terms);
        reasons |= _termsReasons(terms) | _remainingReasons(remaining);
        if (quantity == 0) reasons |= ZERO_QUANTITY;
        if (reasons != 0) return (reasons, 0, 0);

        through = _fit(_min(quantity, CollectionRules.MAX_PER_MINT), remaining);
        total = through * (terms.price + _mintFee());
    }

    /// @inheritdoc ICollectionManagement
    function overview() external view returns (Overview memory view_) {
        view_.collectionId = _collectionId();
        view_.kind = uint8(_kind());
        view_.transferable = _flags() & IS_SOULBOUND == 0;
        view_.isPaused = _slot0 & IS_PAUSED != 0;
        view_.isCapFrozen = _isCapFrozen;
        view_.isMetadataFrozen = _isMetadataFrozen;
        view_.isRevealed = !_isHidden();
        view_.owner = _owner();
        view_.pendingOwner = _pendingOwner;
        view_.creator = _creator();
        view_.name = name();
        view_.symbol = symbol();
        view_.baseUri = _baseUri();
        view_.contractUri = contractURI();
        view_.minted = _minted();
        view_.burned = _burned;
        view_.maxSupply = _maxSupply();
        view_.publicPhase = _publicPhase();
        view_.publicMinted = _phaseMinted(PUBLIC_PHASE_ID);
        view_.pendingPublicPhase = _pendingPublicPhase();
        view_.publicPhaseAt = _publicPhaseAt;
        view_.pendingMaxSupply = _pendingCap;
        view_.maxSupplyAt = _capAt;
        view_.payees = _payeesInForce();
        view_.payeesAt = _payeesAt;
        view_.mintFee = _mintFee();
        view_.notice = _notice();
        view_.royaltyBps = _royaltyBps();
        view_.royaltyCeilingBps = _royaltyCeilingBps();
        view_.royaltyReceiver = _royaltyReceiver();
        view_.provenanceHash = _provenanceHash();
        view_.manifestHash = _manifestHash;
    }

    /// @inheritdoc ICollectionManagement
    function maxSupply() external view returns (uint256) {
        return _maxSupply();
    }

    /// @inheritdoc ICollectionManagement
    function walletMinted(address account, uint8 phaseId) external view returns (uint256) {
        return _walletMinted(account, phaseId);
    }

    /// @inheritdoc ICollectionManagement
    function phaseMinted(uint8 phaseId) external view returns (uint256) {
        return _phaseMinted(phaseId);
    }

    /// @inheritdoc ICollectionManagement
    function listWindow(bytes32 root) external view returns (uint256 notBefore, uint256 until) {
        Window memory list = _window(root);
        return (list.notBefore, list.until);
    }

    /// @inheritdoc ICollectionManagement
    function pendingPayees() external view returns (Payee[] memory payees) {
        if (_payeesAt != 0) return _unpackPayees(_pendingPayees);
    }

    /// @inheritdoc ICollectionManagement
    function platform() external view returns (address) {
        return address(PLATFORM);
    }

    /// @inheritdoc IOwned
    function owner() external view returns (address) {
        return _owner();
    }

    /// @inheritdoc IOwned
    function pendingOwner() external view returns (address) {
        return _pendingOwner;
    }

    /// @inheritdoc ICollectionManagement
    function creator() external view returns (address) {
        return _creator();
    }

    /// @inheritdoc ICollectionManagement
    function collectionId() external view returns (bytes16) {
        return _collectionId();
    }

    /// @inheritdoc ICollectionManagement
    function mintFee() external view returns (uint256) {
        return _mintFee();
    }

    /// @inheritdoc ICollectionManagement
    function royaltyInfo(uint256, uint256 salePrice)
        external
        view
        returns (address receiver, uint256 amount)
    {
        return (_royaltyReceiver(), salePrice * _royaltyBps() / CollectionRules.BPS);
    }

    /// @inheritdoc ICollectionManagement
    function name() public view returns (string memory) {
        (bytes memory text,,,) = _firstTexts();
        return string(text);
    }

    /// @inheritdoc ICollectionManagement
    function symbol() public view returns (string memory) {
        (, bytes memory text,,) = _firstTexts();
        return string(text);
    }

    /// @inheritdoc ICollectionManagement
    function contractURI() public view returns (string memory) {
        (,, bytes memory uri,) = _firstTexts();
        if (_isContractUriChanged) uri = _laterContractUri;
        if (uri.length != 0) return MetadataUri.read(uri, address(this));
        string memory base = _baseUri();
        return MetadataUri.isFolder(base) ? MetadataUri.item(base, "contract") : "";
    }

    /// @dev Emits the event of the token standard for a change of all metadata.
    function _announceMetadata() private {
        if (_kind() == EDITION) {
            emit IEditionTokens.URI(_metadataUri(EDITION_TOKEN_ID), EDITION_TOKEN_ID);
        } else {
            emit IDropTokens.BatchMetadataUpdate(1, type(uint256).max);
        }
    }

    function _requireNoticeOver(uint256 applicableAt) private view {
        if (applicableAt == 0) revert NothingPending();
        if (block.timestamp < applicableAt) revert NoticePending(applicableAt);
    }

    function _applyPayees() private {
        uint256 released = _released;
        uint256 earned = _creatorEarned(released);
        if (_isCreatorAlone(released)) {
            uint256 paid = (released & U112) * RELEASED_UNIT;
            _payouts[_creator()] = Payout(uint128(earned), uint128(paid));
        } else {
            _creditPayees(earned - _payeesSince);
        }
        _payeesSince = earned;
        _released = released | ARE_PAYEES_CHANGED;
        _payeesAt = 0;

        bytes memory packed = _pendingPayees;
        _laterPayees = packed;
        emit PayeesChanged(_unpackPayees(packed));
    }

    function _creditPayees(uint256 earned) private {
        Payee[] memory payees = _payeesInForce();
        for (uint256 i; i < payees.length; ++i) {
            uint256 share = earned * payees[i].bps / CollectionRules.BPS;
            _payouts[payees[i].account].credited += uint128(share);
        }
    }

    function _putIntoForce(uint256 fields, uint256 cap) private {
        if (cap != 0) _public = _with(_public, 32, U32, cap);
        _slot0 = (_slot0 & ~PUBLIC_FIELDS) | fields;
        _publicPhaseAt = 0;
        emit PublicPhaseChanged(_publicPhase());
    }

    /// @dev The public phase as slot0 has it; other fields are 0.
    function _fieldsOf(PublicPhase memory phase) private view returns (uint256 fields) {
        fields = ((phase.price + _mintFee()) / 1 gwei << SLOT0_UNIT)
            | (uint256(phase.start) << SLOT0_START) | (uint256(phase.end) << SLOT0_END)
            | (uint256(phase.walletLimit) << SLOT0_LIMIT);
        if (phase.price == 0) fields |= IS_FREE;
        if (phase.supplyCap != 0) fields |= HAS_PUBLIC_CAP;
    }

    function _putCapIntoForce(uint256 cap) private {
        _slot0 = _with(_slot0, SLOT0_CAP, U28, cap);
        _pendingCap = 0;
        _capAt = 0;
        emit CapLowered(cap);
    }

    /// @dev Whether another list uses the storage word of this root.
    function _isTaken(bytes32 root) private view returns (bool) {
        (bytes32 firstRoot,) = _firstList();
        if (root == firstRoot) return false;
        if (firstRoot != 0 && _listKey(root) == _listKey(firstRoot)) return true;
        uint256 word = _load(_listKey(root));
        return word != 0 && word >> LIST_REST != uint256(root) & U128;
    }

    /// @dev From the first change on, the list in the code is looked up like all others.
    function _storeWindow(bytes32 root, Window memory list) private {
        (bytes32 firstRoot,) = _firstList();
        if (root == firstRoot && _slot0 & ARE_LISTS_STORED == 0) _slot0 |= ARE_LISTS_STORED;
        uint256 rest = (uint256(root) & U128) << LIST_REST;
        _store(_listKey(root), list.notBefore | (list.until << 32) | rest);
    }

    /// @dev True for a change in favour of minters: not dearer, not shorter, no tighter limit or cap.
    function _isBetter(PublicPhase memory phase) private view returns (bool) {
        PublicPhase memory current = _publicPhase();
        bool isCapKept = phase.supplyCap == 0
            || (current.supplyCap != 0 && phase.supplyCap >= current.supplyCap);
        return isCapKept && phase.price <= current.price && phase.start <= block.timestamp
            && phase.end >= current.end && phase.walletLimit >= current.walletLimit;
    }

    function _isPublicPhaseLive() private view returns (bool) {
        PublicPhase memory phase = _publicPhase();
        return block.timestamp >= phase.start && block.timestamp < phase.end;
    }

    function _maySell() private view returns (bool) {
        if (_isPublicPhaseLive()) return true;
        if (_hasAddedList && block.timestamp >= _listsOpenFrom) return true;
        (bytes32 firstRoot, uint256 notBefore) = _firstList();
        return firstRoot != 0 && block.timestamp >= notBefore;
    }

    function _remainingReasons(Remaining memory remaining) private pure returns (uint256 reasons) {
        if (remaining.inCollection == 0) reasons |= SOLD_OUT;
        if (remaining.inPhase == 0) reasons |= PHASE_SOLD_OUT;
        if (remaining.forWallet == 0) reasons |= WALLET_LIMIT;
    }

    /// @dev Meaningless unless one is announced.
    function _pendingPublicPhase() private view returns (PublicPhase memory phase) {
        if (_publicPhaseAt != 0) return _phaseOf(_pendingFields, _pendingPublicCap);
    }

    function _fit(uint256 quantity, Remaining memory remaining) private pure returns (uint256) {
        return
            _min(
                _min(quantity, remaining.inCollection), _min(remaining.inPhase, remaining.forWallet)
            );
    }

    function _changeBaseUri(bytes memory baseUri) private {
        if (baseUri.length > CollectionRules.MAX_BASE_URI) {
            revert TooLong(CollectionRules.MAX_BASE_URI);
        }
        _laterBaseUri = baseUri;
        _isBaseUriChanged = true;
    }

    function _royaltyBps() private view returns (uint256) {
        return _isRoyaltyChanged ? _laterRoyaltyBps : _firstRoyaltyBps();
    }

    function _royaltyReceiver() private view returns (address) {
        address split = _royaltySplit();
        return split == address(0) ? _owner() : split;
    }

    function _isHidden() private view returns (bool) {
        return !_isRevealed && _provenanceHash() != 0;
    }

    /// @dev Frozen metadata without a manifest is fixed by its address alone, and so is what an IPFS
    ///      address names.
    function _requireMovable() private view {
        if (_manifestHash == 0 || MetadataUri.isOnIpfs(_baseUri())) revert Frozen();
    }

    /// @dev A manifest once named by a reveal or a freeze binds all later metadata.
    function _requireManifest(bytes32 manifestHash) private view {
        bool isBound = _manifestHash != 0 || _provenanceHash() != 0 || _isMetadataFrozen;
        if (isBound && manifestHash != _manifestHash) revert Frozen();
    }
}

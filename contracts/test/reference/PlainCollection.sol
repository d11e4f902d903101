// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {PlainSale} from "./PlainSale.sol";
import {PlainUri} from "./PlainUri.sol";

/// @title Settings and views of a collection, as a plain reference
abstract contract PlainCollection is PlainSale {
    uint256 private constant MAX_BASE_URI = 2048;
    uint256 private constant MAX_CONTRACT_URI = 255;

    /// @inheritdoc ICollectionManagement
    string public name;
    /// @inheritdoc ICollectionManagement
    string public symbol;

    uint8 private _kind;
    bool private _isTransferable;
    bool private _isHidden;
    bool private _isMetadataFrozen;
    uint256 private _royaltyBps;
    uint256 private _royaltyCeilingBps;
    /// @dev 0: royalties go to the owner.
    address private _royaltySplit;
    bytes private _baseUri;
    bytes private _contractUri;
    bytes32 private _provenanceHash;
    bytes32 private _manifestHash;

    constructor(
        IPlatform platform_,
        address creator_,
        bytes16 collectionId_,
        ICollectionFactory.CreateParams memory params,
        address royaltySplit
    ) PlainSale(platform_, creator_, collectionId_, params) {
        name = params.name;
        symbol = params.symbol;
        _kind = params.kind;
        _isTransferable = params.transferable;
        _royaltyBps = params.royaltyBps;
        _royaltyCeilingBps = params.royaltyCeilingBps;
        _royaltySplit = royaltySplit;
        _baseUri = params.baseUri;
        _contractUri = params.contractUri;
        _provenanceHash = params.provenanceHash;
        _isHidden = params.provenanceHash != 0;
    }

    /// @inheritdoc ICollectionManagement
    function reveal(bytes memory baseUri, bytes32 manifestHash, bytes32 secret) external onlyOwner {
        bool isCommitted = keccak256(abi.encode(manifestHash, secret)) == _provenanceHash;
        if (!_isHidden || !isCommitted) revert BadReveal();
        _isHidden = false;
        _manifestHash = manifestHash;
        _changeBaseUri(baseUri);
        emit Revealed(_readableBase(), manifestHash);
        _announceMetadata();
    }

    /// @inheritdoc ICollectionManagement
    function setBaseUri(bytes memory baseUri, bytes32 manifestHash) external onlyOwner {
        if (_isHidden) revert NotRevealed();
        _requireManifest(manifestHash);
        bool isFixed = _manifestHash == 0 || PlainUri.isOnIpfs(_readableBase());
        if (_isMetadataFrozen && isFixed) revert Frozen();
        _changeBaseUri(baseUri);
        emit BaseUriChanged(_readableBase());
        _announceMetadata();
    }

    /// @inheritdoc ICollectionManagement
    function freezeMetadata(bytes32 manifestHash) external onlyOwner {
        if (_isHidden) revert NotRevealed();
        if (_isMetadataFrozen) revert Frozen();
        _requireManifest(manifestHash);
        _isMetadataFrozen = true;
        _manifestHash = manifestHash;
        emit MetadataFrozen(manifestHash);
    }

    /// @inheritdoc ICollectionManagement
    function setContractUri(bytes memory uri) external onlyOwner {
        if (uri.length > MAX_CONTRACT_URI) revert TooLong(MAX_CONTRACT_URI);
        _contractUri = uri;
        emit ContractURIUpdated();
    }

    /// @inheritdoc ICollectionManagement
    function setRoyalty(uint256 bps) external onlyOwner {
        if (bps > _royaltyCeilingBps) revert BadRoyalty(_royaltyCeilingBps);
        _royaltyBps = bps;
        emit RoyaltyChanged(bps);
    }

    /// @inheritdoc ICollectionManagement
    function overview() external view returns (Overview memory view_) {
        view_.collectionId = collectionId;
        view_.kind = _kind;
        view_.transferable = _isTransferable;
        view_.isPaused = _isPaused;
        view_.isCapFrozen = _isCapFrozen;
        view_.isMetadataFrozen = _isMetadataFrozen;
        view_.isRevealed = !_isHidden;
        view_.owner = owner;
        view_.pendingOwner = pendingOwner;
        view_.creator = creator;
        view_.name = name;
        view_.symbol = symbol;
        view_.baseUri = _readableBase();
        view_.contractUri = contractURI();
        view_.minted = _minted;
        view_.burned = _burned;
        view_.maxSupply = _maxSupply();
        view_.publicPhase = _publicPhase;
        view_.publicMinted = _publicPhaseMinted();
        view_.pendingPublicPhase = _pendingPublicPhase;
        view_.publicPhaseAt = _publicPhaseAt;
        view_.pendingMaxSupply = _pendingCap;
        view_.maxSupplyAt = _capAt;
        view_.payees = _payees;
        view_.payeesAt = _payeesAt;
        view_.mintFee = mintFee;
        view_.notice = _notice;
        view_.royaltyBps = _royaltyBps;
        view_.royaltyCeilingBps = _royaltyCeilingBps;
        view_.royaltyReceiver = _royaltyReceiver();
        view_.provenanceHash = _provenanceHash;
        view_.manifestHash = _manifestHash;
    }

    /// @inheritdoc ICollectionManagement
    function contractURI() public view returns (string memory) {
        if (_contractUri.length != 0) return PlainUri.readable(_contractUri, address(this));
        string memory base = _readableBase();
        return PlainUri.endsWithSlash(base) ? string.concat(base, "contract") : "";
    }

    /// @inheritdoc ICollectionManagement
    function royaltyInfo(uint256, uint256 salePrice)
        external
        view
        returns (address receiver, uint256 amount)
    {
        return (_royaltyReceiver(), salePrice * _royaltyBps / BPS);
    }

    /// @inheritdoc ICollectionSale
    function supportsInterface(bytes4 interfaceId) external view virtual returns (bool);

    /// @dev Emits the event of the token standard for a change of all metadata.
    function _announceMetadata() internal virtual;

    function _metadataUri(uint256 tokenId) internal view returns (string memory) {
        string memory base = _readableBase();
        if (!PlainUri.endsWithSlash(base)) return base;
        return string.concat(base, PlainUri.decimal(tokenId));
    }

    /// @dev Whatever is not the selector, and nothing but it, in one word is a refusal.
    function _isAnswered(address to, bytes memory call, bytes4 expected, uint256 gasLimit)
        internal
        returns (bool)
    {
        (bool isDone, bytes memory result) = to.call{gas: gasLimit}(call);
        return isDone && result.length >= 32 && bytes32(result) == bytes32(expected);
    }

    function _royaltyReceiver() private view returns (address) {
        return _royaltySplit == address(0) ? owner : _royaltySplit;
    }

    function _changeBaseUri(bytes memory baseUri) private {
        if (baseUri.length > MAX_BASE_URI) revert TooLong(MAX_BASE_URI);
        _baseUri = baseUri;
    }

    /// @dev An account with a delegation (EIP-7702) counts as one without code.
    function _isContract(address account) internal view returns (bool) {
        bytes memory code = account.code;
        bool isDelegated = code.length == 23 && bytes3(code) == 0xef0100;
        return code.length != 0 && !isDelegated;
    }

    function _readableBase() private view returns (string memory) {
        return PlainUri.readable(_baseUri, address(this));
    }

    /// @dev A manifest once named by a reveal or a freeze binds all later metadata.
    function _requireManifest(bytes32 manifestHash) private view {
        bool isBound = _manifestHash != 0 || _provenanceHash != 0 || _isMetadataFrozen;
        if (isBound && manifestHash != _manifestHash) revert Frozen();
    }
}

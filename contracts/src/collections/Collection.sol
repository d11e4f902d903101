// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "./ICollection.sol";
import {ICollectionFactory} from "./ICollectionFactory.sol";
import {Sale} from "./Sale.sol";

/// @title What a collection promises and shows
abstract contract Collection is Sale {
    uint256 private constant MAX_ROYALTY_BPS = 1000;

    /// @inheritdoc ICollection
    string public name;
    /// @inheritdoc ICollection
    string public symbol;
    /// @inheritdoc ICollection
    string public contractURI;

    uint8 private _kind;
    bool private _isTransferable;
    bool private _isHidden;
    bool private _isMetadataFrozen;
    uint256 private _royaltyBps;
    uint256 private _royaltyCeilingBps;
    string private _baseUri;
    bytes32 private _provenanceHash;
    bytes32 private _manifestHash;

    constructor(ICollectionFactory factory) Sale(factory) {}

    /// @notice Sets a clone up; the factory does so in the transaction that makes it.
    function initialize(
        address creator_,
        bytes16 collectionId_,
        ICollectionFactory.CreateParams memory params
    ) external {
        if (msg.sender != address(FACTORY) || creator != address(0)) {
            revert NotFactory();
        }

        creator = creator_;
        collectionId = collectionId_;
        _setOwner(creator_);
        _kind = params.kind;
        _isTransferable = params.transferable;
        name = params.name;
        symbol = params.symbol;
        _notice = params.notice;
        mintFee = params.mintFee;
        _startPayees(params.payees, creator_);
        _startSale(params);
        _startPromises(params);
    }

    /// @inheritdoc ICollection
    function reveal(string memory baseUri, bytes32 manifestHash, bytes32 secret)
        external
        onlyOwner
    {
        bool isCommitted = keccak256(abi.encode(manifestHash, secret)) == _provenanceHash;
        if (!_isHidden || !isCommitted) revert BadReveal();
        _isHidden = false;
        _manifestHash = manifestHash;
        _baseUri = baseUri;
        emit Revealed(baseUri, manifestHash);
        _announceMetadata();
    }

    /// @inheritdoc ICollection
    function setBaseUri(string memory baseUri, bytes32 manifestHash) external onlyOwner {
        if (_isHidden) revert NotRevealed();
        _requireManifest(manifestHash);
        _baseUri = baseUri;
        emit BaseUriChanged(baseUri);
        _announceMetadata();
    }

    /// @inheritdoc ICollection
    function freezeMetadata(bytes32 manifestHash) external onlyOwner {
        if (_isHidden) revert NotRevealed();
        if (_isMetadataFrozen) revert Frozen();
        _requireManifest(manifestHash);
        _isMetadataFrozen = true;
        _manifestHash = manifestHash;
        emit MetadataFrozen(manifestHash);
    }

    /// @inheritdoc ICollection
    function setContractUri(string memory uri) external onlyOwner {
        contractURI = uri;
        emit ContractURIUpdated();
    }

    /// @inheritdoc ICollection
    function setRoyalty(uint256 bps) external onlyOwner {
        if (bps > _royaltyCeilingBps) revert BadRoyalty(_royaltyCeilingBps);
        _royaltyBps = bps;
        emit RoyaltyChanged(bps);
    }

    /// @inheritdoc ICollection
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
        view_.baseUri = _baseUri;
        view_.contractUri = contractURI;
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
        view_.provenanceHash = _provenanceHash;
        view_.manifestHash = _manifestHash;
    }

    /// @inheritdoc ICollection
    function royaltyInfo(uint256, uint256 salePrice)
        external
        view
        returns (address receiver, uint256 amount)
    {
        return (owner, salePrice * _royaltyBps / BPS);
    }

    /// @inheritdoc ICollection
    function supportsInterface(bytes4 interfaceId) external view virtual returns (bool);

    /// @dev Tells markets that all metadata may have changed, in the words of the token standard.
    function _announceMetadata() internal virtual;

    function _metadataUri(uint256 tokenId) internal view returns (string memory) {
        bytes memory base = bytes(_baseUri);
        if (base.length == 0 || base[base.length - 1] != "/") return string(base);
        return string.concat(string(base), _decimal(tokenId));
    }

    function _startPromises(ICollectionFactory.CreateParams memory params) private {
        if (params.royaltyCeilingBps > MAX_ROYALTY_BPS) revert BadRoyalty(MAX_ROYALTY_BPS);
        if (params.royaltyBps > params.royaltyCeilingBps) {
            revert BadRoyalty(params.royaltyCeilingBps);
        }
        _royaltyBps = params.royaltyBps;
        _royaltyCeilingBps = params.royaltyCeilingBps;
        _baseUri = params.baseUri;
        contractURI = params.contractUri;
        _provenanceHash = params.provenanceHash;
        _isHidden = params.provenanceHash != 0;
    }

    /// @dev A manifest once named by a reveal or a freeze binds all later metadata.
    function _requireManifest(bytes32 manifestHash) private view {
        bool isBound = _manifestHash != 0 || _provenanceHash != 0 || _isMetadataFrozen;
        if (isBound && manifestHash != _manifestHash) revert Frozen();
    }

    function _decimal(uint256 value) private pure returns (string memory) {
        uint256 length = 1;
        for (uint256 rest = value / 10; rest != 0; rest /= 10) {
            ++length;
        }
        bytes memory digits = new bytes(length);
        for (uint256 i = length; i != 0; --i) {
            digits[i - 1] = bytes1(uint8(48 + value % 10));
            value /= 10;
        }
        return string(digits);
    }
}

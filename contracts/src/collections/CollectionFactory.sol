// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection} from "./Collection.sol";
import {DropCollection} from "./DropCollection.sol";
import {EditionCollection} from "./EditionCollection.sol";
import {ICollectionFactory} from "./ICollectionFactory.sol";
import {Owned} from "./Owned.sol";

contract CollectionFactory is ICollectionFactory, Owned {
    uint8 private constant DROP = 0;
    uint8 private constant OPEN_EDITION = 1;
    uint8 private constant EDITION = 2;
    uint256 private constant MAX_NOTICE = type(uint24).max;
    uint256 private constant MAX_FEE = uint256(type(uint56).max) * 1 gwei;

    /// @inheritdoc ICollectionFactory
    address public immutable dropImplementation;
    /// @inheritdoc ICollectionFactory
    address public immutable soulboundImplementation;
    /// @inheritdoc ICollectionFactory
    address public immutable editionImplementation;

    /// @inheritdoc ICollectionFactory
    uint256 public mintFee;
    /// @inheritdoc ICollectionFactory
    address public feeRecipient;
    mapping(bytes32 cloneSalt => address collection) private _created;

    /// @param firstOwner The only argument, so that the factory has one address on every chain.
    constructor(address firstOwner) {
        _setOwner(firstOwner);
        dropImplementation = address(new DropCollection(this, false));
        soulboundImplementation = address(new DropCollection(this, true));
        editionImplementation = address(new EditionCollection(this));
    }

    /// @inheritdoc ICollectionFactory
    function create(CreateParams calldata params, bytes32 salt, uint256 deadline)
        external
        returns (address collection)
    {
        if (block.timestamp > deadline) revert Expired(deadline);
        if (params.mintFee != mintFee) revert FeeChanged(mintFee);
        _requireParams(params);

        bytes32 cloneSalt = _cloneSalt(msg.sender, salt);
        // The address alone would let a salt be used again for another kind.
        if (_created[cloneSalt] != address(0)) revert AlreadyCreated(_created[cloneSalt]);
        bytes memory code = _cloneCode(_implementationOf(params));
        assembly ("memory-safe") {
            collection := create2(0, add(code, 0x20), mload(code), cloneSalt)
        }
        _created[cloneSalt] = collection;

        emit CollectionCreated(collection, msg.sender, salt, params.kind, abi.encode(params));
        Collection(collection).initialize(msg.sender, collectionIdOf(msg.sender, salt), params);
    }

    /// @inheritdoc ICollectionFactory
    function setMintFee(uint256 newFee) external onlyOwner {
        if (newFee % 1 gwei != 0 || newFee > MAX_FEE) revert BadFee(newFee);
        mintFee = newFee;
        emit MintFeeChanged(newFee);
    }

    /// @inheritdoc ICollectionFactory
    function setFeeRecipient(address newRecipient) external onlyOwner {
        feeRecipient = newRecipient;
        emit FeeRecipientChanged(newRecipient);
    }

    /// @inheritdoc ICollectionFactory
    function predict(CreateParams calldata params, address creator, bytes32 salt)
        public
        view
        returns (address collection)
    {
        bytes32 codeHash = keccak256(_cloneCode(_implementationOf(params)));
        bytes32 hash = keccak256(
            abi.encodePacked(bytes1(0xff), address(this), _cloneSalt(creator, salt), codeHash)
        );
        return address(uint160(uint256(hash)));
    }

    /// @inheritdoc ICollectionFactory
    function collectionIdOf(address creator, bytes32 salt) public pure returns (bytes16) {
        return bytes16(_cloneSalt(creator, salt));
    }

    function _implementationOf(CreateParams calldata params) private view returns (address) {
        if (params.kind == EDITION) return editionImplementation;
        return params.transferable ? dropImplementation : soulboundImplementation;
    }

    function _requireParams(CreateParams calldata params) private pure {
        bool isNamed = bytes(params.name).length != 0 && bytes(params.symbol).length != 0;
        if (!isNamed || params.kind > EDITION || params.notice > MAX_NOTICE) revert BadParams();
        if (params.kind == DROP && params.maxSupply == 0) revert BadParams();
        if (params.kind == OPEN_EDITION && params.maxSupply != 0) revert BadParams();
        if (params.kind == EDITION && !params.transferable) revert BadParams();
    }

    /// @dev The caller is part of the salt, so nobody can take an address that was announced.
    function _cloneSalt(address creator, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(creator, salt));
    }

    /// @dev The minimal proxy of ERC-1167 behind ten bytes that return it.
    function _cloneCode(address implementation) private pure returns (bytes memory) {
        return abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
            implementation,
            hex"5af43d82803e903d91602b57fd5bf3"
        );
    }
}

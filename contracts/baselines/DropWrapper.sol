// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MerkleProofLib} from "solady/utils/MerkleProofLib.sol";

/// @title The thin drop in which every library is measured
/// @notice One public phase and one allowlist; exact payment; one limit for each wallet.
/// @dev The same for all libraries. A library that counts what is minted, in all or by one wallet,
///      is read; for the others the derived wrapper counts in a slot of its own.
abstract contract DropWrapper {
    error NotOwner();
    error PhaseClosed();
    error WrongValue();
    error ZeroQuantity();
    error SoldOut();
    error WalletLimit();
    error BadProof();
    error PaymentFailed();

    address private immutable OWNER;

    /// @dev From the lowest bit: price 80 | start 32 | end 32 | wallet limit 16 | cap 32.
    uint256 internal _phase;
    bytes32 internal _listRoot;
    string internal _metadataUri;

    modifier onlyOwner() {
        if (msg.sender != OWNER) revert NotOwner();
        _;
    }

    constructor(address owner, string memory metadataUri) {
        OWNER = owner;
        _metadataUri = metadataUri;
    }

    function mint(uint256 quantity) external payable {
        uint256 phase = _phase;
        _sell(quantity, phase, phase);
    }

    /// @param packed The terms in the leaf, in the layout of the phase.
    function mintAllowlist(uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        payable
    {
        bytes32 leaf = leafOf(msg.sender, packed);
        if (!MerkleProofLib.verifyCalldata(proof, _listRoot, leaf)) revert BadProof();
        _sell(quantity, packed, _phase);
    }

    function setPhase(uint256 phase) external onlyOwner {
        _phase = phase;
    }

    function setListRoot(bytes32 root) external onlyOwner {
        _listRoot = root;
    }

    function setMetadataUri(string calldata metadataUri) external onlyOwner {
        _metadataUri = metadataUri;
    }

    function withdraw() external onlyOwner {
        (bool isPaid,) = OWNER.call{value: address(this).balance}("");
        if (!isPaid) revert PaymentFailed();
    }

    /// @notice What a list holds for `account`: bound to this chain, this contract and these terms.
    function leafOf(address account, uint256 packed) public view returns (bytes32) {
        bytes32 inner = keccak256(abi.encode(block.chainid, address(this), account, packed));
        return keccak256(abi.encode(inner));
    }

    /// @dev How many were minted in all.
    function _mintedInAll() internal view virtual returns (uint256);

    /// @dev How many `account` minted.
    function _mintedBy(address account) internal view virtual returns (uint256);

    /// @dev Mints and counts; `minted` and `mintedByWallet` are the counts of before.
    function _mintAndCount(address to, uint256 quantity, uint256 minted, uint256 mintedByWallet)
        internal
        virtual;

    function _sell(uint256 quantity, uint256 terms, uint256 phase) private {
        bool isOpen =
            block.timestamp >= uint32(terms >> 80) && block.timestamp < uint32(terms >> 112);
        if (!isOpen) revert PhaseClosed();
        if (quantity == 0) revert ZeroQuantity();
        if (msg.value != quantity * uint80(terms)) revert WrongValue();
        uint256 minted = _mintedInAll();
        if (quantity > uint32(phase >> 160) - minted) revert SoldOut();
        uint256 mintedByWallet = _mintedBy(msg.sender);
        if (mintedByWallet + quantity > uint16(terms >> 144)) revert WalletLimit();
        _mintAndCount(msg.sender, quantity, minted, mintedByWallet);
    }
}

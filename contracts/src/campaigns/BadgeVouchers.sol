// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Owned} from "../collections/Owned.sol";
import {Signatures} from "../collections/Signatures.sol";
import {ICampaignBadges} from "../interfaces/ICampaignBadges.sol";

/// @title Vouchers of badges and the keys that sign them
abstract contract BadgeVouchers is ICampaignBadges, Owned {
    string internal constant DOMAIN_NAME = "CampaignBadges";
    string internal constant DOMAIN_VERSION = "1";
    bytes32 private constant DOMAIN_TYPE = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );
    bytes32 private constant VOUCHER_TYPE = keccak256(
        "Voucher(bytes32 campaignId,bytes32 rewardId,address account,uint64 nonce,uint64 deadline)"
    );

    /// @inheritdoc ICampaignBadges
    mapping(address signer => uint256 until) public acceptedUntil;

    /// @inheritdoc ICampaignBadges
    function setSigner(address signer, uint256 until) external onlyOwner {
        if (signer == address(0)) revert BadSigner();
        if (until != 0 && until < block.timestamp) revert BadSigner();
        acceptedUntil[signer] = until;
        emit SignerChanged(signer, until);
    }

    /// @inheritdoc ICampaignBadges
    function hashVoucher(Voucher calldata voucher) external view returns (bytes32) {
        return _hash(voucher);
    }

    /// @inheritdoc ICampaignBadges
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory domainName,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        // Name, version, chain and contract are set; there are no extensions.
        fields = 0x0f;
        (domainName, version) = (DOMAIN_NAME, DOMAIN_VERSION);
        (chainId, verifyingContract) = (block.chainid, address(this));
        (salt, extensions) = (0, new uint256[](0));
    }

    function _isExpired(Voucher calldata voucher) internal view returns (bool) {
        return voucher.deadline < block.timestamp;
    }

    /// @dev The key that signed the voucher, and whether its vouchers are accepted now.
    function _signer(Voucher calldata voucher, bytes calldata signature)
        internal
        view
        returns (address signer, bool isAccepted)
    {
        signer = Signatures.recover(_hash(voucher), signature);
        isAccepted = acceptedUntil[signer] >= block.timestamp;
    }

    /// @dev The domain is hashed anew each time: a chain that forks gets another id.
    function _hash(Voucher calldata voucher) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_TYPE,
                keccak256(bytes(DOMAIN_NAME)),
                keccak256(bytes(DOMAIN_VERSION)),
                block.chainid,
                address(this)
            )
        );
        return keccak256(
            abi.encodePacked(hex"1901", domain, keccak256(abi.encode(VOUCHER_TYPE, voucher)))
        );
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Records of a name, and the primary name of an account
/// @notice Only the owner of a name changes its records. A new owner begins without records.
interface INameRecords {
    /// @notice Only the owner of the name may do this, and only for itself.
    error NotTokenOwner();

    /// @notice A key has more than 64 bytes, or a value more than 1,024.
    error RecordTooLong();

    /// @notice More than 20 records in one call.
    error TooManyRecords();

    /// @notice There must be one value for each key.
    error LengthMismatch();

    /// @notice An address of an EVM chain has 20 bytes.
    error BadAddress();

    /// @notice The primary name of an account; 0: it has none any more.
    event PrimaryNameChanged(address indexed account, uint256 indexed tokenId);

    /// @notice A text record was set; an empty value removed it.
    event TextChanged(uint256 indexed tokenId, string key, string value);

    /// @notice An address record was set (coin types of SLIP-44 and ENSIP-11); empty: removed.
    event AddrChanged(uint256 indexed tokenId, uint256 coinType, bytes addr);

    /// @notice A transfer cleared all records of the name.
    event RecordsCleared(uint256 indexed tokenId);

    /// @notice Makes a name of the caller its primary name; 0 leaves it without one.
    function setPrimary(uint256 tokenId) external;

    /// @notice Sets text records; an empty value removes one.
    function setTexts(uint256 tokenId, string[] calldata keys, string[] calldata values) external;

    /// @notice Sets the address for a coin type, in the binary form of ENSIP-9; empty removes it.
    function setAddr(uint256 tokenId, uint256 coinType, bytes calldata addr) external;

    /// @notice The primary name of an account, which it owns; 0: none.
    function primaryTokenOf(address account) external view returns (uint256 tokenId);

    /// @notice The label of the account's primary name; empty: none.
    function primaryNameOf(address account) external view returns (string memory label);

    /// @notice A text record; empty when it is not set.
    function text(uint256 tokenId, string calldata key) external view returns (string memory);

    /// @notice The address for coin type 60; 0 when there is none.
    function addr(uint256 tokenId) external view returns (address);

    /// @notice The address for a coin type; empty when there is none. Of an EVM chain that is: the
    ///         record for the chain, or for all of them (ENSIP-19), or the owner. An owner with
    ///         code counts on the home chain only, since other code may be at its address elsewhere;
    ///         a delegated account (EIP-7702) has a key and counts everywhere.
    function addr(uint256 tokenId, uint256 coinType) external view returns (bytes memory);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Registering names
/// @notice A name is sold once, for good. Payment is in wei of the home chain; the value sent is the
///         most that is paid, and the rest returns to the payer.
/// @dev A label has 3 to 31 characters of a-z, 0-9 and the hyphen; none at either end, not both the
///      third and the fourth, and no 0x at the start. Each is its own normal form by ENSIP-15.
interface INameSale {
    /// @notice A registration, as a commitment binds it.
    struct Registration {
        uint256 tokenId;
        address to;
        bool setPrimary;
        string[] keys;
        string[] values;
    }

    /// @notice This is not a label that can be registered.
    error InvalidName();

    /// @notice The name belongs to someone.
    error NameTaken();

    /// @notice The operator keeps this name.
    error NameReserved();

    /// @notice The operator does not keep this name, so it is for sale like any other.
    error NameNotReserved();

    /// @notice The name costs more than was sent.
    error InsufficientPayment(uint256 needed);

    /// @notice A price is in whole gwei, and less than 2^48 gwei.
    error BadPrice(uint256 price);

    /// @notice The payer did not accept the rest of its payment.
    error RefundFailed();

    /// @notice The payment to `account` failed; it stays in the registry.
    error PaymentFailed(address account);

    /// @notice No names are sold at the moment.
    error Paused();

    /// @notice This registry sells to those who committed before only.
    error CommitmentRequired();

    /// @notice The same commitment is there already and is not too old yet.
    error CommitmentPending();

    /// @notice No such commitment was made, or it was used.
    error CommitmentUnknown();

    /// @notice A commitment may be used 60 seconds after it was made, not earlier.
    error CommitmentTooNew();

    /// @notice A commitment lasts 24 hours; make another.
    error CommitmentTooOld();

    /// @notice A name was registered. Its id is its label.
    event NameRegistered(
        uint256 indexed tokenId, address indexed owner, address indexed payer, uint256 price
    );

    /// @notice The operator keeps the name, or no longer.
    event ReservedSet(uint256 indexed tokenId, bool on);

    /// @notice Prices in wei of labels with 3, 4, 5 to 9, and 10 or more characters.
    event PricesSet(uint256[4] prices);

    /// @notice Names are sold, or not at the moment.
    event PauseSet(bool on);

    /// @notice From now on names are sold by commitment only.
    event CommitmentsRequired();

    /// @notice The operator took the proceeds.
    event Withdrawn(address indexed to, uint256 amount);

    /// @notice Registers a name for `to`, as its primary name if `to` is the caller.
    function register(uint256 tokenId, address to, bool setPrimary) external payable;

    /// @notice The same, with text records.
    function registerWithRecords(
        uint256 tokenId,
        address to,
        bool setPrimary,
        string[] calldata keys,
        string[] calldata values
    ) external payable;

    /// @notice Registers as the caller committed to between 60 seconds and 24 hours ago.
    function registerCommitted(Registration calldata registration, bytes32 secret) external payable;

    /// @notice Announces a registration without showing it; see `hashCommitment`.
    function commit(bytes32 commitment) external;

    /// @notice Sells names, or stops selling; only the owner of the registry.
    function pause(bool on) external;

    /// @notice Sells by commitment only from now on, for good; only the owner of the registry.
    function requireCommitments() external;

    /// @notice Sets the prices in wei of labels with 3, 4, 5 to 9, and 10 or more characters.
    function setPrices(uint256[4] calldata prices) external;

    /// @notice Keeps names from being sold, or no longer; only names without an owner.
    function setReserved(uint256[] calldata tokenIds, bool on) external;

    /// @notice Gives a reserved name to an account, without payment.
    function registerReserved(string calldata label, address to) external;

    /// @notice Pays all proceeds to `to`.
    function withdraw(address to) external;

    /// @notice The commitment to a registration that `payer` will send.
    function hashCommitment(address payer, Registration calldata registration, bytes32 secret)
        external
        view
        returns (bytes32);

    /// @notice The time of a commitment in unix seconds; 0: none.
    function committedAt(bytes32 commitment) external view returns (uint256);

    /// @notice True for a label that can be registered, whether or not it is.
    function valid(string calldata label) external pure returns (bool);

    /// @notice True for a valid label that is neither registered nor reserved.
    function available(string calldata label) external view returns (bool);

    /// @notice The same for many ids.
    function availability(uint256[] calldata tokenIds) external view returns (bool[] memory);

    /// @notice The price of a label in wei.
    function priceOf(string calldata label) external view returns (uint256);

    /// @notice The prices in wei of labels with 3, 4, 5 to 9, and 10 or more characters.
    function prices() external view returns (uint256[4] memory);

    /// @notice True while no names are sold; so from the deployment until the owner opens the sale.
    function isPaused() external view returns (bool);

    function isCommitmentRequired() external view returns (bool);

    function reserved(uint256 tokenId) external view returns (bool);

    /// @notice The label of an id.
    function labelOf(uint256 tokenId) external pure returns (string memory);
}

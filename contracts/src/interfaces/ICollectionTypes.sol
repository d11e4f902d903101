// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Types, errors and events of a collection
/// @notice Shared by the implementation of a collection and its facet.
/// @dev Money is in wei and always a whole number of gwei; times are unix seconds and windows are
///      half-open, [start, end); shares are basis points. Allowlist terms travel with the mint as
///      one word, `packed`, from the lowest bit: price 80 | start 32 | end 32 | wallet limit 16 |
///      phase cap 32 | phase id 8. Phase ids 0 to 254 are allowlist phases, 255 is the public one.
///      A wallet takes at most 8,191 in each of the phases 0 to 7 and 65,535 in any other.
///      Addresses of metadata are given as bytes: UTF-8 text, or a CIDv1 in its 36 bytes (which
///      begin with 0x01) with the rest of the path behind it, shown as ipfs://. In text,
///      `{address}` stands for the collection's own address.
interface ICollectionTypes {
    /// @notice The terms of the public phase. All zero: there is none.
    /// @param price Price of one token in wei, without the mint fee; 0 or at least half the fee.
    /// @param start First second of the phase.
    /// @param end First second after the phase; 4294967295 is as good as never.
    /// @param walletLimit How many one wallet may receive here; 65535 is as good as no limit.
    /// @param supplyCap How many this phase may mint in all; 0 for no cap of its own.
    struct PublicPhase {
        uint80 price;
        uint32 start;
        uint32 end;
        uint16 walletLimit;
        uint32 supplyCap;
    }

    /// @notice An account with a share of the creator's income.
    /// @param account The account that is paid.
    /// @param bps The share in basis points; all shares together make 10,000.
    struct Payee {
        address account;
        uint16 bps;
    }

    /// @notice The complete state of a collection for a page, read in one call.
    /// @param kind 0 drop, 1 open edition, 2 edition (ERC-1155).
    /// @param transferable False: soulbound.
    /// @param minted Tokens ever minted, burned ones included.
    /// @param burned Tokens burned.
    /// @param maxSupply The cap on `minted`; 0 while there is none.
    /// @param publicPhase The public phase in force.
    /// @param publicMinted Minted in the public phase while it had a supply cap.
    /// @param pendingPublicPhase Announced terms, meaningful while `publicPhaseAt` is not 0.
    /// @param publicPhaseAt When the announced terms may be applied; 0: none are pending.
    /// @param pendingMaxSupply An announced lower cap, meaningful while `maxSupplyAt` is not 0.
    /// @param maxSupplyAt When the announced cap may be applied; 0: none is pending.
    /// @param payees The payees in force.
    /// @param payeesAt When announced payees may be applied; 0: none are pending.
    /// @param mintFee The flat fee per token in wei, fixed at creation.
    /// @param notice Seconds between announcing and applying a change that harms minters or payees.
    /// @param royaltyReceiver The owner, or the `RoyaltySplit` made with the collection.
    /// @param provenanceHash Commitment to the order before a reveal; 0: nothing is hidden.
    /// @param manifestHash Hash of the manifest revealed or frozen; 0 before either.
    struct Overview {
        bytes16 collectionId;
        uint8 kind;
        bool transferable;
        bool isPaused;
        bool isCapFrozen;
        bool isMetadataFrozen;
        bool isRevealed;
        address owner;
        address pendingOwner;
        address creator;
        string name;
        string symbol;
        string baseUri;
        string contractUri;
        uint256 minted;
        uint256 burned;
        uint256 maxSupply;
        PublicPhase publicPhase;
        uint256 publicMinted;
        PublicPhase pendingPublicPhase;
        uint256 publicPhaseAt;
        uint256 pendingMaxSupply;
        uint256 maxSupplyAt;
        Payee[] payees;
        uint256 payeesAt;
        uint256 mintFee;
        uint256 notice;
        uint256 royaltyBps;
        uint256 royaltyCeilingBps;
        address royaltyReceiver;
        bytes32 provenanceHash;
        bytes32 manifestHash;
    }

    /// @notice The phase, or the list that names it, is open in [start, end) only.
    error PhaseClosed(uint256 start, uint256 end);

    /// @notice The owner has paused minting.
    error Paused();

    /// @notice The collection has only `left` tokens left.
    error SoldOut(uint256 left);

    /// @notice The phase has only `left` tokens left.
    error PhaseSoldOut(uint256 left);

    /// @notice The wallet may take only `left` more in this phase.
    error WalletLimit(uint256 left);

    /// @notice The proof leads to no list of this collection: not this wallet, or not these terms.
    error BadProof();

    /// @notice The payment is not the price.
    error WrongValue(uint256 sent, uint256 expected);

    /// @notice At least one token must be requested.
    error ZeroQuantity();

    /// @notice More than `maximum` tokens were requested at once.
    error TooMany(uint256 maximum);

    /// @notice A price is whole gwei, and either 0 or at least half the mint fee.
    error BadPrice(uint256 price);

    /// @notice A referrer may be neither minter, recipient nor creator.
    error BadReferrer(address referrer);

    /// @notice Tokens cannot go to this account.
    error BadRecipient(address recipient);

    /// @notice The receiving contract did not accept the tokens.
    error NotReceived();

    /// @notice The surplus could not be returned to the minter.
    error RefundFailed();

    /// @notice The payment to `account` failed; it stays owed.
    error PaymentFailed(address account);

    /// @notice The terms of a phase contradict themselves or a limit.
    error BadTerms();

    /// @notice A list needs a root, and one whose first 16 bytes no other list has.
    error BadList();

    /// @notice No list in force has this root.
    error UnknownList(bytes32 root);

    /// @notice One to 16 different payees must share exactly 10,000 basis points.
    error BadPayees();

    /// @notice The royalty exceeds the ceiling fixed at creation.
    error BadRoyalty(uint256 ceilingBps);

    /// @notice A cap can only be lowered below `maxSupply`, but not below `minted` or 1.
    error BadCap(uint256 minted, uint256 maxSupply);

    /// @notice A URI has more than `maximum` bytes.
    error TooLong(uint256 maximum);

    /// @notice Two lists that belong together differ in length.
    error LengthMismatch();

    /// @notice This was frozen for good.
    error Frozen();

    /// @notice The tokens are not revealed yet.
    error NotRevealed();

    /// @notice The reveal does not open the commitment made at creation.
    error BadReveal();

    /// @notice There is no announced change to apply.
    error NothingPending();

    /// @notice The announced change may be applied from `applicableAt` on.
    error NoticePending(uint256 applicableAt);

    /// @notice The price of the tokens whose transfers from 0 follow at once; tokens minted in the
    ///         public phase without a referrer emit their transfers only.
    /// @param sale From the lowest bit: price of one token in wei, without the mint fee, 80 |
    ///        quantity 16 | phase id 8 (255 for the public one).
    event Minted(uint256 sale);

    /// @notice The same for a mint in any phase that `referrer` is credited for.
    event MintedByReferral(address indexed referrer, uint256 sale);

    /// @notice The next `quantity` tokens minted to `recipient` are gifts of the owner.
    event Airdropped(address indexed recipient, uint256 quantity);

    /// @notice The list with this root is in force; its file has the SHA-256 hash `contentHash`.
    event ListAdded(bytes32 root, bytes32 contentHash);

    /// @notice The list with this root ends at `until`.
    event ListRemoved(bytes32 root, uint256 until);

    /// @notice These terms of the public phase are in force from now on.
    event PublicPhaseChanged(PublicPhase phase);

    /// @notice These terms of the public phase may be applied from `applicableAt` on.
    event PublicPhaseScheduled(PublicPhase phase, uint256 applicableAt);

    /// @notice The cap is now `maxSupply`.
    event CapLowered(uint256 maxSupply);

    /// @notice The cap may be lowered to `maxSupply` from `applicableAt` on.
    event CapScheduled(uint256 maxSupply, uint256 applicableAt);

    /// @notice The cap can never change again; 0: there will never be one.
    event CapFrozen(uint256 maxSupply);

    /// @notice Minting was paused or resumed.
    event PauseChanged(bool isPaused);

    /// @notice The tokens were revealed.
    event Revealed(string baseUri, bytes32 manifestHash);

    /// @notice The URI of the metadata changed.
    event BaseUriChanged(string baseUri);

    /// @notice The metadata is frozen to the manifest with this hash.
    event MetadataFrozen(bytes32 manifestHash);

    /// @notice The metadata of the collection changed (ERC-7572).
    event ContractURIUpdated();

    /// @notice The royalty is now `bps` basis points.
    event RoyaltyChanged(uint256 bps);

    /// @notice These payees share the creator's income from now on.
    event PayeesChanged(Payee[] payees);

    /// @notice These payees may be applied from `applicableAt` on.
    event PayeesScheduled(Payee[] payees, uint256 applicableAt);

    /// @notice `account` received `amount` wei that it was owed.
    event Released(address indexed account, uint256 amount);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOwned} from "./IOwned.sol";

/// @title What drops and editions have in common
/// @notice Sells tokens in one public phase and any number of allowlist phases, keeps the money
///         until those it belongs to pull it, and holds the promises its creator made.
/// @dev Money is in wei and always a whole number of gwei; times are unix seconds and windows are
///      half-open, [start, end); shares are basis points. Allowlist terms travel with the mint as
///      one word, `packed`, from the lowest bit: price 80 | start 32 | end 32 | wallet limit 16 |
///      phase cap 32 | phase id 8. Phase ids 0 to 254 are allowlist phases, 255 is the public one.
interface ICollection is IOwned {
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

    /// @notice Someone who shares in the creator's income.
    /// @param account Where the money goes.
    /// @param bps The share in basis points; all shares together make 10,000.
    struct Payee {
        address account;
        uint16 bps;
    }

    /// @notice Everything a page about the collection shows, read in one call.
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
        bytes32 provenanceHash;
        bytes32 manifestHash;
    }

    /// @notice Only the factory may set a collection up, and only once.
    error NotFactory();

    /// @notice The phase, or the list that names it, is not open now.
    error PhaseClosed();

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

    /// @notice At least one token must be asked for.
    error ZeroQuantity();

    /// @notice More than `maximum` tokens were asked for at once.
    error TooMany(uint256 maximum);

    /// @notice A price is whole gwei, and either 0 or at least half the mint fee.
    error BadPrice(uint256 price);

    /// @notice A referrer may be neither minter, recipient, creator nor owner.
    error BadReferrer(address referrer);

    /// @notice Tokens cannot go to this account.
    error BadRecipient(address recipient);

    /// @notice The surplus could not be returned to the minter.
    error RefundFailed();

    /// @notice `account` did not take its money; it stays owed.
    error PaymentFailed(address account);

    /// @notice The terms of a phase contradict themselves or a limit.
    error BadTerms();

    /// @notice A list needs a root.
    error BadList();

    /// @notice No list in force has this root.
    error UnknownList(bytes32 root);

    /// @notice One to 16 different payees must share exactly 10,000 basis points.
    error BadPayees();

    /// @notice The royalty exceeds the ceiling fixed at creation.
    error BadRoyalty(uint256 ceilingBps);

    /// @notice A cap can only be lowered, and not below what is minted.
    error BadCap();

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

    /// @notice Tells what the next `quantity` tokens minted to `recipient` cost, unless they were
    ///         minted in the public phase without a referrer: those emit their transfers only.
    /// @dev Emitted before the transfers it speaks of.
    /// @param phaseId The allowlist phase, or 255 for the public one.
    /// @param price Price of one token in wei, without the mint fee.
    /// @param referrer Who is credited for the mint; 0 for nobody.
    event Minted(
        address indexed recipient,
        address indexed referrer,
        uint8 phaseId,
        uint256 quantity,
        uint256 price
    );

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

    /// @notice Minting was paused or taken up again.
    event PauseChanged(bool isPaused);

    /// @notice The tokens show what they are.
    event Revealed(string baseUri, bytes32 manifestHash);

    /// @notice The metadata is found at another address.
    event BaseUriChanged(string baseUri);

    /// @notice The metadata is what the manifest with this hash lists, for ever.
    event MetadataFrozen(bytes32 manifestHash);

    /// @notice The metadata of the collection changed (ERC-7572).
    event ContractURIUpdated();

    /// @notice The royalty is now `bps` basis points.
    event RoyaltyChanged(uint256 bps);

    /// @notice These payees share what the creator earns from now on.
    event PayeesChanged(Payee[] payees);

    /// @notice These payees may be applied from `applicableAt` on.
    event PayeesScheduled(Payee[] payees, uint256 applicableAt);

    /// @notice `account` received `amount` wei that it was owed.
    event Released(address indexed account, uint256 amount);

    /// @notice Mints `quantity` tokens (at most 50) to the caller in the public phase, for exactly
    ///         `quantity * (price + mintFee)`.
    function mint(uint256 quantity) external payable;

    /// @notice Mints as many as possible up to `maxQuantity` to `to` in the public phase.
    /// @dev Takes `maxQuantity * (price + mintFee)` and returns the surplus to the caller. Reverts
    ///      when fewer than `minQuantity` are left for `to`, whose wallet limit counts.
    /// @param referrer Who is credited with a fifth of the fee; 0 for nobody.
    /// @return quantity How many were minted.
    function mintTo(address to, uint256 minQuantity, uint256 maxQuantity, address referrer)
        external
        payable
        returns (uint256 quantity);

    /// @notice Mints `quantity` tokens to the caller under the allowlist terms `packed`, for exactly
    ///         `quantity * (price + mintFee)`.
    /// @param proof The siblings from the caller's leaf up to the root, each pair hashed in order of
    ///        size. The leaf is keccak256(keccak256(abi.encode(chainId << 128 | collectionId,
    ///        account, packed))).
    function mintAllowlist(uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        payable;

    /// @notice The same, as many as possible up to `maxQuantity`, with the surplus returned.
    /// @return quantity How many were minted.
    function mintAllowlist(
        uint256 minQuantity,
        uint256 maxQuantity,
        address referrer,
        uint256 packed,
        bytes32[] calldata proof
    ) external payable returns (uint256 quantity);

    /// @notice Gives tokens away; no price, no fee, no wallet limit, also while paused.
    /// @param quantities How many each recipient gets, at most 255.
    function airdrop(address[] calldata recipients, uint256[] calldata quantities) external;

    /// @notice Changes the terms of the public phase.
    /// @dev Takes effect at once when the phase is not live or the change only helps minters (not
    ///      dearer, not shorter, no tighter limit or cap); else it waits for the notice period. Any
    ///      announced change is replaced.
    function setPublicPhase(PublicPhase calldata phase) external;

    /// @notice Puts the announced public phase into force; anyone may call once its time has come.
    function applyPublicPhase() external;

    /// @notice Puts an allowlist into force at once. A list only ever adds ways to mint.
    /// @param root The Merkle root over all leaves of the list.
    /// @param contentHash SHA-256 of the published list file.
    /// @param notBefore The list opens no earlier than this, and may be withdrawn freely until then.
    function addList(bytes32 root, bytes32 contentHash, uint32 notBefore) external;

    /// @notice Ends a list: at once when it has not opened, else after the notice period.
    function removeList(bytes32 root) external;

    /// @notice Lowers the cap: at once, or after the notice period when minting may be under way.
    function lowerCap(uint256 maxSupply) external;

    /// @notice Puts the announced cap into force, but never below what is minted by then.
    function applyCap() external;

    /// @notice Gives up the right to lower the cap.
    function freezeCap() external;

    /// @notice Pauses minting or takes it up again. Transfers and withdrawals go on.
    function setPaused(bool isPaused) external;

    /// @notice Reveals the tokens by opening the commitment made at creation:
    ///         keccak256(abi.encode(manifestHash, secret)) is the provenance hash.
    function reveal(string calldata baseUri, bytes32 manifestHash, bytes32 secret) external;

    /// @notice Moves the metadata; once revealed or frozen, only under the same manifest hash.
    /// @param baseUri Where it ends with a slash, the token id is appended; else all tokens share it.
    function setBaseUri(string calldata baseUri, bytes32 manifestHash) external;

    /// @notice Fixes the metadata to a manifest of all metadata and image hashes, for good.
    function freezeMetadata(bytes32 manifestHash) external;

    /// @notice Moves the description of the collection itself (ERC-7572).
    function setContractUri(string calldata uri) external;

    /// @notice Sets the royalty, up to the ceiling fixed at creation.
    function setRoyalty(uint256 bps) external;

    /// @notice Announces other payees; what was earned before they are applied stays with the old.
    function setPayees(Payee[] calldata payees) external;

    /// @notice Puts the announced payees into force; anyone may call once their time has come.
    function applyPayees() external;

    /// @notice Pays `account` what it is owed. Anyone may trigger it; the money goes to `account`.
    /// @return amount What was paid, in wei; 0 when nothing was owed.
    function release(address account) external returns (uint256 amount);

    /// @notice What stands in the way of a mint, how many would go through, and what they cost.
    /// @param packed The allowlist terms, or 0 for the public phase (then `proof` is ignored).
    /// @return reasons 0, or a sum of: 1 not started, 2 ended, 4 paused, 8 sold out, 16 wallet limit
    ///         reached, 32 phase sold out, 64 bad proof, 128 bad terms, 256 zero quantity.
    /// @return through How many a partial mint of up to `quantity` would give; 0 with any reason.
    /// @return total What `through` tokens cost with fees, in wei.
    function checkMint(address account, uint256 quantity, uint256 packed, bytes32[] calldata proof)
        external
        view
        returns (uint256 reasons, uint256 through, uint256 total);

    /// @notice Everything a page about the collection shows, in one call.
    function overview() external view returns (Overview memory);

    /// @notice How many `account` received in a phase; 255 is the public phase.
    function walletMinted(address account, uint8 phaseId) external view returns (uint256);

    /// @notice How many were minted in a phase under a supply cap; 255 is the public phase.
    function phaseMinted(uint8 phaseId) external view returns (uint256);

    /// @notice When a list is in force, [notBefore, until); both 0 when it never was.
    function listWindow(bytes32 root) external view returns (uint256 notBefore, uint256 until);

    /// @notice What `account` can withdraw now, as payee, referrer and platform together, in wei.
    function owed(address account) external view returns (uint256);

    /// @notice The payees that `applyPayees` would put into force.
    function pendingPayees() external view returns (Payee[] memory);

    /// @notice Who referrals must not name besides minter and recipient, and who first owned it.
    function creator() external view returns (address);

    /// @notice What binds allowlist leaves to this collection, known before it is deployed.
    function collectionId() external view returns (bytes16);

    /// @notice The flat fee per token in wei, fixed at creation.
    function mintFee() external view returns (uint256);

    function name() external view returns (string memory);

    function symbol() external view returns (string memory);

    /// @notice The description of the collection itself (ERC-7572).
    function contractURI() external view returns (string memory);

    /// @notice Tokens that exist: minted and not burned.
    function totalSupply() external view returns (uint256);

    /// @notice The royalty on a sale, owed to the owner (ERC-2981).
    function royaltyInfo(uint256 tokenId, uint256 salePrice)
        external
        view
        returns (address receiver, uint256 amount);

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) external view returns (bool);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/collections/ICollection.sol";
import {IDropCollection} from "../../src/collections/IDropCollection.sol";
import {IEditionCollection} from "../../src/collections/IEditionCollection.sol";
import {CollectionFixture, CollectionWorld} from "./CollectionFixture.sol";

/// @dev Does what wallets and the owner may do, in any order, and keeps its own books beside.
contract SaleHandler is CollectionWorld {
    uint256 public constant ACTORS = 4;
    uint256 private constant PHASES = 3;
    uint256 private constant LIST_LIMIT = 6;
    uint256 private constant LIST_CAP = 15;

    ICollection public immutable COLLECTION;
    bool public immutable IS_EDITION;

    uint256 public forPlatform;
    uint256 public forReferrer;
    uint256 public forCreator;
    uint256 public minted;
    uint256 public burned;
    uint256 public cap = 100;
    mapping(address account => uint256 balance) public balanceOf;
    mapping(uint256 tokenId => address owner) public ownerOf;
    mapping(uint256 phaseId => uint256 count) public cappedMints;
    uint256 private _price = PRICE;

    constructor(bool isEdition) {
        _begin();
        IS_EDITION = isEdition;
        COLLECTION = _create(_params(isEdition ? EDITION : DROP));
        for (uint256 i; i < ACTORS; ++i) {
            vm.deal(actor(i), 1e9 ether);
        }
    }

    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC7000 + seed % ACTORS));
    }

    function payee(uint256 seed) public pure returns (address) {
        return seed % 3 == 0 ? CREATOR : address(uint160(0xFA0000 + seed % 3));
    }

    function mint(uint256 seed, uint256 quantity) external {
        quantity = bound(quantity, 1, 12);
        address account = actor(seed);
        bool isDone =
            _try(account, quantity * (_price + FEE), abi.encodeCall(ICollection.mint, (quantity)));
        if (isDone) _book(account, quantity, _price, false);
    }

    function mintTo(uint256 seed, uint256 toSeed, uint256 quantity, bool isReferred) external {
        quantity = bound(quantity, 1, 12);
        address to = actor(toSeed);
        (uint256 reasons, uint256 through,) =
            COLLECTION.checkMint(to, quantity, 0, new bytes32[](0));
        bool isDone = _try(
            actor(seed),
            quantity * (_price + FEE),
            abi.encodeCall(
                ICollection.mintTo, (to, 1, quantity, isReferred ? REFERRER : address(0))
            )
        );
        require(isDone == (reasons == 0), "checkMint and mintTo disagree");
        if (isDone) _book(to, through, _price, isReferred);
    }

    function mintAllowlist(uint256 seed, uint256 phaseId, uint256 quantity, bool isFree) external {
        quantity = bound(quantity, 1, 8);
        phaseId = bound(phaseId, 0, PHASES - 1);
        address account = actor(seed);
        uint256 price = isFree ? 0 : 2 * PRICE;
        uint256 packed = _packed(price, NOW - 1, NOW + 1, LIST_LIMIT, LIST_CAP, phaseId);
        bytes32[] memory proof = _list(COLLECTION, account, packed);
        bytes memory data = abi.encodeWithSignature(
            "mintAllowlist(uint256,uint256,bytes32[])", quantity, packed, proof
        );
        if (!_try(account, quantity * (price + FEE), data)) return;
        cappedMints[phaseId] += quantity;
        _book(account, quantity, price, false);
    }

    function airdrop(uint256 seed, uint256 quantity) external {
        address[] memory recipients = new address[](1);
        uint256[] memory quantities = new uint256[](1);
        recipients[0] = actor(seed);
        quantities[0] = bound(quantity, 1, 5);
        bytes memory data = abi.encodeCall(ICollection.airdrop, (recipients, quantities));
        if (_try(CREATOR, 0, data)) _give(recipients[0], quantities[0]);
    }

    function transfer(uint256 seed, uint256 toSeed, uint256 what) external {
        if (minted == 0) return;
        address to = actor(toSeed);
        address from = actor(seed);
        if (IS_EDITION) {
            what = bound(what, 0, balanceOf[from]);
            vm.prank(from);
            IEditionCollection(address(COLLECTION)).safeTransferFrom(from, to, 1, what, "");
            balanceOf[from] -= what;
            balanceOf[to] += what;
            return;
        }
        what = bound(what, 1, minted);
        bytes memory data = abi.encodeCall(IDropCollection.transferFrom, (from, to, what));
        bool isDone = _try(from, 0, data);
        require(isDone == (ownerOf[what] == from), "only the owner moves a token");
        if (isDone) _move(from, to, what);
    }

    function burn(uint256 seed, uint256 what) external {
        address from = actor(seed);
        if (minted == 0) return;
        if (IS_EDITION) {
            what = bound(what, 0, balanceOf[from] / 4);
            vm.prank(from);
            IEditionCollection(address(COLLECTION)).burn(what);
            balanceOf[from] -= what;
            burned += what;
            return;
        }
        what = bound(what, 1, minted);
        bool isDone = _try(from, 0, abi.encodeCall(IDropCollection.burn, (what)));
        require(isDone == (ownerOf[what] == from), "only the owner burns a token");
        if (!isDone) return;
        _move(from, address(0), what);
        ++burned;
    }

    function release(uint256 seed) external {
        address account = seed % 5 == 0 ? PLATFORM : seed % 5 == 1 ? REFERRER : payee(seed);
        uint256 expected = COLLECTION.owed(account);
        uint256 before = account.balance;
        COLLECTION.release(account);
        require(account.balance - before == expected, "release pays what was owed");
    }

    function setPrice(uint256 price) external {
        price = price % 4 == 0 ? 0 : bound(price, FEE / 2 / 1 gwei, 1e9) * 1 gwei;
        vm.prank(CREATOR);
        COLLECTION.setPublicPhase(_phase(price));
        _price = price;
    }

    function setPaused(uint256 seed) external {
        vm.prank(CREATOR);
        COLLECTION.setPaused(seed % 4 == 0);
    }

    function setPayees(uint256 seed) external {
        ICollection.Payee[] memory payees = new ICollection.Payee[](2);
        uint16 bps = uint16(bound(seed, 1, 9999));
        payees[0] = _payee(payee(seed % 3), bps);
        payees[1] = _payee(payee(seed % 3 + 1), 10_000 - bps);
        vm.prank(CREATOR);
        COLLECTION.setPayees(payees);
    }

    function lowerCap(uint256 to) external {
        to = bound(to, 60, 110);
        if (_try(CREATOR, 0, abi.encodeCall(ICollection.lowerCap, (to)))) {
            require(to < cap, "the cap only goes down");
            cap = to;
        }
    }

    function forceEther(uint256 amount) external {
        amount = bound(amount, 0, 1 ether);
        vm.deal(address(COLLECTION), address(COLLECTION).balance + amount);
        forCreator += amount;
    }

    function _try(address account, uint256 value, bytes memory data) private returns (bool isDone) {
        vm.prank(account);
        (isDone,) = address(COLLECTION).call{value: value}(data);
    }

    function _book(address to, uint256 quantity, uint256 price, bool isReferred) private {
        uint256 fee = quantity * FEE;
        uint256 referral = isReferred ? fee / 5 : 0;
        uint256 gift = price == 0 ? fee / 2 : 0;
        forCreator += quantity * price + gift;
        forReferrer += referral;
        forPlatform += fee - referral - gift;
        _give(to, quantity);
    }

    function _give(address to, uint256 quantity) private {
        for (uint256 i; i < quantity; ++i) {
            ownerOf[++minted] = to;
        }
        balanceOf[to] += quantity;
    }

    function _move(address from, address to, uint256 tokenId) private {
        ownerOf[tokenId] = to;
        --balanceOf[from];
        if (to != address(0)) ++balanceOf[to];
    }
}

abstract contract CollectionInvariants is CollectionFixture {
    SaleHandler internal handler;
    ICollection internal collection;

    function setUp() public override {
        handler = new SaleHandler(_isEdition());
        collection = handler.COLLECTION();
        vm.warp(NOW);
    }

    /// @dev Read by forge: only the handler is called.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_whatIsOwedIsWhatIsThere() public view {
        uint256 owed = collection.owed(PLATFORM) + collection.owed(REFERRER) + _owedToPayees();
        uint256 balance = address(collection).balance;
        // Only forced ether comes in crumbs too small to share.
        assertTrue(owed <= balance && balance - owed < 10_000);
    }

    function invariant_everyRoleGetsItsShare() public view {
        uint256 platform = collection.owed(PLATFORM) + PLATFORM.balance;
        uint256 referrer = collection.owed(REFERRER) + REFERRER.balance;
        uint256 payees = _owedToPayees();
        for (uint256 i; i < 3; ++i) {
            payees += handler.payee(i).balance;
        }
        assertEq(platform, handler.forPlatform(), "platform");
        assertEq(referrer, handler.forReferrer(), "referrer");
        assertEq(payees, handler.forCreator() / 10_000 * 10_000, "payees");
    }

    function invariant_mintedStaysUnderTheCap() public view {
        ICollection.Overview memory now_ = collection.overview();
        assertEq(now_.minted, handler.minted(), "minted");
        assertEq(now_.burned, handler.burned(), "burned");
        assertEq(now_.maxSupply, handler.cap(), "cap");
        assertTrue(now_.minted <= now_.maxSupply);
        assertEq(collection.totalSupply(), now_.minted - now_.burned, "supply");
    }

    function invariant_phasesStayUnderTheirCaps() public view {
        for (uint8 phaseId; phaseId < 3; ++phaseId) {
            assertEq(collection.phaseMinted(phaseId), handler.cappedMints(phaseId), "phase");
            assertTrue(collection.phaseMinted(phaseId) <= 15);
        }
    }

    function invariant_walletsStayUnderTheirLimits() public view {
        for (uint256 i; i < handler.ACTORS(); ++i) {
            address account = handler.actor(i);
            assertTrue(collection.walletMinted(account, PUBLIC_PHASE_ID) <= 10);
            for (uint8 phaseId; phaseId < 3; ++phaseId) {
                assertTrue(collection.walletMinted(account, phaseId) <= 6);
            }
        }
    }

    function invariant_balancesAddUpToTheSupply() public view {
        uint256 sum;
        for (uint256 i; i < handler.ACTORS(); ++i) {
            address account = handler.actor(i);
            uint256 balance = _balance(account);
            assertEq(balance, handler.balanceOf(account), "balance");
            sum += balance;
        }
        assertEq(sum, collection.totalSupply(), "sum");
    }

    function _isEdition() internal pure virtual returns (bool);

    function _balance(address account) internal view virtual returns (uint256);

    function _owedToPayees() private view returns (uint256 sum) {
        for (uint256 i; i < 3; ++i) {
            sum += collection.owed(handler.payee(i));
        }
    }
}

contract DropInvariants is CollectionInvariants {
    function invariant_everyTokenIsWhereTheBooksSay() public view {
        IDropCollection drop = IDropCollection(address(collection));
        for (uint256 tokenId = 1; tokenId <= handler.minted(); ++tokenId) {
            address expected = handler.ownerOf(tokenId);
            try drop.ownerOf(tokenId) returns (address owner) {
                assertEq(owner, expected);
            } catch {
                assertEq(expected, address(0));
            }
        }
    }

    function _isEdition() internal pure override returns (bool) {
        return false;
    }

    function _balance(address account) internal view override returns (uint256) {
        return IDropCollection(address(collection)).balanceOf(account);
    }
}

contract EditionInvariants is CollectionInvariants {
    function _isEdition() internal pure override returns (bool) {
        return true;
    }

    function _balance(address account) internal view override returns (uint256) {
        return IEditionCollection(address(collection)).balanceOf(account, 1);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {IPlatform} from "../../src/interfaces/IPlatform.sol";
import {GasTest} from "./GasTest.sol";

/// @dev Measures every row of `tools/bench/gas-rows.ts` on collections that the real factory made.
///      No row is the first mint of a collection: its counters are in use already.
contract CollectionGasTest is GasTest {
    uint8 private constant DROP = 0;
    uint8 private constant EDITION = 2;
    uint256 private constant FEE = 0.0001 ether;
    uint256 private constant UNIT = PRICE + FEE;
    uint256 private constant PHASE_SUPPLY = 5000;
    uint256 private constant LIST_SUPPLY = 300;
    uint32 private constant NOTICE = 3600;
    uint16 private constant ROYALTY_BPS = 500;
    uint256 private constant PAYEES = 16;

    address private _creator;
    address private _caller;
    address private _factory;
    address private _platform;
    uint256 private _salts;

    function test_create_costsWhatTheSnapshotSays() public {
        _open("create");
        ICollectionFactory.CreateParams memory params = _params(DROP);
        _create("create", params);
        _create("create an edition", _params(EDITION));

        params.listRoot = _fullWord("root");
        params.listContentHash = _fullWord("file");
        params.listNotBefore = uint32(START);
        _create("create with a list", params);
        params.provenanceHash = _fullWord("provenance");
        _create("create with a list and a provenance hash", params);

        params = _params(DROP);
        params.payees = _payees(2);
        _create("create with 2 payees", params);
        params.hasRoyaltySplit = true;
        _create("create with a royalty split of 2 payees", params);
        params.hasRoyaltySplit = false;
        params.payees = _payees(PAYEES);
        _create("create with 16 payees", params);
    }

    function test_mint_costsWhatTheSnapshotSays() public {
        _open("mint");
        address drop = _create("", _params(DROP));
        address first = _begunBy(drop);
        _mint("mint 1", drop, _buyer(), 1);
        _mint("mint 2", drop, _buyer(), 2);
        _mint("mint 5", drop, _buyer(), 5);
        _mint("mint 10", drop, _buyer(), 10);
        _mint("mint 50", drop, _buyer(), 50);
        _mint("mint 1 again", drop, first, 1);
        _mintTo("mintTo 1", drop, 1, address(0));
        _mintTo("mintTo 5", drop, 5, address(0));
        address referrer = _account(0);
        _mintTo("mintTo 1, first of a referrer", drop, 1, referrer);
        _mintTo("mintTo 1, referrer again", drop, 1, referrer);

        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.transferable = false;
        address soulbound = _create("", params);
        _begunBy(soulbound);
        _mint("soulbound mint 1", soulbound, _buyer(), 1);
    }

    function test_freeMint_costsWhatTheSnapshotSays() public {
        _open("free mint");
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.publicPhase.price = 0;
        address drop = _create("", params);
        bytes memory mintOne = abi.encodeCall(ICollectionSale.mint, (1));
        _send(_buyer(), drop, FEE, mintOne);
        _measure("free mint 1", _buyer(), drop, FEE, mintOne);
    }

    function test_cappedPublicPhase_costsWhatTheSnapshotSays() public {
        _open("public phase");
        ICollectionFactory.CreateParams memory params = _params(DROP);
        address drop = _create("", params);
        _begunBy(drop);

        ICollectionTypes.PublicPhase memory phase = params.publicPhase;
        phase.end = uint32(END + 1);
        phase.walletLimit = uint16(WALLET_LIMIT + 1);
        bytes memory better = abi.encodeCall(ICollectionManagement.setPublicPhase, (phase));
        _measure("setPublicPhase, at once", _creator, drop, 0, better);
        phase.supplyCap = uint32(PHASE_SUPPLY);
        bytes memory worse = abi.encodeCall(ICollectionManagement.setPublicPhase, (phase));
        _measure("setPublicPhase, announced", _creator, drop, 0, worse);
        _warp(NOW + NOTICE);
        bytes memory applyIt = abi.encodeCall(ICollectionManagement.applyPublicPhase, ());
        _measure("applyPublicPhase", _caller, drop, 0, applyIt);

        _mint("", drop, _buyer(), 1);
        _mint("mint 1, public phase with a cap", drop, _buyer(), 1);
    }

    function test_firstList_costsWhatTheSnapshotSays() public {
        _open("first list");
        _mintFromFirstList("allowlist 1, first list", 1, false);
        _mintFromFirstList("allowlist 5, first list", 5, false);
        _mintFromFirstList("allowlist 1, first list, with arguments", 1, true);
        _mintFromFirstList("allowlist 5, first list, with arguments", 5, true);
    }

    function test_laterList_costsWhatTheSnapshotSays() public {
        _open("later list");
        address drop = _create("", _params(DROP));
        _begunBy(drop);
        uint256 packed = _packed(PRICE, 0, 0);
        _mintFromLaterList("allowlist 1, later list", drop, 1, packed, false);
        _mintFromLaterList("allowlist 5, later list", drop, 5, packed, false);
        _mintFromLaterList("allowlist 1, later list, with arguments", drop, 1, packed, true);
        _mintFromLaterList("allowlist 5, later list, with arguments", drop, 5, packed, true);

        uint256 capped = _packed(PRICE, LIST_SUPPLY, 1);
        _mintFromLaterList("", drop, 1, capped, true);
        _mintFromLaterList("allowlist 1, phase with a cap, later list", drop, 1, capped, true);
        capped = _packed(PRICE, LIST_SUPPLY, 2);
        _mintFromLaterList("allowlist 5, phase with a cap, later list", drop, 5, capped, true);
    }

    function test_laterListBesideTheFirst_costsWhatTheSnapshotSays() public {
        _open("lists");
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.listRoot = _fullWord("root");
        address drop = _create("", params);
        _begunBy(drop);
        uint256 packed = _packed(PRICE, 0, 0);
        _mintFromLaterList("allowlist 1, later list beside the first", drop, 1, packed, false);

        bytes32 root = _fullWord("another root");
        _measure("addList", _creator, drop, 0, _addList(root));
        _measure(
            "removeList",
            _creator,
            drop,
            0,
            abi.encodeCall(ICollectionManagement.removeList, (root))
        );
        bytes memory removeFirst =
            abi.encodeCall(ICollectionManagement.removeList, (params.listRoot));
        _measure("removeList of the first list", _creator, drop, 0, removeFirst);
    }

    function test_transfer_costsWhatTheSnapshotSays() public {
        _open("transfer");
        address drop = _create("", _params(DROP));
        _begunBy(drop);
        address holderOfTen = _buyer();
        _mint("", drop, holderOfTen, 10);
        address holderOfFifty = _buyer();
        _mint("", drop, holderOfFifty, 50);
        uint256 idOfTen = 2;
        uint256 idOfFifty = 12;

        _ownerOf("ownerOf, last of 10, sent as a transaction", drop, idOfTen + 9);
        _ownerOf("ownerOf, last of 50, sent as a transaction", drop, idOfFifty + 49);
        address second = _account(1 ether);
        _transfer("transfer inside a batch of 10", drop, holderOfTen, second, idOfTen + 5);
        _transfer("transfer of the head of 10", drop, holderOfTen, _account(0), idOfTen);
        _transfer("transfer of the 40th of 50", drop, holderOfFifty, _account(0), idOfFifty + 39);
        _transfer("", drop, holderOfTen, second, idOfTen + 6);
        _transfer("transfer of a settled token", drop, second, _account(0), idOfTen + 5);

        bytes memory burnInside = abi.encodeCall(IDropTokens.burnFrom, (holderOfTen, idOfTen + 8));
        _measure("first burn, inside a batch of 10", holderOfTen, drop, 0, burnInside);
        burnInside = abi.encodeCall(IDropTokens.burnFrom, (holderOfTen, idOfTen + 7));
        _measure("burn inside a batch of 10", holderOfTen, drop, 0, burnInside);
        bytes memory burnById = abi.encodeCall(IDropTokens.burn, (idOfFifty + 20));
        _measure("burn by id, 21st of 50", holderOfFifty, drop, 0, burnById);

        address[] memory recipients = new address[](10);
        uint256[] memory quantities = new uint256[](10);
        for (uint256 i; i < recipients.length; ++i) {
            recipients[i] = _account(0);
            quantities[i] = 1;
        }
        bytes memory airdrop = abi.encodeCall(ICollectionSale.airdrop, (recipients, quantities));
        _measure("airdrop 1 to each of 10", _creator, drop, 0, airdrop);
    }

    function test_release_costsWhatTheSnapshotSays() public {
        _open("release");
        address drop = _create("", _params(DROP));
        address referrer = _account(1);
        for (uint256 i; i < 3; ++i) {
            _mint("", drop, _buyer(), 2);
        }
        _mintTo("", drop, 1, referrer);

        _release("release to one payee, first", drop, _creator);
        _mint("", drop, _buyer(), 2);
        _release("release to one payee, again", drop, _creator);
        _release("release to the platform, first", drop, _platform);
        _mint("", drop, _buyer(), 2);
        _release("release to the platform, again", drop, _platform);
        _release("release to a referrer", drop, referrer);
        _release("", drop, _creator);
        require(drop.balance == 0, "money is left");
    }

    function test_edition_costsWhatTheSnapshotSays() public {
        _open("edition");
        address edition = _create("", _params(EDITION));
        _begunBy(edition);
        address holder = _buyer();
        _mint("edition mint 1", edition, holder, 1);
        _mint("edition mint 50", edition, _buyer(), 50);
        _mint("edition mint again", edition, holder, 5);
    }

    /// @dev Deploys everything as an operator does.
    function _open(string memory testName) private {
        _begin("collection", testName);
        address operator = _account(0);
        address feeRecipient = _account(1);
        _creator = _account(1);
        _caller = _account(0);

        _platform = _install("Platform", abi.encode(operator));
        address facet = _install("ManagementFacet", abi.encode(_platform));
        address drop = _install("DropCollection", abi.encode(_platform, facet, false));
        address soulbound = _install("DropCollection", abi.encode(_platform, facet, true));
        address edition = _install("EditionCollection", abi.encode(_platform, facet));
        address split = _install("RoyaltySplit", "");
        bytes memory all = abi.encode(_platform, drop, soulbound, edition, split);
        _factory = _install("CollectionFactory", all);

        _send(operator, _factory, 0, abi.encodeCall(ICollectionFactory.setMintFee, (FEE)));
        _send(operator, _platform, 0, abi.encodeCall(IPlatform.setFeeRecipient, (feeRecipient)));
    }

    /// @dev The metadata of each token is in a folder named by a CID in its 36 bytes; the slash
    ///      behind it makes the id follow.
    function _params(uint8 kind)
        private
        pure
        returns (ICollectionFactory.CreateParams memory params)
    {
        params.kind = kind;
        params.transferable = true;
        params.name = "Collection";
        params.symbol = "COLL";
        params.maxSupply = uint32(SUPPLY);
        params.publicPhase = ICollectionTypes.PublicPhase({
            price: uint80(PRICE),
            start: uint32(START),
            end: uint32(END),
            walletLimit: uint16(WALLET_LIMIT),
            supplyCap: 0
        });
        params.mintFee = FEE;
        params.royaltyBps = ROYALTY_BPS;
        params.royaltyCeilingBps = ROYALTY_BPS;
        params.notice = NOTICE;
        params.baseUri = bytes.concat(hex"01701220", _fullWord("folder"), "/");
    }

    function _payees(uint256 count) private pure returns (ICollectionTypes.Payee[] memory payees) {
        payees = new ICollectionTypes.Payee[](count);
        for (uint256 i; i < count; ++i) {
            payees[i] =
                ICollectionTypes.Payee(address(uint160(0xbeef00 + i)), uint16(10_000 / count));
        }
    }

    function _create(string memory row, ICollectionFactory.CreateParams memory params)
        private
        returns (address)
    {
        return _createWithSalt(row, params, _nextSalt());
    }

    function _createWithSalt(
        string memory row,
        ICollectionFactory.CreateParams memory params,
        bytes32 salt
    ) private returns (address) {
        bytes memory data = abi.encodeCall(ICollectionFactory.create, (params, salt, NOW + NOTICE));
        return abi.decode(_do(row, _creator, _factory, 0, data), (address));
    }

    function _nextSalt() private returns (bytes32) {
        return _fullWord(abi.encode("salt", ++_salts));
    }

    /// @dev Mints the collection's first token, so that what follows is the usual case.
    function _begunBy(address collection) private returns (address buyer) {
        buyer = _buyer();
        _mint("", collection, buyer, 1);
    }

    function _buyer() private returns (address) {
        return _account(1000 ether);
    }

    function _mint(string memory row, address collection, address buyer, uint256 quantity) private {
        bytes memory data = abi.encodeCall(ICollectionSale.mint, (quantity));
        _do(row, buyer, collection, quantity * UNIT, data);
    }

    function _mintTo(string memory row, address drop, uint256 quantity, address referrer) private {
        address buyer = _buyer();
        bytes memory data = abi.encodeCall(ICollectionSale.mintTo, (buyer, 1, quantity, referrer));
        _do(row, buyer, drop, quantity * UNIT, data);
    }

    function _mintFromFirstList(string memory row, uint256 quantity, bool hasArguments) private {
        address buyer = _buyer();
        bytes32 salt = _nextSalt();
        bytes16 collectionId = ICollectionFactory(_factory).collectionIdOf(_creator, salt);
        uint256 packed = _packed(PRICE, 0, 0);
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.listRoot = _rootOf(_leaf(collectionId, buyer, packed), _siblings());
        address drop = _createWithSalt("", params, salt);
        _begunBy(drop);
        _mintFromList(row, drop, buyer, quantity, packed, hasArguments);
    }

    function _mintFromLaterList(
        string memory row,
        address drop,
        uint256 quantity,
        uint256 packed,
        bool hasArguments
    ) private {
        address buyer = _buyer();
        bytes32 leaf = _leaf(ICollection(drop).collectionId(), buyer, packed);
        _send(_creator, drop, 0, _addList(_rootOf(leaf, _siblings())));
        _mintFromList(row, drop, buyer, quantity, packed, hasArguments);
    }

    function _mintFromList(
        string memory row,
        address drop,
        address buyer,
        uint256 quantity,
        uint256 packed,
        bool hasArguments
    ) private {
        bytes memory data = hasArguments
            ? abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,address,uint256,bytes32[])",
                1,
                quantity,
                address(0),
                packed,
                _siblings()
            )
            : abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,bytes32[])", quantity, packed, _siblings()
            );
        _do(row, buyer, drop, quantity * UNIT, data);
    }

    function _leaf(bytes16 collectionId, address account, uint256 packed)
        private
        view
        returns (bytes32)
    {
        uint256 domain = block.chainid << 128 | uint128(collectionId);
        return keccak256(abi.encode(keccak256(abi.encode(domain, account, packed))));
    }

    function _addList(bytes32 root) private pure returns (bytes memory) {
        return abi.encodeCall(ICollectionManagement.addList, (root, _fullWord("file"), 0));
    }

    function _transfer(string memory row, address drop, address from, address to, uint256 id)
        private
    {
        _do(row, from, drop, 0, abi.encodeCall(IDropTokens.transferFrom, (from, to, id)));
    }

    function _ownerOf(string memory row, address drop, uint256 id) private {
        _do(row, _caller, drop, 0, abi.encodeCall(IDropTokens.ownerOf, (id)));
    }

    function _release(string memory row, address drop, address account) private {
        _do(row, _caller, drop, 0, abi.encodeCall(ICollectionSale.release, (account)));
    }

    /// @dev Without a row it only prepares.
    function _do(string memory row, address from, address to, uint256 value, bytes memory data)
        private
        returns (bytes memory)
    {
        return bytes(row).length == 0
            ? _send(from, to, value, data)
            : _measure(row, from, to, value, data);
    }
}

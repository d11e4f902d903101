// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {GasTest} from "../test/gas/GasTest.sol";
import {DropWrapper} from "./DropWrapper.sol";
import {ERC721ADrop} from "./ERC721ADrop.sol";
import {OpenZeppelinDrop} from "./OpenZeppelinDrop.sol";
import {OpenZeppelinEdition} from "./OpenZeppelinEdition.sol";
import {SoladyDrop} from "./SoladyDrop.sol";
import {SoladyEdition} from "./SoladyEdition.sol";

interface Transferable {
    function transferFrom(address from, address to, uint256 tokenId) external;
    function ownerOf(uint256 tokenId) external view returns (address);
}

/// @dev Measures each library, deployed whole and without a proxy, in the same wrapper.
contract BaselinesTest is GasTest {
    string private constant NAME = "Collection";
    string private constant SYMBOL = "COLL";
    /// @dev 66 characters: a CID in text with a slash behind it.
    string private constant URI =
        "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";

    address private _owner;
    address private _drop;
    uint256 private _nextId;

    function test_erc721a_costsWhatTheSnapshotSays() public {
        _begin("erc721a", "drop");
        _owner = _account(1 ether);
        bytes memory arguments = abi.encode(_owner, NAME, SYMBOL, URI);
        _measureDrop(bytes.concat(type(ERC721ADrop).creationCode, arguments));
    }

    function test_solady_costsWhatTheSnapshotSays() public {
        _begin("solady", "drop");
        _owner = _account(1 ether);
        bytes memory arguments = abi.encode(_owner, NAME, SYMBOL, URI);
        _measureDrop(bytes.concat(type(SoladyDrop).creationCode, arguments));
    }

    function test_openzeppelin_costsWhatTheSnapshotSays() public {
        _begin("openzeppelin", "drop");
        _owner = _account(1 ether);
        bytes memory arguments = abi.encode(_owner, NAME, SYMBOL, URI);
        _measureDrop(bytes.concat(type(OpenZeppelinDrop).creationCode, arguments));
    }

    function test_soladyEdition_costsWhatTheSnapshotSays() public {
        _begin("solady", "edition");
        _owner = _account(1 ether);
        _measureEdition(bytes.concat(type(SoladyEdition).creationCode, abi.encode(_owner, URI)));
    }

    function test_openzeppelinEdition_costsWhatTheSnapshotSays() public {
        _begin("openzeppelin", "edition");
        _owner = _account(1 ether);
        _measureEdition(
            bytes.concat(type(OpenZeppelinEdition).creationCode, abi.encode(_owner, URI))
        );
    }

    function _measureDrop(bytes memory code) private {
        _open("create", "open the sale", code);
        address first = _account(1000 ether);
        _mint("", first, 1);
        _mint("mint 1", _account(1000 ether), 1);
        _mint("mint 2", _account(1000 ether), 2);
        _mint("mint 5", _account(1000 ether), 5);
        address holderOfTen = _account(1000 ether);
        uint256 idOfTen = _nextId;
        _mint("mint 10", holderOfTen, 10);
        address holderOfFifty = _account(1000 ether);
        uint256 idOfFifty = _nextId;
        _mint("mint 50", holderOfFifty, 50);
        _mint("mint 1 again", first, 1);
        _mintAllowlist("allowlist 1, first list", 1);
        _mintAllowlist("allowlist 5, first list", 5);

        _ownerOf("ownerOf, last of 10, sent as a transaction", idOfTen + 9);
        _ownerOf("ownerOf, last of 50, sent as a transaction", idOfFifty + 49);
        address second = _account(1 ether);
        _transfer("transfer inside a batch of 10", holderOfTen, second, idOfTen + 5);
        _transfer("transfer of the head of 10", holderOfTen, _account(1 ether), idOfTen);
        _transfer("transfer of the 40th of 50", holderOfFifty, _account(1 ether), idOfFifty + 39);
        _transfer("", holderOfTen, second, idOfTen + 6);
        _transfer("transfer of a settled token", second, _account(1 ether), idOfTen + 5);

        _do("", _owner, 0, abi.encodeCall(DropWrapper.setPhase, (_phaseOf(0))));
        _do("free mint 1", _account(1 ether), 0, abi.encodeCall(DropWrapper.mint, (1)));
    }

    function _measureEdition(bytes memory code) private {
        _open("create an edition", "", code);
        _mint("", _account(1000 ether), 1);
        address holder = _account(1000 ether);
        _mint("edition mint 1", holder, 1);
        _mint("edition mint 50", _account(1000 ether), 50);
        _mint("edition mint again", holder, 5);
    }

    function _open(string memory deployRow, string memory setUpRow, bytes memory code) private {
        _drop = _deploy(deployRow, code);
        _do(setUpRow, _owner, 0, abi.encodeCall(DropWrapper.setPhase, (_phaseOf(PRICE))));
        _nextId = 1;
    }

    function _mint(string memory row, address account, uint256 quantity) private {
        _nextId += quantity;
        _do(row, account, quantity * PRICE, abi.encodeCall(DropWrapper.mint, (quantity)));
    }

    function _mintAllowlist(string memory row, uint256 quantity) private {
        address account = _account(1000 ether);
        uint256 packed = _packed(PRICE, 0, 0);
        bytes32 leaf = DropWrapper(_drop).leafOf(account, packed);
        bytes32[] memory siblings = _siblings();
        bytes memory setRoot = abi.encodeCall(DropWrapper.setListRoot, (_rootOf(leaf, siblings)));
        _do("", _owner, 0, setRoot);
        _nextId += quantity;
        bytes memory data = abi.encodeCall(DropWrapper.mintAllowlist, (quantity, packed, siblings));
        _do(row, account, quantity * PRICE, data);
    }

    function _transfer(string memory row, address from, address to, uint256 id) private {
        _do(row, from, 0, abi.encodeCall(Transferable.transferFrom, (from, to, id)));
    }

    function _ownerOf(string memory row, uint256 id) private {
        _do(row, _owner, 0, abi.encodeCall(Transferable.ownerOf, (id)));
    }

    function _phaseOf(uint256 price) private pure returns (uint256) {
        return price | START << 80 | END << 112 | WALLET_LIMIT << 144 | SUPPLY << 160;
    }

    /// @dev Without a row it only prepares.
    function _do(string memory row, address from, uint256 value, bytes memory data) private {
        if (bytes(row).length == 0) _send(from, _drop, value, data);
        else _measure(row, from, _drop, value, data);
    }
}

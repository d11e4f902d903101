// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {Actions} from "./Actions.sol";

/// @dev Views of the pair: one after each action, all of them in the end.
abstract contract Views is Actions {
    /// @dev Compares all that can be read of the tokens.
    function _compareTokens() internal virtual;

    /// @dev Compares one thing that can be read of the tokens.
    function _compareAnyToken() internal virtual;

    /// @dev One glance after each step, so that a difference shows where it arises.
    function _compareSomething() internal {
        uint256 chance = _pick(0, 7);
        if (chance == 0) return _ask(abi.encodeCall(ICollectionManagement.overview, ()));
        if (chance == 1) return _ask(abi.encodeCall(ICollectionSale.owed, (_anyAccount())));
        if (chance < 4) return _compareAnyCheck();
        if (chance < 7) return _compareAnyToken();
        _ask(abi.encodeCall(ICollectionManagement.phaseMinted, (uint8(_word()))));
    }

    function _compareAll() internal {
        _ask(abi.encodeCall(ICollectionManagement.overview, ()));
        _ask(abi.encodeCall(IOwned.owner, ()));
        _ask(abi.encodeCall(IOwned.pendingOwner, ()));
        _ask(abi.encodeCall(ICollectionManagement.creator, ()));
        _ask(abi.encodeCall(ICollectionManagement.platform, ()));
        _ask(abi.encodeCall(ICollectionManagement.collectionId, ()));
        _ask(abi.encodeCall(ICollectionManagement.mintFee, ()));
        _ask(abi.encodeCall(ICollectionManagement.name, ()));
        _ask(abi.encodeCall(ICollectionManagement.symbol, ()));
        _ask(abi.encodeCall(ICollectionManagement.contractURI, ()));
        _ask(abi.encodeCall(ICollectionSale.totalSupply, ()));
        _ask(abi.encodeCall(ICollectionManagement.maxSupply, ()));
        _ask(abi.encodeCall(ICollectionManagement.pendingPayees, ()));
        uint256 price = _word() >> _pick(0, 255);
        _ask(abi.encodeCall(ICollectionManagement.royaltyInfo, (_word(), price)));
        _compareInterfaces();
        _compareLists();
        _compareWallets();
        _compareTokens();
        for (uint256 i; i < 10; ++i) {
            _compareAnyCheck();
        }
    }

    function _compareAnyCheck() private {
        uint256 quantity = _anyQuantity();
        if (_isOneIn(2)) {
            bytes32[] memory none = new bytes32[](0);
            _ask(abi.encodeCall(ICollectionManagement.checkMint, (_anyPerson(), quantity, 0, none)));
            return;
        }
        Entry memory entry = _anyEntry();
        _ask(
            abi.encodeCall(
                ICollectionManagement.checkMint,
                (entry.account, quantity, entry.packed, entry.proof)
            )
        );
    }

    function _compareInterfaces() private {
        bytes4[10] memory ids = [
            bytes4(0x01ffc9a7),
            0x80ac58cd,
            0x5b5e139f,
            0xd9b67a26,
            0x0e89341c,
            0x2a55205a,
            0x49064906,
            0xb45a3c0e,
            0xffffffff,
            bytes4(bytes32(_word()))
        ];
        for (uint256 i; i < ids.length; ++i) {
            _ask(abi.encodeCall(ICollectionSale.supportsInterface, (ids[i])));
        }
    }

    function _compareLists() private view {
        for (uint256 i; i < entries.length; ++i) {
            _ask(abi.encodeCall(ICollectionManagement.listWindow, (entries[i].root)));
        }
        _ask(abi.encodeCall(ICollectionManagement.listWindow, (bytes32(0))));
        _ask(abi.encodeCall(ICollectionManagement.listWindow, (bytes32("unknown"))));
    }

    function _compareWallets() private view {
        uint8[8] memory phaseIds = [0, 3, 7, 8, 9, 200, 254, 255];
        for (uint256 i; i < phaseIds.length; ++i) {
            _ask(abi.encodeCall(ICollectionManagement.phaseMinted, (phaseIds[i])));
            for (uint256 j; j < accounts.length; ++j) {
                _ask(abi.encodeCall(ICollectionManagement.walletMinted, (accounts[j], phaseIds[i])));
            }
        }
        for (uint256 j; j < accounts.length; ++j) {
            _ask(abi.encodeCall(ICollectionSale.owed, (accounts[j])));
        }
        _ask(abi.encodeCall(ICollectionSale.owed, (address(0))));
    }
}

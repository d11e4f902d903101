// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IEditionCollection} from "../../src/interfaces/IEditionCollection.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {PlainEdition} from "../reference/PlainEdition.sol";
import {CollectionDifferential} from "./CollectionDifferential.sol";

/// @dev Editions against the plain one.
contract EditionDifferentialTest is CollectionDifferential {
    uint256 private constant TOKEN_ID = 1;

    /// forge-config: default.fuzz.runs = 16
    /// forge-config: soak.fuzz.runs = 10000
    function testFuzz_anEditionIsThePlainEdition(uint256 seed) public {
        this.play(seed);
    }

    function _makePlain(
        bytes16 collectionId,
        ICollectionFactory.CreateParams memory params,
        address royaltySplit
    ) internal override returns (ICollection) {
        return new PlainEdition(platform, CREATOR, collectionId, params, royaltySplit);
    }

    function _isEdition() internal pure override returns (bool) {
        return true;
    }

    function _anyKind() internal pure override returns (uint8) {
        return EDITION;
    }

    function _anyTransferable() internal pure override returns (bool) {
        return true;
    }

    function _anyTokenCall() internal override returns (address sender, bytes memory data) {
        address from = _anyHolder();
        uint256 chance = _pick(0, 9);
        sender = chance < 7 ? from : chance < 9 ? _anyOperator() : _anyAccount();
        chance = _pick(0, 19);
        if (chance < 8) return (sender, _anyTransfer(from));
        if (chance < 12) return (sender, _anyBatch(from));
        if (chance < 15) {
            address operator = _isOneIn(4) ? _anyRecipient() : _anyOperator();
            bool isOn = !_isOneIn(3);
            data = abi.encodeCall(IEditionTokens.setApprovalForAll, (operator, isOn));
            return (from, data);
        }
        if (chance < 17) {
            return (sender, abi.encodeCall(IEditionTokens.burn, (_anyPart(sender))));
        }
        data = abi.encodeCall(IEditionTokens.burnFrom, (from, _anyPart(from)));
    }

    function _tokenCalls() internal pure override returns (bytes4[] memory calls) {
        calls = new bytes4[](5);
        calls[0] = IEditionTokens.safeTransferFrom.selector;
        calls[1] = IEditionTokens.safeBatchTransferFrom.selector;
        calls[2] = IEditionTokens.setApprovalForAll.selector;
        calls[3] = IEditionTokens.burn.selector;
        calls[4] = IEditionTokens.burnFrom.selector;
    }

    function _tokenErrors() internal pure override returns (bytes4[] memory errors) {
        errors = new bytes4[](4);
        errors[0] = IEditionTokens.NoToken.selector;
        errors[1] = IEditionTokens.NotAuthorized.selector;
        errors[2] = ICollectionTypes.NotReceived.selector;
        errors[3] = IEditionTokens.BalanceTooLow.selector;
    }

    function _compareTokens() internal override {
        address[] memory owners = new address[](accounts.length);
        uint256[] memory ids = new uint256[](accounts.length);
        for (uint256 i; i < accounts.length; ++i) {
            owners[i] = accounts[i];
            ids[i] = _anyTokenId();
            _ask(abi.encodeCall(IEditionTokens.balanceOf, (owners[i], TOKEN_ID)));
            _ask(abi.encodeCall(IEditionTokens.balanceOf, (owners[i], ids[i])));
            for (uint256 j; j < 2; ++j) {
                address operator = _anyOperator();
                _ask(abi.encodeCall(IEditionTokens.isApprovedForAll, (owners[i], operator)));
            }
        }
        _ask(abi.encodeCall(IEditionTokens.balanceOf, (address(0), TOKEN_ID)));
        _ask(abi.encodeCall(IEditionTokens.balanceOfBatch, (owners, ids)));
        _ask(abi.encodeCall(IEditionTokens.balanceOfBatch, (owners, new uint256[](1))));
        _ask(abi.encodeCall(IEditionTokens.uri, (TOKEN_ID)));
        _ask(abi.encodeCall(IEditionTokens.uri, (_anyTokenId())));
    }

    function _compareAnyToken() internal override {
        if (_isOneIn(4)) return _ask(abi.encodeCall(IEditionTokens.uri, (_anyTokenId())));
        _ask(abi.encodeCall(IEditionTokens.balanceOf, (_anyPerson(), _anyTokenId())));
    }

    function _anyTransfer(address from) private returns (bytes memory) {
        address to = _isOneIn(12) ? from : _anyRecipient();
        bytes memory note = new bytes(_pick(0, 40));
        return abi.encodeCall(
            IEditionTokens.safeTransferFrom, (from, to, _anyTokenId(), _anyPart(from), note)
        );
    }

    function _anyBatch(address from) private returns (bytes memory) {
        uint256 count = _pick(0, 4);
        uint256[] memory ids = new uint256[](count);
        uint256[] memory values = new uint256[](_isOneIn(15) ? count + 1 : count);
        for (uint256 i; i < count; ++i) {
            ids[i] = _anyTokenId();
            values[i] = _anyPart(from) / 2;
        }
        address to = _isOneIn(12) ? from : _anyRecipient();
        bytes memory note = new bytes(_pick(0, 40));
        return abi.encodeCall(IEditionTokens.safeBatchTransferFrom, (from, to, ids, values, note));
    }

    function _anyHolder() private returns (address holder) {
        uint256 tries = 4;
        do {
            holder = _anyPerson();
        } while (_balanceOf(holder) == 0 && --tries != 0);
    }

    function _anyPart(address holder) private returns (uint256) {
        uint256 balance = _balanceOf(holder);
        uint256 chance = _pick(0, 11);
        if (chance == 0) return balance + _pick(1, 3);
        if (chance == 1) return _word() >> _pick(0, 255);
        return chance == 2 ? balance : _pick(0, balance);
    }

    function _anyTokenId() private returns (uint256) {
        if (!_isOneIn(12)) return TOKEN_ID;
        return _isOneIn(2) ? _pick(0, 2) : _word() >> _pick(0, 255);
    }

    function _balanceOf(address holder) private view returns (uint256) {
        return IEditionCollection(address(plain)).balanceOf(holder, TOKEN_ID);
    }
}

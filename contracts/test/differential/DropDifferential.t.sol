// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {PlainDrop} from "../reference/PlainDrop.sol";
import {CollectionDifferential} from "./CollectionDifferential.sol";

/// @dev Drops, open editions and their soulbound sort against the plain one.
contract DropDifferentialTest is CollectionDifferential {
    bytes4 private constant SAFE = bytes4(keccak256("safeTransferFrom(address,address,uint256)"));
    bytes4 private constant SAFE_WITH_DATA =
        bytes4(keccak256("safeTransferFrom(address,address,uint256,bytes)"));

    /// forge-config: default.fuzz.runs = 16
    /// forge-config: soak.fuzz.runs = 10000
    function testFuzz_aDropIsThePlainDrop(uint256 seed) public {
        this.play(seed);
    }

    function _makePlain(
        bytes16 collectionId,
        ICollectionFactory.CreateParams memory params,
        address royaltySplit
    ) internal override returns (ICollection) {
        bool isSoulbound = !params.transferable;
        return new PlainDrop(platform, CREATOR, collectionId, params, royaltySplit, isSoulbound);
    }

    function _isEdition() internal pure override returns (bool) {
        return false;
    }

    function _anyKind() internal override returns (uint8) {
        return _isOneIn(3) ? OPEN_EDITION : DROP;
    }

    function _anyTransferable() internal override returns (bool) {
        return !_isOneIn(4);
    }

    function _anyTokenCall() internal override returns (address sender, bytes memory data) {
        uint256 tokenId = _anyTokenId();
        address holder = _holderOf(tokenId);
        address from = _isOneIn(8) ? _anyRecipient() : holder;
        sender = _anyMover(tokenId, holder);
        uint256 chance = _pick(0, 29);
        if (chance < 12) {
            address to = _isOneIn(12) ? from : _anyRecipient();
            return (sender, abi.encodeCall(IDropTokens.transferFrom, (from, to, tokenId)));
        }
        if (chance < 15) {
            return (sender, abi.encodeWithSelector(SAFE, from, _anyRecipient(), tokenId));
        }
        if (chance < 18) {
            bytes memory note = new bytes(_pick(0, 40));
            data = abi.encodeWithSelector(SAFE_WITH_DATA, from, _anyRecipient(), tokenId, note);
            return (sender, data);
        }
        if (chance < 22) {
            address approved = _isOneIn(5) ? address(0) : _anyPerson();
            return (sender, abi.encodeCall(IDropTokens.approve, (approved, tokenId)));
        }
        if (chance < 25) {
            sender = _anyPerson();
            address operator = _isOneIn(4) ? _anyRecipient() : _anyOperator();
            bool isOn = !_isOneIn(3);
            return (sender, abi.encodeCall(IDropTokens.setApprovalForAll, (operator, isOn)));
        }
        if (chance < 27) return (sender, abi.encodeCall(IDropTokens.burn, (tokenId)));
        return (sender, abi.encodeCall(IDropTokens.burnFrom, (from, tokenId)));
    }

    function _tokenCalls() internal pure override returns (bytes4[] memory calls) {
        calls = new bytes4[](7);
        calls[0] = IDropTokens.transferFrom.selector;
        calls[1] = SAFE;
        calls[2] = SAFE_WITH_DATA;
        calls[3] = IDropTokens.approve.selector;
        calls[4] = IDropTokens.setApprovalForAll.selector;
        calls[5] = IDropTokens.burn.selector;
        calls[6] = IDropTokens.burnFrom.selector;
    }

    function _tokenErrors() internal pure override returns (bytes4[] memory errors) {
        errors = new bytes4[](4);
        errors[0] = IDropTokens.NoToken.selector;
        errors[1] = IDropTokens.NotAuthorized.selector;
        errors[2] = ICollectionTypes.NotReceived.selector;
        errors[3] = IDropTokens.Soulbound.selector;
    }

    function _compareTokens() internal override {
        _look();
        uint256 beyond = minted + 1;
        for (uint256 tokenId; tokenId <= beyond; ++tokenId) {
            _ask(abi.encodeCall(IDropTokens.ownerOf, (tokenId)));
            _ask(abi.encodeCall(IDropTokens.getApproved, (tokenId)));
            // Views that depend on the existence of the token only are read for fewer ids.
            if (tokenId > 40 && tokenId != beyond && !_isOneIn(8)) continue;
            _ask(abi.encodeCall(IDropTokens.locked, (tokenId)));
            _ask(abi.encodeCall(IDropTokens.tokenURI, (tokenId)));
        }
        for (uint256 i; i < accounts.length; ++i) {
            address account = accounts[i];
            _ask(abi.encodeCall(IDropTokens.balanceOf, (account)));
            uint256 all = type(uint256).max;
            _ask(abi.encodeCall(IDropTokens.tokensOfOwnerIn, (account, 0, all)));
            for (uint256 j; j < 2; ++j) {
                address operator = _anyOperator();
                _ask(abi.encodeCall(IDropTokens.isApprovedForAll, (account, operator)));
            }
        }
        _ask(abi.encodeCall(IDropTokens.balanceOf, (address(0))));
        _compareSlice(address(0));
        _compareSlice(_anyPerson());
    }

    function _compareAnyToken() internal override {
        uint256 chance = _pick(0, 5);
        uint256 tokenId = _anyTokenId();
        if (chance < 2) return _ask(abi.encodeCall(IDropTokens.ownerOf, (tokenId)));
        if (chance == 2) return _ask(abi.encodeCall(IDropTokens.getApproved, (tokenId)));
        if (chance == 3) return _ask(abi.encodeCall(IDropTokens.tokenURI, (tokenId)));
        if (chance == 4) return _ask(abi.encodeCall(IDropTokens.balanceOf, (_anyPerson())));
        _compareSlice(_anyPerson());
    }

    function _compareSlice(address holder) private {
        uint256 start = _pick(0, minted + 2);
        uint256 stop = _pick(0, minted + 3);
        _ask(abi.encodeCall(IDropTokens.tokensOfOwnerIn, (holder, start, stop)));
    }

    function _anyTokenId() private returns (uint256) {
        uint256 chance = _pick(0, 24);
        if (chance == 0) return minted + _pick(0, 70);
        if (chance == 1) return _isOneIn(2) ? 0 : _word() >> _pick(0, 255);
        // The newest too, because runs begin there.
        if (chance < 8 && minted > 8) return _pick(minted - 8, minted);
        return _pick(1, minted == 0 ? 1 : minted);
    }

    function _holderOf(uint256 tokenId) private view returns (address) {
        try IDropCollection(address(plain)).ownerOf(tokenId) returns (address holder) {
            return holder;
        } catch {
            return accounts[0];
        }
    }

    function _anyMover(uint256 tokenId, address holder) private returns (address) {
        uint256 chance = _pick(0, 11);
        if (chance < 7) return holder;
        if (chance < 9) return _anyOperator();
        if (chance == 9) return _anyAccount();
        try IDropCollection(address(plain)).getApproved(tokenId) returns (address approved) {
            return approved;
        } catch {
            return holder;
        }
    }
}

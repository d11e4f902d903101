// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Page and interface rely on checkMint, so every result of it is compared with the mint.
contract CheckMintAgreementTest is CollectionFixture {
    /// @dev The arguments of checkMint; `packed` 0 for the public phase.
    struct Question {
        address account;
        uint256 quantity;
        uint256 packed;
        bytes32[] proof;
    }

    ICollection private collection;
    uint256 private _seed;

    function testFuzz_checkMint_isWhatTheMintDoes(uint256 seed) public {
        _seed = seed;
        collection = _create(_anyParams());
        _liveALittle();
        Question memory question = _anyQuestion();
        (uint256 reasons, uint256 through, uint256 total) = _check(question, question.quantity);
        if (reasons != 0) {
            assertEq(through + total, 0);
            _assertRefused(question, reasons);
        } else {
            _assertMints(question, through, total);
        }
    }

    function test_checkMint_isAskedAboutMintsAndRefusals() public {
        uint256 minted;
        uint256 seen;
        for (uint256 seed; seed < 60; ++seed) {
            _seed = uint256(keccak256(abi.encode(seed)));
            collection = _create(_anyParams());
            _liveALittle();
            Question memory question = _anyQuestion();
            (uint256 reasons,,) = _check(question, question.quantity);
            if (reasons == 0) ++minted;
            seen |= reasons;
        }
        assertTrue(minted > 10 && minted < 50);
        assertEq(seen, 511, "every reason turns up");
    }

    function _assertRefused(Question memory question, uint256 reasons) private {
        (bool isDone, bytes memory result) = _mint(question, _upTo50(question.quantity), true);
        assertFalse(isDone);
        // The error must be one of the reasons given; which of several comes first is the mint's.
        assertTrue(_reasonOf(bytes4(result)) & reasons != 0);
        (isDone,) = _mint(question, 1, false);
        assertTrue(!isDone || reasons == 256);
    }

    function _assertMints(Question memory question, uint256 through, uint256 total) private {
        assertEq(total, through * _unit(question));
        uint256 start = vm.snapshotState();
        uint256 before = question.account.balance;
        uint256 supply = collection.totalSupply();

        (bool isDone, bytes memory result) = _mint(question, _upTo50(question.quantity), true);
        assertTrue(isDone);
        assertEq(abi.decode(result, (uint256)), through);
        assertEq(before - question.account.balance, total, "the partial mint costs the total");
        assertEq(collection.totalSupply() - supply, through);
        vm.revertToState(start);

        (isDone,) = _mint(question, through, false);
        assertTrue(isDone);
        assertEq(before - question.account.balance, total, "the exact mint costs the total");
        vm.revertToState(start);

        (, uint256 most,) = _check(question, 1000);
        (isDone,) = _mint(question, most, false);
        assertTrue(isDone);
        vm.revertToState(start);
        (isDone,) = _mint(question, most + 1, false);
        assertFalse(isDone);
    }

    /// @dev Mints for the exact value; a partial mint takes whatever is left.
    function _mint(Question memory question, uint256 quantity, bool isPartial)
        private
        returns (bool, bytes memory)
    {
        bytes memory data = question.packed == 0
            ? _publicMint(question.account, quantity, isPartial)
            : _listMint(question, quantity, isPartial);
        uint256 value = quantity * _unit(question);
        vm.prank(question.account);
        return address(collection).call{value: value}(data);
    }

    function _publicMint(address account, uint256 quantity, bool isPartial)
        private
        pure
        returns (bytes memory)
    {
        return isPartial
            ? abi.encodeCall(ICollectionSale.mintTo, (account, 0, quantity, address(0)))
            : abi.encodeCall(ICollectionSale.mint, (quantity));
    }

    function _listMint(Question memory question, uint256 quantity, bool isPartial)
        private
        pure
        returns (bytes memory)
    {
        if (!isPartial) {
            return abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,bytes32[])",
                quantity,
                question.packed,
                question.proof
            );
        }
        return abi.encodeWithSignature(
            "mintAllowlist(uint256,uint256,address,uint256,bytes32[])",
            0,
            quantity,
            address(0),
            question.packed,
            question.proof
        );
    }

    function _check(Question memory question, uint256 quantity)
        private
        view
        returns (uint256 reasons, uint256 through, uint256 total)
    {
        return collection.checkMint(question.account, quantity, question.packed, question.proof);
    }

    function _unit(Question memory question) private view returns (uint256) {
        if (question.packed == 0) return collection.overview().publicPhase.price + FEE;
        return uint80(question.packed) + FEE;
    }

    function _reasonOf(bytes4 selector) private pure returns (uint256) {
        if (selector == ICollectionTypes.PhaseClosed.selector) return 1 | 2;
        if (selector == ICollectionTypes.Paused.selector) return 4;
        if (selector == ICollectionTypes.SoldOut.selector) return 8;
        if (selector == ICollectionTypes.WalletLimit.selector) return 16;
        if (selector == ICollectionTypes.PhaseSoldOut.selector) return 32;
        if (selector == ICollectionTypes.BadProof.selector) return 64;
        if (selector == ICollectionTypes.BadTerms.selector) return 128;
        if (selector == ICollectionTypes.BadPrice.selector) return 128;
        return selector == ICollectionTypes.ZeroQuantity.selector ? 256 : 0;
    }

    function _upTo50(uint256 quantity) private pure returns (uint256) {
        return quantity < 50 ? quantity : 50;
    }

    // --- a collection in any state --------------------------------------------------------------

    function _anyParams() private returns (ICollectionFactory.CreateParams memory params) {
        params = _params(uint8(_pick(DROP, EDITION)));
        if (params.kind != OPEN_EDITION) params.maxSupply = uint32(_pick(1, 70));
        params.notice = _isOneIn(2) ? 60 : 0;
        params.publicPhase = _phase(_anyPrice());
        params.publicPhase.walletLimit = uint16(_pick(1, 60));
        params.publicPhase.supplyCap = _isOneIn(3) ? uint32(_pick(1, 16)) : 0;
        if (_isOneIn(10)) delete params.publicPhase;
    }

    /// @dev Mints, gifts and changes before checkMint is called; many fail, as they may.
    function _liveALittle() private {
        _tryMint(ALICE, _pick(1, 15));
        _tryMint(BOB, _pick(1, 15));
        uint256[] memory quantities = new uint256[](1);
        address[] memory recipients = new address[](1);
        quantities[0] = _pick(1, 15);
        recipients[0] = BOB;
        _tryAsOwner(abi.encodeCall(ICollectionSale.airdrop, (recipients, quantities)));
        if (_isOneIn(4)) {
            _tryAsOwner(abi.encodeCall(ICollectionManagement.lowerCap, (_pick(1, 30))));
        }
        if (_isOneIn(4)) {
            _tryAsOwner(abi.encodeCall(ICollectionManagement.setPublicPhase, (_laterPhase())));
        }
        if (_isOneIn(8)) _tryAsOwner(abi.encodeCall(ICollectionManagement.setPaused, (true)));
    }

    function _laterPhase() private returns (ICollectionTypes.PublicPhase memory phase) {
        phase = _phase(_anyPrice());
        phase.start = uint32(_pick(NOW - 1, NOW + 1));
        phase.end = uint32(_pick(NOW, NOW + 61));
        phase.walletLimit = uint16(_pick(0, 20));
        phase.supplyCap = uint32(_pick(0, 20));
    }

    function _anyQuestion() private returns (Question memory question) {
        question.account = _isOneIn(4) ? BOB : ALICE;
        question.quantity = _isOneIn(15) ? 0 : _pick(1, 60);
        if (_isOneIn(3)) {
            vm.warp(_isOneIn(3) ? _pick(NOW - 101, NOW - 99) : NOW);
            return question;
        }
        question.packed = _anyPacked();
        question.proof = _listOf(question);
        if (_isOneIn(15)) question.account = address(0xF09);
        vm.deal(question.account, 1000 ether);
    }

    function _anyPacked() private returns (uint256 packed) {
        uint256 price = _isOneIn(8) ? (_isOneIn(2) ? FEE / 4 : PRICE + 1) : _anyPrice();
        uint256 start = _isOneIn(8) ? NOW + 1 : _pick(NOW - 1, NOW);
        uint256 end = _isOneIn(8) ? NOW : _pick(NOW + 1, NOW + 100);
        uint256 cap = _isOneIn(2) ? _pick(1, 8) : 0;
        packed = _packed(price, start, end, _pick(0, 60), cap, _isOneIn(15) ? 255 : _pick(0, 2));
        if (_isOneIn(15)) packed |= 1 << _pick(200, 255);
    }

    /// @dev Puts a list with this entry into force, sells some of it, and at times ends it again.
    function _listOf(Question memory question) private returns (bytes32[] memory proof) {
        bytes32 other = keccak256("a stranger's leaf");
        bytes32 root = _node(other, _leaf(collection, question.account, question.packed));
        proof = new bytes32[](1);
        proof[0] = other;
        if (_isOneIn(15)) return proof;
        uint256 notBefore = _isOneIn(8) ? NOW + 1 : _pick(NOW - 1, NOW);
        _tryAsOwner(
            abi.encodeCall(ICollectionManagement.addList, (root, "file", uint32(notBefore)))
        );

        question.proof = proof;
        if (_isOneIn(2)) _mint(question, _pick(1, 10), true);
        if (_isOneIn(8)) _tryAsOwner(abi.encodeCall(ICollectionManagement.removeList, (root)));
    }

    function _anyPrice() private returns (uint256) {
        uint256[3] memory prices = [0, FEE / 2, PRICE];
        return prices[_pick(0, 2)];
    }

    function _tryMint(address account, uint256 quantity) private {
        Question memory question;
        question.account = account;
        _mint(question, quantity, true);
    }

    function _tryAsOwner(bytes memory data) private {
        vm.prank(CREATOR);
        (bool isDone,) = address(collection).call(data);
        isDone;
    }

    function _isOneIn(uint256 many) private returns (bool) {
        return _pick(1, many) == 1;
    }

    /// @dev The next number of this run within [lowest, highest].
    function _pick(uint256 lowest, uint256 highest) private returns (uint256) {
        _seed = uint256(keccak256(abi.encode(_seed)));
        return bound(_seed, lowest, highest);
    }
}

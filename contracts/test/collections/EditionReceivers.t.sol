// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {Vm} from "../TestBase.sol";
import {
    BurningReceiver,
    FixedReceiver,
    LoudReceiver,
    RefusingReceiver,
    StateReceiver,
    TokenReceiver
} from "./Receivers.sol";
import {OnEdition} from "./SaleFixture.sol";
import {ClosedWallet} from "./Wallets.sol";

/// @dev Editions ask contracts that receive new copies (ERC-1155): a mint or an airdrop, last.
contract EditionReceiversTest is OnEdition {
    bytes4 private constant RECEIVED = 0xf23a6e61;
    bytes32 private constant AIRDROP_SKIPPED = keccak256("AirdropSkipped(address,uint256)");
    bytes4 private constant NOT_ENOUGH_GAS = bytes4(keccak256("NotEnoughGas()"));

    // --- mints ----------------------------------------------------------------------------------

    function test_mint_asksTheReceivingContractWithItsOwnOperatorAndQuantity() public {
        TokenReceiver receiver = _rich(new TokenReceiver());
        _mint(collection, address(receiver), 3);
        assertEq(receiver.received(), _question(address(receiver), 3));
    }

    function test_mintTo_asksTheRecipientAndNamesTheMinter() public {
        TokenReceiver receiver = new TokenReceiver();
        _mintTo(address(receiver), 4, REFERRER);
        assertEq(receiver.received(), _question(ALICE, 4));
    }

    function test_mintAllowlist_asksTheReceivingContract() public {
        TokenReceiver receiver = _rich(new TokenReceiver());
        uint256 packed = _packed(PRICE, 5, 0);
        bytes32[] memory proof = _list(collection, address(receiver), packed);
        _mintListed(address(receiver), 1, packed, proof);
        assertEq(receiver.received(), _question(address(receiver), 1));
        _mintListedPartly(address(receiver), 2, REFERRER, packed, proof);
        assertEq(receiver.received(), _question(address(receiver), 2));
    }

    function test_mint_revertsWhen_theReceiverDoesNotAccept() public {
        address[] memory refusers = _refusers();
        for (uint256 i; i < refusers.length; ++i) {
            _expectNoMintReaches(refusers[i]);
        }
        assertEq(collection.totalSupply(), 0);
        assertEq(address(collection).balance, 0);
    }

    function test_mint_isAcceptedWithMoreReturnDataThanNeeded() public {
        address[2] memory receivers = [
            address(new FixedReceiver(abi.encode(RECEIVED, "thank you"))),
            address(new LoudReceiver(true))
        ];
        for (uint256 i; i < 2; ++i) {
            _mintTo(receivers[i], 1, address(0));
            assertEq(_balance(receivers[i]), 1);
        }
    }

    function test_mintTo_copiesNoHugeReturnData() public {
        address loud = address(new LoudReceiver(true));
        uint256 value = UNIT;
        vm.prank(ALICE);
        collection.mintTo{value: value, gas: 3_200_000}(loud, 1, 1, address(0));
        assertEq(_balance(loud), 1);
    }

    function test_mint_asksNoAccountWithoutCode() public {
        _mint(collection, ALICE, 1);
        _mintTo(BOB, 1, address(0));
        assertEq(_balance(ALICE) + _balance(BOB), 2);
    }

    function test_delegatedAccount_countsAsNoCode() public {
        address delegated = address(0xF07702);
        vm.etch(delegated, abi.encodePacked(hex"ef0100", new ClosedWallet()));
        vm.deal(delegated, 1 ether);
        _mint(collection, delegated, 1);
        _mintTo(delegated, 1, address(0));
        (bool[] memory given,) = _airdropTo(_both(delegated, ALICE), 2);
        assertTrue(given[0] && given[1]);
        vm.prank(ALICE);
        IEditionTokens(address(collection)).safeTransferFrom(ALICE, delegated, 1, 2, "");
        uint256[] memory one = new uint256[](1);
        one[0] = 1;
        vm.prank(delegated);
        IEditionTokens(address(collection))
            .safeBatchTransferFrom(delegated, delegated, one, one, "");
        assertEq(_balance(delegated), 6);
    }

    function test_codeThatOnlyResemblesADelegation_isAsked() public {
        bytes20 target = bytes20(address(new ClosedWallet()));
        // Of the size of a delegation, or one byte off.
        bytes[4] memory codes = [
            abi.encodePacked(hex"ee0100", target),
            abi.encodePacked(hex"fe0100", target),
            abi.encodePacked(hex"000100", target, hex"00"),
            abi.encodePacked(hex"000100", bytes19(target))
        ];
        for (uint256 i; i < codes.length; ++i) {
            address account = address(uint160(0xF07710 + i));
            vm.etch(account, codes[i]);
            _expectNoMintReaches(account);
        }
    }

    function test_mintTo_asksWhenAllElseIsFinal() public {
        StateReceiver receiver = new StateReceiver();
        uint256 before = ALICE.balance;
        vm.prank(ALICE);
        collection.mintTo{value: 11 * UNIT}(address(receiver), 1, 11, REFERRER);
        assertEq(receiver.balance(), 10);
        assertEq(receiver.supply(), 10);
        assertEq(receiver.minted(), 10);
        // The surplus is back already.
        assertEq(receiver.money(), 10 * UNIT);
        assertEq(before - ALICE.balance, 10 * UNIT);
    }

    function test_mint_letsItsReceiverMintAgainWithinItsLimitOnly() public {
        TokenReceiver receiver = _rich(new TokenReceiver());
        receiver.payAfter(address(collection), 6 * UNIT, _mintCall(6));
        expectRevert(ICollectionTypes.NotReceived.selector);
        _mintTo(address(receiver), 5, address(0));
        receiver.payAfter(address(collection), 5 * UNIT, _mintCall(5));
        _mintTo(address(receiver), 5, address(0));
        assertEq(_balance(address(receiver)), 10);
        assertEq(collection.totalSupply(), 10);
        assertEq(address(collection).balance, 10 * UNIT);
    }

    function test_mint_letsItsReceiverPassOnOrBurnTheCopies() public {
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(address(collection), _moveCall(address(receiver), BOB, 2));
        _mintTo(address(receiver), 3, address(0));
        assertEq(_balance(BOB), 2);
        receiver.answerAfter(address(collection), abi.encodeCall(IEditionTokens.burn, (3)));
        _mintTo(address(receiver), 2, address(0));
        assertEq(_balance(address(receiver)), 0);
        assertEq(collection.totalSupply(), 2);
    }

    function testFuzz_mintTo_asksForExactlyWhatWasMinted(uint256 requested, uint256 left) public {
        requested = bound(requested, 1, 50);
        left = bound(left, 1, 60);
        _lowerCap(left);
        TokenReceiver receiver = new TokenReceiver();
        vm.prank(ALICE);
        uint256 quantity =
            collection.mintTo{value: requested * UNIT}(address(receiver), 0, requested, address(0));
        assertEq(receiver.received(), _question(ALICE, quantity));
        assertEq(_balance(address(receiver)), quantity);
    }

    // --- airdrops -------------------------------------------------------------------------------

    function test_airdrop_asksContractsAndNamesTheOwner() public {
        TokenReceiver receiver = new TokenReceiver();
        vm.expectEmit(address(collection));
        emit ICollectionTypes.Airdropped(address(receiver), 7);
        vm.expectEmit(address(collection));
        emit IEditionTokens.TransferSingle(CREATOR, address(0), address(receiver), 1, 7);
        _airdrop(address(receiver), 7);
        assertEq(receiver.received(), _question(CREATOR, 7));
        assertEq(_balance(address(receiver)), 7);
    }

    function test_airdrop_skipsRefusersAndServesAllOthers() public {
        address[] memory refusers = _refusers();
        uint256 count = refusers.length;
        address[] memory recipients = new address[](2 * count + 1);
        for (uint256 i; i < count; ++i) {
            recipients[2 * i] = refusers[i];
            recipients[2 * i + 1] = address(uint160(0xF10000 + i));
        }
        recipients[2 * count] = address(new TokenReceiver());

        (bool[] memory given, uint256 skips) = _airdropTo(recipients, 2);
        assertEq(skips, count);
        for (uint256 i; i < recipients.length; ++i) {
            bool isRefuser = i % 2 == 0 && i < 2 * count;
            assertTrue(given[i] == !isRefuser);
            assertEq(_balance(recipients[i]), isRefuser ? 0 : 2);
        }
        assertEq(collection.totalSupply(), 2 * (count + 1));
        assertEq(collection.overview().minted, 2 * (count + 1));
        assertEq(collection.owed(CREATOR) + collection.owed(address(platform)), 0);
    }

    function test_airdrop_leavesNothingBehindOfASkippedGift() public {
        // It passes the copies on and then refuses them.
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(address(collection), _moveCall(address(receiver), BOB, 2));
        receiver.refuse();
        (bool[] memory given,) = _airdropTo(_both(address(receiver), ALICE), 2);
        assertTrue(!given[0] && given[1]);
        assertEq(_balance(BOB) + _balance(address(receiver)), 0);
        assertEq(collection.totalSupply(), 2);
        // What was skipped can be given again.
        receiver.answerAfter(address(0), "");
        assertTrue(_given(address(receiver), 98));
        assertEq(collection.totalSupply(), 100);
    }

    function test_airdrop_isNotCutShortByAReceiverThatMints() public {
        TokenReceiver receiver = _rich(new TokenReceiver());
        receiver.payAfter(address(collection), UNIT, _mintCall(1));
        _lowerCap(4);
        // All that is left is given away, so that the mint in between finds nothing.
        (bool[] memory given,) =
            _airdropTo(_both(address(receiver), address(new TokenReceiver())), 2);
        assertTrue(!given[0] && given[1]);
        assertEq(collection.totalSupply(), 2);
    }

    function test_airdrop_isNotCutShortByAReceiverThatAppliesALowerCap() public {
        ICollectionFactory.CreateParams memory params = _usual();
        params.notice = 60;
        collection = _create(params);
        _lowerCap(1);
        vm.warp(NOW + 60);
        TokenReceiver receiver = new TokenReceiver();
        receiver.answerAfter(address(collection), abi.encodeWithSignature("applyCap()"));
        address second = address(new TokenReceiver());
        (bool[] memory given,) = _airdropTo(_both(address(receiver), second), 3);
        assertTrue(given[0] && given[1]);
        assertEq(collection.overview().maxSupply, 6);
    }

    function test_airdrop_boundsTheGasOfEachReceiver() public {
        address[] memory recipients = new address[](5);
        for (uint256 i; i < 4; ++i) {
            recipients[i] = address(new BurningReceiver());
        }
        recipients[4] = address(new TokenReceiver());
        uint256[] memory quantities = _same(5, 1);
        vm.prank(CREATOR);
        collection.airdrop{gas: 1_500_000}(recipients, quantities);
        assertEq(_balance(recipients[4]), 1);
        assertEq(collection.totalSupply(), 1);
    }

    function test_airdrop_revertsWhen_aReceiverCouldNotGetItsShareOfGas() public {
        address[] memory recipients = _both(ALICE, address(new TokenReceiver()));
        uint256[] memory quantities = _same(2, 1);
        // Enough for the gifts themselves, and less than a receiver may use.
        vm.expectRevert(abi.encodeWithSelector(NOT_ENOUGH_GAS));
        vm.prank(CREATOR);
        collection.airdrop{gas: 250_000}(recipients, quantities);
        assertEq(collection.totalSupply(), 0);
    }

    function testFuzz_airdrop_givesOrRevertsButNeverSkipsForWantOfGas(uint256 gasLimit) public {
        gasLimit = bound(gasLimit, 60_000, 600_000);
        address[] memory recipients =
            _both(address(new TokenReceiver()), address(new TokenReceiver()));
        bytes memory data = _airdropCall(recipients, _same(2, 1));
        vm.prank(CREATOR);
        (bool isDone, bytes memory result) = address(collection).call{gas: gasLimit}(data);
        if (!isDone) return assertEq(collection.totalSupply(), 0);
        bool[] memory given = abi.decode(result, (bool[]));
        assertTrue(given[0] && given[1]);
    }

    function testFuzz_airdrop_countsWhatWasTaken(uint256 first, uint256 second, uint256 mask)
        public
    {
        first = bound(first, 1, 50);
        second = bound(second, 1, 50);
        address[] memory recipients = _both(_receiver(mask & 1 == 0), _receiver(mask & 2 == 0));
        uint256[] memory quantities = _same(2, first);
        quantities[1] = second;
        vm.prank(CREATOR);
        collection.airdrop(recipients, quantities);
        uint256 expected = (mask & 1 == 0 ? first : 0) + (mask & 2 == 0 ? second : 0);
        assertEq(collection.totalSupply(), expected);
        assertEq(_balance(recipients[0]) + _balance(recipients[1]), expected);
    }

    function test_airdrop_toTheCollectionItselfIsSkipped() public {
        assertFalse(_given(address(collection), 1));
        _expectNoMintReaches(address(collection));
    }

    function test_give_revertsWhen_notCalledByTheCollectionItself() public {
        address[3] memory callers = [ALICE, CREATOR, address(factory)];
        for (uint256 i; i < callers.length; ++i) {
            vm.prank(callers[i]);
            (bool isDone, bytes memory reason) = address(collection)
                .call(abi.encodeWithSignature("give(address,address,uint256)", ALICE, ALICE, 1));
            assertFalse(isDone);
            assertEq(reason, abi.encodeWithSelector(IEditionTokens.NotAuthorized.selector));
        }
        assertEq(collection.totalSupply(), 0);
    }

    // --- helpers --------------------------------------------------------------------------------

    function _refusers() private returns (address[] memory refusers) {
        refusers = new address[](11);
        refusers[0] = address(new RefusingReceiver());
        refusers[1] = address(new ClosedWallet());
        refusers[2] = address(new FixedReceiver(""));
        refusers[3] = address(new FixedReceiver(abi.encode(bytes4(0xdeadbeef))));
        refusers[4] = address(new FixedReceiver(abi.encodePacked(RECEIVED)));
        refusers[5] = address(new FixedReceiver(abi.encodePacked(RECEIVED, bytes28(uint224(1)))));
        refusers[6] = address(new FixedReceiver(abi.encode(uint256(uint32(RECEIVED)))));
        // The selectors of a batch and of the other standard.
        refusers[7] = address(new FixedReceiver(abi.encode(bytes4(0xbc197c81))));
        refusers[8] = address(new FixedReceiver(abi.encode(bytes4(0x150b7a02))));
        refusers[9] = address(new LoudReceiver(false));
        refusers[10] = address(new BurningReceiver());
    }

    function _expectNoMintReaches(address to) private {
        bytes memory reason = abi.encodeWithSelector(ICollectionTypes.NotReceived.selector);
        vm.deal(to, 1 ether);
        vm.expectRevert(reason);
        vm.prank(to);
        collection.mint{value: UNIT, gas: 5_000_000}(1);
        vm.expectRevert(reason);
        vm.prank(ALICE);
        collection.mintTo{value: UNIT, gas: 5_000_000}(to, 1, 1, address(0));
    }

    function _receiver(bool isWilling) private returns (address) {
        return isWilling ? address(new TokenReceiver()) : address(new RefusingReceiver());
    }

    function _rich(TokenReceiver receiver) private returns (TokenReceiver) {
        vm.deal(address(receiver), 100 ether);
        return receiver;
    }

    /// @dev The digest of the callback about new copies.
    function _question(address operator, uint256 quantity) private view returns (bytes32) {
        return keccak256(abi.encode(collection, operator, address(0), 1, quantity, bytes("")));
    }

    function _mintCall(uint256 quantity) private pure returns (bytes memory) {
        return abi.encodeWithSignature("mint(uint256)", quantity);
    }

    function _moveCall(address from, address to, uint256 quantity)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodeCall(IEditionTokens.safeTransferFrom, (from, to, 1, quantity, ""));
    }

    function _airdropCall(address[] memory recipients, uint256[] memory quantities)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodeWithSignature("airdrop(address[],uint256[])", recipients, quantities);
    }

    function _given(address recipient, uint256 quantity) private returns (bool) {
        address[] memory recipients = new address[](1);
        recipients[0] = recipient;
        (bool[] memory given,) = _airdropTo(recipients, quantity);
        return given[0];
    }

    /// @dev Gives each the same and counts the skips that were logged.
    function _airdropTo(address[] memory recipients, uint256 quantity)
        private
        returns (bool[] memory given, uint256 skips)
    {
        bytes memory data = _airdropCall(recipients, _same(recipients.length, quantity));
        vm.recordLogs();
        vm.prank(CREATOR);
        (bool isDone, bytes memory result) = address(collection).call(data);
        assertTrue(isDone, "the airdrop was refused");
        given = abi.decode(result, (bool[]));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != AIRDROP_SKIPPED) continue;
            assertEq(abi.decode(logs[i].data, (uint256)), quantity);
            ++skips;
        }
    }

    function _both(address first, address second)
        private
        pure
        returns (address[] memory recipients)
    {
        recipients = new address[](2);
        (recipients[0], recipients[1]) = (first, second);
    }

    function _same(uint256 count, uint256 quantity)
        private
        pure
        returns (uint256[] memory quantities)
    {
        quantities = new uint256[](count);
        for (uint256 i; i < count; ++i) {
            quantities[i] = quantity;
        }
    }
}

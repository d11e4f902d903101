// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {IDropCollection} from "../../src/interfaces/IDropCollection.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Tokens minted together share one word until they part: who owns which, after any moves.
contract RunsTest is CollectionFixture {
    uint256 private constant HOLDER_PREFIX = 1 << 201;
    uint256 private constant TOKEN_PREFIX = 1 << 200;
    uint256 private constant LONGEST_RUN = 64;
    /// @dev A transfer with a hint, without one from the end of the longest run, and an `ownerOf` of
    ///      that: as whole transactions.
    uint256 private constant GAS_WITH_HINT = 85_000;
    uint256 private constant GAS_WITHOUT_HINT = 225_000;
    uint256 private constant GAS_OF_WORST_READ = 175_000;

    IDropCollection private drop;
    /// @dev Who owns which token by what was done; 0 for burned ones.
    address[] private _owners;

    function setUp() public override {
        super.setUp();
        ICollectionFactory.CreateParams memory params = _params(DROP);
        params.maxSupply = 5000;
        params.publicPhase.walletLimit = type(uint16).max;
        drop = IDropCollection(address(_create(params)));
        _owners.push();
    }

    function test_transfer_fromTheMiddleNeedsNoWordForTheNeighbours() public {
        _give(ALICE, 10);
        _move(ALICE, BOB, 5);
        _assertOwners();
        assertEq(_tokenWord(4), 0);
        assertEq(_tokenWord(5), uint160(BOB) | 1 << 160);
        assertEq(_tokenWord(6), 0);
        assertEq(_tokenWord(1), uint160(ALICE) | 10 << 160);
    }

    function test_transfer_fromTheHeadHandsTheRunOn() public {
        _give(ALICE, 10);
        _move(ALICE, BOB, 1);
        _assertOwners();
        assertEq(_tokenWord(1), uint160(BOB) | 1 << 160);
        assertEq(_tokenWord(2), uint160(ALICE) | 9 << 160);
        _move(ALICE, BOB, 2);
        _move(ALICE, REFERRER, 3);
        _assertOwners();
        assertEq(_tokenWord(4), uint160(ALICE) | 7 << 160);
    }

    function test_transfer_fromTheTailEndsNothing() public {
        _give(ALICE, 10);
        _move(ALICE, BOB, 10);
        _assertOwners();
        _move(ALICE, BOB, 9);
        _move(BOB, ALICE, 10);
        _assertOwners();
    }

    function test_transfer_handsARunOnOverMovedAndBurnedTokens() public {
        _give(ALICE, 10);
        _move(ALICE, BOB, 2);
        _burn(ALICE, 3);
        _approve(ALICE, 4);
        _move(ALICE, BOB, 1);
        _assertOwners();
        assertEq(_tokenWord(5), uint160(ALICE) | 6 << 160, "the first token without a word");
        assertEq(_tokenWord(4), uint160(ALICE) | 1 << 160 | 1 << 255);
        _burn(ALICE, 5);
        _assertOwners();
        _move(ALICE, BOB, 4);
        _assertOwners();
    }

    function test_transfer_handsNothingOnWhenAllOthersHaveLeft() public {
        _give(ALICE, 4);
        _give(BOB, 1);
        _move(ALICE, BOB, 2);
        _burn(ALICE, 3);
        _move(ALICE, BOB, 4);
        _move(ALICE, BOB, 1);
        _assertOwners();
        assertEq(drop.balanceOf(ALICE), 0);
        assertEq(_tokenWord(5), uint160(BOB) | 1 << 160, "the next run is not touched");
    }

    function test_transfer_handsNothingOnToATokenThatIsNotMinted() public {
        _give(ALICE, 2);
        _move(ALICE, BOB, 2);
        _move(ALICE, BOB, 1);
        assertEq(_tokenWord(3), 0);
        expectRevert(IDropTokens.NoToken.selector, 3);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 3);
        _give(REFERRER, 1);
        _assertOwners();
    }

    function test_transfer_ofEveryTokenOfARunInAnyOrder() public {
        uint256[5][4] memory orders = [
            [uint256(1), 2, 3, 4, 5],
            [uint256(5), 4, 3, 2, 1],
            [uint256(3), 1, 2, 5, 4],
            [uint256(2), 4, 1, 3, 5]
        ];
        for (uint256 i; i < orders.length; ++i) {
            uint256 minted = _owners.length - 1;
            _give(ALICE, 5);
            for (uint256 j; j < 5; ++j) {
                _move(ALICE, BOB, minted + orders[i][j]);
                _assertOwners();
            }
        }
        assertEq(drop.balanceOf(BOB), 20);
    }

    function test_transfer_toOneselfKeepsTheRun() public {
        _give(ALICE, 5);
        for (uint256 id = 1; id < 6; ++id) {
            _move(ALICE, ALICE, id);
            _assertOwners();
        }
        assertEq(drop.balanceOf(ALICE), 5);
        _move(ALICE, BOB, 1);
        _move(ALICE, BOB, 3);
        _assertOwners();
    }

    function test_transfer_toOneselfOfAHead() public {
        _give(ALICE, 5);
        _move(ALICE, ALICE, 1);
        assertEq(_tokenWord(2), uint160(ALICE) | 4 << 160);
        _move(ALICE, BOB, 4);
        _assertOwners();
    }

    function test_approve_insideARunThenTransfer() public {
        _give(ALICE, 5);
        _approve(ALICE, 3);
        _assertOwners();
        _move(ALICE, BOB, 3);
        _assertOwners();
        _approve(ALICE, 1);
        assertEq(_tokenWord(1), uint160(ALICE) | 5 << 160 | 1 << 255, "the run goes on");
        _assertOwners();
        _move(ALICE, BOB, 1);
        assertEq(_tokenWord(2), uint160(ALICE) | 4 << 160, "handed on without the approval");
        assertEq(drop.getApproved(2), address(0));
        _assertOwners();
        assertEq(drop.getApproved(3), address(0));
    }

    function test_approve_ofATailThenOfTheNextHead() public {
        _give(ALICE, 2);
        _give(BOB, 2);
        _approve(ALICE, 2);
        _approve(BOB, 3);
        _move(ALICE, BOB, 1);
        _move(BOB, ALICE, 3);
        _assertOwners();
    }

    function test_burn_ofAHeadThenTransferOfTheNext() public {
        _give(ALICE, 5);
        _burn(ALICE, 1);
        _assertOwners();
        _move(ALICE, BOB, 2);
        _assertOwners();
        _burn(ALICE, 3);
        _burn(BOB, 2);
        _assertOwners();
        assertEq(drop.totalSupply(), 2);
        assertEq(_tokenWord(1), 1 << 160, "burned for ever");
    }

    function test_burn_ofEveryTokenOfARun() public {
        _give(ALICE, 5);
        for (uint256 id = 1; id < 6; ++id) {
            _burn(ALICE, id);
            _assertOwners();
        }
        assertEq(drop.balanceOf(ALICE), 0);
    }

    // --- hints ----------------------------------------------------------------------------------

    function test_hints_areKeptForTheLastThreeRuns() public {
        for (uint256 i; i < 4; ++i) {
            _give(ALICE, 10);
        }
        uint256 word = _word(drop, HOLDER_PREFIX | uint160(ALICE));
        assertEq(word & 0xfffffff, 40);
        assertEq((word >> 44) & 0xfffffffff, 31 | 10 << 28);
        assertEq((word >> 80) & 0xfffffffff, 21 | 10 << 28);
        assertEq((word >> 116) & 0xfffffffff, 11 | 10 << 28);
        assertEq(word >> 152, 0);
    }

    function test_hints_areNotSpentOnSingleTokens() public {
        _give(ALICE, 10);
        for (uint256 i; i < 4; ++i) {
            _give(ALICE, 1);
        }
        uint256 word = _word(drop, HOLDER_PREFIX | uint160(ALICE));
        assertEq((word >> 44) & 0xfffffffff, 1 | 10 << 28);
        assertEq(word >> 80, 0);
    }

    function test_hints_coverEveryTokenOfTheirRunAndNoOther() public {
        for (uint256 i; i < 4; ++i) {
            _give(ALICE, 3);
            _give(BOB, 2);
        }
        for (uint256 id = 1; id <= 20; ++id) {
            address holder = _owners[id];
            address other = holder == ALICE ? BOB : ALICE;
            expectRevert(IDropTokens.NotAuthorized.selector);
            vm.prank(other);
            drop.transferFrom(other, REFERRER, id);
            uint256 snapshot = vm.snapshotState();
            vm.prank(holder);
            drop.transferFrom(holder, REFERRER, id);
            assertEq(drop.ownerOf(id), REFERRER);
            vm.revertToState(snapshot);
        }
    }

    function test_hints_ofATokenThatWasSoldDoNotBringItBack() public {
        _give(ALICE, 10);
        for (uint256 id = 1; id <= 10; ++id) {
            _move(ALICE, BOB, id);
            expectRevert(IDropTokens.NotAuthorized.selector);
            vm.prank(ALICE);
            drop.transferFrom(ALICE, ALICE, id);
        }
        for (uint256 id = 1; id <= 10; ++id) {
            _burn(BOB, id);
            expectRevert(IDropTokens.NoToken.selector, id);
            vm.prank(ALICE);
            drop.transferFrom(ALICE, BOB, id);
        }
        _assertOwners();
    }

    function test_hints_areNotOthersWhenTheyMint() public {
        _give(ALICE, 3);
        _move(ALICE, BOB, 2);
        _give(BOB, 3);
        _move(BOB, ALICE, 5);
        _move(BOB, ALICE, 2);
        _move(ALICE, BOB, 1);
        _assertOwners();
    }

    function test_transfer_withAHintCostsTheSameAnywhereInTheRun() public {
        _give(ALICE, 64);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 64);
        assertLe(vm.lastCallGas().gasTotalUsed, GAS_WITH_HINT);
        vm.prank(ALICE);
        drop.transferFrom(ALICE, REFERRER, 2);
        assertLe(vm.lastCallGas().gasTotalUsed, GAS_WITH_HINT);
    }

    function test_transfer_withoutAHintSearchesAtMostOneRun() public {
        for (uint256 i; i < 4; ++i) {
            _give(ALICE, 64);
        }
        vm.prank(ALICE);
        drop.transferFrom(ALICE, BOB, 64);
        uint256 gas = vm.lastCallGas().gasTotalUsed;
        assertLe(gas, GAS_WITHOUT_HINT);
        assertLe(GAS_WITH_HINT, gas);
        for (uint256 id = 128; id <= 256; id += 64) {
            vm.prank(ALICE);
            drop.transferFrom(ALICE, address(uint160(0xE00 + id)), id);
            assertLe(vm.lastCallGas().gasTotalUsed, GAS_WITH_HINT);
        }
    }

    function test_ownerOf_isBoundedByTheLongestRun() public {
        _give(ALICE, 255);
        uint256[5] memory lasts = [uint256(64), 128, 192, 255, 63];
        for (uint256 i; i < lasts.length; ++i) {
            assertEq(drop.ownerOf(lasts[i]), ALICE);
            assertLe(vm.lastCallGas().gasTotalUsed, GAS_OF_WORST_READ);
        }
        // Not even when its head is handed on and on.
        for (uint256 id = 1; id < 64; ++id) {
            _move(ALICE, BOB, id);
        }
        assertEq(drop.ownerOf(64), ALICE);
        assertLe(vm.lastCallGas().gasTotalUsed, GAS_OF_WORST_READ);
    }

    // --- gifts of many tokens -------------------------------------------------------------------

    function test_airdrop_ofMoreThanARunIsSplit() public {
        uint256[8] memory quantities = [uint256(1), 2, 63, 64, 65, 128, 129, 255];
        for (uint256 i; i < quantities.length; ++i) {
            uint256 first = _owners.length;
            _give(ALICE, quantities[i]);
            _give(BOB, 1);
            for (uint256 j; j < quantities[i]; ++j) {
                uint256 rest = quantities[i] - j;
                uint256 length = rest < LONGEST_RUN ? rest : LONGEST_RUN;
                uint256 expected = j % LONGEST_RUN == 0 ? uint160(ALICE) | length << 160 : 0;
                assertEq(_tokenWord(first + j), expected);
            }
            uint256 hint = (_word(drop, HOLDER_PREFIX | uint160(ALICE)) >> 44) & 0xfffffffff;
            if (quantities[i] > 1) assertEq(hint, first | quantities[i] << 28);
        }
        assertEq(drop.balanceOf(ALICE), 707);
        _assertOwners();
    }

    function test_airdrop_ofManyMovesAtEverySeam() public {
        _give(ALICE, 255);
        _give(BOB, 3);
        uint256[12] memory ids = [uint256(64), 65, 1, 128, 129, 66, 192, 193, 255, 254, 2, 127];
        for (uint256 i; i < ids.length; ++i) {
            if (i % 3 == 2) _burn(ALICE, ids[i]);
            else _move(ALICE, BOB, ids[i]);
            _assertOwners();
        }
    }

    function test_tokensOfOwnerIn_startsAndStopsAnywhere() public {
        _give(ALICE, 129);
        _give(BOB, 3);
        _give(ALICE, 70);
        _move(ALICE, BOB, 1);
        _move(ALICE, BOB, 65);
        _burn(ALICE, 66);
        _move(ALICE, BOB, 140);
        for (uint256 start; start < 204; ++start) {
            _assertSlice(ALICE, start, start + 1);
            _assertSlice(BOB, start, start + 1);
            _assertSlice(ALICE, start, start + 3);
            _assertSlice(BOB, 204 - start, 204);
        }
    }

    // --- any history ----------------------------------------------------------------------------

    /// forge-config: default.fuzz.runs = 64
    /// @dev Equals a naive list of owners, token by token and slice by slice.
    function testFuzz_owners_areRightAfterAnyHistory(uint256 seed) public {
        address[3] memory people = [ALICE, BOB, REFERRER];
        for (uint256 i; i < 40; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            address person = people[seed % 3];
            uint256 dice = (seed >> 8) % 8;
            uint256 minted = _owners.length - 1;
            uint256 id = minted == 0 ? 0 : 1 + (seed >> 16) % minted;
            if (id == 0 || dice < 2) {
                _give(person, 1 + (seed >> 32) % (dice == 0 ? 130 : 9));
            } else if (_owners[id] != address(0)) {
                if (dice == 2) _burn(_owners[id], id);
                else if (dice == 3) _approve(_owners[id], id);
                else _move(_owners[id], person, id);
            }
        }
        _assertOwners();
        uint256 start = (seed >> 64) % _owners.length;
        uint256 stop = start + (seed >> 96) % (_owners.length + 10 - start);
        for (uint256 i; i < 3; ++i) {
            _assertSlice(people[i], start, stop);
        }
    }

    // --- what is done and what is expected ------------------------------------------------------

    function _give(address to, uint256 quantity) private {
        address[] memory recipients = new address[](1);
        uint256[] memory quantities = new uint256[](1);
        recipients[0] = to;
        quantities[0] = quantity;
        vm.prank(CREATOR);
        drop.airdrop(recipients, quantities);
        for (uint256 i; i < quantity; ++i) {
            _owners.push(to);
        }
    }

    function _move(address from, address to, uint256 id) private {
        vm.prank(from);
        drop.transferFrom(from, to, id);
        _owners[id] = to;
    }

    function _burn(address from, uint256 id) private {
        vm.prank(from);
        drop.burnFrom(from, id);
        _owners[id] = address(0);
    }

    function _approve(address from, uint256 id) private {
        vm.prank(from);
        drop.approve(OPERATOR, id);
        assertEq(drop.getApproved(id), OPERATOR);
    }

    function _assertOwners() private {
        uint256 held;
        for (uint256 id = 1; id < _owners.length; ++id) {
            if (_owners[id] != address(0)) {
                assertEq(drop.ownerOf(id), _owners[id]);
                ++held;
                continue;
            }
            expectRevert(IDropTokens.NoToken.selector, id);
            drop.ownerOf(id);
        }
        assertEq(drop.totalSupply(), held);
        uint256 balances = drop.balanceOf(ALICE) + drop.balanceOf(BOB);
        assertEq(balances + drop.balanceOf(REFERRER), held);
        _assertSlice(ALICE, 0, type(uint256).max);
        _assertSlice(BOB, 0, type(uint256).max);
        _assertSlice(REFERRER, 0, type(uint256).max);
    }

    function _assertSlice(address holder, uint256 start, uint256 stop) private view {
        uint256[] memory ids = drop.tokensOfOwnerIn(holder, start, stop);
        uint256 count;
        for (uint256 id = start == 0 ? 1 : start; id < stop && id < _owners.length; ++id) {
            if (_owners[id] != holder) continue;
            assertTrue(count < ids.length, "a token is missing");
            assertEq(ids[count++], id);
        }
        assertEq(count, ids.length, "tokens too many");
        if (start == 0 && stop >= _owners.length) {
            assertEq(drop.balanceOf(holder), count, "balance");
        }
    }

    function _tokenWord(uint256 id) private view returns (uint256) {
        return _word(drop, TOKEN_PREFIX | id);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRecords} from "../../src/interfaces/INameRecords.sol";
import {NameFixture} from "./NameFixture.sol";

/// @dev Text records, address records and primary names.
contract RecordsTest is NameFixture {
    uint256 private constant ETHER = 60;
    uint256 private constant BITCOIN = 0;
    uint256 private constant EVERY_CHAIN = 0x80000000;
    uint256 private constant BASE = 0x80000000 | 8453;
    uint256 private constant HOME_CHAIN = 7777;
    uint256 private constant HOME = 0x80000000 | HOME_CHAIN;

    function setUp() public override {
        super.setUp();
        vm.chainId(HOME_CHAIN);
        _register(LANTERN, ALICE);
    }

    // --- texts ----------------------------------------------------------------------------------

    function test_setTexts_setsAndRemoves() public {
        string[] memory keys = new string[](2);
        (keys[0], keys[1]) = ("url", "com.twitter");
        string[] memory values = new string[](2);
        (values[0], values[1]) = ("https://example.org", "lantern");
        vm.expectEmit(address(registry));
        emit INameRecords.TextChanged(LANTERN, "url", "https://example.org");
        vm.expectEmit(address(registry));
        emit INameRecords.TextChanged(LANTERN, "com.twitter", "lantern");
        vm.prank(ALICE);
        registry.setTexts(LANTERN, keys, values);
        assertEq(registry.text(LANTERN, "url"), "https://example.org");
        assertEq(registry.text(LANTERN, "com.twitter"), "lantern");
        _setText(LANTERN, ALICE, "url", "");
        assertEq(registry.text(LANTERN, "url"), "");
        assertEq(registry.text(LANTERN, "com.twitter"), "lantern");
        assertEq(registry.text(HARBOR, "com.twitter"), "");
    }

    function test_setTexts_holdsWhatTheBoundsAllow() public {
        string[] memory keys = new string[](20);
        string[] memory values = new string[](20);
        for (uint256 i; i < 20; ++i) {
            keys[i] =
                string.concat(_repeat("k", 63), string(abi.encodePacked(bytes1(uint8(65 + i)))));
            values[i] = _repeat("v", i == 0 ? 1024 : i);
        }
        vm.prank(ALICE);
        registry.setTexts(LANTERN, keys, values);
        for (uint256 i; i < 20; ++i) {
            assertEq(registry.text(LANTERN, keys[i]), values[i]);
        }
    }

    function test_setTexts_revertsWhen_aBoundIsPassed() public {
        expectRevert(INameRecords.RecordTooLong.selector);
        _setText(LANTERN, ALICE, _repeat("k", 65), "v");
        expectRevert(INameRecords.RecordTooLong.selector);
        _setText(LANTERN, ALICE, "k", _repeat("v", 1025));
        expectRevert(INameRecords.TooManyRecords.selector);
        vm.prank(ALICE);
        registry.setTexts(LANTERN, new string[](21), new string[](21));
        expectRevert(INameRecords.LengthMismatch.selector);
        vm.prank(ALICE);
        registry.setTexts(LANTERN, new string[](2), new string[](1));
    }

    function test_records_areTheOwnersAlone() public {
        // Also an account that may move the name may not change what it shows.
        vm.prank(ALICE);
        registry.setApprovalForAll(BOB, true);
        expectRevert(INameRecords.NotTokenOwner.selector);
        _setText(LANTERN, BOB, "url", "https://example.org");
        expectRevert(INameRecords.NotTokenOwner.selector);
        vm.prank(BOB);
        registry.setAddr(LANTERN, ETHER, abi.encodePacked(BOB));
        expectRevert(INameRecords.NotTokenOwner.selector);
        vm.prank(BOB);
        registry.setPrimary(LANTERN);
        expectRevert(INameRecords.NotTokenOwner.selector);
        _setText(HARBOR, BOB, "url", "https://example.org");
    }

    function testFuzz_setTexts_keepsAnyText(string memory key, string memory value) public {
        bool isLong = bytes(key).length > 64 || bytes(value).length > 1024;
        if (isLong) expectRevert(INameRecords.RecordTooLong.selector);
        _setText(LANTERN, ALICE, key, value);
        assertEq(registry.text(LANTERN, key), isLong ? "" : value);
    }

    // --- addresses ------------------------------------------------------------------------------

    function test_addr_isTheOwnerUnlessARecordSaysOtherwise() public {
        assertEq(registry.addr(LANTERN), ALICE);
        assertEq(registry.addr(LANTERN, ETHER), abi.encodePacked(ALICE));
        assertEq(registry.addr(LANTERN, BASE), abi.encodePacked(ALICE));
        assertEq(registry.addr(LANTERN, HOME), abi.encodePacked(ALICE));
        assertEq(registry.addr(LANTERN, EVERY_CHAIN), abi.encodePacked(ALICE));
        assertEq(registry.addr(LANTERN, BITCOIN), "");
        assertEq(registry.addr(LANTERN, 1 << 32), "");

        _setAddr(BASE, abi.encodePacked(BOB));
        assertEq(registry.addr(LANTERN, BASE), abi.encodePacked(BOB));
        assertEq(registry.addr(LANTERN), ALICE);
        _setAddr(EVERY_CHAIN, abi.encodePacked(OPERATOR));
        assertEq(registry.addr(LANTERN), OPERATOR);
        assertEq(registry.addr(LANTERN, BASE), abi.encodePacked(BOB));
        _setAddr(ETHER, abi.encodePacked(BOB));
        assertEq(registry.addr(LANTERN), BOB);
        // Removed, they give way to the next.
        _setAddr(ETHER, "");
        _setAddr(EVERY_CHAIN, "");
        assertEq(registry.addr(LANTERN), ALICE);
    }

    function test_setAddr_setsAddressesOfAnyNetwork() public {
        bytes memory script = hex"76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac";
        vm.expectEmit(address(registry));
        emit INameRecords.AddrChanged(LANTERN, BITCOIN, script);
        _setAddr(BITCOIN, script);
        assertEq(registry.addr(LANTERN, BITCOIN), script);
    }

    function test_setAddr_revertsWhen_theAddressIsNone() public {
        vm.prank(ALICE);
        expectRevert(INameRecords.BadAddress.selector);
        registry.setAddr(LANTERN, ETHER, hex"1234");
        vm.prank(ALICE);
        expectRevert(INameRecords.BadAddress.selector);
        registry.setAddr(LANTERN, BASE, abi.encode(BOB));
        vm.prank(ALICE);
        expectRevert(INameRecords.RecordTooLong.selector);
        registry.setAddr(LANTERN, BITCOIN, new bytes(1025));
    }

    function test_addr_ofAContractCountsAtHomeOnly() public {
        vm.etch(ALICE, hex"60006000fd");
        assertEq(registry.addr(LANTERN, HOME), abi.encodePacked(ALICE));
        assertEq(registry.addr(LANTERN, BASE), "");
        assertEq(registry.addr(LANTERN, EVERY_CHAIN), "");
        assertEq(registry.addr(LANTERN), address(0));
        // A record of its own wins as always.
        _setAddr(ETHER, abi.encodePacked(BOB));
        assertEq(registry.addr(LANTERN), BOB);
    }

    function test_addr_ofAContractOnTheMainNetworkIsThatOfEther() public {
        vm.etch(ALICE, hex"60006000fd");
        vm.chainId(1);
        assertEq(registry.addr(LANTERN), ALICE);
        assertEq(registry.addr(LANTERN, EVERY_CHAIN + 1), "");
        assertEq(registry.addr(LANTERN, BASE), "");
    }

    function test_addr_ofAContractOnAChainWithoutCoinTypeIsNone() public {
        vm.etch(ALICE, hex"60006000fd");
        vm.chainId(1 << 31);
        assertEq(registry.addr(LANTERN, uint256(1) << 32), "");
        assertEq(registry.addr(LANTERN, HOME), "");
    }

    function test_addr_ofADelegatedAccountCountsEverywhere() public {
        vm.etch(ALICE, abi.encodePacked(hex"ef0100", address(registry)));
        assertEq(registry.addr(LANTERN), ALICE);
        assertEq(registry.addr(LANTERN, BASE), abi.encodePacked(ALICE));
        assertEq(registry.addr(LANTERN, HOME), abi.encodePacked(ALICE));
    }

    function test_addr_isNoneWithoutAnOwner() public {
        assertEq(registry.addr(HARBOR), address(0));
        assertEq(registry.addr(HARBOR, BASE), "");
        _reserve(HARBOR);
        assertEq(registry.addr(HARBOR, BASE), "");
    }

    function testFuzz_addr_givesTheOwnerForEvmChainsOnly(uint256 coinType) public view {
        bool isEvm = coinType == 60 || (coinType >= 0x80000000 && coinType <= 0xffffffff);
        assertEq(registry.addr(LANTERN, coinType), isEvm ? abi.encodePacked(ALICE) : bytes(""));
    }

    function testFuzz_setAddr_acceptsAddressesOfEvmChainsOnly(uint64 coinType, bytes memory value)
        public
    {
        bool isEvm = coinType == 60 || coinType >> 31 == 1;
        bool isGood = value.length == 0 || value.length == 20;
        vm.assume(value.length <= 1024);
        if (isEvm && !isGood) expectRevert(INameRecords.BadAddress.selector);
        _setAddr(coinType, value);
        if (!isEvm) assertEq(registry.addr(LANTERN, coinType), value);
    }

    // --- primary names --------------------------------------------------------------------------

    function test_setPrimary_setsChangesAndClears() public {
        _register(HARBOR, ALICE);
        assertEq(registry.primaryNameOf(ALICE), "");
        vm.expectEmit(address(registry));
        emit INameRecords.PrimaryNameChanged(ALICE, LANTERN);
        vm.prank(ALICE);
        registry.setPrimary(LANTERN);
        assertEq(registry.primaryNameOf(ALICE), "lantern");
        vm.prank(ALICE);
        registry.setPrimary(HARBOR);
        assertEq(registry.primaryNameOf(ALICE), "harbor");
        assertEq(registry.primaryTokenOf(ALICE), HARBOR);
        vm.expectEmit(address(registry));
        emit INameRecords.PrimaryNameChanged(ALICE, 0);
        vm.prank(ALICE);
        registry.setPrimary(0);
        assertEq(registry.primaryNameOf(ALICE), "");
        assertEq(registry.primaryTokenOf(ALICE), 0);
    }

    // --- transfers ------------------------------------------------------------------------------

    function test_transfer_clearsRecordsAndPrimaryName() public {
        vm.prank(ALICE);
        registry.setPrimary(LANTERN);
        _setText(LANTERN, ALICE, "url", "https://example.org");
        _setAddr(ETHER, abi.encodePacked(OPERATOR));
        vm.expectEmit(address(registry));
        emit INameRecords.PrimaryNameChanged(ALICE, 0);
        vm.expectEmit(address(registry));
        emit INameRecords.RecordsCleared(LANTERN);
        _transfer(ALICE, BOB, LANTERN);
        assertEq(registry.text(LANTERN, "url"), "");
        assertEq(registry.addr(LANTERN), BOB);
        assertEq(registry.primaryNameOf(ALICE), "");
        assertEq(registry.primaryNameOf(BOB), "");
        // Nothing comes back with the name.
        _transfer(BOB, ALICE, LANTERN);
        assertEq(registry.text(LANTERN, "url"), "");
        assertEq(registry.addr(LANTERN), ALICE);
        assertEq(registry.primaryNameOf(ALICE), "");
    }

    function test_transfer_toTheSameOwnerClearsToo() public {
        vm.prank(ALICE);
        registry.setPrimary(LANTERN);
        _setText(LANTERN, ALICE, "url", "https://example.org");
        _transfer(ALICE, ALICE, LANTERN);
        assertEq(registry.balanceOf(ALICE), 1);
        assertEq(registry.text(LANTERN, "url"), "");
        assertEq(registry.primaryNameOf(ALICE), "");
    }

    function test_transfer_leavesTheOtherPrimaryNamesAlone() public {
        _register(HARBOR, ALICE);
        vm.prank(ALICE);
        registry.setPrimary(HARBOR);
        _transfer(ALICE, BOB, LANTERN);
        assertEq(registry.primaryNameOf(ALICE), "harbor");
        // Without records and primary name, there is one event.
        vm.recordLogs();
        _transfer(BOB, OPERATOR, LANTERN);
        assertEq(vm.getRecordedLogs().length, 1);
    }

    function _setAddr(uint256 coinType, bytes memory value) private {
        vm.prank(ALICE);
        registry.setAddr(LANTERN, coinType, value);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IHomeUniversalResolver} from "../../src/interfaces/IHomeUniversalResolver.sol";
import {NameFixture} from "./NameFixture.sol";

/// @dev Names and accounts as ENS libraries ask for them on the home chain.
contract HomeUniversalResolverTest is NameFixture {
    uint256 private constant ETHER = 60;
    bytes private constant LANTERN_NAME = "\x07lantern\x05plate\x04test\x00";
    string[] private _gateways;
    IHomeUniversalResolver private resolver;

    function setUp() public override {
        super.setUp();
        bytes memory arguments = abi.encode(registry);
        resolver = IHomeUniversalResolver(
            vm.deployCode("HomeUniversalResolver.sol:HomeUniversalResolver", arguments)
        );
        _registerPrimary(LANTERN, ALICE);
    }

    // --- names ----------------------------------------------------------------------------------

    function test_resolve_answersAddr() public view {
        bytes memory result = _resolve(abi.encodeWithSignature("addr(bytes32)", _node()));
        assertEq(result, abi.encode(ALICE));
    }

    function test_resolve_answersAddrOfACoin() public {
        bytes memory request = abi.encodeWithSignature("addr(bytes32,uint256)", _node(), uint256(0));
        assertEq(_resolve(request), abi.encode(bytes("")));
        vm.prank(ALICE);
        registry.setAddr(LANTERN, 0, hex"0014");
        assertEq(_resolve(request), abi.encode(hex"0014"));
        request = abi.encodeWithSignature("addr(bytes32,uint256)", _node(), ETHER);
        assertEq(_resolve(request), abi.encode(abi.encodePacked(ALICE)));
    }

    function test_resolve_answersText() public {
        _setText(LANTERN, ALICE, "url", "https://example.org");
        bytes memory request = abi.encodeWithSignature("text(bytes32,string)", _node(), "url");
        assertEq(_resolve(request), abi.encode("https://example.org"));
        request = abi.encodeWithSignature("text(bytes32,string)", _node(), "avatar");
        assertEq(_resolve(request), abi.encode(""));
    }

    function test_resolve_answersUnknownRecordsWithNothing() public view {
        assertEq(_resolve(abi.encodeWithSignature("contenthash(bytes32)", _node())), "");
        assertEq(_resolve(abi.encodeWithSignature("pubkey(bytes32)", _node())), "");
        assertEq(_resolve(""), "");
        assertEq(_resolve(hex"3b"), "");
    }

    function test_resolve_answersManyRequestsAtOnce() public view {
        bytes[] memory requests = new bytes[](3);
        requests[0] = abi.encodeWithSignature("addr(bytes32)", _node());
        requests[1] = abi.encodeWithSignature("contenthash(bytes32)", _node());
        requests[2] = abi.encodeWithSignature("text(bytes32,string)", _node(), "url");
        bytes[] memory results = abi.decode(
            _resolve(abi.encodeWithSignature("multicall(bytes[])", requests)), (bytes[])
        );
        assertEq(results.length, 3);
        assertEq(results[0], abi.encode(ALICE));
        assertEq(results[1], "");
        assertEq(results[2], abi.encode(""));
    }

    function test_resolve_knowsNothingOfNamesThatNobodyOwns() public view {
        bytes memory name = "\x06harbor\x05plate\x04test\x00";
        (bytes memory result,) = resolver.resolve(
            name, abi.encodeWithSignature("addr(bytes32)", registry.nodeOf(HARBOR))
        );
        assertEq(result, abi.encode(address(0)));
        // No label: it can never have an owner.
        bytes32 node = keccak256(abi.encode(registry.suffixNode(), keccak256("Lantern")));
        (result,) = resolver.resolve(
            "\x07Lantern\x05plate\x04test\x00", abi.encodeWithSignature("addr(bytes32)", node)
        );
        assertEq(result, abi.encode(address(0)));
    }

    function test_resolve_showsTheNewOwnerAfterATransfer() public {
        _setText(LANTERN, ALICE, "url", "https://example.org");
        _transfer(ALICE, BOB, LANTERN);
        assertEq(_resolve(abi.encodeWithSignature("addr(bytes32)", _node())), abi.encode(BOB));
        bytes memory request = abi.encodeWithSignature("text(bytes32,string)", _node(), "url");
        assertEq(_resolve(request), abi.encode(""));
        assertEq(_reverse(ALICE, ETHER), "");
        assertEq(_reverse(BOB, ETHER), "");
    }

    function test_resolve_revertsWhen_theNodeIsAnothers() public {
        bytes32 wrong = registry.nodeOf(HARBOR);
        bytes[4] memory requests = [
            abi.encodeWithSignature("addr(bytes32)", wrong),
            abi.encodeWithSignature("addr(bytes32,uint256)", wrong, ETHER),
            abi.encodeWithSignature("text(bytes32,string)", wrong, "url"),
            ""
        ];
        bytes[] memory inner = new bytes[](1);
        inner[0] = requests[0];
        requests[3] = abi.encodeWithSignature("multicall(bytes[])", inner);
        for (uint256 i; i < 4; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IHomeUniversalResolver.WrongNode.selector, wrong)
            );
            resolver.resolve(LANTERN_NAME, requests[i]);
        }
    }

    function test_resolve_revertsWhen_theNameHasAnotherForm() public {
        bytes[8] memory names = [
            bytes(""),
            "\x00",
            "\x05plate\x04test\x00",
            "\x07lantern\x05plate\x03eth\x00",
            "\x03sub\x07lantern\x05plate\x04test\x00",
            "\x07lantern\x05plate\x04test",
            "\x07lantern",
            "\xfflantern"
        ];
        for (uint256 i; i < names.length; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IHomeUniversalResolver.ResolverNotFound.selector, names[i])
            );
            resolver.resolve(names[i], "");
        }
    }

    function test_resolve_followsTheSuffix() public {
        vm.prank(OPERATOR);
        registry.setSuffix("eth");
        (bytes memory result,) = resolver.resolve(
            "\x07lantern\x03eth\x00", abi.encodeWithSignature("addr(bytes32)", _node())
        );
        assertEq(result, abi.encode(ALICE));
        vm.expectRevert(
            abi.encodeWithSelector(IHomeUniversalResolver.ResolverNotFound.selector, LANTERN_NAME)
        );
        resolver.resolve(LANTERN_NAME, "");
    }

    function test_resolveWithGateways_needsNone() public view {
        bytes memory request = abi.encodeWithSignature("addr(bytes32)", _node());
        (bytes memory result, address by) =
            resolver.resolveWithGateways(LANTERN_NAME, request, _gateways);
        assertEq(result, abi.encode(ALICE));
        assertEq(by, address(resolver));
    }

    // --- accounts -------------------------------------------------------------------------------

    function test_reverse_givesThePrimaryName() public view {
        assertEq(_reverse(ALICE, ETHER), "lantern.plate.test");
        assertEq(_reverse(ALICE, 0x80000000 | 8453), "lantern.plate.test");
        assertEq(_reverse(BOB, ETHER), "");
        (string memory name,,) =
            resolver.reverseWithGateways(abi.encodePacked(ALICE), ETHER, _gateways);
        assertEq(name, "lantern.plate.test");
    }

    function test_reverse_revertsWhen_theNameLeadsElsewhere() public {
        vm.prank(ALICE);
        registry.setAddr(LANTERN, ETHER, abi.encodePacked(BOB));
        vm.expectRevert(
            abi.encodeWithSelector(
                IHomeUniversalResolver.ReverseAddressMismatch.selector,
                "lantern.plate.test",
                abi.encodePacked(BOB)
            )
        );
        resolver.reverse(abi.encodePacked(ALICE), ETHER);
        // On other chains it still leads to the account.
        assertEq(_reverse(ALICE, 0x80000000 | 8453), "lantern.plate.test");
    }

    function test_reverse_ofAContractIsForItsOwnChain() public {
        vm.chainId(7777);
        vm.etch(ALICE, hex"60006000fd");
        assertEq(_reverse(ALICE, 0x80000000 | 7777), "lantern.plate.test");
        vm.expectRevert(
            abi.encodeWithSelector(
                IHomeUniversalResolver.ReverseAddressMismatch.selector, "lantern.plate.test", ""
            )
        );
        resolver.reverse(abi.encodePacked(ALICE), ETHER);
    }

    function test_reverse_revertsWhen_theAccountIsNone() public {
        vm.expectRevert(
            abi.encodeWithSelector(IHomeUniversalResolver.BadAccount.selector, bytes(hex"1234"))
        );
        resolver.reverse(hex"1234", ETHER);
    }

    // --- as a registry and a resolver -----------------------------------------------------------

    function test_resolver_isItselfForEveryNode() public view {
        assertEq(resolver.resolver(_node()), address(resolver));
        assertEq(resolver.resolver(0), address(resolver));
    }

    function test_supports_namesItsStandards() public view {
        bytes4[3] memory known = [bytes4(0x01ffc9a7), 0x9061b923, 0x582de3e7];
        for (uint256 i; i < 3; ++i) {
            assertTrue(resolver.supportsInterface(known[i]));
        }
        assertFalse(resolver.supportsInterface(0xffffffff));
        bytes4 many = bytes4(keccak256("eth.ens.resolver.extended.multicall"));
        assertTrue(resolver.supportsFeature(many));
        assertFalse(resolver.supportsFeature(0xffffffff));
    }

    function _resolve(bytes memory request) private view returns (bytes memory result) {
        address by;
        (result, by) = resolver.resolve(LANTERN_NAME, request);
        assertEq(by, address(resolver));
    }

    function _reverse(address account, uint256 coinType) private view returns (string memory name) {
        address by;
        address reverseBy;
        (name, by, reverseBy) = resolver.reverse(abi.encodePacked(account), coinType);
        assertEq(by, address(resolver));
        assertEq(reverseBy, address(resolver));
    }

    function _node() private view returns (bytes32) {
        return registry.nodeOf(LANTERN);
    }
}

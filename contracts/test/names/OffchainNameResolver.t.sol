// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IOffchainNameResolver} from "../../src/interfaces/IOffchainNameResolver.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {TestBase} from "../TestBase.sol";

/// @dev Names on another chain, answered by gateways whose keys the owner names.
contract OffchainNameResolverTest is TestBase {
    uint256 private constant NOW = 1_800_000_000;
    uint256 private constant KEY = 0xA11;
    uint256 private constant NEXT_KEY = 0xB22;
    uint256 private constant FOR_EVER = type(uint256).max;
    address private constant OPERATOR = address(0xF01);
    bytes private constant NAME = "\x07lantern\x05plate\x03eth\x00";
    bytes private constant RESULT = "the result";
    uint256 private constant ORDER =
        0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    IOffchainNameResolver private resolver;

    function setUp() public {
        vm.warp(NOW);
        bytes memory arguments = abi.encode(OPERATOR);
        resolver = IOffchainNameResolver(
            vm.deployCode("OffchainNameResolver.sol:OffchainNameResolver", arguments)
        );
        vm.prank(OPERATOR);
        resolver.setUrls(_urls(2));
        _setSigner(KEY, FOR_EVER);
    }

    // --- the request ----------------------------------------------------------------------------

    function test_resolve_sendsToTheGateways() public {
        bytes memory request = abi.encodeCall(IOffchainNameResolver.resolve, (NAME, "request"));
        vm.expectRevert(
            abi.encodeWithSelector(
                IOffchainNameResolver.OffchainLookup.selector,
                address(resolver),
                _urls(2),
                request,
                IOffchainNameResolver.resolveWithProof.selector,
                request
            )
        );
        resolver.resolve(NAME, "request");
    }

    function test_setUrls_replacesAll() public {
        assertEq(abi.encode(resolver.urls()), abi.encode(_urls(2)));
        vm.expectEmit(address(resolver));
        emit IOffchainNameResolver.UrlsChanged(_urls(8));
        vm.prank(OPERATOR);
        resolver.setUrls(_urls(8));
        assertEq(abi.encode(resolver.urls()), abi.encode(_urls(8)));
        vm.prank(OPERATOR);
        resolver.setUrls(_urls(3));
        assertEq(abi.encode(resolver.urls()), abi.encode(_urls(3)));
    }

    function test_setUrls_revertsWhen_thereAreTooFewOrTooMany() public {
        string[][4] memory bad = [_urls(0), _urls(1), _urls(9), _urls(2)];
        bad[3][1] = "";
        for (uint256 i; i < 4; ++i) {
            expectRevert(IOffchainNameResolver.BadUrls.selector);
            vm.prank(OPERATOR);
            resolver.setUrls(bad[i]);
        }
        string[] memory long = _urls(2);
        long[0] = string(new bytes(256));
        expectRevert(IOffchainNameResolver.BadUrls.selector);
        vm.prank(OPERATOR);
        resolver.setUrls(long);
    }

    // --- the answer -----------------------------------------------------------------------------

    function test_resolveWithProof_acceptsASignedAnswer() public view {
        assertEq(_check(_answer(KEY, NOW + 60), "request"), RESULT);
        // In its last second too.
        assertEq(_check(_answer(KEY, NOW), "request"), RESULT);
        assertEq(_check(_answer(KEY, NOW + 1 hours), "request"), RESULT);
    }

    function test_resolveWithProof_revertsWhen_theAnswerIsExpiredOrTooLong() public {
        expectRevert(IOffchainNameResolver.Expired.selector, NOW - 1);
        _check(_answer(KEY, NOW - 1), "request");
        expectRevert(IOffchainNameResolver.Expired.selector, NOW + 1 hours + 1);
        _check(_answer(KEY, NOW + 1 hours + 1), "request");
        bytes memory answer = _answer(KEY, NOW + 60);
        vm.warp(NOW + 61);
        expectRevert(IOffchainNameResolver.Expired.selector, NOW + 60);
        _check(answer, "request");
    }

    function test_resolveWithProof_revertsWhen_itAnswersAnotherRequest() public {
        bytes memory answer = _answer(KEY, NOW + 60);
        vm.expectRevert();
        _check(answer, "another request");
    }

    function test_resolveWithProof_revertsWhen_theResultWasChanged() public {
        bytes memory signature = _sign(KEY, resolver.hashAnswer(uint64(NOW), "request", RESULT));
        vm.expectRevert();
        _check(abi.encode(bytes("a result"), uint64(NOW), signature), "request");
        vm.expectRevert();
        _check(abi.encode(RESULT, uint64(NOW + 1), signature), "request");
        assertEq(_check(abi.encode(RESULT, uint64(NOW), signature), "request"), RESULT);
    }

    function test_resolveWithProof_revertsWhen_anotherKeySigned() public {
        expectRevert(IOffchainNameResolver.NotSigned.selector, vm.addr(NEXT_KEY));
        _check(_answer(NEXT_KEY, NOW), "request");
    }

    function test_resolveWithProof_revertsWhen_theSignatureHasAnotherForm() public {
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(KEY, resolver.hashAnswer(uint64(NOW), "request", RESULT));
        bytes32 high = bytes32(ORDER - uint256(s));
        bytes[5] memory signatures = [
            bytes(""),
            abi.encodePacked(r, s),
            abi.encodePacked(r, s, v, v),
            abi.encodePacked(r, high, v == 27 ? uint8(28) : uint8(27)),
            abi.encodePacked(r, s, v - 27)
        ];
        for (uint256 i; i < signatures.length; ++i) {
            expectRevert(IOffchainNameResolver.NotSigned.selector, address(0));
            _check(abi.encode(RESULT, uint64(NOW), signatures[i]), "request");
        }
    }

    function test_resolveWithProof_revertsWhen_itWasSignedForAnotherResolver() public {
        bytes memory answer = _answer(KEY, NOW);
        bytes memory arguments = abi.encode(address(this));
        IOffchainNameResolver other = IOffchainNameResolver(
            vm.deployCode("OffchainNameResolver.sol:OffchainNameResolver", arguments)
        );
        other.setSigner(vm.addr(KEY), FOR_EVER);
        vm.expectRevert();
        other.resolveWithProof(answer, "request");
    }

    function testFuzz_resolveWithProof_bindsEveryByte(
        bytes memory request,
        bytes memory result,
        uint256 seed
    ) public {
        uint64 expires = uint64(NOW + seed % 3601);
        bytes memory signature = _sign(KEY, resolver.hashAnswer(expires, request, result));
        bytes memory answer = abi.encode(result, expires, signature);
        assertEq(_check(answer, request), result);
        if (request.length != 0) {
            request[seed % request.length] ^= 0x01;
            vm.expectRevert();
            _check(answer, request);
        }
    }

    // --- keys -----------------------------------------------------------------------------------

    function test_setSigner_changesKeysWithAnOverlap() public {
        vm.expectEmit(address(resolver));
        emit IOffchainNameResolver.SignerChanged(vm.addr(NEXT_KEY), FOR_EVER);
        _setSigner(NEXT_KEY, FOR_EVER);
        _setSigner(KEY, NOW + 360);
        assertEq(resolver.acceptedUntil(vm.addr(KEY)), NOW + 360);
        vm.warp(NOW + 360);
        assertEq(_check(_answer(KEY, NOW + 400), "request"), RESULT);
        assertEq(_check(_answer(NEXT_KEY, NOW + 400), "request"), RESULT);
        vm.warp(NOW + 361);
        expectRevert(IOffchainNameResolver.NotSigned.selector, vm.addr(KEY));
        _check(_answer(KEY, NOW + 400), "request");
        assertEq(_check(_answer(NEXT_KEY, NOW + 400), "request"), RESULT);
    }

    function test_setSigner_endsALostKeyAtOnce() public {
        _setSigner(KEY, 0);
        expectRevert(IOffchainNameResolver.NotSigned.selector, vm.addr(KEY));
        _check(_answer(KEY, NOW), "request");
    }

    function test_setSigner_revertsWhen_itWouldAcceptNobody() public {
        expectRevert(IOffchainNameResolver.BadSigner.selector);
        vm.prank(OPERATOR);
        resolver.setSigner(address(0), FOR_EVER);
        expectRevert(IOffchainNameResolver.BadSigner.selector);
        _setSigner(KEY, NOW - 1);
    }

    function test_settings_areTheOwnersAlone() public {
        expectRevert(IOwned.NotOwner.selector);
        resolver.setUrls(_urls(2));
        expectRevert(IOwned.NotOwner.selector);
        resolver.setSigner(address(this), FOR_EVER);
        assertEq(resolver.owner(), OPERATOR);
    }

    function test_supports_namesItsStandards() public view {
        bytes4[3] memory known = [bytes4(0x01ffc9a7), 0x9061b923, 0x582de3e7];
        for (uint256 i; i < 3; ++i) {
            assertTrue(resolver.supportsInterface(known[i]));
        }
        assertFalse(resolver.supportsInterface(0xffffffff));
        bytes4 many = bytes4(keccak256("eth.ens.resolver.extended.multicall"));
        assertTrue(resolver.supportsFeature(many));
        assertFalse(resolver.supportsFeature(0x9061b923));
    }

    function _check(bytes memory answer, bytes memory request) private view returns (bytes memory) {
        return resolver.resolveWithProof(answer, request);
    }

    function _answer(uint256 key, uint256 expires) private view returns (bytes memory) {
        bytes32 request = keccak256("request");
        bytes32 hash = keccak256(
            abi.encodePacked(
                hex"1900", address(resolver), uint64(expires), request, keccak256(RESULT)
            )
        );
        return abi.encode(RESULT, uint64(expires), _sign(key, hash));
    }

    function _setSigner(uint256 key, uint256 until) private {
        address signer = vm.addr(key);
        vm.prank(OPERATOR);
        resolver.setSigner(signer, until);
    }

    function _sign(uint256 key, bytes32 hash) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }

    function _urls(uint256 count) private pure returns (string[] memory urls) {
        urls = new string[](count);
        for (uint256 i; i < count; ++i) {
            urls[i] = string.concat(
                "https://",
                string(abi.encodePacked(bytes1(uint8(97 + i)))),
                ".example/{sender}/{data}.json"
            );
        }
    }
}

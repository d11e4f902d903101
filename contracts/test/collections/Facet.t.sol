// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionManagement} from "../../src/interfaces/ICollectionManagement.sol";
import {ICollectionSale} from "../../src/interfaces/ICollectionSale.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IDropTokens} from "../../src/interfaces/IDropTokens.sol";
import {IEditionTokens} from "../../src/interfaces/IEditionTokens.sol";
import {IOwned} from "../../src/interfaces/IOwned.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Returns the same word for every call, which shows the calls that arrive here.
contract Signpost {
    fallback() external {
        assembly {
            mstore(0, 0x5169706f7374)
            revert(0, 0x20)
        }
    }
}

/// @dev The implementation handles its own functions and delegates all others to the facet. Every
///      function is in exactly one of the two.
contract FacetTest is CollectionFixture {
    bytes private constant SIGN = abi.encode(uint256(0x5169706f7374));
    bytes4[] private _sale;
    bytes4[] private _management;
    bytes4[] private _dropTokens;
    bytes4[] private _editionTokens;

    constructor() {
        _sale = [
            ICollectionSale.mint.selector,
            ICollectionSale.mintTo.selector,
            bytes4(keccak256("mintAllowlist(uint256,uint256,bytes32[])")),
            bytes4(keccak256("mintAllowlist(uint256,uint256,address,uint256,bytes32[])")),
            ICollectionSale.airdrop.selector,
            ICollectionSale.release.selector,
            ICollectionSale.owed.selector,
            ICollectionSale.totalSupply.selector,
            ICollectionSale.supportsInterface.selector
        ];
        _management = [
            IOwned.transferOwnership.selector,
            IOwned.acceptOwnership.selector,
            IOwned.owner.selector,
            IOwned.pendingOwner.selector,
            ICollectionManagement.setPublicPhase.selector,
            ICollectionManagement.applyPublicPhase.selector,
            ICollectionManagement.addList.selector,
            ICollectionManagement.removeList.selector,
            ICollectionManagement.lowerCap.selector,
            ICollectionManagement.applyCap.selector,
            ICollectionManagement.freezeCap.selector,
            ICollectionManagement.setPaused.selector,
            ICollectionManagement.reveal.selector,
            ICollectionManagement.setBaseUri.selector,
            ICollectionManagement.freezeMetadata.selector,
            ICollectionManagement.setContractUri.selector,
            ICollectionManagement.setRoyalty.selector,
            ICollectionManagement.setPayees.selector,
            ICollectionManagement.applyPayees.selector,
            ICollectionManagement.checkMint.selector,
            ICollectionManagement.overview.selector,
            ICollectionManagement.maxSupply.selector,
            ICollectionManagement.walletMinted.selector,
            ICollectionManagement.phaseMinted.selector,
            ICollectionManagement.listWindow.selector,
            ICollectionManagement.platform.selector,
            ICollectionManagement.pendingPayees.selector,
            ICollectionManagement.creator.selector,
            ICollectionManagement.collectionId.selector,
            ICollectionManagement.mintFee.selector,
            ICollectionManagement.name.selector,
            ICollectionManagement.symbol.selector,
            ICollectionManagement.contractURI.selector,
            ICollectionManagement.royaltyInfo.selector
        ];
        _dropTokens = [
            IDropTokens.transferFrom.selector,
            bytes4(keccak256("safeTransferFrom(address,address,uint256)")),
            bytes4(keccak256("safeTransferFrom(address,address,uint256,bytes)")),
            IDropTokens.approve.selector,
            IDropTokens.setApprovalForAll.selector,
            IDropTokens.burn.selector,
            IDropTokens.burnFrom.selector,
            IDropTokens.ownerOf.selector,
            IDropTokens.balanceOf.selector,
            IDropTokens.getApproved.selector,
            IDropTokens.isApprovedForAll.selector,
            IDropTokens.tokenURI.selector,
            IDropTokens.locked.selector,
            IDropTokens.tokensOfOwnerIn.selector
        ];
        _editionTokens = [
            IEditionTokens.give.selector,
            IEditionTokens.safeTransferFrom.selector,
            IEditionTokens.safeBatchTransferFrom.selector,
            IEditionTokens.setApprovalForAll.selector,
            IEditionTokens.burn.selector,
            IEditionTokens.burnFrom.selector,
            IEditionTokens.balanceOf.selector,
            IEditionTokens.balanceOfBatch.selector,
            IEditionTokens.isApprovedForAll.selector,
            IEditionTokens.uri.selector
        ];
    }

    /// @dev An interface id is the exclusive or of its selectors, so none is missing above.
    function test_theseAreAllFunctionsOfACollection() public view {
        bytes4 management = type(ICollectionManagement).interfaceId ^ type(IOwned).interfaceId;
        assertTrue(_xor(_sale) == type(ICollectionSale).interfaceId);
        assertTrue(_xor(_management) == management);
        assertTrue(_xor(_dropTokens) == type(IDropTokens).interfaceId);
        assertTrue(_xor(_editionTokens) == type(IEditionTokens).interfaceId);
    }

    function test_everyFunctionOfADropIsHandledByExactlyOnePart() public {
        ICollection drop = _create(_params(DROP));
        _assertParts(drop, _dropTokens);
    }

    function test_everyFunctionOfASoulboundOpenEditionIsHandledByExactlyOnePart() public {
        ICollectionFactory.CreateParams memory params = _params(OPEN_EDITION);
        params.transferable = false;
        _assertParts(_create(params), _dropTokens);
    }

    function test_everyFunctionOfAnEditionIsHandledByExactlyOnePart() public {
        _assertParts(_create(_params(EDITION)), _editionTokens);
    }

    /// @dev What an explorer that follows the proxy sees: the selectors in the implementation's code.
    function test_implementation_holdsItsOwnSelectorsAndNoneOfTheFacet() public view {
        bytes memory code = factory.dropImplementation().code;
        assertTrue(_has(code, ICollectionSale.mint.selector));
        assertTrue(_has(code, IDropTokens.ownerOf.selector));
        assertFalse(_has(code, ICollectionManagement.overview.selector));
        assertFalse(_has(code, ICollectionManagement.maxSupply.selector));
        assertFalse(_has(code, IOwned.owner.selector));
        assertTrue(_has(facet.code, ICollectionManagement.overview.selector));
    }

    /// @dev Minting, moving and paying out go on even where the facet is gone.
    function test_sellingAndMovingNeedNoFacet() public {
        ICollection collection = _create(_params(DROP));
        uint256 packed = _packed(PRICE, 4, 2);
        bytes32[] memory proof = _list(collection, ALICE, packed);
        vm.etch(facet, address(new Signpost()).code);
        _mint(collection, ALICE, 2);
        vm.prank(ALICE);
        collection.mintTo{value: 3 * UNIT}(BOB, 1, 3, REFERRER);
        vm.prank(ALICE);
        collection.mintAllowlist{value: UNIT}(1, packed, proof);
        vm.prank(ALICE);
        IDropTokens(address(collection)).transferFrom(ALICE, BOB, 1);
        assertEq(IDropTokens(address(collection)).ownerOf(1), BOB);
        assertEq(collection.release(CREATOR), 6 * PRICE);
        assertEq(collection.release(REFERRER), 3 * FEE / 5);
        assertEq(collection.release(address(platform)), 3 * FEE + 3 * FEE * 4 / 5);
        assertEq(collection.totalSupply(), 6);
        vm.expectRevert(SIGN);
        collection.name();
    }

    /// @dev Whether the code compares with the selector: PUSH4.
    function _has(bytes memory code, bytes4 selector) private pure returns (bool) {
        for (uint256 i; i + 5 <= code.length; ++i) {
            if (code[i] != 0x63 || code[i + 1] != selector[0]) continue;
            bytes4 pushed = bytes4(bytes.concat(code[i + 1], code[i + 2], code[i + 3], code[i + 4]));
            if (pushed == selector) return true;
        }
        return false;
    }

    function testFuzz_unknownFunctionsAreRefused(bytes4 selector, bytes calldata rest) public {
        if (_isKnown(selector)) return;
        for (uint8 kind = DROP; kind <= EDITION; ++kind) {
            ICollection collection = _create(_params(kind));
            (bool isDone, bytes memory result) =
                address(collection).call(bytes.concat(selector, rest));
            assertFalse(isDone);
            assertEq(result, "");
        }
    }

    function test_callsWithoutAFunctionAreRefused() public {
        ICollection collection = _create(_params(DROP));
        for (uint256 length; length < 4; ++length) {
            for (uint256 value; value < 2; ++value) {
                vm.prank(ALICE);
                (bool isDone,) = address(collection).call{value: value}(new bytes(length));
                assertFalse(isDone);
            }
        }
        assertEq(address(collection).balance, 0);
    }

    function test_valueIsRefusedByEveryFunctionThatSellsNothing() public {
        ICollection drop = _create(_params(DROP));
        ICollection edition = _create(_params(EDITION));
        _assertTakesNoValue(drop, _management);
        _assertTakesNoValue(drop, _dropTokens);
        _assertTakesNoValue(edition, _management);
        _assertTakesNoValue(edition, _editionTokens);
        bytes4[] memory others = new bytes4[](5);
        for (uint256 i; i < 5; ++i) {
            others[i] = _sale[4 + i];
        }
        _assertTakesNoValue(drop, others);
    }

    // --- implementations and facet ------------------------------------------------------------------

    function testFuzz_implementations_sellNothingToAnyone(address caller) public {
        address[3] memory parts = _implementations();
        for (uint256 i; i < 3; ++i) {
            if (caller == parts[i]) caller = ALICE;
        }
        vm.deal(caller, 1 ether);
        bytes[4] memory mints = [
            abi.encodeCall(ICollectionSale.mint, (1)),
            abi.encodeCall(ICollectionSale.mintTo, (ALICE, 1, 1, address(0))),
            abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,bytes32[])", 1, _packed(0, 9, 1), _proof()
            ),
            abi.encodeWithSignature(
                "mintAllowlist(uint256,uint256,address,uint256,bytes32[])",
                1,
                1,
                address(0),
                _packed(0, 9, 1),
                new bytes32[](0)
            )
        ];
        for (uint256 i; i < 3; ++i) {
            for (uint256 j; j < mints.length; ++j) {
                for (uint256 value; value < 2; ++value) {
                    vm.prank(caller);
                    (bool isDone,) = parts[i].call{value: value * FEE}(mints[j]);
                    assertFalse(isDone);
                }
            }
            _assertBlank(parts[i]);
        }
    }

    function testFuzz_implementationsAndFacet_obeyNobody(address caller) public {
        if (caller == address(0)) caller = CREATOR;
        bytes[13] memory calls = [
            abi.encodeCall(IOwned.transferOwnership, (caller)),
            abi.encodeCall(IOwned.acceptOwnership, ()),
            abi.encodeCall(ICollectionManagement.setPublicPhase, (_phase(0))),
            abi.encodeCall(ICollectionManagement.addList, ("root", "file", 0)),
            abi.encodeCall(ICollectionManagement.removeList, ("root")),
            abi.encodeCall(ICollectionManagement.lowerCap, (1)),
            abi.encodeCall(ICollectionManagement.freezeCap, ()),
            abi.encodeCall(ICollectionManagement.setPaused, (true)),
            abi.encodeCall(ICollectionManagement.setBaseUri, ("", 0)),
            abi.encodeCall(ICollectionManagement.freezeMetadata, (0)),
            abi.encodeCall(ICollectionManagement.setRoyalty, (0)),
            abi.encodeCall(ICollectionManagement.setPayees, (_payees(ALICE, 1, BOB, 9999))),
            abi.encodeCall(ICollectionSale.airdrop, (new address[](0), new uint256[](0)))
        ];
        address[3] memory implementations = _implementations();
        for (uint256 i; i < 4; ++i) {
            address part = i == 3 ? facet : implementations[i];
            for (uint256 j; j < calls.length; ++j) {
                if (part == facet && j == calls.length - 1) continue;
                vm.prank(caller);
                (bool isDone, bytes memory result) = part.call(calls[j]);
                assertFalse(isDone);
                bytes4 reason = j == 1 ? IOwned.NotPendingOwner.selector : IOwned.NotOwner.selector;
                assertEq(result, abi.encodeWithSelector(reason));
            }
            _assertBlank(part);
        }
    }

    function test_facet_takesNoEtherAndKnowsNoSale() public {
        for (uint256 i; i < _sale.length; ++i) {
            (bool isDone, bytes memory result) = facet.call(_padded(_sale[i]));
            assertFalse(isDone);
            assertEq(result, "");
        }
        vm.prank(ALICE);
        (bool isPaid,) = facet.call{value: 1}("");
        assertFalse(isPaid);
    }

    function test_applyingOnTheImplementationsAndTheFacetFindsNothing() public {
        address[4] memory parts = [
            factory.dropImplementation(),
            factory.soulboundImplementation(),
            factory.editionImplementation(),
            facet
        ];
        for (uint256 i; i < 4; ++i) {
            expectRevert(ICollectionTypes.NothingPending.selector);
            ICollectionManagement(parts[i]).applyPublicPhase();
            expectRevert(ICollectionTypes.NothingPending.selector);
            ICollectionManagement(parts[i]).applyCap();
            expectRevert(ICollectionTypes.NothingPending.selector);
            ICollectionManagement(parts[i]).applyPayees();
        }
    }

    // --- how it is found out --------------------------------------------------------------------

    function _assertParts(ICollection collection, bytes4[] storage tokens) private {
        address real = facet;
        bytes memory code = real.code;
        bytes memory sign = address(new Signpost()).code;
        for (uint256 i; i < _management.length; ++i) {
            vm.etch(real, sign);
            assertTrue(_isPassedOn(collection, _management[i]), "passed on");
            vm.etch(real, code);
            assertTrue(_isHandled(real, _management[i]), "handled by the facet");
            assertTrue(_isHandled(address(collection), _management[i]), "handled");
        }
        _assertOwn(collection, _sale, sign, code);
        _assertOwn(collection, tokens, sign, code);
    }

    function _assertOwn(
        ICollection collection,
        bytes4[] storage selectors,
        bytes memory sign,
        bytes memory code
    ) private {
        for (uint256 i; i < selectors.length; ++i) {
            vm.etch(facet, sign);
            assertFalse(_isPassedOn(collection, selectors[i]));
            vm.etch(facet, code);
            assertFalse(_isHandled(facet, selectors[i]));
        }
    }

    function _isPassedOn(ICollection collection, bytes4 selector) private returns (bool) {
        (, bytes memory result) = address(collection).call(_padded(selector));
        return keccak256(result) == keccak256(SIGN);
    }

    /// @dev A contract with the function returns a value, nothing, or one of our errors for zeros;
    ///      one without it reverts without data.
    function _isHandled(address part, bytes4 selector) private returns (bool) {
        uint256 snapshot = vm.snapshotState();
        (bool isDone, bytes memory result) = part.call(_padded(selector));
        vm.revertToState(snapshot);
        return isDone || result.length != 0;
    }

    function _assertTakesNoValue(ICollection collection, bytes4[] memory selectors) private {
        for (uint256 i; i < selectors.length; ++i) {
            vm.prank(ALICE);
            (bool isDone, bytes memory result) =
                address(collection).call{value: 1}(_padded(selectors[i]));
            assertFalse(isDone);
            assertEq(result, "");
        }
        assertEq(address(collection).balance, 0);
    }

    /// @dev The function with zeros for all its arguments.
    function _padded(bytes4 selector) private pure returns (bytes memory) {
        return bytes.concat(selector, new bytes(512));
    }

    function _assertBlank(address part) private view {
        for (uint256 slot; slot < 30; ++slot) {
            assertEq(vm.load(part, bytes32(slot)), 0);
        }
        assertEq(part.balance, 0);
    }

    function _implementations() private view returns (address[3] memory) {
        return [
            factory.dropImplementation(),
            factory.soulboundImplementation(),
            factory.editionImplementation()
        ];
    }

    function _isKnown(bytes4 selector) private view returns (bool) {
        return _contains(_sale, selector) || _contains(_management, selector)
            || _contains(_dropTokens, selector) || _contains(_editionTokens, selector);
    }

    function _contains(bytes4[] storage selectors, bytes4 selector) private view returns (bool) {
        for (uint256 i; i < selectors.length; ++i) {
            if (selectors[i] == selector) return true;
        }
        return false;
    }

    function _xor(bytes4[] storage selectors) private view returns (bytes4 all) {
        for (uint256 i; i < selectors.length; ++i) {
            all ^= selectors[i];
        }
    }
}

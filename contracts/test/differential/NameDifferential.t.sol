// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {INameRecords} from "../../src/interfaces/INameRecords.sol";
import {INameRegistry} from "../../src/interfaces/INameRegistry.sol";
import {INameSale} from "../../src/interfaces/INameSale.sol";
import {INameTokens} from "../../src/interfaces/INameTokens.sol";
import {Vm} from "../TestBase.sol";
import {RefusingReceiver, TokenReceiver} from "../collections/Receivers.sol";
import {PlainNames} from "../reference/PlainNames.sol";
import {Chance} from "./Chance.sol";

/// @dev The registry against the plain one: the same random calls go to both, and every result, every
///      log, every balance and every view is compared.
contract NameDifferentialTest is Chance {
    uint256 private constant STEPS = 60;
    uint256 private constant PEOPLE = 7;
    uint256 private constant LABELS = 12;
    uint256 private constant RICHES = 1e9 ether;
    address private constant OPERATOR = address(0xF01);
    bytes4 private constant SAFE = bytes4(keccak256("safeTransferFrom(address,address,uint256)"));
    bytes4 private constant SAFE_WITH_DATA =
        bytes4(keccak256("safeTransferFrom(address,address,uint256,bytes)"));

    INameRegistry private real;
    INameRegistry private plain;
    address[PEOPLE] private people;
    uint256[LABELS] private ids;
    string[4] private keys;
    uint256[6] private coinTypes;
    /// @dev Registrations that were committed to, to be sent later.
    INameSale.Registration[] private wishes;
    address[] private payers;
    mapping(bytes4 selector => uint256 count) internal done;
    mapping(bytes4 error_ => uint256 count) internal met;

    function setUp() public {
        delete wishes;
        delete payers;
        vm.warp(1_800_000_000);
        vm.chainId(7777);
        real = INameRegistry(vm.deployCode("NameRegistry.sol:NameRegistry", abi.encode(OPERATOR)));
        plain = INameRegistry(address(new PlainNames(OPERATOR)));
        for (uint256 i; i < PEOPLE; ++i) {
            people[i] = address(uint160(0xAC7000 + i));
        }
        vm.etch(people[3], abi.encodePacked(hex"ef0100", address(this)));
        people[4] = address(new TokenReceiver());
        people[5] = address(new RefusingReceiver());
        people[6] = OPERATOR;
        string[LABELS] memory labels = [
            "abc",
            "a-b",
            "abcd",
            "abcde",
            "lantern",
            "ninechars",
            "ab--cdefgh",
            "tencharact",
            "abcdefghijklmnopqrstuvwxyz01234",
            "0xabcd",
            "Lantern",
            "harbor"
        ];
        for (uint256 i; i < LABELS; ++i) {
            ids[i] = uint256(bytes32(bytes(labels[i])));
        }
        keys = [
            "url", "avatar", "", "a key that is just as long as a key of a record may be at most.."
        ];
        coinTypes = [uint256(60), 0, 0x80000000, 0x80000000 | 7777, 0x80000000 | 8453, 1 << 32];
    }

    /// forge-config: default.fuzz.runs = 16
    /// forge-config: soak.fuzz.runs = 10000
    function testFuzz_theRegistryIsThePlainRegistry(uint256 seed) public {
        _play(seed);
    }

    /// @dev The random steps reach every call and every refusal.
    function test_everyKindOfStepSucceedsAndFails() public {
        for (uint256 seed; seed < 200; ++seed) {
            this.play(seed);
        }
        bytes4[18] memory calls = [
            INameSale.register.selector,
            INameSale.registerWithRecords.selector,
            INameSale.registerCommitted.selector,
            INameSale.commit.selector,
            INameSale.pause.selector,
            INameSale.requireCommitments.selector,
            INameSale.setPrices.selector,
            INameSale.setReserved.selector,
            INameSale.registerReserved.selector,
            INameSale.withdraw.selector,
            INameRecords.setPrimary.selector,
            INameRecords.setTexts.selector,
            INameRecords.setAddr.selector,
            INameTokens.transferFrom.selector,
            INameTokens.approve.selector,
            INameTokens.setApprovalForAll.selector,
            SAFE,
            SAFE_WITH_DATA
        ];
        for (uint256 i; i < calls.length; ++i) {
            assertTrue(done[calls[i]] != 0, vm.toString(abi.encodePacked(calls[i])));
        }
        bytes4[18] memory errors = [
            INameSale.InvalidName.selector,
            INameSale.NameTaken.selector,
            INameSale.NameReserved.selector,
            INameSale.NameNotReserved.selector,
            INameSale.InsufficientPayment.selector,
            INameSale.BadPrice.selector,
            INameSale.RefundFailed.selector,
            INameSale.PaymentFailed.selector,
            INameSale.Paused.selector,
            INameSale.CommitmentRequired.selector,
            INameSale.CommitmentTooNew.selector,
            INameSale.CommitmentUnknown.selector,
            INameRecords.NotTokenOwner.selector,
            INameRecords.RecordTooLong.selector,
            INameRecords.BadAddress.selector,
            INameTokens.NameNotRegistered.selector,
            INameTokens.NotAuthorized.selector,
            INameTokens.NotReceived.selector
        ];
        for (uint256 i; i < errors.length; ++i) {
            assertTrue(met[errors[i]] != 0, vm.toString(abi.encodePacked(errors[i])));
        }
    }

    /// @dev One whole run on new contracts; called from outside, so that its memory is given back.
    function play(uint256 seed) external {
        // All runs take more than one transaction may.
        vm.pauseGasMetering();
        setUp();
        _play(seed);
    }

    function _play(uint256 seed) private {
        _startChance(seed);
        // Mostly open.
        if (!_isOneIn(20)) _do(OPERATOR, 0, abi.encodeCall(INameSale.pause, (false)));
        for (uint256 i; i < STEPS; ++i) {
            _step();
        }
        _compareViews();
    }

    function _step() private {
        uint256 chance = _pick(0, 99);
        if (chance < 30) return _register();
        if (chance < 38) return _commitOrReveal();
        if (chance < 52) return _changeRecords();
        if (chance < 60) {
            return _do(_anyone(), 0, abi.encodeCall(INameRecords.setPrimary, (_idOrZero())));
        }
        if (chance < 80) return _move();
        if (chance < 92) return _change();
        if (chance < 97) return vm.warp(block.timestamp + _pick(0, 100));
        vm.warp(block.timestamp + _pick(0, 2 days));
    }

    function _register() private {
        address payer = _anyone();
        address to = _isOneIn(4) ? _anyRecipient() : payer;
        uint256 value = _anyValue();
        uint256 tokenId = _anyId();
        bool isPrimary = _isOneIn(3);
        if (_isOneIn(3)) {
            (string[] memory someKeys, string[] memory values) = _anyTexts();
            bytes memory data = abi.encodeCall(
                INameSale.registerWithRecords, (tokenId, to, isPrimary, someKeys, values)
            );
            return _do(payer, value, data);
        }
        _do(payer, value, abi.encodeCall(INameSale.register, (tokenId, to, isPrimary)));
    }

    function _commitOrReveal() private {
        if (wishes.length == 0 || _isOneIn(2)) {
            address payer = _anyone();
            INameSale.Registration memory wish;
            (wish.tokenId, wish.to, wish.setPrimary) = (_anyId(), payer, _isOneIn(2));
            if (_isOneIn(3)) (wish.keys, wish.values) = _anyTexts();
            wishes.push(wish);
            payers.push(payer);
            if (_isOneIn(10)) return;
            // The hash holds the registry's address, so that each has its own.
            bytes memory forReal =
                abi.encodeCall(INameSale.commit, (real.hashCommitment(payer, wish, "secret")));
            bytes memory forPlain =
                abi.encodeCall(INameSale.commit, (plain.hashCommitment(payer, wish, "secret")));
            return _doBoth(payer, 0, forReal, forPlain);
        }
        if (_isOneIn(2)) vm.warp(block.timestamp + 60);
        uint256 index = _pick(0, wishes.length - 1);
        bytes memory data = abi.encodeCall(INameSale.registerCommitted, (wishes[index], "secret"));
        _do(_isOneIn(8) ? _anyone() : payers[index], _anyValue(), data);
    }

    function _changeRecords() private {
        uint256 tokenId = _anyId();
        address owner = _isOneIn(6) ? _anyone() : _ownerOf(tokenId);
        if (_isOneIn(2)) {
            (string[] memory someKeys, string[] memory values) = _anyTexts();
            return _do(owner, 0, abi.encodeCall(INameRecords.setTexts, (tokenId, someKeys, values)));
        }
        bytes memory value = abi.encodePacked(_anyone());
        if (_isOneIn(4)) value = new bytes(_isOneIn(8) ? 1025 : _pick(0, 60));
        uint256 coinType = coinTypes[_pick(0, 5)];
        _do(owner, 0, abi.encodeCall(INameRecords.setAddr, (tokenId, coinType, value)));
    }

    function _move() private {
        uint256 tokenId = _anyId();
        address owner = _ownerOf(tokenId);
        address from = _isOneIn(8) ? _anyone() : owner;
        address sender = _isOneIn(3) ? _anyone() : owner;
        address to = _anyRecipient();
        uint256 chance = _pick(0, 9);
        if (chance < 4) {
            return _do(sender, 0, abi.encodeCall(INameTokens.transferFrom, (from, to, tokenId)));
        }
        if (chance == 4) return _do(sender, 0, abi.encodeWithSelector(SAFE, from, to, tokenId));
        if (chance == 5) {
            bytes memory note = new bytes(_pick(0, 40));
            return _do(sender, 0, abi.encodeWithSelector(SAFE_WITH_DATA, from, to, tokenId, note));
        }
        if (chance < 8) {
            address approved = _isOneIn(4) ? address(0) : _anyone();
            return _do(sender, 0, abi.encodeCall(INameTokens.approve, (approved, tokenId)));
        }
        bool isOn = _isOneIn(2);
        _do(sender, 0, abi.encodeCall(INameTokens.setApprovalForAll, (_anyone(), isOn)));
    }

    function _change() private {
        address sender = _isOneIn(6) ? _anyone() : OPERATOR;
        uint256 chance = _pick(0, 19);
        if (chance < 8) {
            uint256[] memory some = new uint256[](_pick(1, 2));
            for (uint256 i; i < some.length; ++i) {
                some[i] = _anyId();
            }
            bool isOn = !_isOneIn(4);
            return _do(sender, 0, abi.encodeCall(INameSale.setReserved, (some, isOn)));
        }
        if (chance < 13) {
            string memory label = string(abi.encodePacked(_anyId()));
            if (!_isOneIn(8)) label = _labelOf(_anyId());
            bytes memory data = abi.encodeCall(INameSale.registerReserved, (label, _anyRecipient()));
            return _do(sender, 0, data);
        }
        if (chance < 16) {
            uint256 price = _pick(0, 1e6) * 1 gwei + (_isOneIn(8) ? 1 : 0);
            if (_isOneIn(8)) price = 1 gwei << 48;
            uint256[4] memory some = [uint256(0), _pick(0, 9) * 1 gwei, price, 1 gwei];
            return _do(sender, 0, abi.encodeCall(INameSale.setPrices, (some)));
        }
        if (chance == 16) {
            if (_isOneIn(4)) {
                return _do(sender, 0, abi.encodeCall(INameSale.requireCommitments, ()));
            }
            return;
        }
        if (chance == 17) {
            bool isOn = _isOneIn(3);
            return _do(sender, 0, abi.encodeCall(INameSale.pause, (isOn)));
        }
        _do(sender, 0, abi.encodeCall(INameSale.withdraw, (_anyone())));
    }

    function _do(address sender, uint256 value, bytes memory data) private {
        _doBoth(sender, value, data, data);
    }

    /// @dev One call to each of the two.
    function _doBoth(address sender, uint256 value, bytes memory forReal, bytes memory forPlain)
        private
    {
        bytes32[2] memory outcomes;
        bool isDone;
        bytes memory result;
        for (uint256 i; i < 2; ++i) {
            bool isReal = i == 1;
            address target = isReal ? address(real) : address(plain);
            for (uint256 j; j < PEOPLE; ++j) {
                vm.deal(people[j], RICHES);
            }
            uint256 held = target.balance;
            vm.recordLogs();
            vm.prank(sender);
            (isDone, result) = target.call{value: value}(isReal ? forReal : forPlain);
            Vm.Log[] memory logs = vm.getRecordedLogs();
            bytes memory outcome = abi.encode(isDone, result, target.balance + RICHES - held);
            // Logs of a call that was undone are recorded all the same.
            for (uint256 j; isDone && j < logs.length; ++j) {
                outcome = abi.encode(outcome, logs[j].topics, logs[j].data);
            }
            for (uint256 j; j < PEOPLE; ++j) {
                outcome = abi.encode(outcome, people[j].balance);
            }
            outcomes[i] = keccak256(outcome);
        }
        vm.assertEq(outcomes[1], outcomes[0], vm.toString(forReal));
        if (isDone) ++done[bytes4(forReal)];
        else ++met[bytes4(result)];
    }

    function _compareViews() private {
        for (uint256 i; i < LABELS; ++i) {
            uint256 id = ids[i];
            _ask(abi.encodeCall(INameTokens.ownerOf, (id)));
            _ask(abi.encodeCall(INameTokens.getApproved, (id)));
            _ask(abi.encodeCall(INameSale.reserved, (id)));
            _ask(abi.encodeCall(INameSale.labelOf, (id)));
            string memory label = _labelOf(id);
            _ask(abi.encodeCall(INameSale.valid, (label)));
            _ask(abi.encodeCall(INameSale.available, (label)));
            _ask(abi.encodeCall(INameSale.priceOf, (label)));
            for (uint256 j; j < keys.length; ++j) {
                _ask(abi.encodeCall(INameRecords.text, (id, keys[j])));
            }
            _ask(abi.encodeWithSignature("addr(uint256)", id));
            for (uint256 j; j < coinTypes.length; ++j) {
                _ask(abi.encodeWithSignature("addr(uint256,uint256)", id, coinTypes[j]));
            }
        }
        for (uint256 i; i < PEOPLE; ++i) {
            _ask(abi.encodeCall(INameTokens.balanceOf, (people[i])));
            _ask(abi.encodeCall(INameRecords.primaryTokenOf, (people[i])));
            _ask(abi.encodeCall(INameRecords.primaryNameOf, (people[i])));
            _ask(abi.encodeCall(INameTokens.isApprovedForAll, (people[i], _anyone())));
        }
        _ask(abi.encodeCall(INameTokens.balanceOf, (address(0))));
        _ask(abi.encodeCall(INameSale.prices, ()));
        _ask(abi.encodeCall(INameSale.isPaused, ()));
        _ask(abi.encodeCall(INameSale.isCommitmentRequired, ()));
        uint256[] memory all = new uint256[](LABELS);
        for (uint256 i; i < LABELS; ++i) {
            all[i] = ids[i];
        }
        _ask(abi.encodeCall(INameSale.availability, (all)));
    }

    function _ask(bytes memory data) private view {
        (bool isRead, bytes memory actual) = address(real).staticcall(data);
        (bool isExpected, bytes memory expected) = address(plain).staticcall(data);
        assertTrue(isRead == isExpected, vm.toString(data));
        assertEq(actual, expected, vm.toString(data));
    }

    function _anyTexts() private returns (string[] memory someKeys, string[] memory values) {
        uint256 count = _isOneIn(20) ? 21 : _pick(0, 3);
        (someKeys, values) = (new string[](count), new string[](count));
        for (uint256 i; i < count; ++i) {
            someKeys[i] = _isOneIn(20) ? string(new bytes(65)) : keys[_pick(0, 3)];
            values[i] = string(new bytes(_isOneIn(20) ? 1025 : _pick(0, 70)));
        }
        if (_isOneIn(20)) values = new string[](count + 1);
    }

    function _anyValue() private returns (uint256) {
        if (_isOneIn(4)) return 0.05 ether;
        uint256[4] memory prices = real.prices();
        uint256 price = prices[_pick(0, 3)];
        return _isOneIn(6) && price != 0 ? price - 1 : price;
    }

    function _anyId() private returns (uint256) {
        if (_isOneIn(30)) return _word();
        return ids[_pick(0, LABELS - 1)];
    }

    function _idOrZero() private returns (uint256) {
        return _isOneIn(6) ? 0 : _anyId();
    }

    function _anyone() private returns (address) {
        return people[_pick(0, PEOPLE - 1)];
    }

    function _anyRecipient() private returns (address) {
        return _isOneIn(12) ? address(0) : _anyone();
    }

    function _ownerOf(uint256 tokenId) private view returns (address) {
        try plain.ownerOf(tokenId) returns (address owner) {
            return owner;
        } catch {
            return people[0];
        }
    }

    function _labelOf(uint256 tokenId) private view returns (string memory) {
        try plain.labelOf(tokenId) returns (string memory label) {
            return label;
        } catch {
            return "Lantern";
        }
    }
}

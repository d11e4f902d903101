// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection} from "../../src/interfaces/ICollection.sol";
import {ICollectionFactory} from "../../src/interfaces/ICollectionFactory.sol";
import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {IRoyaltySplit} from "../../src/interfaces/IRoyaltySplit.sol";
import {TestBase} from "../TestBase.sol";
import {Installation, install} from "../collections/Installation.sol";
import {ReleasingPayee, SplitToken, Way} from "../collections/SplitTokens.sol";
import {PlainSplit} from "../reference/PlainSplit.sol";
import {BurningWallet, RefusingWallet} from "./Wallets.sol";

/// @dev Actions on a royalty split and on its plain reference, which have the same income: ether,
///      tokens that keep to ERC-20, and one that does not. Payees are wallets and malicious contracts.
contract SplitHandler is TestBase {
    uint256 public constant PAYEES = 6;
    uint256 public constant TOKENS = 4;
    /// @dev The first of the tokens behaves in any way; the others keep to ERC-20.
    uint256 public constant HONEST_FROM = 1;
    uint256 private constant GAS = 1_000_000;

    IRoyaltySplit public split;
    IRoyaltySplit public plain;
    ICollectionTypes.Payee[] private _payees;
    SplitToken[TOKENS] private _tokens;
    /// @dev All that arrived, of ether and of each token.
    uint256 public etherReceived;
    uint256[TOKENS] public received;
    /// @dev The first expectation of an action that failed.
    string public broken;

    constructor() {
        Installation memory installed = install(vm, address(0xF01));
        uint16[PAYEES] memory shares = [uint16(3333), 1, 2499, 1667, 2000, 500];
        for (uint256 i; i < PAYEES; ++i) {
            _payees.push(ICollectionTypes.Payee(_newPayee(i), shares[i]));
        }
        for (uint256 i; i < TOKENS; ++i) {
            _tokens[i] = new SplitToken();
        }
        _tokens[2].setWay(Way.Silent);
        _tokens[3].setWay(Way.CallsFirst);
        ICollectionFactory.CreateParams memory params;
        params.kind = 1;
        params.transferable = true;
        (params.name, params.symbol) = ("Tide Tables", "TIDE");
        params.hasRoyaltySplit = true;
        params.payees = _payees;
        address made = installed.factory.create(params, "salt", block.timestamp);
        (address receiver,) = ICollection(made).royaltyInfo(1, 1);
        split = IRoyaltySplit(receiver);
        plain = new PlainSplit(_payees);
    }

    function earnEther(uint256 amount) external {
        amount = bound(amount, 0, 1e27) >> (amount % 90);
        vm.deal(address(split), address(split).balance + amount);
        vm.deal(address(plain), address(plain).balance + amount);
        etherReceived += amount;
    }

    function earnToken(uint256 index, uint256 amount) external {
        index %= TOKENS;
        amount = bound(amount, 0, 1e45) >> (amount % 150);
        _tokens[index].give(address(split), amount);
        _tokens[index].give(address(plain), amount);
        received[index] += amount;
    }

    function releaseEther(uint256 index) external {
        address account = accountAt(index % (PAYEES + 1));
        bool takesEther = index % (PAYEES + 1) != 1 && index % (PAYEES + 1) != 2;
        bytes memory data = abi.encodeWithSignature("release(address)", account);
        uint256 owed = split.owed(account);
        (bool isDone, bytes memory result) = address(split).call{gas: GAS}(data);
        _releasePlain(data, isDone, result);
        _expect(isDone == (takesEther || owed == 0), "a payee that takes ether is paid");
        if (isDone) _expect(abi.decode(result, (uint256)) == owed, "it is paid what it is owed");
    }

    function releaseToken(uint256 index, uint256 tokenIndex) external {
        tokenIndex %= TOKENS;
        address account = accountAt(index % (PAYEES + 1));
        address token = address(_tokens[tokenIndex]);
        bytes memory data = abi.encodeWithSignature("release(address,address)", token, account);
        uint256 owed = split.owed(token, account);
        ReleasingPayee payee = ReleasingPayee(payable(_payees[3].account));
        payee.plan(split, token, _payees[index % PAYEES].account);
        (bool isDone, bytes memory result) = address(split).call{gas: GAS}(data);
        // It calls the split, not the reference.
        payee.plan(IRoyaltySplit(address(0)), token, address(0));
        _releasePlain(data, isDone, result);
        _expect(isDone || tokenIndex < HONEST_FROM, "an honest token is always paid");
        if (isDone) _expect(abi.decode(result, (uint256)) == owed, "as much as is owed is paid");
    }

    /// @dev The first token changes its manners, and the balances of all its holders.
    function misbehave(uint256 way, uint256 scale) external {
        _tokens[0].setWay(Way(way % 10));
        _tokens[0].setScale(bound(scale, 1, 20_000));
    }

    function tokenAt(uint256 index) external view returns (SplitToken) {
        return _tokens[index];
    }

    function payees() external view returns (ICollectionTypes.Payee[] memory) {
        return _payees;
    }

    /// @dev Behind the payees one more, who is none.
    function accountAt(uint256 index) public view returns (address) {
        return index == PAYEES ? address(0xBEEF) : _payees[index].account;
    }

    function _releasePlain(bytes memory data, bool isDone, bytes memory result) private {
        (bool isPlainDone, bytes memory plainResult) = address(plain).call{gas: GAS}(data);
        _expect(isDone == isPlainDone, "both pay, or neither");
        _expect(keccak256(result) == keccak256(plainResult), "both return the same");
    }

    function _newPayee(uint256 index) private returns (address) {
        if (index == 1) return address(new RefusingWallet());
        if (index == 2) return address(new BurningWallet());
        if (index == 3) return address(new ReleasingPayee());
        return address(uint160(0xFA0000 + index));
    }

    function _expect(bool isSo, string memory what) private {
        if (!isSo && bytes(broken).length == 0) broken = what;
    }
}

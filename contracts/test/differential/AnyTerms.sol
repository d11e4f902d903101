// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollectionTypes} from "../../src/interfaces/ICollectionTypes.sol";
import {Actors} from "./Actors.sol";

/// @dev Prices, phases and payees at random, mostly good, some one step beside what is allowed.
abstract contract AnyTerms is Actors {
    uint256 internal constant MAX_CAP = (1 << 28) - 2;
    uint256 private constant MAX_FEE = ((1 << 55) - 1) * 1 gwei;
    uint256 private constant MAX_NOTICE = type(uint24).max;

    /// @dev The mint fee of this run.
    uint256 internal fee;

    function _anyFee() internal returns (uint256) {
        uint256[6] memory fees =
            [0, 0.0003 ether, 0.0003 ether, 1 gwei, _pick(1, 1e9) * 1 gwei, MAX_FEE];
        return fees[_isOneIn(10) ? 5 : _pick(0, 4)];
    }

    function _anyCap() internal returns (uint256) {
        uint256 chance = _pick(0, 6);
        if (chance == 0) return _pick(1, 4);
        if (chance == 1) return MAX_CAP;
        return chance < 4 ? _pick(5, 80) : _pick(80, 2000);
    }

    function _anyNotice() internal returns (uint256) {
        uint256 chance = _pick(0, 11);
        if (chance == 0) return MAX_NOTICE;
        if (chance == 1) return 1;
        return chance < 5 ? 0 : _pick(1, 3) * 1 hours;
    }

    function _goodPrice() internal returns (uint256) {
        uint256 least = (fee / 2 + 1 gwei - 1) / 1 gwei;
        uint256 most = uint256(type(uint80).max) / 1 gwei;
        uint256 chance = _pick(0, 9);
        if (least > most || chance < 3) return 0;
        if (chance < 5) return least * 1 gwei;
        return (chance == 5 ? most : _pick(least, least + 1e9)) * 1 gwei;
    }

    function _anyPrice() internal returns (uint256 price) {
        price = _goodPrice();
        if (!_isOneIn(12)) return price;
        uint256 half = fee / 2 / 1 gwei * 1 gwei;
        bool isLow = half > 1 gwei && _isOneIn(2);
        return uint80(isLow ? half - 1 gwei : price + _pick(1, 1 gwei));
    }

    function _anyLimit() internal returns (uint256) {
        uint256 chance = _pick(0, 7);
        if (chance == 0) return type(uint16).max;
        if (chance == 1) return _pick(8190, 8193);
        return chance < 5 ? _pick(1, 10) : _pick(5, 120);
    }

    function _anyPhaseCap() internal returns (uint256) {
        if (!_isOneIn(3)) return 0;
        return _isOneIn(10) ? type(uint32).max : _pick(1, 60);
    }

    function _anyStart() internal returns (uint256) {
        uint256 chance = _pick(0, 11);
        if (chance == 0) return 0;
        return chance < 11 ? block.timestamp - _pick(0, 100) : block.timestamp + _pick(0, 2 hours);
    }

    function _anyEnd() internal returns (uint256) {
        uint256 chance = _pick(0, 11);
        if (chance < 3) return type(uint32).max;
        return block.timestamp + (chance == 3 ? _pick(0, 2 hours) : _pick(1, 30) * 1 days);
    }

    function _goodPhase() internal returns (ICollectionTypes.PublicPhase memory phase) {
        phase.price = uint80(_goodPrice());
        phase.start = uint32(_anyStart());
        phase.end = uint32(_anyEnd());
        if (phase.end <= phase.start) phase.end = phase.start + 1;
        phase.walletLimit = uint16(_anyLimit());
        phase.supplyCap = uint32(_anyPhaseCap());
    }

    /// @dev Another phase, or a neighbour of the one in force, or one that is refused.
    function _anyPhase() internal returns (ICollectionTypes.PublicPhase memory phase) {
        if (_isOneIn(12)) return phase;
        phase = _isOneIn(2) ? _goodPhase() : plain.overview().publicPhase;
        uint256 chance = _pick(0, 15);
        if (chance == 0) phase.price = uint80(_anyPrice());
        if (chance == 1) phase.start = uint32(_anyStart());
        if (chance == 2) phase.end = uint32(_anyEnd());
        if (chance == 3) phase.walletLimit = uint16(_pick(0, 40));
        if (chance == 4) phase.supplyCap = uint32(_anyPhaseCap());
        if (chance == 5 && phase.end > 1) --phase.end;
        if (chance == 6 && phase.walletLimit > 0) --phase.walletLimit;
        if (chance == 7 && phase.walletLimit < type(uint16).max) ++phase.walletLimit;
        if (chance == 8 && phase.supplyCap < type(uint32).max) ++phase.supplyCap;
        if (chance == 9 && phase.price >= 1 gwei) phase.price -= 1 gwei;
        if (chance == 10) phase.start = phase.end;
        if (chance == 11) phase.start = uint32(block.timestamp + _pick(0, 1));
    }

    function _goodPayees() internal returns (ICollectionTypes.Payee[] memory payees) {
        uint256 count = _isOneIn(6) ? 16 : _pick(1, 5);
        payees = new ICollectionTypes.Payee[](count);
        uint256 known = accounts.length - 1;
        uint256 first = _pick(0, known - 1);
        uint256 rest = 10_000;
        for (uint256 i; i < count; ++i) {
            uint256 others = count - i - 1;
            uint256 bps = others == 0 ? rest : _pick(1, rest - others);
            if (others != 0 && _isOneIn(2)) bps = _pick(1, bps < 500 ? bps : 500);
            payees[i] = ICollectionTypes.Payee(accounts[(first + i) % known], uint16(bps));
            rest -= bps;
        }
    }

    function _anyPayees() internal returns (ICollectionTypes.Payee[] memory payees) {
        payees = _goodPayees();
        uint256 chance = _pick(0, 29);
        uint256 which = _pick(0, payees.length - 1);
        if (chance == 0) payees[which].account = address(0);
        if (chance == 1) payees[which].account = address(platform);
        if (chance == 2) payees[which].account = payees[0].account;
        if (chance == 3) payees[which].bps += 1;
        if (chance == 4) payees[which].bps = 0;
        if (chance == 5) return new ICollectionTypes.Payee[](0);
        if (chance == 6) return _tooManyPayees();
    }

    function _tooManyPayees() internal pure returns (ICollectionTypes.Payee[] memory payees) {
        payees = new ICollectionTypes.Payee[](17);
        for (uint160 i; i < 17; ++i) {
            payees[i] = ICollectionTypes.Payee(address(uint160(0xFA0000) + i), 1);
        }
        payees[0].bps = 10_000 - 16;
    }
}

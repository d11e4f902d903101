// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev Rules about single calls, which the state afterwards cannot show. The ghost state
///      records the first breach of each, and one invariant asserts that there is none.
enum Rule {
    OnlyTheRightfulMove,
    WhatIsAllowedGoesThrough,
    CapHolds,
    PhaseCapHolds,
    WalletLimitHolds,
    ClosedSellsNothing,
    OnlyProvenTermsSell,
    ReferrersAreOthers,
    PriceIsExact,
    CheckMintIsTrue,
    GiftsMoveNoMoney,
    ReleasePaysWhatIsOwed,
    ReleasedNeverFalls,
    OnlyTheOwnerSets,
    TermsKeepTheirForm,
    TermsWait,
    PayeesWait,
    CapWaits,
    FrozenStays,
    ManifestBinds,
    RoyaltyHasACeiling,
    CreatorsOwnTheirIds,
    ImplementationsStandStill,
    WordsStay,
    SalesAreLogged
}

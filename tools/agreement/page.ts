import { collectionTerms, walletPhases } from '@platemark/api/collection-terms'
import type { ListEntry, PhaseEligibility } from '@platemark/api/collections'
import { unpackTerms } from '@platemark/rules/allowlist'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { mintState } from '@platemark/rules/mint-state'
import type { MintState } from '@platemark/rules/mint-state-types'
import { type Hex, zeroAddress } from 'viem'
import { toPhase } from '../../apps/server/src/areas/collections/cards.ts'
import {
  type MintCheck,
  toMintCheck,
  toPhaseEligibility,
} from '../../apps/server/src/areas/collections/eligibility.ts'
import type { PhaseRow } from '../../apps/server/src/areas/collections/queries/collections.ts'
import type { CollectionEvent } from '../../apps/server/src/areas/indexing/collection-events.ts'
import { applyEvent } from '../../apps/server/src/areas/indexing/reducer/apply-event.ts'
import { emptyChangeSet } from '../../apps/server/src/areas/indexing/reducer/change-set.ts'
import type {
  CollectionState,
  ListPhase,
} from '../../apps/server/src/areas/indexing/reducer/collection-state.ts'
import type { LensResult } from './lens.ts'
import { listSales, type MintCase, type Sale } from './mint-case.ts'

/** Exceeds every price of a case. */
const ENOUGH_WEI = 2n ** 200n

/** A phase as the API returns it, with the server's contract read for it. */
export type IndexedPhase = { row: PhaseRow; question: MintCheck }

/** Returns the indexed phases of the collection, sorted by start. */
export function listIndexedPhases(subject: MintCase): IndexedPhase[] {
  const phases = reducePhases(subject)
  for (const { terms, minted } of listSales(subject)) {
    const phase = phases.get(terms.phaseId)
    if (phase) phase.minted = minted
  }
  const entries = toListEntries(subject)
  return [...phases]
    .map(([phase_id, phase]): PhaseRow => {
      return { ...phase, phase_id, list_hash: null, list_entries: null }
    })
    .filter(({ starts_at, ends_at }) => starts_at < ends_at)
    .sort(
      (a, b) => a.starts_at.getTime() - b.starts_at.getTime() || a.phase_id - b.phase_id,
    )
    .map((row) => ({ row, question: toMintCheck(row, entries) }))
}

/** Returns the API's eligibility for one phase. */
export function toEligibility(
  { row, question }: IndexedPhase,
  { most, walletMinted, phaseMinted, notBefore, until }: LensResult,
): PhaseEligibility {
  return toPhaseEligibility(row, question, {
    reasons: most.reasons,
    used: walletMinted,
    minted: phaseMinted,
    list: [notBefore, until],
  })
}

/** Returns the state of the mint panel for a wallet with enough funds. */
export function computePanel(
  subject: MintCase,
  phases: readonly IndexedPhase[],
  eligibilities: readonly PhaseEligibility[],
  chosenPhaseId: number | null,
): MintState {
  return mintState({
    now: subject.now,
    unavailable: null,
    chainId: subject.chainId,
    collection: collectionTerms({
      is_paused: subject.isPaused,
      minted: subject.minted,
      max_supply: subject.maxSupply,
      phases: phases.map(({ row }) => toPhase(row)),
    }),
    mintFeeWei: subject.mintFeeWei,
    attempt: null,
    result: null,
    wallet: {
      chainId: subject.chainId,
      balanceWei: ENOUGH_WEI,
      phases: walletPhases(eligibilities),
    },
    needsSignIn: false,
    networkFeeWei: 0n,
    quantity: subject.quantity,
    chosenPhaseId,
  })
}

/** Returns the phases that the indexer's reducer derives from the collection's events. */
function reducePhases({
  publicSale,
  listedSales,
  lists,
}: MintCase): CollectionState['phases'] {
  const account: Pick<CollectionState, 'id' | 'phases'> = { id: '', phases: new Map() }
  const changeSet = emptyChangeSet()
  const apply = (event: Pick<CollectionEvent, 'kind' | 'data'>) => {
    const place = { collection: zeroAddress, block: 0, logIndex: 0, transaction: '' }
    const projected = { ...place, time: new Date(0), ...event }
    // Safe: callers pair each kind with its data, and these touch only the phases.
    applyEvent(account as CollectionState, changeSet, projected as CollectionEvent)
  }
  if (publicSale) {
    const { start, end, limit, phaseCap, priceWei } = publicSale.terms
    const price_wei = priceWei.toString()
    const data = { price_wei, start, end, max_per_wallet: limit, max_supply: phaseCap }
    apply({ kind: 'public_phase_changed', data })
  }
  for (const [at, { root, until }] of lists.entries()) {
    const published = listedSales.filter(({ list, entries }) => {
      return list === at || entries.some((entry) => entry.list === at)
    })
    changeSet.listPhases.set(root, published.map(listedPhase))
    apply({ kind: 'list_added', data: { root, content_hash: root } })
    if (until < NEVER_ENDS) apply({ kind: 'list_removed', data: { root, until } })
  }
  return account.phases
}

/** Returns a phase as the indexer parses it from the file of its list. */
function listedPhase({ terms }: Sale): ListPhase {
  return {
    phase_id: terms.phaseId,
    title: `Phase ${terms.phaseId}`,
    starts_at: new Date(terms.start * 1000),
    ends_at: new Date(terms.end * 1000),
    price_wei: terms.priceWei.toString(),
    max_per_wallet: terms.limit,
    max_supply: terms.phaseCap,
  }
}

/** Returns the wallet's entries as the database has them, the newest list first. */
function toListEntries({ listedSales, lists }: MintCase): ListEntry[] {
  return listedSales.flatMap(({ terms, entries }) =>
    entries.map(({ list, packed, proof }) => {
      const { limit, priceWei } = unpackTerms(packed)
      return {
        phase_id: terms.phaseId,
        // Safe: entries name lists of the case.
        root: lists[list]?.root as Hex,
        packed: packed.toString(),
        proof,
        quantity: limit,
        price_wei: priceWei.toString(),
      }
    }),
  )
}

import type { MintCode, MintState } from '@platemark/rules/mint-cases'
import { reasonCodes } from '@platemark/rules/reason-codes'
import { type MintReason, mintReasonsOf } from '@platemark/rules/states'
import type { PhaseEligibility } from '@platemark/wire/collections'
import type { Check } from './lens.ts'

/** What the contract says of one phase, and where that phase stands for the wallet. */
export type Offer = {
  eligibility: PhaseEligibility
  asked: Check
  most: Check
}

/** The panel at one choice of phase; null: whatever comes first. */
export type PanelAt = (chosenPhaseId: number | null) => MintState

type Collection = { isPaused: boolean; isSoldOut: boolean; mintFeeWei: bigint }

const ladder = Object.keys(reasonCodes) as MintReason[]

/**
 * Where the panel says something else than the contract: the code, the phases it offers, the
 * quantity that goes through, and what it costs.
 */
export function differencesOf(
  offers: readonly Offer[],
  collection: Collection,
  quantity: number,
  panelAt: PanelAt,
): string[] {
  const panel = panelAt(null)
  const expected = codeOf(offers, collection)
  if (panel.code !== expected) {
    return [`the panel says ${panel.code}, the contract ${expected}`]
  }
  const ready = offers.filter((offer) => firstReasonOf(offer) === undefined)
  switch (panel.code) {
    case 'ready': {
      const { phase, others } = panel.params
      const offered = [phase, ...others].map(({ phaseId }) => phaseId)
      return [
        ...sameIds('the phases that can be minted in', offered, ready),
        ...ready.flatMap((offer) =>
          priceDifferences(offer, collection, quantity, panelAt),
        ),
      ]
    }
    case 'not_started': {
      const { later, place } = panel.params
      const listed = laterOf(offers).filter(({ eligibility }) => eligibility.is_listed)
      return [
        ...sameIds('the phases to come', idsOf(later), laterOf(offers)),
        ...isAmong('the place on a list', place?.phaseId, listed),
      ]
    }
    case 'not_eligible': {
      const open = laterOf(offers).filter(({ eligibility }) => eligibility.is_listed)
      return sameIds('the phases that open to it', idsOf(panel.params.later), open)
    }
    case 'wallet_limit':
    case 'phase_sold_out': {
      const open = laterOf(offers).filter(
        ({ eligibility, asked }) =>
          eligibility.is_listed && !mintReasonsOf(asked.reasons).includes('wallet_limit'),
      )
      return isAmong('the next phase', panel.params.next?.phaseId, open)
    }
    default:
      return []
  }
}

/** The code that the reasons lead to, by the table of the rules and nothing else. */
function codeOf(offers: readonly Offer[], { isPaused, isSoldOut }: Collection): MintCode {
  if (offers.length === 0) {
    return isSoldOut ? 'sold_out' : isPaused ? 'paused' : 'no_phase'
  }
  const reasons = offers.toSorted(byPreference).map(firstReasonOf)
  if (reasons.includes(undefined)) return 'ready'
  // Safe: without an undefined one they are reasons.
  const [first, ...rest] = reasons as MintReason[]
  const furthest = rest.reduce(
    (one, other) => (placeOf(other) > placeOf(one) ? other : one),
    first as MintReason,
  )
  return reasonCodes[furthest]
}

/** Phases in which a wallet is stopped by a limit are equally far: the preferred one speaks. */
function placeOf(reason: MintReason): number {
  const same = reason === 'phase_sold_out' ? 'wallet_limit' : reason
  return ladder.indexOf(same)
}

function firstReasonOf({ asked }: Offer): MintReason | undefined {
  const reasons = mintReasonsOf(asked.reasons)
  // Asking for nothing is refused, and what the panel offers then is one.
  return ladder.find((reason) => reason !== 'quantity' && reasons.includes(reason))
}

function priceDifferences(
  { eligibility, asked, most }: Offer,
  { mintFeeWei }: Collection,
  quantity: number,
  panelAt: PanelAt,
): string[] {
  const id = eligibility.phase_id
  const panel = panelAt(id)
  if (panel.code !== 'ready') return [`phase ${id} is not ready when it is chosen`]
  const { params } = panel
  const unit = BigInt(eligibility.price_wei) + mintFeeWei
  // A panel asks for one at least.
  const through = quantity === 0 ? 1n : asked.through
  const total = quantity === 0 ? unit : asked.total
  return [
    ...same(`the phase chosen`, params.phase.phaseId, id),
    ...same(`quantity in phase ${id}`, params.quantity, Number(through)),
    ...same(`total in phase ${id}`, params.totalWei, total),
    ...same(`most in phase ${id}`, params.most, Number(most.through)),
    ...same(`total of most in phase ${id}`, unit * BigInt(params.most), most.total),
  ]
}

/** The phases that only time keeps closed. */
function laterOf(offers: readonly Offer[]): Offer[] {
  return offers.filter((offer) => firstReasonOf(offer) === 'not_started')
}

function byPreference({ eligibility: a }: Offer, { eligibility: b }: Offer): number {
  const [priceA, priceB] = [BigInt(a.price_wei), BigInt(b.price_wei)]
  if (priceA !== priceB) return priceA < priceB ? -1 : 1
  return Date.parse(a.end) - Date.parse(b.end) || a.phase_id - b.phase_id
}

function idsOf(phases: readonly { phaseId: number }[]): number[] {
  return phases.map(({ phaseId }) => phaseId)
}

function sameIds(what: string, ids: readonly number[], offers: readonly Offer[]) {
  const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b).join(', ')
  const expected = offers.map(({ eligibility }) => eligibility.phase_id)
  return same(what, sorted(ids), sorted(expected))
}

function isAmong(what: string, id: number | undefined, offers: readonly Offer[]) {
  const ids = offers.map(({ eligibility }) => eligibility.phase_id)
  if (id === undefined) return same(what, 'none', ids.length === 0 ? 'none' : ids.join())
  return ids.includes(id) ? [] : [`${what}: ${id}, expected one of ${ids.join(', ')}`]
}

/** Nothing where both are the same. */
export function same(what: string, is: unknown, expected: unknown): string[] {
  return is === expected ? [] : [`${what}: ${is}, expected ${expected}`]
}

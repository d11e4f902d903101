import assert from 'node:assert/strict'
import type { PhaseEligibility } from '@platemark/api/collections'
import type { MintCode, MintState } from '@platemark/rules/mint-state-types'
import { reasonCodes } from '@platemark/rules/reason-codes'
import {
  listMintReasons,
  type MintReason,
  PUBLIC_PHASE_ID,
} from '@platemark/rules/states'
import { type Address, type Hex, zeroHash } from 'viem'
import type { Lens, LensQuery, LensResult } from './lens.ts'
import { listSales, type MintCase, type Sale } from './mint-case.ts'
import {
  computePanel,
  type IndexedPhase,
  listIndexedPhases,
  toEligibility,
} from './page.ts'
import type { Override } from './storage.ts'

/** A phase with the contract's response for it and the API's eligibility derived from that. */
type Offer = IndexedPhase & { answer: LensResult; eligibility: PhaseEligibility }

export type Agreement = Awaited<ReturnType<typeof assertAgreement>>

type PanelAt = (chosenPhaseId: number | null) => MintState
type Overview = Awaited<ReturnType<Lens['read']>>['overview']

const reasonOrder = Object.keys(reasonCodes) as MintReason[]

/**
 * Asserts that the collection at `address` has the state of the case and that the mint panel
 * agrees with `checkMint`: its code, the phases it offers, quantities and totals.
 */
export async function assertAgreement(
  lens: Lens,
  subject: MintCase,
  address: Address,
  override?: Override,
) {
  const phases = listIndexedPhases(subject)
  const questions = toQueries(subject, phases, address)
  const { answers, overview } = await lens.read(address, subject.now, questions, override)
  const offers = phases.map((phase, at): Offer => {
    // Safe: the lens returns one answer for every question.
    const answer = answers[at] as LensResult
    return { ...phase, answer, eligibility: toEligibility(phase, answer) }
  })
  const eligibilities = offers.map(({ eligibility }) => eligibility)
  const panelAt = (chosenPhaseId: number | null) =>
    computePanel(subject, phases, eligibilities, chosenPhaseId)
  assertState(subject, offers, overview)
  const publicReasons = listMintReasons(answers.at(-1)?.asked.reasons ?? 0n)
  const hasPublicPhase = subject.publicSale !== null
  assert(hasPublicPhase || publicReasons.includes('ended'), 'an absent phase has ended')
  assertPanel(subject, offers, panelAt)
  return { panel: panelAt(null), offers, answers }
}

/** Returns the strongest reason for which `checkMint` refuses the mint, if there is one. */
function findReason({ answer }: Offer): MintReason | undefined {
  const reasons = listMintReasons(answer.asked.reasons)
  // The contract refuses quantity 0, while the panel then offers 1.
  return reasonOrder.find((reason) => reason !== 'quantity' && reasons.includes(reason))
}

/** Returns the server's reads, plus one of the public phase even where there is none. */
function toQueries(
  { wallet, quantity }: MintCase,
  phases: readonly IndexedPhase[],
  collection: Address,
): LensQuery[] {
  const about = { collection, account: wallet, quantity: BigInt(quantity) }
  const known = phases.map(({ row, question: { entry, packed, proof } }) => ({
    ...about,
    phaseId: row.phase_id,
    // Safe: roots are hashes here.
    root: (entry?.root ?? zeroHash) as Hex,
    packed,
    proof,
  }))
  const open = { phaseId: PUBLIC_PHASE_ID, root: zeroHash, packed: 0n, proof: [] }
  return [...known, { ...about, ...open }]
}

/** Asserts that the contract returns the state of the case and accepts exactly its good entries. */
function assertState(
  subject: MintCase,
  offers: readonly Offer[],
  overview: Overview,
): void {
  const { collectionId, isPaused, mintFee, transferable, maxSupply, minted } = overview
  assert.deepEqual(
    [collectionId, isPaused, mintFee, transferable, Number(maxSupply), Number(minted)],
    [
      ...[subject.collectionId, subject.isPaused, subject.mintFeeWei],
      ...[subject.kind !== 'soulbound', subject.maxSupply ?? 0, subject.minted],
    ],
    'state of the collection',
  )
  assert.deepEqual(overview.publicPhase, toContractPhase(subject.publicSale))
  for (const { row, answer, eligibility } of offers) {
    const id = row.phase_id
    const sale = listSales(subject).find(({ terms }) => terms.phaseId === id)
    const listed = subject.listedSales.find((one) => one === sale)
    const entry = listed?.entries[0]
    const list = entry && subject.lists[entry.list]
    const window = list?.place === 'nowhere' ? undefined : list
    const { walletMinted, phaseMinted, notBefore, until } = answer
    assert.deepEqual(
      [walletMinted, phaseMinted, notBefore, until].map(Number),
      [sale?.used, sale?.minted, window?.notBefore ?? 0, window?.until ?? 0],
      `counters and list of phase ${id}`,
    )
    const isListed = id === PUBLIC_PHASE_ID || Boolean(window && entry?.isGood)
    assert.equal(eligibility.is_listed, isListed, `phase ${id} lists the wallet`)
  }
}

/** Returns the public phase in the contract's encoding. */
export function toContractPhase(sale: Sale | null) {
  if (!sale) return { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  const { priceWei: price, start, end, limit: walletLimit, phaseCap } = sale.terms
  return { price, start, end, walletLimit, supplyCap: phaseCap ?? 0 }
}

function assertPanel(
  subject: MintCase,
  offers: readonly Offer[],
  panelAt: PanelAt,
): void {
  const panel = panelAt(null)
  assert.equal(panel.code, expectedCode(subject, offers), 'code of the panel')
  // These have not started yet and have no other reason.
  const later = offers.filter((offer) => findReason(offer) === 'not_started')
  const laterListed = later.filter(({ eligibility }) => eligibility.is_listed)
  switch (panel.code) {
    case 'ready': {
      const ready = offers.filter((offer) => findReason(offer) === undefined)
      const { phase, others } = panel.params
      assertPhases([phase, ...others], ready)
      for (const offer of ready) assertPrice(subject, offer, panelAt)
      return
    }
    case 'not_started':
      assertPhases(panel.params.later, later)
      assertOneOf(panel.params.place, laterListed)
      return
    case 'not_eligible':
      assertPhases(panel.params.later, laterListed)
      return
    case 'wallet_limit':
    case 'phase_sold_out': {
      const open = laterListed.filter(
        ({ answer }) => !listMintReasons(answer.asked.reasons).includes('wallet_limit'),
      )
      assertOneOf(panel.params.next, open)
    }
  }
}

/** Returns the panel's code by the table `reasonCodes` alone. */
function expectedCode(
  { isPaused, minted, maxSupply }: MintCase,
  offers: readonly Offer[],
): MintCode {
  if (offers.length === 0) {
    return minted === maxSupply ? 'sold_out' : isPaused ? 'paused' : 'no_phase'
  }
  const reasons = offers.toSorted(byPreference).map(findReason)
  // The sort is stable, so the preferred phase wins among equal ranks.
  const furthest = reasons.reduce((one, other) =>
    rankReason(other) > rankReason(one) ? other : one,
  )
  return furthest ? reasonCodes[furthest] : 'ready'
}

/** Returns the index of a reason in the ladder; wallet limit and phase cap rank the same. */
function rankReason(reason: MintReason | undefined): number {
  if (reason === undefined) return reasonOrder.length
  return reasonOrder.indexOf(reason === 'phase_sold_out' ? 'wallet_limit' : reason)
}

function assertPrice(
  { mintFeeWei, quantity }: MintCase,
  { eligibility, answer }: Offer,
  panelAt: PanelAt,
): void {
  const id = eligibility.phase_id
  const { asked, most } = answer
  const panel = panelAt(id)
  assert(panel.code === 'ready', `phase ${id} is not ready when it is chosen`)
  const { params } = panel
  const unitWei = BigInt(eligibility.price_wei) + mintFeeWei
  // The panel's quantity is at least 1.
  const [through, total] = quantity === 0 ? [1n, unitWei] : [asked.through, asked.total]
  const panelMost = BigInt(params.most)
  assert.deepEqual(
    [params.phase.phaseId, BigInt(params.quantity), params.totalWei],
    [id, through, total],
  )
  assert.deepEqual([panelMost, unitWei * panelMost], [most.through, most.total])
}

function byPreference({ eligibility: a }: Offer, { eligibility: b }: Offer): number {
  const [priceA, priceB] = [BigInt(a.price_wei), BigInt(b.price_wei)]
  if (priceA !== priceB) return priceA < priceB ? -1 : 1
  return Date.parse(a.end) - Date.parse(b.end) || a.phase_id - b.phase_id
}

function assertPhases(
  phases: readonly { phaseId: number }[],
  offers: readonly Offer[],
): void {
  const ids = phases.map(({ phaseId }) => phaseId)
  const expected = offers.map(({ eligibility }) => eligibility.phase_id)
  assert.deepEqual(ids.toSorted(), expected.toSorted(), 'phases of the panel')
}

/** Asserts that the phase is one of `offers`, or absent where they are empty. */
function assertOneOf(
  phase: { phaseId: number } | null | undefined,
  offers: readonly Offer[],
): void {
  const ids = offers.map(({ eligibility }) => eligibility.phase_id)
  if (phase) assert(ids.includes(phase.phaseId), `${phase.phaseId} is not among ${ids}`)
  else assert.deepEqual(ids, [], 'the panel names no phase')
}

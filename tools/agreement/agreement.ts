import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { PhaseEligibility } from '@platemark/wire/collections'
import { type Address, type Hex, toHex, zeroAddress } from 'viem'
import type { Happening } from '../../apps/server/src/areas/collections/happenings.ts'
import type { ListedPhase } from '../../apps/server/src/areas/collections/ledger/account.ts'
import { randomOf } from '../random.ts'
import { compare, countCode, type Found, lensQuestions, type Range } from './compare.ts'
import { same } from './differences.ts'
import type { Answer, Lens } from './lens.ts'
import { type MintCase, mintCase } from './mint-case.ts'
import { bookedBy, entryOf, type Index, listedPhase, phaseRowsOf } from './page.ts'
import { overrideOf } from './storage.ts'

/** Cases that share a block time and one call. */
const BATCH = 100

/** Block times of cases: far from both ends of what 32 bits hold. */
const FIRST_TIME = 1_000_000
const LAST_TIME = 4_294_000_000

/** What the ledger does not look at. */
const somewhere = {
  collection: zeroAddress,
  block: 0,
  logIndex: 0,
  transaction: '',
  time: new Date(0),
}

/**
 * Holds panel and contract against each other in the cases [from, to) of a seed, in a state
 * that the node is told to assume.
 */
export async function compareCases(
  lens: Lens,
  chainId: number,
  { seed, from, to }: Range,
  onBatch: (done: number) => void = () => {},
): Promise<Found> {
  const found: Found = { codes: new Map(), differences: [] }
  for (let first = from - (from % BATCH); first < to; first += BATCH) {
    const now = timeOf(seed, first)
    const indexes = Array.from({ length: BATCH }, (_, at) => first + at)
    const cases = indexes
      .filter((index) => index >= from && index < to)
      .map((index) => mintCase(seed, index, now, chainId))
    await compareBatch(lens, now, cases, found)
    onBatch(Math.min(first + BATCH, to))
  }
  return found
}

/** One case with everything that is said about it, to look into a difference. */
export async function explainCase(lens: Lens, chainId: number, seed: number, at: number) {
  const now = timeOf(seed, at)
  const subject = mintCase(seed, at, now, chainId)
  const index = indexOf(subject)
  const overrides = [overrideOf(subject, addressOf(0), lens.implementations)]
  const questions = lensQuestions(index, addressOf(0), subject)
  const answers = await lens.ask({ now, overrides }, questions)
  return { subject, index, questions, answers, ...compare(index, answers, subject) }
}

async function compareBatch(
  lens: Lens,
  now: number,
  cases: readonly MintCase[],
  found: Found,
): Promise<void> {
  const moment = {
    now,
    overrides: cases.map((one, at) =>
      overrideOf(one, addressOf(at), lens.implementations),
    ),
  }
  const indexes = cases.map(indexOf)
  const questions = indexes.map((index, at) => {
    // Safe: there is an index for every case.
    return lensQuestions(index, addressOf(at), cases[at] as MintCase)
  })
  const answers = [...(await lens.ask(moment, questions.flat()))]
  const overviews = await lens.overviews(
    moment,
    cases.map((_, at) => addressOf(at)),
  )
  for (const [at, subject] of cases.entries()) {
    const index = indexes[at]
    const overview = overviews[at]
    if (!index || !overview) throw new Error('An answer is missing.')
    const own = answers.splice(0, questions[at]?.length ?? 0)
    const { panel, eligibilities, differences } = compare(index, own, subject)
    countCode(found, panel)
    const all = [
      ...stateDifferences(subject, index, own, overview),
      ...listingDifferences(subject, eligibilities),
      ...differences,
    ]
    for (const difference of all) {
      found.differences.push(`seed ${subject.seed} case ${subject.index}: ${difference}`)
    }
  }
}

/** Where the contract takes an entry that it should not, or refuses one that it should take. */
function listingDifferences(
  { listedSales, lists }: MintCase,
  eligibilities: readonly PhaseEligibility[],
): string[] {
  return eligibilities
    .filter(({ phase_id }) => phase_id !== PUBLIC_PHASE_ID)
    .flatMap(({ phase_id, is_listed }) => {
      const sale = listedSales.find(({ terms }) => terms.phaseId === phase_id)
      const entry = sale?.entries[0]
      const isKnown = entry !== undefined && lists[entry.list]?.place !== 'nowhere'
      return same(`listed in ${phase_id}`, is_listed, isKnown && entry.isGood)
    })
}

type Overview = Awaited<ReturnType<Lens['overviews']>>[number]

/** Where the contract does not read what the case says: the state was put in wrongly. */
function stateDifferences(
  subject: MintCase,
  index: Index,
  answers: readonly Answer[],
  overview: Overview,
): string[] {
  const { publicSale } = subject
  const { publicPhase } = overview
  const terms = publicSale?.terms
  const counters = index.phases.flatMap(({ phase_id: id }, at) => {
    const answer = answers[at]
    const sale =
      id === PUBLIC_PHASE_ID
        ? publicSale
        : subject.listedSales.find((one) => one.terms.phaseId === id)
    const listed = subject.listedSales.find((one) => one === sale)
    const entry = listed?.entries[0]
    const list = entry ? subject.lists[entry.list] : undefined
    const window = list?.place === 'nowhere' ? undefined : list
    return [
      ...same(`used in ${id}`, answer?.walletMinted, BigInt(sale?.used ?? -1)),
      ...same(`minted in ${id}`, answer?.phaseMinted, BigInt(sale?.minted ?? -1)),
      ...same(`list of ${id}`, answer?.notBefore, BigInt(window?.notBefore ?? 0)),
      ...same(`end of list of ${id}`, answer?.until, BigInt(window?.until ?? 0)),
    ]
  })
  return [
    ...counters,
    ...same('minted', overview.minted, BigInt(subject.minted)),
    ...same('cap', overview.maxSupply, BigInt(subject.maxSupply ?? 0)),
    ...same('paused', overview.isPaused, subject.isPaused),
    ...same('fee', overview.mintFee, subject.mintFeeWei),
    ...same('soulbound', overview.transferable, subject.kind !== 'soulbound'),
    ...same('id', overview.collectionId, subject.collectionId),
    ...same('price', publicPhase.price, terms?.priceWei ?? 0n),
    ...same('start', publicPhase.start, terms?.start ?? 0),
    ...same('end', publicPhase.end, terms?.end ?? 0),
    ...same('limit', publicPhase.walletLimit, terms?.limit ?? 0),
    ...same('public cap', publicPhase.supplyCap, terms?.phaseCap ?? 0),
  ].map((difference) => `state: ${difference}`)
}

/** What the index of the server holds of such a collection. */
function indexOf(subject: MintCase): Index {
  const { publicSale, listedSales, lists } = subject
  const listedPhases = new Map<string, ListedPhase[]>()
  const happenings: Happening[] = []
  const note = (fact: Pick<Happening, 'kind' | 'facts'>) => {
    // Safe: callers pair each kind with its facts.
    happenings.push({ ...somewhere, ...fact } as Happening)
  }
  if (publicSale) {
    const { start, end, limit, phaseCap, priceWei } = publicSale.terms
    const price_wei = priceWei.toString()
    const facts = { price_wei, start, end, max_per_wallet: limit, max_supply: phaseCap }
    note({ kind: 'public_phase_changed', facts })
  }
  for (const [at, { root, until }] of lists.entries()) {
    const published = listedSales.filter(({ list, entries }) => {
      return list === at || entries.some((entry) => entry.list === at)
    })
    listedPhases.set(
      root,
      published.map(({ terms }) => listedPhase(terms)),
    )
    note({ kind: 'list_added', facts: { root, content_hash: root } })
    if (until < NEVER_ENDS) note({ kind: 'list_removed', facts: { root, until } })
  }
  const account = bookedBy(happenings, listedPhases, subject.maxSupply)
  for (const { terms, minted } of [...(publicSale ? [publicSale] : []), ...listedSales]) {
    const phase = account.phases.get(terms.phaseId)
    if (phase) phase.minted = minted
  }
  return {
    chainId: subject.chainId,
    mintFeeWei: subject.mintFeeWei,
    isPaused: subject.isPaused,
    minted: subject.minted,
    maxSupply: account.max_supply,
    phases: phaseRowsOf(account),
    entries: listedSales.flatMap(({ terms, entries }) =>
      entries.map((entry) => {
        // Safe: entries name lists of the case.
        const { root } = lists[entry.list] as { root: Hex }
        return entryOf(terms.phaseId, root, entry)
      }),
    ),
  }
}

/** The block time of the batch that a case is in. */
function timeOf(seed: number, index: number): number {
  return randomOf(seed, index - (index % BATCH)).between(FIRST_TIME, LAST_TIME)
}

function addressOf(at: number): Address {
  return toHex(0xc0n * 2n ** 152n + BigInt(at), { size: 20 })
}

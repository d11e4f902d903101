import { toSeconds } from '@platemark/api/collection-terms'
import type { FieldProblems } from '@platemark/api/problem'
import type { DraftFields, DraftPhase } from '@platemark/api/studio'
import { type AccountUse, resolveAccount } from '@platemark/lists/resolve-account'
import { isSameAddress } from '@platemark/rules/addresses'
import { isAllowedPrice } from '@platemark/rules/price'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { zeroAddress } from 'viem'
import type { SetFacts } from './queries/sets.ts'
import type { UploadRow, WorkUpload } from './queries/uploads.ts'
import type { RevealState } from './reveal/reveal-state.ts'

/** Supply counters have 28 bits, and the contracts reserve one value. */
const MAX_TOKENS = 268_435_454
/** Prices have 80 bits, times 32; the last second means "never". */
const MAX_PRICE_WEI = 2n ** 80n - 1n
const MAX_SECOND = 2 ** 32 - 2

/**
 * Returns errors that make a draft ambiguous, such as two phases with one id; such a
 * draft is not saved.
 */
export function findContradictions(fields: DraftFields): FieldProblems {
  const problems = collector()
  const seen = new Set<number>()
  for (const [index, phase] of fields.phases.entries()) {
    const at = `phases.${index}`
    if (seen.has(phase.phase_id))
      problems.add(`${at}.phase_id`, 'Two phases have this id.')
    seen.add(phase.phase_id)
    const isPublicId = phase.phase_id === PUBLIC_PHASE_ID
    if (isPublicId !== (phase.kind === 'public')) {
      problems.add(`${at}.phase_id`, 'Only the public phase has the id 255.')
    }
  }
  for (const [index, payee] of fields.payees.entries()) {
    // The zero address may be stored, and is named as missing.
    if (isSameAddress(payee.address, zeroAddress)) continue
    const sentence = describeAccount(payee.address, 'be paid')
    if (sentence) problems.add(`payees.${index}.address`, sentence)
  }
  return problems.found
}

/**
 * Returns what is missing for a deployment, keyed by field. Includes the mint fee where
 * it is known.
 */
export function findMissing(
  fields: DraftFields,
  known: Omit<PhaseFacts, 'max_supply'> & {
    /** The creator, in any letter case. */
    owner: string
    /** True if the network has contracts to deploy with. */
    canDeploy: boolean
    /** Works of its set; absent: no file of one was sent. */
    set?: SetFacts | undefined
    /** Last upload of the work that all tokens show; absent: there was none. */
    workUpload?: WorkUpload | undefined
    /** Commitment to the order of a hidden set. */
    reveal?: RevealState | undefined
  },
): FieldProblems {
  const problems = collector()
  if (!known.canDeploy) {
    problems.add('chain_alias', 'Nothing can be deployed to this network yet.')
  }
  if (fields.name === '') problems.add('name', 'Give the collection a name.')
  if (fields.symbol === '') {
    problems.add('symbol', 'Choose a symbol of 1 to 12 letters and digits.')
  }
  checkSupply(fields, problems)
  if (fields.art === 'set') {
    checkSet(fields, known.set, problems)
    if (fields.shown === 'at_reveal') checkReveal(known.reveal, problems)
  } else if (isOpenUpload(known.workUpload?.state)) {
    problems.add('art', 'Wait until the work is uploaded and checked.')
  }
  checkMoney(fields, known.owner, problems)
  if (fields.phases.length === 0) problems.add('phases', 'Add at least one phase.')
  const { max_supply } = fields
  return {
    ...problems.found,
    ...findPhaseProblems(fields.phases, { ...known, max_supply }),
  }
}

/** Values beside the phases that decide on their terms. */
type PhaseFacts = {
  now: Date
  /** Most tokens of the collection; null: no limit. */
  max_supply: number | null
  /** Wallets on the list of each allowlist phase. */
  listed: ReadonlyMap<number, number>
  mintFeeWei?: bigint
  /** Lowest and highest price that entries of each list set themselves, but for 0. */
  ownPrices?: ReadonlyMap<number, readonly string[]>
}

type ListSums = {
  phase_id: number
  entries: number
  lowest_price_wei: string | null
  highest_price_wei: string | null
}

/** Returns of the lists of phases what decides on their terms, by the id of the phase. */
export function listFacts(lists: readonly ListSums[]) {
  return {
    listed: new Map(lists.map(({ phase_id, entries }) => [phase_id, entries])),
    ownPrices: new Map(
      lists.map(({ phase_id, lowest_price_wei, highest_price_wei }) => [
        phase_id,
        [lowest_price_wei, highest_price_wei].flatMap((price) => price ?? []),
      ]),
    ),
  }
}

/** Returns what the contract or the chain would not take of phases, keyed by `phases.{index}`. */
export function findPhaseProblems(
  phases: readonly DraftPhase[],
  known: PhaseFacts,
): FieldProblems {
  const problems = collector()
  for (const [index, phase] of phases.entries()) {
    checkPhase(phase, `phases.${index}`, known, problems)
  }
  return problems.found
}

/** Returns why an address of the API's schema is no account for a use; undefined: it is one. */
export function describeAccount(address: string, use: AccountUse): string | undefined {
  const account = resolveAccount(address, use)
  return typeof account === 'string' ? undefined : `${account.sentence}.`
}

function checkSupply(fields: DraftFields, problems: Collector): void {
  const { kind, max_supply } = fields
  if (kind === 'drop' && max_supply === null) {
    problems.add('max_supply', 'A drop needs a supply.')
  }
  if (kind === 'open_edition' && max_supply !== null) {
    problems.add('max_supply', 'An open edition has no fixed supply.')
  }
  if (max_supply !== null && max_supply > MAX_TOKENS) {
    problems.add('max_supply', 'At most 268,435,454 items.')
  }
  if (kind === 'edition' && !fields.is_transferable) {
    problems.add('is_transferable', 'An edition can always be transferred.')
  }
}

function isOpenUpload(state: UploadRow['state'] | null | undefined): boolean {
  return state === 'receiving' || state === 'checking'
}

/** A set is deployed whole: every token of the supply has its work, and no problem is left. */
function checkSet(
  { kind, max_supply }: DraftFields,
  set: SetFacts | undefined,
  problems: Collector,
): void {
  if (kind !== 'drop') {
    problems.add('kind', 'A set of works needs the kind Drop.')
  }
  const isOpen = isOpenUpload(set?.upload_state)
  if (isOpen)
    problems.add('art', 'Wait until all files of the set are uploaded and checked.')
  if (!set?.works) {
    if (!isOpen) problems.add('art', 'Upload the works of the set.')
    return
  }
  const works = set.works.toLocaleString('en')
  if (set.problem_count > 0) {
    const count = set.problem_count.toLocaleString('en')
    problems.add(
      'art',
      `Correct the set: ${count} ${set.problem_count === 1 ? 'problem is' : 'problems are'} left.`,
    )
  }
  if (kind === 'drop' && max_supply !== null && max_supply !== set.works) {
    problems.add(
      'max_supply',
      `The set has ${works} works and the supply is ${max_supply.toLocaleString('en')}. Make them equal.`,
    )
  }
}

/** A hidden set is deployed with the commitment to its order, once its creator has the secret. */
function checkReveal(reveal: RevealState | undefined, problems: Collector): void {
  if (reveal?.commitment) return
  problems.add(
    'reveal',
    reveal?.isOutdated
      ? 'The works or the network were changed since the reveal file was made. Make a new reveal file.'
      : 'Make the reveal file and keep it safe. Without it the works can never be revealed.',
  )
}

function checkMoney(fields: DraftFields, owner: string, problems: Collector): void {
  if (fields.royalty_bps > fields.royalty_ceiling_bps) {
    problems.add('royalty_bps', 'The royalty is above the highest royalty you promise.')
  }
  const isOther = (payee: { address: string }) => !isSameAddress(payee.address, owner)
  if (fields.royalty_receiver === 'split' && !fields.payees.some(isOther)) {
    problems.add('royalty_receiver', splitWithoutPayees)
  }
  if (fields.payees.length === 0) return
  const total = fields.payees.reduce((sum, { bps }) => sum + bps, 0)
  if (total !== 10_000) problems.add('payees', 'The shares must add up to 100%.')
  const accounts = fields.payees.map((payee) => payee.address.toLowerCase())
  for (const [index, account] of accounts.entries()) {
    const at = `payees.${index}.address`
    const sentence = describeAccount(account, 'be paid')
    if (sentence) problems.add(at, sentence)
    if (accounts.indexOf(account) < index) problems.add(at, 'This payee appears twice.')
  }
}

const splitWithoutPayees =
  'A split needs a payee besides your own wallet. Add one, or let royalties go to the owner.'

function checkPhase(
  phase: DraftPhase,
  at: string,
  known: PhaseFacts,
  problems: Collector,
): void {
  const start = toSeconds(phase.start)
  const end = toSeconds(phase.end)
  if (start >= end) problems.add(`${at}.end`, 'The end must come after the start.')
  if (end * 1000 <= known.now.getTime()) problems.add(`${at}.end`, 'This is in the past.')
  if (start < 0) problems.add(`${at}.start`, 'This is in the past.')
  if (end > MAX_SECOND) problems.add(`${at}.end`, 'Choose a time before 2106.')
  if (
    phase.max_supply !== null &&
    known.max_supply !== null &&
    phase.max_supply > known.max_supply
  ) {
    problems.add(`${at}.max_supply`, 'The collection has a lower supply than this.')
  }

  const price = phase.price_wei === null ? undefined : BigInt(phase.price_wei)
  if (price === undefined) problems.add(`${at}.price_wei`, priceNotSet)
  else if (price > MAX_PRICE_WEI)
    problems.add(`${at}.price_wei`, 'This price is too high.')
  else if (!fitsFee(price, known.mintFeeWei))
    problems.add(`${at}.price_wei`, priceBelowFee)

  if (phase.kind === 'public') return
  if (!known.listed.get(phase.phase_id)) {
    problems.add(`${at}.list`, 'Add the wallets of this phase.')
  }
  const ownPrices = [...(known.ownPrices?.get(phase.phase_id) ?? [])].map(BigInt)
  if (ownPrices.some((own) => own > MAX_PRICE_WEI)) {
    problems.add(`${at}.list`, 'A price on the list is too high.')
  }
  if (ownPrices.some((own) => !fitsFee(own, known.mintFeeWei))) {
    problems.add(`${at}.list`, `On the list: ${priceBelowFee}`)
  }
}

const priceNotSet = 'Set the price. 0 makes it free.'
const priceBelowFee = 'A price is 0 or at least half the mint fee of this network.'

function fitsFee(price: bigint, mintFeeWei: bigint | undefined): boolean {
  return mintFeeWei === undefined || isAllowedPrice(price, mintFeeWei)
}

type Collector = { found: FieldProblems; add(field: string, sentence: string): void }

function collector(): Collector {
  const found: FieldProblems = {}
  return {
    found,
    add(field, sentence) {
      found[field] = [...(found[field] ?? []), sentence]
    },
  }
}

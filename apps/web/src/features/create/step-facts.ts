import type { Draft } from '@platemark/api/studio'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import type { Frozen } from './draft-editor.tsx'
import { topField } from './editor/refusals.ts'
import type { SetProgress } from './set-progress.ts'
import { type StepId, steps } from './steps.ts'

type Fields = Draft['fields']

/** Coin of the network of a draft. */
export type Coin = { decimals: number; symbol: string }

/** Fields of a draft by the step that edits them. */
const fieldsOfStep: Record<StepId, readonly string[]> = {
  art: ['art', 'shown', 'image', 'cover', 'keeps_camera_data'],
  details: ['name', 'symbol', 'chain_alias', 'alias', 'description', 'links'],
  supply: [
    ...['kind', 'max_supply', 'royalty_bps', 'royalty_ceiling_bps', 'payees'],
    'royalty_receiver',
    ...['is_transferable', 'notice_seconds'],
  ],
  schedule: ['phases', 'time_zone'],
  review: [],
}

/** Returns the step that edits a field, by its path: `phases.0.start`. */
export function stepOfField(path: string): StepId {
  const field = topField(path)
  const [step] =
    Object.entries(fieldsOfStep).find(([, names]) => names.includes(field)) ?? []
  // Safe: the keys are those of the record.
  return (step as StepId | undefined) ?? 'review'
}

/**
 * Returns the step that mends a problem of a draft, by its path: price and limit of the public
 * phase are entered with the supply, its times in the schedule.
 */
export function stepOfProblem({ phases }: Fields, path: string): StepId {
  // The price makes the first phase.
  if (path === 'phases' && phases.length === 0) return 'supply'
  const [, place, field = ''] = /^phases\.(\d+)\.(\w+)/.exec(path) ?? []
  const isPublic = place !== undefined && phases[Number(place)]?.kind === 'public'
  return isPublic && ['price_wei', 'max_per_wallet'].includes(field)
    ? 'supply'
    : stepOfField(path)
}

/** Returns the step to go on with: the first that lacks what a deployment needs. */
export function nextStep({ fields, missing, state }: Draft): StepId {
  if (state === 'deploying') return 'review'
  const lacking = new Set(Object.keys(missing).map((path) => stepOfProblem(fields, path)))
  if (fields.phases.length === 0) lacking.add('supply')
  return steps.find(({ id }) => lacking.has(id))?.id ?? 'review'
}

/**
 * State of a step: its line under the title, whether anything was entered there, and whether
 * some of it is left out.
 */
export type StepFact = { line: string; isStarted: boolean; isPartial?: boolean }

/**
 * Returns what each step of a draft has so far; `progress`: what is sent of its set here, `frozen`:
 * how far its deployment is.
 */
export function stepFacts(
  draft: Draft,
  fields: Fields,
  { coin, progress, frozen }: StepFactsOptions,
): Record<StepId, StepFact> {
  const isReady = Object.keys(draft.missing).length === 0 && draft.contract_id !== ''
  return {
    art: fact(artLine(draft, fields, progress)),
    details: fact(detailsLine(fields)),
    supply: fact(supplyLine(fields, coin)),
    schedule: {
      ...fact(scheduleLine(draft, fields, isReady)),
      isPartial:
        draft.lists.some(({ left_out }) => left_out > 0) ||
        fields.phases.some(({ price_wei }) => price_wei === null),
    },
    // Nothing is entered there.
    review: { line: reviewLine(frozen, isReady), isStarted: false },
  }
}

type StepFactsOptions = {
  coin: Coin
  progress?: SetProgress | undefined
  frozen?: Frozen | undefined
}

function reviewLine(frozen: Frozen | undefined, isReady: boolean): string {
  if (frozen) return frozen === 'live' ? 'Deployed' : 'Being deployed'
  return isReady ? 'Ready' : 'Not started'
}

/** Lines of steps that are stored, though nothing was entered there yet. */
const NO_WORKS = 'No works yet'
const SUGGESTED = 'Suggested times'

function fact(line: string): StepFact {
  const isStarted = line !== '' && line !== SUGGESTED && line !== NO_WORKS
  return { line: line || 'Not started', isStarted }
}

function artLine(
  { image, cover, set }: Draft,
  { art }: Fields,
  progress: SetProgress | undefined,
): string {
  const pictures = image ? 'One image' : cover ? 'Cover only' : ''
  if (art === 'one') return pictures
  if (progress && progress.received < progress.total) {
    return `${formatCount(progress.received)} of ${formatCount(progress.total)} uploaded`
  }
  if (set && set.works > 0) {
    return set.works === 1 ? '1 image' : `${formatCount(set.works)} images`
  }
  const isUnread = progress !== undefined || set?.upload?.state === 'checking'
  if (isUnread) return 'Reading the files'
  if (set?.upload?.state === 'receiving') return 'Upload not finished'
  return NO_WORKS
}

function detailsLine({ name, symbol, description, alias }: Fields): string {
  if (name) return name
  return symbol || description || alias ? 'No name yet' : ''
}

function supplyLine({ kind, max_supply, phases }: Fields, coin: Coin): string {
  const price = publicPrice(phases)
  if (max_supply === null && price === undefined) return ''
  const supply =
    max_supply !== null ? formatCount(max_supply) : kind === 'drop' ? 'No supply' : 'Open'
  if (price === undefined) return `${supply}, no price`
  return price === 0n ? `${supply}, free` : `${supply} at ${formatAmount(price, coin)}`
}

function scheduleLine(
  { lists }: Draft,
  { phases, time_zone }: Fields,
  isReady: boolean,
): string {
  // The public phase exists once it has a price; its times are those of this step. A draft
  // that can be deployed has its schedule, also one that was made outside of the wizard.
  const isUntouched = time_zone === null && phases.every(({ kind }) => kind === 'public')
  if (isUntouched && !isReady) return phases.length > 0 ? SUGGESTED : ''
  const entries = lists.reduce((sum, list) => sum + list.entries, 0)
  const leftOut = lists.reduce((sum, { left_out }) => sum + left_out, 0)
  if (leftOut > 0) {
    return `${formatCount(leftOut)} ${leftOut === 1 ? 'row' : 'rows'} left out`
  }
  if (phases.some(({ price_wei }) => price_wei === null)) return 'Price not set'
  const count = `${phases.length} ${phases.length === 1 ? 'phase' : 'phases'}`
  // A wallet may be on several lists.
  const unit = lists.length > 1 ? 'list entries' : entries === 1 ? 'wallet' : 'wallets'
  return entries === 0 ? count : `${count}, ${formatCount(entries)} ${unit}`
}

/** Returns the price of the public phase in wei; undefined while none is set. */
export function publicPrice(phases: Fields['phases']): bigint | undefined {
  const phase = phases.find(({ kind }) => kind === 'public')
  return phase && phase.price_wei !== null ? BigInt(phase.price_wei) : undefined
}

/** Returns whether all phases have one price. */
export function hasOnePrice(phases: Fields['phases']): boolean {
  return new Set(phases.map(({ price_wei }) => price_wei)).size === 1
}

/** Returns the lowest price of all phases in wei; undefined while none has one. */
export function lowestPrice(phases: Fields['phases']): bigint | undefined {
  const prices = phases.flatMap(({ price_wei }) =>
    price_wei === null ? [] : [BigInt(price_wei)],
  )
  return prices.sort((one, other) => (one < other ? -1 : 1))[0]
}

/** Writes a price of a draft: `0.004 ETH`, `Free`. */
export function formatDraftPrice(priceWei: bigint, coin: Coin): string {
  return priceWei === 0n ? 'Free' : formatAmount(priceWei, coin)
}

/** Writes the price of a draft: `0.004 ETH`, `From 0.0025 ETH`, `Price not set`. */
export function priceLine({ phases }: Draft['fields'], coin: Coin): string {
  const lowest = lowestPrice(phases)
  if (lowest === undefined) return 'Price not set'
  const price = formatDraftPrice(lowest, coin)
  return hasOnePrice(phases) ? price : `From ${price}`
}

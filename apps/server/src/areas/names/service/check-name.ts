import type { NameCheck, NameOffer, NameWarning } from '@platemark/api/names'
import {
  labelToTokenId,
  type NameReason,
  type ReadLabel,
  readLabel,
} from '@platemark/rules/name-label'
import type { AppContext } from '../../../http/app-context.ts'
import { listReserved } from '../queries/events.ts'
import { findOlderLookalike, isClaimed, listRegistered } from '../queries/names.ts'
import { type NameHome, requireHome } from './home.ts'
import { priceList, priceOfLabel } from './prices.ts'
import { readSaleState, type SaleState } from './registry.ts'
import { listCandidates } from './suggestions.ts'

const MAX_SUGGESTIONS = 5

type Status = NameCheck['status']

/**
 * Checks any text as a name: one batch of database reads, then one batch of reads of a node. While
 * no node answers, the answer comes from the index. Throws `not_found` without names.
 */
export async function checkName(context: AppContext, input: string): Promise<NameCheck> {
  const home = requireHome(context)
  const read = readLabel(input, home.suffix)
  const { name, refused } = read
  const candidates = listCandidates(input, home.suffix, read)
  const label = refused ? null : name
  const labels = [...(label === null ? [] : [label]), ...candidates]
  const known = await readIndexed(context, home, labels, label)
  const [first, ...others] = labels
  const onChain =
    first === undefined ? undefined : await readSaleState(home, [first, ...others])
  const prices = await priceList(context, home, onChain?.prices)
  const { status, reason } = refused
    ? { status: 'invalid' as const, reason: refused.message }
    : findStatus(home, label ?? '', known, onChain)
  const isFree = (candidate: string, at: number) =>
    !known.registered.has(candidate) &&
    !known.reserved.has(candidate) &&
    (onChain?.isAvailable[labels.length - candidates.length + at] ?? true)
  const offered = status === 'available' ? [] : candidates.filter(isFree)
  return {
    input,
    name,
    full_name: label && `${label}.${home.suffix}`,
    token_id: label && `${labelToTokenId(label)}`,
    valid: label !== null,
    available: status === 'available',
    status,
    reason,
    reason_code: refused?.reason ?? null,
    normalized: name !== null && name !== input,
    checked: first === undefined || onChain ? 'chain' : 'cache',
    price: label === null ? null : priceOfLabel(context, home, label, prices),
    warnings: known.lookalike ? [warnOfSimilar(known.lookalike)] : [],
    suggestions: offered.slice(0, MAX_SUGGESTIONS).flatMap((candidate) => {
      const price = priceOfLabel(context, home, candidate, prices)
      return price ? [{ name: candidate, price }] : []
    }),
  }
}

/** Returns the part of a check that stands beside the error of a missing name. */
export function toNameOffer({
  name,
  available,
  status,
  reason,
  reason_code,
  price,
}: NameCheck): NameOffer {
  return { name, available, status, reason, reason_code, price }
}

/** Returns the part of a check that stands beside the error of an invalid name. */
export function toRefusal({ name, refused }: ReadLabel): NameOffer {
  const reason_code: NameReason | null = refused?.reason ?? null
  const reason = refused?.message ?? null
  const status: Status = 'invalid'
  return { name, available: false, status, reason, reason_code, price: null }
}

type Indexed = {
  registered: ReadonlySet<string>
  reserved: ReadonlySet<string>
  isPending: boolean
  lookalike: string | undefined
}

async function readIndexed(
  { database, configuration }: AppContext,
  { chain }: NameHome,
  labels: string[],
  label: string | null,
): Promise<Indexed> {
  const [registered, reserved, isPending, lookalike] = await Promise.all([
    listRegistered(database, chain.id, labels),
    listReserved(database, chain.id, labels),
    label === null ? false : isClaimed(database, chain.id, label),
    label === null ? undefined : findOlderLookalike(database, chain.id, label),
  ])
  const kept = new Set(configuration.names?.reserved)
  return {
    registered: new Set(registered),
    reserved: new Set([...reserved, ...labels.filter((one) => kept.has(one))]),
    isPending,
    lookalike,
  }
}

function findStatus(
  { chain }: NameHome,
  label: string,
  known: Indexed,
  onChain: SaleState | undefined,
): { status: Exclude<Status, 'invalid'>; reason: string | null } {
  const isRegistered = onChain
    ? onChain.isAvailable[0] === false && !onChain.isReserved
    : known.registered.has(label)
  if (isRegistered) return { status: 'taken', reason: 'This name is already registered.' }
  if (onChain?.isReserved || known.reserved.has(label))
    return { status: 'reserved', reason: 'This name is reserved.' }
  if (known.isPending) {
    const reason = `The registration of this name is being confirmed on ${chain.name}.`
    return { status: 'pending', reason }
  }
  return { status: 'available', reason: null }
}

function warnOfSimilar(name: string): NameWarning {
  const message = `Looks like ${name}, which is registered by someone else.`
  return { code: 'lookalike', name, message }
}

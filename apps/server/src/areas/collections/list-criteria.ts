import type { listCollections } from '@platemark/api/collections'
import type { Parsed } from '@platemark/api/endpoint'
import { Problem } from '@platemark/api/problem'
import type { Chain } from '../../configuration/chains.ts'
import type { Resources } from '../../http/app-context.ts'
import type { ListCriteria, ListedChain, ListSort } from './queries/list-order.ts'
import type { ListedState } from './queries/listed-state.ts'

const MOST_CHAINS = 20

export type ListQuery = Parsed<typeof listCollections>['query']

/** Sorts that a time limits. */
const windowed: ListSort[] = ['popular', 'minted', 'volume', 'newest']

/** What a list is asked for, of what there is. */
export function criteriaOf(
  { clock }: Resources,
  { chains, isWhole, ofAll, unconfirmed }: ListedState,
  {
    sort_by,
    time_interval,
    creator,
    search,
  }: Pick<ListQuery, 'sort_by' | 'time_interval'> & {
    creator?: string | undefined
    search?: string | undefined
  },
): ListCriteria {
  const ofCreator: ListSort = sort_by === 'oldest' ? 'oldest' : 'newest'
  const sort = search !== undefined ? 'minted' : creator ? ofCreator : sort_by
  const hasWindow =
    search === undefined && windowed.includes(sort_by) && time_interval !== 'all'
  return {
    chains,
    isWhole,
    ofAll,
    unconfirmed,
    sort,
    window: hasWindow ? time_interval : null,
    now: clock(),
    ...(creator && { creator: creator.toLowerCase() }),
  }
}

/** Throws `unknown_chain`. */
export function findChain({ chains }: Resources, alias: string): Chain {
  const chain = chains.find((one) => one.alias === alias)
  if (!chain) throw new Problem('unknown_chain')
  return chain
}

/** Chains as lists need them. */
export function listedChains(
  { configuration }: Resources,
  chains: Chain[],
): ListedChain[] {
  return chains.map(({ id, confirmations, nativeCurrency }) => {
    const rate = configuration.networks.find((network) => network.id === id)?.usd_rate
    const usdPerWei = rate ? String(rate / 10 ** nativeCurrency.decimals) : null
    return { id, confirmations, usdPerWei }
  })
}

/** The chains that a reader names, or all. Throws `validation_failed`. */
export function readChains({ chains }: Resources, text: string | undefined): Chain[] {
  if (text === undefined) return chains
  const aliases = [...new Set(text.split(','))]
  const allowed = `Allowed: ${chains.map(({ alias }) => alias).join(', ')}.`
  if (aliases.length > MOST_CHAINS) throw invalid('chain', `At most ${MOST_CHAINS}.`)
  return aliases.map((alias) => {
    const chain = chains.find((one) => one.alias === alias)
    if (!chain) throw invalid('chain', `There is no network "${alias}". ${allowed}`)
    return chain
  })
}

function invalid(field: string, sentence: string): Problem {
  return new Problem('validation_failed', undefined, { fields: { [field]: [sentence] } })
}

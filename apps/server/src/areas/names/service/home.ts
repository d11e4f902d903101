import { Problem } from '@platemark/api/problem'
import type { Address } from 'viem'
import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'

/** The chain and the registry of the names of this site. */
export type NameHome = {
  chain: Chain
  registry: Address
  /** Without a leading dot. */
  suffix: string
}

/** Finds the home of names; undefined where this site has none. */
export function findHome({
  chains,
  configuration: { names },
}: Pick<AppContext, 'chains' | 'configuration'>): NameHome | undefined {
  if (names === null) return undefined
  const chain = chains.find(({ alias }) => alias === names.chain)
  return chain && { chain, registry: names.registry, suffix: names.suffix }
}

/** Returns the home of names. Throws `not_found` where this site has none. */
export function requireHome(context: AppContext): NameHome {
  const home = findHome(context)
  if (!home) throw new Problem('not_found', 'Names are not available on this site.')
  return home
}

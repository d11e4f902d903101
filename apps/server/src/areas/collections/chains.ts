import { Problem } from '@platemark/api/problem'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { ListedChain } from './queries/listed-state.ts'

const MAX_CHAINS = 20

/** Returns the network of an alias. Throws `unknown_chain`. */
export function findChain({ chains }: AppContext, alias: string): Chain {
  const chain = chains.find((one) => one.alias === alias)
  if (!chain) throw new Problem('unknown_chain')
  return chain
}

/** Returns what lists need of networks: id, confirmations and the rate of the coin. */
export function listedChains(
  { configuration }: AppContext,
  chains: Chain[],
): ListedChain[] {
  return chains.map(({ id, confirmations, nativeCurrency }) => {
    const rate = configuration.networks.find((network) => network.id === id)?.usd_rate
    const usdPerWei = rate ? String(rate / 10 ** nativeCurrency.decimals) : null
    return { id, confirmations, usdPerWei }
  })
}

/** Returns the networks that a comma-separated list names, or all. Throws `validation_failed`. */
export function readChains({ chains }: AppContext, text: string | undefined): Chain[] {
  if (text === undefined) return chains
  const aliases = [...new Set(text.split(','))]
  const allowed = `Allowed: ${chains.map(({ alias }) => alias).join(', ')}.`
  if (aliases.length > MAX_CHAINS) throw invalid('chain', `At most ${MAX_CHAINS}.`)
  return aliases.map((alias) => {
    const chain = chains.find((one) => one.alias === alias)
    if (!chain) throw invalid('chain', `There is no network "${alias}". ${allowed}`)
    return chain
  })
}

/**
 * Returns the network on which an address is asked for: the single one of a
 * comma-separated list. Undefined for none or several, where an address stands for the
 * account of a key only. Throws `validation_failed`.
 */
export function findAccountChain(
  context: AppContext,
  text: string | undefined,
): Chain | undefined {
  if (text === undefined) return undefined
  const [chain, ...others] = readChains(context, text)
  return others.length === 0 ? chain : undefined
}

function invalid(field: string, sentence: string): Problem {
  return new Problem('validation_failed', undefined, { fields: { [field]: [sentence] } })
}

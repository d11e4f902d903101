import type { Currency } from '@platemark/api/currencies'
import { every } from '../../every.ts'
import type { AppContext } from '../../http/app-context.ts'
import { insertRates, listRatesAt } from './queries.ts'

export { listRatesAt }

/** Lists the native coins of the enabled networks with their configured rates. */
export function listCurrencies({ chains, configuration }: AppContext): Currency[] {
  return chains.map((chain) => {
    const network = configuration.networks.find(({ id }) => id === chain.id)
    return {
      id: `${chain.alias}-${chain.nativeCurrency.symbol.toLowerCase()}`,
      symbol: chain.nativeCurrency.symbol,
      name: chain.nativeCurrency.name,
      chain: chain.alias,
      chain_id: chain.id,
      address: null,
      decimals: chain.nativeCurrency.decimals,
      usd_rate: network?.usd_rate ?? null,
      usd_rate_at: null,
      stale: false,
      is_native: true,
      is_testnet: chain.isTestnet,
      mint_allowed: chain.contracts !== null,
    }
  })
}

const HOUR = 3_600_000

/**
 * Starts the job that stores the rate of every coin each hour, so that amounts of the past have
 * the worth that they had. The returned function stops it.
 */
export function startRateHistory(context: AppContext): () => Promise<void> {
  return every(HOUR, async () => {
    try {
      await saveRates(context)
    } catch (error) {
      context.log.error({ err: error }, 'rates could not be stored')
    }
  })
}

async function saveRates(context: AppContext): Promise<void> {
  const rates = listCurrencies(context).flatMap(({ chain_id, usd_rate }) =>
    usd_rate ? [{ chain_id, usd_rate }] : [],
  )
  await insertRates(context.database, rates, context.clock())
}

import type { Currency } from '@platemark/api/currencies'
import type { AppContext } from '../../http/app-context.ts'

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

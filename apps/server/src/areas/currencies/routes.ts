import * as wire from '@platemark/wire/currencies'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'

export function currencyRoutes(resources: Resources): Served[] {
  return [serve(wire.listCurrencies, () => listCurrencies(resources))]
}

/** The native coins of the enabled networks, with the rates of the configuration. */
function listCurrencies({ chains, configuration }: Resources): wire.Currency[] {
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

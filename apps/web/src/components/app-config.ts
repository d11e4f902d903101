import type { AppConfig, Network } from '@platemark/api/config'
import type { Currency } from '@platemark/api/currencies'
import { getConfig, listCurrencies } from '@platemark/api/operations'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../lib/query.ts'

/** What this instance is: networks, name, banner. Loaded before any page is shown. */
export function useAppConfig(): AppConfig {
  return useSuspenseQuery(apiQuery(getConfig, {})).data.data
}

/** The network of that alias, or undefined when this instance does not know it. */
export function useNetwork(alias: string): Network | undefined {
  return useAppConfig().networks.find((network) => network.alias === alias)
}

/** Finds a network's name by its alias. */
export function useNetworkNames(): (alias: string) => string {
  const { networks } = useAppConfig()
  return (alias) => networks.find((network) => network.alias === alias)?.name ?? alias
}

/** The coin of a network with its rate, or undefined while unknown. */
export function useNativeCurrency(chainAlias: string): Currency | undefined {
  const currencies = useQuery(apiQuery(listCurrencies, {})).data?.data
  return currencies?.find(({ chain, is_native }) => chain === chainAlias && is_native)
}

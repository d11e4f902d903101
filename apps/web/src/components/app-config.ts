import type { AppConfig, Network } from '@platemark/api/config'
import type { Currency } from '@platemark/api/currencies'
import { getConfig, listCurrencies } from '@platemark/api/operations'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../lib/query.ts'

/**
 * Returns the instance configuration: networks, name, banner. It is loaded before any
 * page.
 */
export function useAppConfig(): AppConfig {
  return useSuspenseQuery(apiQuery(getConfig, {})).data.data
}

/**
 * Returns the network with that alias, or undefined when this instance does not list it.
 */
export function useNetwork(alias: string): Network | undefined {
  return useAppConfig().networks.find((network) => network.alias === alias)
}

/** Returns a function that maps a network alias to its name. */
export function useNetworkNames(): (alias: string) => string {
  const { networks } = useAppConfig()
  return (alias) => networks.find((network) => network.alias === alias)?.name ?? alias
}

/** Returns the native currency of a network with its rate, or undefined while unknown. */
export function useNativeCurrency(chainAlias: string): Currency | undefined {
  const currencies = useQuery(apiQuery(listCurrencies, {})).data?.data
  return currencies?.find(({ chain, is_native }) => chain === chainAlias && is_native)
}

import type { AppConfig, Network } from '@platemark/api/config'
import { localStore } from '@platemark/mint/browser-store'
import { asProvider, type Provider } from '@platemark/wallet/provider'
import type { WalletNetwork } from '@platemark/wallet/switch-network'
import { type Chain, fallback, http } from 'viem'
import { type Config, createConfig, createStorage } from 'wagmi'
import { connectFoundWallets } from './wagmi-connectors.ts'

const configurations = new Map<string, Config>()
const refreshers = new Set<() => void>()

/**
 * Returns the wagmi configuration of this page, cached by networks, because wallets
 * announce themselves to it; they are its connectors. Throws when the instance has no
 * network.
 */
export function walletConfig({ networks }: Pick<AppConfig, 'networks'>): Config {
  const key = networks.map(({ id }) => id).join()
  const known = configurations.get(key)
  if (known) return known
  const made = createWalletConfig(networks)
  configurations.set(key, made)
  refreshers.add(connectFoundWallets(made))
  return made
}

/** Looks for wallets again: some start after the page, without a sign. */
export function refreshWallets(): void {
  for (const refresh of refreshers) refresh()
}

function createWalletConfig(networks: Network[]): Config {
  const [first, ...others] = networks.map(toViemChain)
  if (!first) throw new Error('instance has no networks')
  return createConfig({
    chains: [first, ...others],
    transports: Object.fromEntries(
      networks.map((network) => [network.id, createTransport(network)]),
    ),
    // viem would poll fast chains more often than every four seconds.
    pollingInterval: 4_000,
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage }),
  })
}

const storage = {
  ...localStore,
  setItem: (key: string, value: string) => void localStore.setItem(key, value),
}

/** Converts a network of `/api/config` to a viem chain with absolute URLs. */
export function toViemChain(network: Network): Chain {
  return {
    id: network.id,
    name: network.name,
    nativeCurrency: network.native_currency,
    rpcUrls: { default: { http: network.rpc_urls.map(absolute) } },
    ...(network.explorer && { blockExplorers: { default: network.explorer } }),
    testnet: network.is_testnet,
  }
}

/** Converts a network of `/api/config` to what a wallet takes when it is added. */
export function toWalletNetwork(network: Network): WalletNetwork {
  const { id, name, nativeCurrency, rpcUrls } = toViemChain(network)
  const { explorer } = network
  return { id, name, coin: nativeCurrency, rpcUrls: rpcUrls.default.http, explorer }
}

/** Returns the provider of a connector, by its id. Throws where it has none. */
export async function requireProvider(wagmi: Config, id: string): Promise<Provider> {
  const connector = wagmi.connectors.find((one) => one.id === id)
  return asProvider(await connector?.getProvider())
}

function createTransport(network: Network) {
  const transports = network.rpc_urls.map((url) =>
    http(absolute(url), {
      batch: { batchSize: 1_000 },
      retryCount: 3,
      retryDelay: 150,
      timeout: 10_000,
    }),
  )
  const [only] = transports
  return transports.length === 1 && only ? only : fallback(transports)
}

/** Resolves an RPC URL; embedded chains use a path on this origin. */
function absolute(url: string): string {
  return new URL(url, location.origin).href
}

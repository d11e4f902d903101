import type { AppConfig, Network } from '@platemark/api/config'
import { localStore } from '@platemark/mint/browser-store'
import { chainById } from '@platemark/wallet/chain-by-id'
import { asProvider, isProvider, type Provider } from '@platemark/wallet/provider'
import { requestSwitch, type WalletNetwork } from '@platemark/wallet/switch-network'
import { limitProvider, walletTimes } from '@platemark/wallet/wallet-request'
import { type Chain, fallback, http } from 'viem'
import { type Config, type Connector, createConfig, createStorage } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
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
  limitConnectors(made)
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

/**
 * Puts `limitProvider` before every wallet, so that wagmi itself waits for no wallet that answers
 * nothing, and asks no second time after a refusal whose code it does not know. Prompts have no
 * limit here: who opens one ends the wait, and undoes what a late answer brings.
 */
function limitConnectors(wagmi: Config): void {
  const limited = new WeakSet<Connector>()
  const limitAll = (connectors: readonly Connector[]) => {
    for (const connector of connectors) {
      if (limited.has(connector)) continue
      limited.add(connector)
      limitConnector(connector)
    }
  }
  limitAll(wagmi.connectors)
  watchConnectors(wagmi, { onChange: limitAll })
}

function limitConnector(connector: Connector): void {
  const getProvider = connector.getProvider.bind(connector)
  const times = { ...walletTimes, promptMs: Infinity, moveMs: Infinity }
  const wrapped = new WeakMap<object, Provider>()
  connector.getProvider = async (parameters) => {
    const provider = await getProvider(parameters)
    if (!isProvider(provider)) return provider
    const known = wrapped.get(provider) ?? limitProvider(provider, times)
    wrapped.set(provider, known)
    return known
  }
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

/**
 * Switches a wallet to a network by `move`, by default without adding one that it does not know:
 * the network dialog shows the details first. The page then knows it, also from a wallet that emits
 * no event. Rejects like `move`, and with `Chain {id} not supported` for a network that this page
 * does not have.
 */
export async function moveWallet(
  wagmi: Config,
  id: string,
  network: Network,
  move: (provider: Provider, network: WalletNetwork) => Promise<void> = switchOnly,
): Promise<void> {
  chainById(wagmi.chains, network.id)
  await move(await requireProvider(wagmi, id), toWalletNetwork(network))
  for (const { connector, chainId } of wagmi.state.connections.values()) {
    if (connector.id === id && chainId !== network.id)
      connector.emitter.emit('change', { chainId: network.id })
  }
}

function switchOnly(provider: Provider, { id }: WalletNetwork): Promise<void> {
  return requestSwitch(provider, id)
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

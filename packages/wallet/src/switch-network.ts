import type { SwitchFailure } from '@platemark/rules/switch-messages'
import { type Provider, quantity } from './provider.ts'
import {
  isDeclined,
  isRequestPending,
  isUnknownNetwork,
  isUnsupportedNetwork,
  readWalletWords,
} from './wallet-error.ts'
import {
  isWalletTimeout,
  limitProvider,
  type WalletTimes,
  walletTimes,
} from './wallet-request.ts'

/** A network as wallets take it (EIP-3085); `rpcUrls` are absolute. */
export type WalletNetwork = {
  id: number
  name: string
  coin: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  explorer: { url: string } | null
}

/** A wallet that answered a switch and stayed on its network. */
export class NetworkUnchangedError extends Error {}

/**
 * Switches a wallet to a network, and adds the network where the wallet does not know it.
 * Resolves once the wallet is on it; rejects like `requestSwitch`.
 */
export async function switchNetwork(
  provider: Provider,
  network: WalletNetwork,
  times: WalletTimes = walletTimes,
): Promise<void> {
  try {
    await requestSwitch(provider, network.id, times)
  } catch (error) {
    if (!isUnknownNetwork(error)) throw error
    await addNetwork(provider, network, times)
  }
}

/**
 * Requests a switch (EIP-3326). Resolves once `eth_chainId` or `chainChanged` names the network,
 * whatever the wallet answers: some answer before they switch, some null without switching, some
 * never. Rejects with the wallet's error (see `isUnknownNetwork`), with a `WalletTimeoutError`, or
 * with a `NetworkUnchangedError`.
 */
export async function requestSwitch(
  provider: Provider,
  chainId: number,
  times: WalletTimes = walletTimes,
): Promise<void> {
  const wallet = limitProvider(provider, times)
  const arrival = watchArrival(provider, chainId)
  const answered = wallet
    .request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: quantity(chainId) }],
    })
    .then(() => settle(wallet, chainId, times))
  try {
    await Promise.race([answered, arrival.promise])
  } catch (error) {
    // Some wallets switch, and report an error or nothing.
    const brief = limitProvider(provider, { ...times, readMs: times.pollMs * 4 })
    const isMoved = !isDeclined(error) && (await isOn(brief, chainId).catch(() => false))
    if (!isMoved) throw error
  } finally {
    arrival.stop()
  }
}

/**
 * Adds a network (EIP-3085) and switches to it, which some wallets do by themselves. Rejects like
 * `requestSwitch`.
 */
export async function addNetwork(
  provider: Provider,
  network: WalletNetwork,
  times: WalletTimes = walletTimes,
): Promise<void> {
  const { id, name, coin, rpcUrls, explorer } = network
  const wallet = limitProvider(provider, times)
  const arrival = watchArrival(provider, id)
  const parameters = {
    chainId: quantity(id),
    chainName: name,
    nativeCurrency: coin,
    rpcUrls,
    ...(explorer && { blockExplorerUrls: [explorer.url] }),
  }
  const added = wallet
    .request({ method: 'wallet_addEthereumChain', params: [parameters] })
    .then(async () => {
      if (!(await isOn(wallet, id))) await requestSwitch(provider, id, times)
    })
  try {
    await Promise.race([added, arrival.promise])
  } finally {
    arrival.stop()
  }
}

/** Returns why a wallet did not switch, from whatever its request threw. */
export function toSwitchFailure(error: unknown): SwitchFailure {
  if (isDeclined(error)) return { kind: 'declined' }
  if (isWalletTimeout(error)) return { kind: 'unanswered' }
  if (error instanceof NetworkUnchangedError) return { kind: 'unchanged' }
  if (isUnsupportedNetwork(error)) return { kind: 'unsupported' }
  if (isRequestPending(error)) return { kind: 'pending' }
  return { kind: 'unknown', words: readWalletWords(error) }
}

/** Resolves once the wallet is on the network after its answer. */
async function settle(
  wallet: Provider,
  chainId: number,
  { settleMs, pollMs }: WalletTimes,
): Promise<void> {
  for (let waitedMs = 0; !(await isOn(wallet, chainId)); waitedMs += pollMs) {
    if (waitedMs >= settleMs)
      throw new NetworkUnchangedError(`wallet answered, and is not on chain ${chainId}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Returns whether the wallet is on the network by its own answer; false without one. */
async function isOn(wallet: Provider, chainId: number): Promise<boolean> {
  try {
    return Number(await wallet.request({ method: 'eth_chainId' })) === chainId
  } catch (error) {
    if (isWalletTimeout(error)) throw error
    return false
  }
}

/** Watches for the event that the wallet is on the network. */
function watchArrival(provider: Provider, chainId: number) {
  let stop = () => {}
  const promise = new Promise<void>((resolve) => {
    const listener = (value: unknown) => {
      if (Number(value) === chainId) resolve()
    }
    provider.on?.('chainChanged', listener)
    stop = () => provider.removeListener?.('chainChanged', listener)
  })
  return { promise, stop }
}

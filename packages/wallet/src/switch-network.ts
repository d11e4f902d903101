import type { SwitchFailure } from '@platemark/rules/switch-messages'
import { type Provider, quantity } from './provider.ts'
import {
  isDeclined,
  isRequestPending,
  isUnknownNetwork,
  readWalletWords,
} from './wallet-error.ts'

/** A network as wallets take it (EIP-3085); `rpcUrls` are absolute. */
export type WalletNetwork = {
  id: number
  name: string
  coin: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  explorer: { url: string } | null
}

/**
 * Switches a wallet to a network, and adds the network where the wallet does not know it.
 * Rejects with the wallet's error.
 */
export async function switchNetwork(
  provider: Provider,
  network: WalletNetwork,
): Promise<void> {
  try {
    await requestSwitch(provider, network.id)
  } catch (error) {
    if (!isUnknownNetwork(error)) throw error
    await addNetwork(provider, network)
  }
}

/** Requests a switch (EIP-3326). Rejects with the wallet's error; see `isUnknownNetwork`. */
export async function requestSwitch(provider: Provider, chainId: number): Promise<void> {
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: quantity(chainId) }],
  })
}

/** Adds a network (EIP-3085) and switches to it, which some wallets do by themselves. */
export async function addNetwork(
  provider: Provider,
  network: WalletNetwork,
): Promise<void> {
  const { id, name, coin, rpcUrls, explorer } = network
  const parameters = {
    chainId: quantity(id),
    chainName: name,
    nativeCurrency: coin,
    rpcUrls,
    ...(explorer && { blockExplorerUrls: [explorer.url] }),
  }
  await provider.request({ method: 'wallet_addEthereumChain', params: [parameters] })
  const now = await provider.request({ method: 'eth_chainId' })
  if (Number(now) !== id) await requestSwitch(provider, id)
}

/** Returns why a wallet did not switch, from whatever its request threw. */
export function toSwitchFailure(error: unknown): SwitchFailure {
  if (isDeclined(error)) return { kind: 'declined' }
  if (isRequestPending(error)) return { kind: 'pending' }
  return { kind: 'unknown', words: readWalletWords(error) }
}

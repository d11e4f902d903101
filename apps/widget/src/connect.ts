import { parseAddress } from '@platemark/rules/parse-address'
import { switchFailureMessage } from '@platemark/rules/switch-messages'
import type { FoundWallet } from '@platemark/wallet/discover-wallets'
import type { Provider } from '@platemark/wallet/provider'
import { toSwitchFailure } from '@platemark/wallet/switch-network'
import {
  isDeclined,
  isRequestPending,
  isWalletLocked,
  readWalletWords,
} from '@platemark/wallet/wallet-error'
import { isWalletTimeout, limitProvider } from '@platemark/wallet/wallet-request'
import type { Address, NetworkFacts } from './facts.ts'

export type WalletAccount = { address: Address; chainId: number }

/**
 * Requests an account from the wallet. Rejects with the wallet's error, or
 * `NoAccountError`.
 */
export async function connectTo({ provider }: FoundWallet): Promise<WalletAccount> {
  const account = await readAccount(provider, 'eth_requestAccounts')
  if (!account) throw new NoAccountError()
  return account
}

/** Returns the account that the wallet already shares, without a prompt. */
export async function readAccount(
  provider: Provider,
  method: 'eth_accounts' | 'eth_requestAccounts' = 'eth_accounts',
): Promise<WalletAccount | undefined> {
  const wallet = limitProvider(provider)
  const accounts = await wallet.request({ method })
  const [account] = Array.isArray(accounts) ? accounts : []
  // Some wallets write the checksum of their own network (ERC-1191).
  const address = parseAddress(String(account).toLowerCase())
  if (!address) return undefined
  const chainId = Number(await wallet.request({ method: 'eth_chainId' }))
  return { address, chainId }
}

/** Thrown when the wallet returned no account: it is locked, or shares none. */
class NoAccountError extends Error {}

/** Calls `onChange` when account or network change. Returns a function that stops it. */
export function watchWallet(provider: Provider, onChange: () => void): () => void {
  const events = ['accountsChanged', 'chainChanged', 'disconnect']
  for (const event of events) provider.on?.(event, onChange)
  return () => {
    for (const event of events) provider.removeListener?.(event, onChange)
  }
}

/** Describes a failed connection in one sentence. */
export function connectSentence(error: unknown, wallet: string): string {
  if (error instanceof NoAccountError) {
    return `${wallet} is locked or shares no account. Open it, then try again.`
  }
  if (isWalletLocked(error)) {
    return `${wallet} is locked. Open it, unlock it, then try again.`
  }
  if (isDeclined(error)) return `You closed the request in ${wallet}. Nothing was shared.`
  if (isWalletTimeout(error)) {
    return `${wallet} has not answered. Open it and look for a request, or try again.`
  }
  if (isRequestPending(error)) {
    return `${wallet} is already asking. Open it and answer the waiting request.`
  }
  const words = readWalletWords(error)
  const reason = words ? ` Reason: ${words}` : ''
  return `${wallet} did not connect. Open it, then try again.${reason}`
}

/** Describes why the wallet did not switch to the network of the collection. */
export function switchSentence(
  error: unknown,
  wallet: string,
  network: Pick<NetworkFacts, 'name'>,
): string {
  const names = { wallet, network: network.name, from: 'its network' } as const
  return switchFailureMessage(toSwitchFailure(error), { ...names, place: 'panel' })
}

import { parseAddress } from '@platemark/rules/parse-address'
import type { Address, NetworkFacts } from './facts.ts'
import type { FoundWallet, Provider } from './wallets.ts'

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
export function readAccount(
  provider: Provider,
  method: 'eth_accounts' | 'eth_requestAccounts' = 'eth_accounts',
): Promise<WalletAccount | undefined> {
  return provider.request({ method }).then(async (accounts) => {
    const [account] = Array.isArray(accounts) ? accounts : []
    // Some wallets write the checksum of their own network (ERC-1191).
    const address = parseAddress(String(account).toLowerCase())
    if (!address) return undefined
    const chainId = Number(await provider.request({ method: 'eth_chainId' }))
    return { address, chainId }
  })
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

/** Switches the wallet to the network, adding it where it is unknown. */
export async function switchNetwork(
  provider: Provider,
  network: NetworkFacts,
): Promise<void> {
  const chainId = `0x${network.id.toString(16)}`
  const move = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  try {
    await move()
  } catch (error) {
    if (!isUnknownChain(error)) throw error
    const { name, coin, rpcUrls, explorer } = network
    const chain = {
      chainId,
      chainName: name,
      nativeCurrency: coin,
      rpcUrls,
      ...(explorer && { blockExplorerUrls: [explorer.url] }),
    }
    await provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
    const now = await provider.request({ method: 'eth_chainId' })
    if (Number(now) !== network.id) await move()
  }
}

/** Returns whether the network is unknown to the wallet; some wallets nest the code. */
function isUnknownChain(error: unknown): boolean {
  const text = JSON.stringify(error, ['code', 'data', 'originalError']) ?? ''
  return readErrorCode(error) === 4902 || text.includes('4902')
}

/** Describes a failed connection in one sentence. */
export function connectSentence(error: unknown, wallet: string): string {
  if (error instanceof NoAccountError) {
    return `${wallet} is locked or shares no account; open it, then try again.`
  }
  const code = readErrorCode(error)
  if (code === 4001) return `You closed the request in ${wallet}; nothing was shared.`
  if (code === -32002) {
    return `${wallet} is already asking; open it and answer the waiting request.`
  }
  return `${wallet} did not connect; open it, then try again.`
}

export function readErrorCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return Number(error.code)
}

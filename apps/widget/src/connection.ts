import { localStore } from '@platemark/mint/browser-store'
import { findRevertData, type Rpc, RpcError } from '@platemark/mint/rpc'
import type { FoundWallet } from '@platemark/wallet/discover-wallets'
import type { Provider } from '@platemark/wallet/provider'
import type { ConnectedWallet } from './model.ts'
import type { Store } from './store.ts'

export type WalletChunk = typeof import('./wallet-chunk.ts').walletChunk

export type Connection = {
  /** Opens the choice of wallets; a single wallet connects at once. */
  open(): Promise<void>
  choose(wallet: FoundWallet): Promise<void>
  close(): void
  disconnect(): void
  /** Switches the wallet to the collection's network. */
  move(): Promise<void>
  provider(): Provider | null
  /**
   * Wraps `rpc` with the wallet as fallback while no node responds and it is on the
   * network.
   */
  rpcWith(rpc: Rpc): Rpc
}

type Needs = {
  loadWalletChunk(): Promise<WalletChunk>
  /** Called when account or network have changed. */
  onChanged(): void
  /** Called before the account changes or disconnects. */
  onLeft(): void
}

/** Manages the panel's wallet and restores the one of an earlier visit. */
export function openConnection(store: Store, needs: Needs): Connection {
  const link: Link = {
    ...{ store, needs, provider: null, attempt: 0 },
    unwatch: () => {},
    endDiscovery: () => {},
  }
  store.signal.addEventListener('abort', () => {
    link.unwatch()
    link.endDiscovery()
  })
  const known = recall()
  if (known) void restore(link, known).catch(() => undefined)
  return {
    choose: (wallet) => choose(link, wallet),
    open: () => offer(link),
    close() {
      link.endDiscovery()
      link.attempt += 1
      store.update({ choosing: null, fault: null, isBusy: false })
    },
    disconnect() {
      forget()
      link.endDiscovery()
      link.attempt += 1
      store.update({ choosing: null, isBusy: false })
      disconnect(link)
    },
    move: () => move(link),
    provider: () => link.provider,
    rpcWith: (rpc) => async (method, params) => {
      try {
        return await rpc(method, params)
      } catch (error) {
        const { provider } = link
        if (error instanceof RpcError || !provider || !isOnNetwork(store.model))
          throw error
        const { limitProvider } = await needs.loadWalletChunk()
        return requestFromWallet(limitProvider(provider), method, params)
      }
    },
  }
}

type Link = {
  store: Store
  needs: Needs
  provider: Provider | null
  /** Numbers the requests to connect; the answer to one that was closed is dropped. */
  attempt: number
  unwatch(): void
  endDiscovery(): void
}

/** Shows the available wallets; a single one connects at once. */
async function offer(link: Link): Promise<void> {
  const { store, needs } = link
  const { discoverWallets } = await needs.loadWalletChunk()
  if (store.signal.aborted) return
  link.endDiscovery()
  store.update({ choosing: [], fault: null })
  link.endDiscovery = discoverWallets((wallets) => {
    if (store.model.choosing) store.update({ choosing: wallets })
  }).stop
  const [only, ...others] = store.model.choosing ?? []
  if (only && others.length === 0 && !store.model.wallet) await choose(link, only)
}

async function choose(link: Link, wallet: FoundWallet): Promise<void> {
  const { store, needs } = link
  const { connectTo, connectSentence } = await needs.loadWalletChunk()
  link.attempt += 1
  const { attempt } = link
  const isCurrent = () => link.attempt === attempt
  store.update({ fault: null, isBusy: true })
  try {
    const account = await connectTo(wallet)
    if (!isCurrent()) return
    link.endDiscovery()
    await connectWallet(link, wallet, account)
  } catch (error) {
    if (isCurrent()) store.update({ fault: connectSentence(error, wallet.name) })
  } finally {
    if (isCurrent()) store.update({ isBusy: false })
  }
}

/** Restores the wallet of an earlier visit, if it still shares an account. */
async function restore(link: Link, id: string): Promise<void> {
  const { store, needs } = link
  const { discoverWallets, readAccount } = await needs.loadWalletChunk()
  if (store.signal.aborted) return
  link.endDiscovery = discoverWallets((wallets) => {
    const wallet = wallets.find((one) => one.id === id)
    if (!wallet || store.model.wallet) return
    const shown = async () => {
      const account = await readAccount(wallet.provider)
      if (account && !store.model.wallet) await connectWallet(link, wallet, account)
    }
    void shown().catch(() => undefined)
  }).stop
}

async function connectWallet(
  link: Link,
  wallet: FoundWallet,
  account: Account,
): Promise<void> {
  const { watchWallet } = await link.needs.loadWalletChunk()
  if (link.store.signal.aborted) return
  link.unwatch()
  link.provider = wallet.provider
  link.unwatch = watchWallet(wallet.provider, () => void reread(link, wallet))
  remember(wallet.id)
  show(link, wallet, account)
}

/** Reads the wallet's current account and network. */
async function reread(link: Link, wallet: FoundWallet): Promise<void> {
  const { readAccount, isWalletTimeout } = await link.needs.loadWalletChunk()
  const account = await readAccount(wallet.provider).catch((error: unknown) =>
    isWalletTimeout(error) ? 'unanswered' : undefined,
  )
  // A slow wallet is still connected.
  if (link.provider !== wallet.provider || account === 'unanswered') return
  if (account) return show(link, wallet, account)
  disconnect(link)
}

function show(
  { store, needs }: Link,
  { id, name }: FoundWallet,
  { address, chainId }: Account,
) {
  const { wallet } = store.model
  const isSameAccount = wallet?.address === address
  const isSame = isSameAccount && wallet?.chainId === chainId
  if (wallet && !isSameAccount) needs.onLeft()
  const facts = isSame ? (wallet?.facts ?? null) : null
  store.update({
    wallet: { id, name, address, chainId, facts, isUnreachable: false },
    choosing: null,
    ...(!isSame && { networkFeeWei: null, result: null, isReferrerBarred: false }),
  })
  needs.onChanged()
}

function disconnect(link: Link) {
  const { store, needs } = link
  link.unwatch()
  link.provider = null
  needs.onLeft()
  store.update({ wallet: null, fault: null })
  needs.onChanged()
}

/** Switches the wallet to the collection's network and reports a failure. */
async function move(link: Link): Promise<void> {
  const { store, needs, provider } = link
  const { switchNetwork, switchSentence } = await needs.loadWalletChunk()
  const { facts, wallet } = store.model
  if (!facts || !wallet || !provider) return
  store.update({ fault: null, isBusy: true })
  try {
    await switchNetwork(provider, facts.network)
    // Some wallets emit no event.
    await reread(link, { id: wallet.id, name: wallet.name, icon: null, provider })
  } catch (error) {
    store.update({ fault: switchSentence(error, wallet.name, facts.network) })
  } finally {
    store.update({ isBusy: false })
  }
}

type Account = Pick<ConnectedWallet, 'address' | 'chainId'>

function isOnNetwork({ wallet, facts }: Store['model']): boolean {
  return wallet !== null && wallet.chainId === facts?.network.id
}

/** Sends a read through the wallet and normalizes its reverts to `RpcError`. */
async function requestFromWallet(
  provider: Provider,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await provider.request({ method, params })
  } catch (error) {
    const data = findRevertData(error)
    throw data ? new RpcError(3, 'execution reverted', data) : error
  }
}

const STORAGE_KEY = 'platemark-mint.wallet'

/** Where the page's browser keeps nothing, the wallet is not restored. */
function remember(id: string): void {
  localStore.setItem(STORAGE_KEY, id)
}

function recall(): string | null {
  return localStore.getItem(STORAGE_KEY)
}

function forget(): void {
  localStore.removeItem(STORAGE_KEY)
}

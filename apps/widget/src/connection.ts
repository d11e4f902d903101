import { type Rpc, RpcError, revertDataIn } from '@platemark/sale/rpc'
import type { ConnectedWallet } from './model.ts'
import type { Store } from './store.ts'
import type { FoundWallet, Provider } from './wallets.ts'

export type Desk = typeof import('./desk.ts').desk

export type Connection = {
  /** Lets the person choose a wallet; the only one there is is taken at once. */
  open(): Promise<void>
  choose(wallet: FoundWallet): Promise<void>
  close(): void
  disconnect(): void
  /** Moves the wallet to the collection's network. */
  move(): Promise<void>
  provider(): Provider | null
  /** `rpc`, and the wallet in its place while no node answers and it is on the network. */
  rpcWith(rpc: Rpc): Rpc
}

type Needs = {
  loadDesk(): Promise<Desk>
  /** Called when another account or network is there. */
  onChanged(): void
  /** Called before another account is there, or none. */
  onLeft(): void
}

/** The wallet of the panel; one that was connected in this page before is found again. */
export function openConnection(store: Store, needs: Needs): Connection {
  const { model, signal } = store
  let provider: Provider | null = null
  let unwatch = () => {}
  let endDiscovery = () => {}
  signal.addEventListener('abort', () => {
    unwatch()
    endDiscovery()
  })

  const take = async (wallet: FoundWallet, account: Account) => {
    const desk = await needs.loadDesk()
    unwatch()
    provider = wallet.provider
    unwatch = desk.watchWallet(wallet.provider, () => void reread(wallet))
    remember(wallet.id)
    show(wallet, account)
  }
  const show = ({ id, name }: FoundWallet, { address, chainId }: Account) => {
    const isSameAccount = model.wallet?.address === address
    const isSame = isSameAccount && model.wallet?.chainId === chainId
    if (model.wallet && !isSameAccount) needs.onLeft()
    const facts = isSame ? (model.wallet?.facts ?? null) : null
    store.update({
      wallet: { id, name, address, chainId, facts, isUnreachable: false },
      choosing: null,
      ...(!isSame && { networkFeeWei: null, result: null, isReferrerBarred: false }),
    })
    needs.onChanged()
  }
  const reread = async (wallet: FoundWallet) => {
    const { accountOf } = await needs.loadDesk()
    const account = await accountOf(wallet.provider).catch(() => undefined)
    if (provider !== wallet.provider) return
    if (account) return show(wallet, account)
    drop()
  }
  const drop = () => {
    unwatch()
    provider = null
    needs.onLeft()
    store.update({ wallet: null, fault: null })
    needs.onChanged()
  }
  const choose = async (wallet: FoundWallet) => {
    const { connectTo, connectSentence } = await needs.loadDesk()
    store.update({ fault: null, isBusy: true })
    try {
      const account = await connectTo(wallet)
      endDiscovery()
      await take(wallet, account)
    } catch (error) {
      store.update({ fault: connectSentence(error, wallet.name) })
    } finally {
      store.update({ isBusy: false })
    }
  }
  const find = async (id: string) => {
    const { discoverWallets, accountOf } = await needs.loadDesk()
    endDiscovery = discoverWallets((wallets) => {
      const wallet = wallets.find((one) => one.id === id)
      if (!wallet || model.wallet) return
      const shown = async () => {
        const account = await accountOf(wallet.provider)
        if (account && !model.wallet) await take(wallet, account)
      }
      void shown().catch(() => undefined)
    })
  }
  const known = recall()
  if (known) void find(known).catch(() => undefined)

  return {
    choose,
    async open() {
      const { discoverWallets } = await needs.loadDesk()
      endDiscovery()
      store.update({ choosing: [], fault: null })
      endDiscovery = discoverWallets((wallets) => {
        if (model.choosing) store.update({ choosing: wallets })
      })
      const [only, ...others] = model.choosing ?? []
      if (only && others.length === 0 && !model.wallet) await choose(only)
    },
    close() {
      endDiscovery()
      store.update({ choosing: null, fault: null })
    },
    disconnect() {
      forget()
      endDiscovery()
      store.update({ choosing: null })
      drop()
    },
    async move() {
      const { moveTo } = await needs.loadDesk()
      const { facts, wallet } = model
      if (!facts || !wallet || !provider) return
      store.update({ fault: null, isBusy: true })
      try {
        await moveTo(provider, facts.network)
      } catch {
        const fault = `Your wallet stayed on its network; choose ${facts.network.name} in ${wallet.name} and this panel will notice.`
        store.update({ fault })
      } finally {
        store.update({ isBusy: false })
      }
    },
    provider: () => provider,
    rpcWith: (rpc) => async (method, params) => {
      try {
        return await rpc(method, params)
      } catch (error) {
        if (error instanceof RpcError || !provider || !isThere(model)) throw error
        return askWallet(provider, method, params)
      }
    },
  }
}

type Account = Pick<ConnectedWallet, 'address' | 'chainId'>

function isThere({ wallet, facts }: Store['model']): boolean {
  return wallet !== null && wallet.chainId === facts?.network.id
}

/** Wallets refuse as nodes do, in words of their own. */
async function askWallet(
  provider: Provider,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await provider.request({ method, params })
  } catch (error) {
    const data = revertDataIn(error)
    throw data ? new RpcError(3, 'execution reverted', data) : error
  }
}

const memory = 'platemark-mint.wallet'

/** Pages may forbid storage; then a reload asks again. */
function remember(id: string): void {
  try {
    localStorage.setItem(memory, id)
  } catch {}
}

function recall(): string | null {
  try {
    return localStorage.getItem(memory)
  } catch {
    return null
  }
}

function forget(): void {
  try {
    localStorage.removeItem(memory)
  } catch {}
}

import { clearStorage, readToken } from '../../../lib/session.ts'
import { NoAnswer, walletTimeoutMs } from '../failures.ts'
import {
  connectWallet,
  lastConnector,
  letGo,
  nameOf,
  reconnectWallet,
} from './connections.ts'
import { failWith } from './failing.ts'
import type { Page, Work } from './page.ts'

export type Wallets = ReturnType<typeof startWallets>

/** Connects wallets, takes them up again after a visit, and lets them go. */
export function startWallets(page: Page) {
  const { wagmi, state, dispatch } = page
  /** Connectors that are being asked: what they report meanwhile is no news. */
  const asked = new Set<string>()
  // Letting go and clearing wait for each other, so that nothing is written after a clear.
  let released: Promise<void> = Promise.resolve()
  /** Whether the wallet of an earlier visit has not announced itself yet. */
  let isAwaited = false

  const connect = async ({ attempt, connector: id }: Work<'connect'>) => {
    await released
    const connector = wagmi.connectors.find((one) => one.id === id)
    const fail = (error: unknown) => failWith(page, attempt, 'connect', nameOf(id), error)
    if (!connector) return fail(new Error('This wallet is not installed.'))
    const timer = setTimeout(() => fail(new NoAnswer()), walletTimeoutMs)
    asked.add(id)
    isAwaited = false
    try {
      const wallet = await connectWallet(wagmi, connector)
      dispatch({ type: 'connected', attempt, wallet, hasToken: readToken() !== null })
    } catch (error) {
      fail(error)
    } finally {
      asked.delete(id)
      clearTimeout(timer)
    }
  }

  const restore = async ({ attempt }: Work<'restore'>) => {
    await released
    const connector = await lastConnector(wagmi)
    isAwaited = !connector
    if (connector) asked.add(connector.id)
    const wallet =
      connector && (await within(restoreMs, reconnectWallet(wagmi, connector)))
    if (connector) asked.delete(connector.id)
    dispatch(
      wallet
        ? { type: 'connected', attempt, wallet, hasToken: readToken() !== null }
        : { type: 'nothing-restored', attempt },
    )
  }

  /** An extension that started later than the page is taken up as if it had been in time. */
  const restoreLate = async () => {
    if (!isAwaited || state.read().at !== 'disconnected') return
    const id = await wagmi.storage?.getItem('recentConnectorId')
    if (isAwaited && wagmi.connectors.some((one) => one.id === id)) {
      dispatch({ type: 'restore' })
    }
  }

  const disconnect = ({ connector }: Work<'disconnect'>) => {
    released = released.then(() => letGo(wagmi, connector))
  }

  const clearTraces = () => {
    // Unless somebody has signed in again meanwhile, in another tab.
    released = released.then(() => (readToken() === null ? clearStorage() : undefined))
  }

  return { asked, connect, restore, restoreLate, disconnect, clearTraces }
}

/** How long a wallet may take to say whether it still knows this site. */
const restoreMs = 10_000

/** The result of `work`, or undefined when it takes longer. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

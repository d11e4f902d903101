import { WalletTimeoutError, walletTimes } from '@platemark/wallet/wallet-request'
import { abstractWalletId, knownWalletName } from '@platemark/wallet/wallets'
import { clearStorage, readToken } from '../../../lib/session.ts'
import {
  connectWallet,
  disconnectWallet,
  lastConnector,
  reconnectWallet,
} from './connections.ts'
import type { ControllerContext, EffectFor } from './context.ts'
import { dispatchFailure } from './report-failure.ts'

export type Wallets = ReturnType<typeof startWallets>

/** Connects, restores and disconnects wallets. */
export function startWallets(page: ControllerContext) {
  const { wagmi, state, dispatch } = page
  /** Connectors with a pending request: their own change events are ignored. */
  const pending = new Set<string>()
  // Disconnecting and clearing are serialized, so that nothing is written after a clear.
  let released: Promise<void> = Promise.resolve()
  /** True until the last wallet has announced itself. */
  let isAwaited = false

  const connect = async ({ attempt, connector: id }: EffectFor<'connect'>) => {
    await released
    const connector = wagmi.connectors.find((one) => one.id === id)
    const name = connector?.name ?? knownWalletName(id)
    const fail = (error: unknown) =>
      dispatchFailure(page, attempt, 'connect', name, error)
    if (!connector) return fail(new Error('wallet is not installed'))
    // A later connection is ended again by the machine.
    const { promptMs } = walletTimes
    const giveUp = () => fail(new WalletTimeoutError('eth_requestAccounts', promptMs))
    // The Abstract wallet limits its window itself.
    const timer = id === abstractWalletId ? undefined : setTimeout(giveUp, promptMs)
    pending.add(id)
    isAwaited = false
    try {
      const wallet = await connectWallet(wagmi, connector)
      dispatch({ type: 'connected', attempt, wallet, hasToken: readToken() !== null })
    } catch (error) {
      fail(error)
    } finally {
      pending.delete(id)
      clearTimeout(timer)
    }
  }

  const restore = async ({ attempt }: EffectFor<'restore'>) => {
    await released
    const connector = await lastConnector(wagmi)
    isAwaited = !connector
    if (connector) pending.add(connector.id)
    const wallet =
      connector && (await within(MAX_RESTORE_MS, reconnectWallet(wagmi, connector)))
    if (connector) pending.delete(connector.id)
    dispatch(
      wallet
        ? { type: 'connected', attempt, wallet, hasToken: readToken() !== null }
        : { type: 'nothing-restored', attempt },
    )
  }

  /** Restores a wallet whose extension started later than the page. */
  const restoreLate = async () => {
    if (!isAwaited || state.read().at !== 'disconnected') return
    const id = await wagmi.storage?.getItem('recentConnectorId')
    if (isAwaited && wagmi.connectors.some((one) => one.id === id)) {
      dispatch({ type: 'restore' })
    }
  }

  const disconnect = ({ connector }: EffectFor<'disconnect'>) => {
    released = released.then(() => disconnectWallet(wagmi, connector))
  }

  const clearTraces = () => {
    // Skip it when another tab has signed in meanwhile.
    released = released.then(() => (readToken() === null ? clearStorage() : undefined))
  }

  return { pending, connect, restore, restoreLate, disconnect, clearTraces }
}

/** Maximum wait for a wallet to restore its connection. */
const MAX_RESTORE_MS = 10_000

/** Resolves to the result of `work`, or to undefined after a timeout. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

import type { AppConfig } from '@platemark/api/config'
import { getConfig } from '@platemark/api/operations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Config } from 'wagmi'
import {
  closeDialog,
  type DialogRequest,
  dialogs,
  openWalletDialog,
} from '../../lib/dialogs.ts'
import { apiQuery } from '../../lib/query.ts'
import { hasStoredSession } from '../../lib/session.ts'
import { walletConfig } from '../../lib/wagmi.ts'
import { announceAbstractWallet } from './abstract/announce.ts'
import { type Controller, startController } from './controller.ts'
import { announceDemoWallet } from './demo/announce.ts'
import { UserMenu } from './user-menu.tsx'
import './dialogs.css'
import { currentWallet, type State } from './machine/state.ts'
import { VerifyDialog } from './verify-dialog.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

/** Session runtime in the browser: controller, dialogs and user menu. */
export function SessionRuntime() {
  const { data } = useQuery(apiQuery(getConfig, {}))
  return data ? <Running config={data.data} /> : null
}

type Run = { controller: Controller; wagmi: Config }

function Running(props: { config: AppConfig }) {
  // Wallets know the networks of the first configuration only.
  const [config] = useState(props.config)
  const queries = useQueryClient()
  const [run, setRun] = useState<Run>()

  // Before the next paint, so that the header never shows an intermediate state.
  useLayoutEffect(() => {
    if (__DEMO_WALLET__ && config.has_demo_wallet) announceDemoWallet(config)
    announceAbstractWallet(config)
    // Read first: creating a wallet configuration writes an empty one.
    const isReturning = hasStoredSession()
    const wagmi = walletConfig(config)
    const controller = startController({ config, wagmi, queries })
    if (isReturning) controller.dispatch({ type: 'restore' })
    setRun({ controller, wagmi })
    return controller.stop
  }, [config, queries])

  if (!run) return null
  return (
    <>
      <UserMenu config={config} />
      <SessionDialogs config={config} {...run} />
    </>
  )
}

function SessionDialogs({ config, controller, wagmi }: Run & { config: AppConfig }) {
  const request = useSyncExternalStore(dialogs.subscribe, dialogs.read, () => null)
  const state = useSyncExternalStore(
    controller.state.subscribe,
    controller.state.read,
    controller.state.read,
  )
  const { at } = state
  const name = request?.name
  const hasWallet = currentWallet(state) !== null

  useEffect(() => {
    // Dialogs about a wallet close with it, and do not reopen with the next one.
    const isGone = name === 'account' ? at !== 'signed-in' : !hasWallet
    if (name && isAboutWallet(name) && isGone && !isOnTheWay(at)) closeDialog()
  }, [name, at, hasWallet])

  useEffect(() => {
    // A press while the wallet is being restored is handled once the state is known.
    if (name === 'verify' && !isOnTheWay(at)) enterVerify(controller)
  }, [name, at, controller])

  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !name
    wasOpen.current = name !== undefined
    // The button that opened the dialog is gone: the user's button replaces it.
    if (!hasClosed || at !== 'signed-in' || document.activeElement !== document.body)
      return
    document.getElementById('account-button')?.focus()
  }, [name, at])

  const close = () => {
    closeDialog()
    controller.dispatch({ type: 'dialog-closed' })
  }
  const common = { config, controller, onClose: close }
  switch (request?.name) {
    case 'wallet':
      return <WalletDialog {...common} wagmi={wagmi} request={request} />
    case 'verify':
      return isOnTheWay(at) ? null : <VerifyDialog {...common} />
    case 'network':
      return (
        <Suspense>
          <NetworkDialog {...common} wagmi={wagmi} request={request} />
        </Suspense>
      )
    case 'networks':
      return (
        <Suspense>
          <NetworksDialog {...common} />
        </Suspense>
      )
    case 'faucet':
      return (
        <Suspense>
          <FaucetDialog {...common} chainId={request.chainId} />
        </Suspense>
      )
    case 'session-key':
      return (
        <Suspense>
          <SessionKeyDialog {...common} request={request} />
        </Suspense>
      )
    case 'end-keys':
      return (
        <Suspense>
          <EndKeysDialog
            {...common}
            onLeave={() => controller.dispatch({ type: 'log-out', from: 'here' })}
          />
        </Suspense>
      )
    default:
      return null
  }
}

// Signing in needs none of these.
const NetworkDialog = lazy(async () => {
  const { NetworkDialog: component } = await import('./network-dialog.tsx')
  return { default: component }
})
const NetworksDialog = lazy(async () => {
  const { NetworksDialog: component } = await import('./networks-dialog.tsx')
  return { default: component }
})
const FaucetDialog = lazy(async () => {
  const { FaucetDialog: component } = await import('./faucet-dialog.tsx')
  return { default: component }
})

const SessionKeyDialog = lazy(async () => {
  const { SessionKeyDialog: component } = await import('./session-key-dialog.tsx')
  return { default: component }
})
const EndKeysDialog = lazy(async () => {
  const { EndKeysDialog: component } = await import('./end-keys-dialog.tsx')
  return { default: component }
})

/** Handles a request to sign in, depending on the state of the session. */
function enterVerify({ state, dispatch }: Controller) {
  const { at, failure } = state.read()
  if (at === 'needs-sign-in') return dispatch({ type: 'verify-opened' })
  if (at === 'disconnected') return failure ? undefined : openWalletDialog()
  if (at === 'user-unreachable') dispatch({ type: 'try-again' })
  if (at === 'user-unreachable' || at === 'signed-in') closeDialog()
}

function isAboutWallet(name: DialogRequest['name']): boolean {
  return name !== 'wallet' && name !== 'verify'
}

/** Returns whether the session is in a transition that resolves by itself. */
function isOnTheWay(at: State['at']): boolean {
  return at === 'restoring' || at === 'connecting' || at === 'loading-user'
}

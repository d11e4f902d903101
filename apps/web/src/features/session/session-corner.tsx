import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  closeDialog,
  dialogs,
  openVerifyDialog,
  openWalletDialog,
  walletLikelyNeeded,
} from '../../lib/dialogs.ts'
import { hasStoredSession, subscribeToken, useSession } from '../../lib/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast.ts'

type Runtime = typeof import('./runtime.tsx')

/**
 * The header's right side: Connect Wallet, or the account of who is signed in. Everything
 * about wallets is loaded when somebody is about to need it.
 */
export function SessionCorner() {
  const [runtime, setRuntime] = useState<Runtime>()
  const { status } = useSession()
  const isStored = useSyncExternalStore(subscribeToken, hasStoredSession, () => false)
  const isDialogAsked = useSyncExternalStore(
    dialogs.subscribe,
    () => dialogs.read() !== null,
    () => false,
  )
  const isNeeded = isStored || isDialogAsked
  const isSoon = useSyncExternalStore(
    walletLikelyNeeded.subscribe,
    walletLikelyNeeded.read,
    () => false,
  )

  useEffect(() => {
    if (isNeeded) void loadRuntime().then(setRuntime, showLoadFailure)
  }, [isNeeded])
  useEffect(() => {
    if (isSoon) void loadRuntime().then(setRuntime, ignoreFailure)
  }, [isSoon])

  const isComing = !runtime && isStored
  return (
    <>
      {status !== 'signed-in' && (
        <ConnectButton
          isConnecting={isComing || status !== 'disconnected'}
          isBusy={isComing || status === 'connecting'}
          onIntent={() => void loadRuntime().then(setRuntime, ignoreFailure)}
        />
      )}
      {runtime ? <runtime.SessionRuntime /> : isDialogAsked && <LoadingDialog />}
    </>
  )
}

type ConnectButtonProps = {
  isConnecting: boolean
  isBusy: boolean
  onIntent: () => void
}

/** A wallet that is connected but not signed in keeps a live button: it leads to signing. */
function ConnectButton({ isConnecting, isBusy, onIntent }: ConnectButtonProps) {
  return (
    <button
      type="button"
      className="button connect"
      aria-busy={isBusy}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={isConnecting ? openVerifyDialog : () => openWalletDialog()}
    >
      {isConnecting ? 'Connecting...' : 'Connect Wallet'}
    </button>
  )
}

/** Far smaller than what it stands for, so it is there first. */
const LoadingDialog = lazyPart(
  async () => (await import('./loading-dialog.tsx')).LoadingDialog,
)

const loadRuntime = () => import('./runtime.tsx')

/** Nothing is wrong for somebody who only passed by, and nothing is shown. */
function ignoreFailure() {
  return null
}

function showLoadFailure() {
  closeDialog()
  toast('error', 'The wallet part could not be loaded.', {
    text: 'Check your connection, then reload the page.',
  })
}

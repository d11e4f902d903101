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
 * Right side of the header: Connect Wallet, or the user menu. Wallet code loads only when
 * it is likely to be needed.
 */
export function SessionCorner() {
  const [runtime, setRuntime] = useState<Runtime>()
  const { status } = useSession()
  const isStored = useSyncExternalStore(subscribeToken, hasStoredSession, () => false)
  const isDialogRequested = useSyncExternalStore(
    dialogs.subscribe,
    () => dialogs.read() !== null,
    () => false,
  )
  const isNeeded = isStored || isDialogRequested
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
      {runtime ? <runtime.SessionRuntime /> : isDialogRequested && <LoadingDialog />}
    </>
  )
}

type ConnectButtonProps = {
  isConnecting: boolean
  isBusy: boolean
  onIntent: () => void
}

/**
 * Connect button. It stays enabled for a connected wallet without a user, and leads to
 * signing.
 */
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

/** Placeholder: far smaller than the runtime, so it arrives first. */
const LoadingDialog = lazyPart(
  async () => (await import('./loading-dialog.tsx')).LoadingDialog,
)

const loadRuntime = () => import('./runtime.tsx')

/** Ignores a failed preload: nothing was requested. */
function ignoreFailure() {
  return null
}

function showLoadFailure() {
  closeDialog()
  toast('error', 'The wallet could not be loaded.', {
    text: 'Check your connection, then reload the page.',
  })
}

import type { AppConfig } from '@platemark/api/config'
import { shortAddress } from '@platemark/rules/amounts'
import { demoWallet } from '@platemark/wallet/wallets'
import { useSyncExternalStore } from 'react'
import { now, useNow } from '../../lib/clock.ts'
import type { Wallet } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Controller } from './controller.ts'
import { type Challenge, currentWallet, type State } from './machine/state.ts'
import { WalletTile } from './wallet-tile.tsx'

type VerifyDialogProps = {
  config: AppConfig
  controller: Controller
  onClose: () => void
}

/** Dialog that verifies the connected account by a signature. */
export function VerifyDialog({ controller, onClose }: VerifyDialogProps) {
  const { read, subscribe } = controller.state
  const state = useSyncExternalStore(subscribe, read, read)
  const wallet = currentWallet(state)

  return (
    <Dialog title="Verify your account" isOpen onClose={onClose}>
      {wallet ? (
        <Asking state={state} wallet={wallet} controller={controller} onClose={onClose} />
      ) : (
        <Failed state={state} controller={controller} onClose={onClose} />
      )}
    </Dialog>
  )
}

type AskingProps = {
  state: State
  wallet: Wallet
  controller: Controller
  onClose: () => void
}

function Asking({ state, wallet, controller, onClose }: AskingProps) {
  const challenge = 'challenge' in state ? state.challenge : undefined
  const wait = waitText(state, wallet)
  return (
    <>
      <p className="dialog-text">
        Sign a message to prove that this account is yours. Signing is free: it sends no
        transaction.
      </p>
      <div className="who-box">
        <WalletTile
          name={wallet.name}
          icon={wallet.icon}
          isDemo={wallet.connector === demoWallet.id}
        />
        <div>
          <b>{wallet.name}</b>
          <span className="muted small" translate="no">
            {shortAddress(wallet.address)}
          </span>
        </div>
        <Copy
          text={wallet.address}
          label={`Copy address ${wallet.address}`}
          isMini={false}
        />
      </div>
      <Message challenge={challenge} />
      <Button
        isWide
        isBusy={state.at !== 'ready-to-sign'}
        onClick={() => controller.dispatch({ type: 'sign-pressed', now: now() })}
      >
        Sign message
      </Button>
      <p className="wait" role="status">
        {wait}
      </p>
      <Button look="plain" isWide className="cancel" onClick={onClose}>
        Cancel
      </Button>
      <p className="tiny muted cancel-note">Cancel disconnects {wallet.name}.</p>
    </>
  )
}

/** Text to be signed, in full and never as a hash. */
function Message({ challenge }: { challenge: Challenge | undefined }) {
  return (
    <details className="message" open>
      <summary className="tiny muted">
        <span>Message you will sign</span>
        {challenge && <Validity expiresAt={challenge.expiresAt} />}
      </summary>
      {challenge ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard.
        <pre tabIndex={0} translate="no">
          {challenge.message}
        </pre>
      ) : (
        <pre aria-busy="true">
          <Skeleton width="90%" />
          {'\n'}
          <Skeleton width="70%" />
        </pre>
      )}
    </details>
  )
}

function Validity({ expiresAt }: { expiresAt: number }) {
  const time = useNow()
  if (time === undefined) return null
  const seconds = Math.floor((expiresAt - time) / 1000)
  if (seconds <= 0) return <span>Expired. Press Sign message for a new one.</span>
  const rest = String(seconds % 60).padStart(2, '0')
  return (
    <span>
      Valid for {Math.floor(seconds / 60)}:{rest}
    </span>
  )
}

type FailedProps = { state: State; controller: Controller; onClose: () => void }

function Failed({ state, controller, onClose }: FailedProps) {
  const { failure } = state
  const again = () => {
    if (!failure) return
    controller.dispatch({
      type: 'wallet-picked',
      connector: failure.connector,
      intent: { purpose: 'sign-in', surface: 'verify-dialog' },
    })
  }
  return (
    <div className="failed">
      {failure && (
        <Notice kind="error" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      <Button isWide isBusy={state.at === 'connecting'} onClick={again}>
        Try again
      </Button>
      <Button look="plain" isWide className="cancel" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}

function waitText(state: State, wallet: Wallet): string {
  if (state.at === 'signing') return `Waiting for your signature in ${wallet.name}`
  return state.at === 'logging-in' || state.at === 'loading-user' ? 'Signing you in' : ''
}

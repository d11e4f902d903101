import type { AppConfig } from '@platemark/api/config'
import { useMemo, useState } from 'react'
import { useSession, type Wallet } from '../../lib/session.ts'
import {
  forgetSessionKeys,
  revokeAccountSessions,
} from '../../lib/session-keys/account-sessions.ts'
import { listActiveSessions } from '../../lib/session-keys/list-active-sessions.ts'
import {
  openSessionAccount,
  sessionKeys,
} from '../../lib/session-keys/session-account.ts'
import { describeSessionKeyFailure } from '../../lib/session-keys/session-key-failures.ts'
import { useClosingSignal } from '../../lib/session-keys/use-closing-signal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

type EndKeysDialogProps = {
  config: AppConfig
  onClose: () => void
  /** Logs out. */
  onLeave: () => void
}

/** Asks at logout whether session keys of this browser end on the chain too. */
export function EndKeysDialog({ config, onClose, onLeave }: EndKeysDialogProps) {
  const { wallet } = useSession()
  if (!wallet) return null
  return (
    <Dialog title="End session keys, too?" isOpen onClose={onClose}>
      <Question {...{ config, wallet, onLeave }} />
    </Dialog>
  )
}

type QuestionProps = Pick<EndKeysDialogProps, 'config' | 'onLeave'> & { wallet: Wallet }

function Question({ config, wallet, onLeave }: QuestionProps) {
  const account = useMemo(() => openSessionAccount(config, wallet), [config, wallet])
  const [busy, setBusy] = useState<'ending' | 'leaving'>()
  const [failure, setFailure] = useState<{ title: string; text: string }>()
  const closingSignal = useClosingSignal()
  const leave = async () => {
    setBusy('leaving')
    await forgetSessionKeys(account)
    onLeave()
  }
  const endAndLeave = async () => {
    setFailure(undefined)
    setBusy('ending')
    try {
      const signal = closingSignal()
      const hashes = await listActiveSessions(account, sessionKeys)
      if (hashes.length > 0) await revokeAccountSessions(account, hashes, signal)
      await leave()
    } catch (error) {
      setFailure(describeSessionKeyFailure(error, wallet.name))
      setBusy(undefined)
    }
  }
  return (
    <>
      <p className="dialog-text">
        Logging out deletes the keys from this browser. Without them the sessions cannot
        be used, but they stay open on the chain until their end. Ending them costs one
        network fee.
      </p>
      {failure && (
        <Notice kind="error" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      <div className="end-keys">
        <Button isWide isBusy={busy === 'ending'} onClick={endAndLeave}>
          {busy === 'ending' ? `Confirm in ${wallet.name}` : 'End them and log out'}
        </Button>
        <Button look="quiet" isWide isBusy={busy === 'leaving'} onClick={leave}>
          Log out only
        </Button>
      </div>
    </>
  )
}

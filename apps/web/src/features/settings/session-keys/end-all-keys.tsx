import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import type { AccountSession } from '../../../lib/session-keys/account-sessions.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type EndingProps, useEndingKeys } from './use-ending-keys.ts'

/** Button that ends every session key of the account, those of other sites too. */
export function EndAllKeys({
  sessions,
  ...ending
}: EndingProps & { sessions: readonly AccountSession[] }) {
  const [isAsking, setAsking] = useState(false)
  const { end, isPending, failure, reset } = useEndingKeys({
    ...ending,
    onEnded: (hashes) => {
      setAsking(false)
      return ending.onEnded(hashes)
    },
  })
  const open = sessions.filter(({ state }) => state.status !== 'NotInitialized')
  if (open.length < 2) return null
  const close = () => {
    setAsking(false)
    reset()
  }
  return (
    <div className="everywhere">
      <span className="muted small">A key you do not know? End all of them.</span>
      <Button look="danger" onClick={() => setAsking(true)}>
        End all keys
      </Button>
      <ConfirmDialog
        title="End all session keys?"
        isOpen={isAsking}
        isBusy={isPending}
        no="Keep them"
        yes={isPending ? `Confirm in ${ending.wallet.name}` : 'End all keys'}
        onNo={close}
        onYes={() => end({ hashes: open.map(({ hash }) => hash), isOnChain: true })}
      >
        <p>
          {`${open.length} session keys end by one transaction, those of other sites too. You pay its network fee.`}
        </p>
        {failure && (
          <Notice kind="error" title={failure.title}>
            {failure.text}
          </Notice>
        )}
      </ConfirmDialog>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { openVerifyDialog, openWalletDialog } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { nameSaleQuery } from './queries.ts'
import { useOpenRegistration } from './registration/use-registration-url.ts'

/**
 * Opens the registration of a name. A visitor is asked to sign in first; the URL keeps the name, so
 * that the registration opens after that.
 */
export function RegisterButton({ name }: { name: string }) {
  const { user, wallet } = useSession()
  const open = useOpenRegistration()
  const noteId = useId()
  const isPaused = useQuery(nameSaleQuery).data?.data.is_paused ?? false
  const press = () => {
    open(name)
    if (user) return
    if (wallet) openVerifyDialog()
    else openWalletDialog({ reason: `Sign in to register ${name}. It is free.` })
  }
  return (
    <>
      <Button onClick={press} {...(isPaused && { blockedBy: noteId })}>
        {user
          ? 'Register'
          : wallet
            ? 'Sign in to register'
            : 'Connect Wallet to register'}
      </Button>
      {isPaused && (
        <p className="muted small" id={noteId}>
          Registration of new names is paused. Existing names are not affected.
        </p>
      )}
    </>
  )
}

import { openVerifyDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import type { Progress } from '../progress/use-progress.ts'

/** Where the progress of a visitor is, and how to keep it. */
export function KeepProgress({ progress }: { progress: Progress }) {
  const { wallet } = useSession()
  if (progress.isSignedIn || Object.keys(progress.kept).length === 0) return null
  return (
    <div className="card keep-progress">
      <span>Your progress is kept in this browser only.</span>
      <Button
        look="quiet"
        onClick={wallet ? openVerifyDialog : () => openWalletDialog({ reason })}
      >
        {wallet ? 'Sign in to keep it' : 'Connect to keep it'}
      </Button>
    </div>
  )
}

const reason =
  'When you are signed in, your progress in the academy is saved to your account.'

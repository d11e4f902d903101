import './editing.css'
import type { User } from '@platemark/api/profile'
import { shortAddress } from '@platemark/rules/amounts'
import { openVerifyDialog, openWalletDialog } from '../../lib/dialogs.ts'
import { unsavedInput, useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { plateUrl } from '../plate-picture.tsx'

type SignInAgainDialogProps = {
  user: User
  isOpen: boolean
  /** Input that is kept: "What you typed in your profile". */
  kept: string
}

/** Dialog over a page whose session ended; the input stays behind it. */
export function SignInAgainDialog({ user, isOpen, kept }: SignInAgainDialogProps) {
  const { wallet } = useSession()
  const short = shortAddress(user.address)
  const detail = [user.username && short, wallet?.name].filter(Boolean).join(', ')
  return (
    <Dialog title="Sign in again" isOpen={isOpen}>
      <p className="dialog-text">Your session has ended. {kept} is kept on this page.</p>
      <div className="signed-out-user">
        <Avatar
          src={user.avatar_url ?? plateUrl(user.address)}
          isPlate={!user.avatar_url}
          size={40}
        />
        <div>
          <b>{user.username ?? short}</b>
          {detail && <span className="muted small">{detail}</span>}
        </div>
      </div>
      <Button isWide onClick={wallet ? openVerifyDialog : () => openWalletDialog()}>
        Sign in
      </Button>
      <Button
        look="plain"
        isWide
        className="leave-unsaved"
        onClick={() => unsavedInput.write(false)}
      >
        Leave without saving
      </Button>
    </Dialog>
  )
}

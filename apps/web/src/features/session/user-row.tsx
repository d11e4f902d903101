import type { User } from '@platemark/api/profile'
import { shortAddress } from '@platemark/rules/amounts'
import { AccountName } from '../../components/accounts/account-name.tsx'
import { plateUrl } from '../../components/plate-picture.tsx'
import { openUserMenu } from '../../lib/dialogs.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'

/** User row in the menu of phones; opens the same sheet as the picture in the header. */
export function UserRow({ user }: { user: User }) {
  const short = shortAddress(user.address)
  const plate = plateUrl(user.address)
  return (
    <button type="button" className="account-row" onClick={openUserMenu}>
      <Avatar src={user.avatar_url ?? plate} isPlate={!user.avatar_url} size={36} />
      <span>
        <b>
          <AccountName address={user.address} name={user.username} />
        </b>
        {user.balance > 0 ? (
          <span className="balance">~${user.balance.toFixed(2)} to withdraw</span>
        ) : (
          user.username && <span className="muted small">{short}</span>
        )}
      </span>
      <Icon name="right" />
    </button>
  )
}

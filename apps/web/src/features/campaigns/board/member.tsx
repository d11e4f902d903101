import type { MemberRow } from '@platemark/api/campaigns'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { CreatorAvatar, collectorHref } from '../../../components/creator.tsx'
import { OwnMedals } from '../../../components/own-medals.tsx'
import { Link } from '../../../ui/link.tsx'

type MemberProps = { row: Pick<MemberRow, 'address' | 'name' | 'avatar_url'> }

/** Picture and name of a member, which lead to its page, and its pinned achievements. */
export function Member({ row }: MemberProps) {
  return (
    <>
      <Link className="member" href={collectorHref(row.address)}>
        <CreatorAvatar creator={row} />
        <AccountName address={row.address} name={row.name} />
      </Link>
      {row.name !== null && <OwnMedals address={row.address} chain={null} size={20} />}
    </>
  )
}

import type { CampaignDetail } from '@platemark/api/campaigns'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountField } from '../../../components/accounts/account-field.tsx'
import { useWrittenAccount } from '../../../components/accounts/use-written-account.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { describeProblem } from '../describe-problem.ts'
import { boardQuery } from '../queries.ts'
import { MemberTable } from './member-table.tsx'

type FindMemberProps = { campaign: CampaignDetail; onClose: () => void }

/** Finds the row of an address or a name on the board. */
export function FindMember({ campaign, onClose }: FindMemberProps) {
  const [written, setWritten] = useState('')
  const found = useWrittenAccount(written, 'receive tokens')
  const { account } = found
  const place = { board: 'members', team: null, page: 1 } as const
  const read = useQuery({
    ...boardQuery(campaign.alias, place, account ?? ''),
    enabled: account !== null,
  })
  const error = useLastError(read)
  const row = account ? read.data?.meta.own : undefined
  return (
    <Dialog title="Find a member" isOpen onClose={onClose} width={560}>
      <div className="stack">
        <AccountField
          label="Address or name"
          written={written}
          found={found}
          onWrite={setWritten}
        />
        <div aria-live="polite">
          {row && <MemberTable rows={[row]} own={null} campaign={campaign} />}
          {row === null && (
            <p className="muted">This wallet is not taking part in {campaign.title}.</p>
          )}
          {account && error && !read.data && (
            <Notice kind="error" title="The leaderboard could not be loaded">
              {describeProblem(error).text}
            </Notice>
          )}
        </div>
      </div>
    </Dialog>
  )
}

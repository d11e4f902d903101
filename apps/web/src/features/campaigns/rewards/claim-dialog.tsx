import { claimReward } from '@platemark/api/campaign-operations'
import type {
  CampaignDetail,
  CampaignReward,
  RewardClaim,
} from '@platemark/api/campaigns'
import type { User } from '@platemark/api/profile'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { describeProblem } from '../describe-problem.ts'
import { MintBadge } from './mint-badge.tsx'

type ClaimDialogProps = {
  campaign: CampaignDetail
  reward: CampaignReward
  user: User
  /** Called when the server may have something new about the reward. */
  onChange: () => void
  onClose: () => void
}

/** Claims a reward: a badge is minted with a voucher of the server, others are granted at once. */
export function ClaimDialog(props: ClaimDialogProps) {
  const { campaign, reward, user, onChange, onClose } = props
  const params = { alias: campaign.alias, key: reward.key }
  const { mutate, data, error, isPending, reset } = useMutation({
    networkMode: 'always',
    mutationFn: () => call(claimReward, { params }),
    // A refusal may mean that another tab was first.
    onSettled: onChange,
  })
  useEffect(() => mutate(), [mutate])
  const renew = () => {
    reset()
    mutate()
  }
  const isMinted = campaign.me?.rewards[reward.key]?.status === 'minted'
  return (
    <Dialog title={`Claim ${reward.title}`} isOpen onClose={onClose} width={440}>
      <div className="stack" aria-live="polite">
        {isMinted || data?.status === 'granted' ? (
          <Notice kind="success" title={`${reward.title} is yours`}>
            {isMinted
              ? 'The badge is in your wallet. It cannot be transferred.'
              : 'It was granted to your account.'}
          </Notice>
        ) : error ? (
          <Notice
            kind="error"
            title="It was not claimed"
            actions={
              <Button look="quiet" isBusy={isPending} onClick={renew}>
                Try again
              </Button>
            }
          >
            {describeProblem(error).text}
          </Notice>
        ) : data ? (
          <MintBadge
            // A new voucher is a new transaction.
            key={readDeadline(data)}
            claim={data}
            title={reward.title}
            topic={`badge ${campaign.alias} ${reward.key}`}
            account={user.address}
            onChange={onChange}
            onExpired={renew}
          />
        ) : (
          <Skeleton width="100%" height={120} />
        )}
        <Button look="quiet" isWide onClick={onClose}>
          {isMinted || data?.status === 'granted' ? 'Done' : 'Close'}
        </Button>
      </div>
    </Dialog>
  )
}

function readDeadline(claim: RewardClaim): number {
  return claim.status === 'signed' ? claim.voucher.deadline : 0
}

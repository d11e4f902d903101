import './airdrop.css'
import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import type { AirdropTerms } from '@platemark/mint/airdrop/try-batch'
import { formatCount } from '@platemark/rules/amounts'
import { useRef, useState } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import type { Own } from '../page/own.ts'
import { useRefreshOwn } from '../page/own-queries.ts'
import { AirdropHistory } from './airdrop-history.tsx'
import { AirdropRun } from './airdrop-run.tsx'
import { airdropObstacle, useAirdropTerms } from './airdrop-terms.ts'
import { NewAirdrop } from './new-airdrop.tsx'
import { useAirdropPlans } from './use-airdrop-plans.ts'

/** Sends tokens to the wallets of a file: a new airdrop, or the one that is under way. */
export function AirdropChange({ own, onClose }: ChangeProps) {
  const terms = useAirdropTerms(own)
  const { plans, refresh } = useAirdropPlans(own)
  const refreshOwn = useRefreshOwn(own)
  const [startedAt, setStartedAt] = useState<number>()
  const active = plans?.find(({ endedAt }) => endedAt === null)
  const latest = useRef<number>(undefined)
  if (active) latest.current = active.startedAt
  const onChanged = (block?: bigint) => {
    refresh()
    void refreshOwn(block)
    void terms.refetch()
  }
  return (
    <section className="card panel airdrop" aria-labelledby="airdrop-title">
      <div className="between">
        <h3 className="h3" id="airdrop-title">
          Airdrop
        </h3>
        <IconButton icon="close" label="Close: Airdrop" onClick={onClose} />
      </div>
      <p className="muted small">
        Send items to the wallets of a list. There is no price and no mint fee, only the
        network fee. Wallet limits don’t apply, but the supply does.
      </p>
      {terms.isError && !terms.data && (
        <Failure
          title={`${own.network.name} did not answer`}
          text="The contract could not be read, so nothing can be sent right now. Try again in a moment."
          error={terms.error}
          isBusy={terms.isFetching}
          onRetry={() => void terms.refetch()}
        />
      )}
      {(!terms.data || !plans) && !terms.isError && (
        <Skeleton width="100%" height={140} />
      )}
      {terms.data && plans && (
        <>
          <TermsNotice terms={terms.data} own={own} isUnderWay={active !== undefined} />
          {active ? (
            <AirdropRun
              key={active.startedAt}
              own={own}
              plan={active}
              startsNow={active.startedAt === startedAt}
              onChanged={onChanged}
            />
          ) : (
            <>
              <Ended plan={plans.find((plan) => plan.startedAt === latest.current)} />
              {airdropObstacle(terms.data, own) === undefined && (
                <NewAirdrop
                  key={latest.current}
                  own={own}
                  left={terms.data.left}
                  onStart={(plan) => {
                    setStartedAt(plan.startedAt)
                    refresh()
                  }}
                />
              )}
            </>
          )}
          <AirdropHistory plans={plans} />
        </>
      )}
    </section>
  )
}

type TermsNoticeProps = { terms: AirdropTerms; own: Own; isUnderWay: boolean }

function TermsNotice({ terms, own, isUnderWay }: TermsNoticeProps) {
  const obstacle = airdropObstacle(terms, own)
  if (obstacle && !(isUnderWay && terms.left === 0)) {
    return <Notice kind="warning" title={obstacle} />
  }
  return terms.isPaused ? (
    <Notice kind="info">Minting is paused. You can still airdrop.</Notice>
  ) : null
}

/** The airdrop that ended while the page was open. */
function Ended({ plan }: { plan: AirdropPlan | undefined }) {
  if (!plan) return null
  const { given, gifts } = plan
  const open = gifts.length - given.length
  const tokens = given.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Notice
      kind={open === 0 ? 'success' : 'warning'}
      title={`${formatCount(tokens)} ${tokens === 1 ? 'item' : 'items'} given to ${formatCount(given.length)} ${given.length === 1 ? 'wallet' : 'wallets'}`}
    >
      {open === 0
        ? 'Every row was sent its items.'
        : `${formatCount(open)} ${open === 1 ? 'row was' : 'rows were'} not given. The results file has the reasons.`}
    </Notice>
  )
}

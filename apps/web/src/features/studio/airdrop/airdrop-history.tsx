import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import { matchGiven } from '@platemark/mint/airdrop/find-given'
import { sumGifts } from '@platemark/mint/airdrop/gift'
import { listGiftRows } from '@platemark/mint/airdrop/gift-results'
import { formatCount } from '@platemark/rules/amounts'
import { When } from '../../../components/when.tsx'
import { ResultsButton } from './results-button.tsx'

/** The airdrops that this browser sent, by file. */
export function AirdropHistory({ plans }: { plans: readonly AirdropPlan[] }) {
  const ended = plans.filter(({ endedAt }) => endedAt !== null)
  if (ended.length === 0) return null
  return (
    <section className="gift-history" aria-labelledby="gift-history">
      <h4 id="gift-history">Airdrops sent from this browser</h4>
      <ul>
        {ended.map((plan) => (
          <li key={plan.startedAt} className="between wrap">
            <div>
              <b>{plan.source}</b>
              <p className="muted small">
                <When at={new Date(plan.startedAt).toISOString()} />. {describe(plan)}
              </p>
            </div>
            <ResultsButton
              plan={plan}
              rows={listGiftRows(plan, matchGiven(plan.gifts, plan.given))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe({ given, gifts, earlier }: AirdropPlan): string {
  const open = gifts.length - given.length
  const items = sumGifts(given)
  const parts = [
    `${formatCount(items)} ${items === 1 ? 'item' : 'items'} to ${formatCount(given.length)} ${given.length === 1 ? 'wallet' : 'wallets'}`,
    open > 0 && `${formatCount(open)} not given`,
    earlier.length > 0 && `${formatCount(earlier.length)} skipped`,
  ]
  return `${parts.filter((part) => part !== false).join(', ')}.`
}

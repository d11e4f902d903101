import { findActiveEntry } from '../active-entry.ts'
import { BehindNote } from '../board/behind-note.tsx'
import { JoinCard } from '../join/join-card.tsx'
import { CheckButton } from '../quests/check-button.tsx'
import { RewardsSection } from '../rewards/rewards-section.tsx'
import { ChangesSection } from '../rules/changes-section.tsx'
import { RulesSection } from '../rules/rules-section.tsx'
import type { ShownCampaign } from '../use-campaign.ts'
import { countCells, listCardCells } from './card-cells.ts'
import { ShareCard } from './share-card.tsx'
import { StampCard } from './stamp-card.tsx'

/** Page of a stamp card. */
export function CardBody(shown: ShownCampaign) {
  const { campaign, user, refresh } = shown
  const me = findActiveEntry(campaign)
  const isIn = me !== null
  const cells = listCardCells(campaign, me)
  const counts = countCells(cells)
  return (
    <>
      <div className="card-layout">
        <StampCard cells={cells} user={isIn ? user : null} number={me?.number ?? null} />
        <div className="card-side">
          <p className="muted">{isIn ? 'Your card' : 'An empty card'}</p>
          <p className="card-count">
            {counts.stamped + counts.pending}{' '}
            <small>
              of {counts.total} stamps
              {counts.pending > 0 && `, ${counts.pending} not final yet`}
            </small>
          </p>
          <div className="card-steps" aria-hidden="true">
            {cells.map(({ key, state }) => (
              <i key={key} className={state} />
            ))}
          </div>
          <p className="small muted">
            {me && (me.position === null ? 'No place yet.' : `Place ${me.position}.`)}
          </p>
          <BehindNote campaign={campaign} />
          <JoinCard {...shown} />
          <RewardsSection {...shown} />
          {isIn && !campaign.result && (
            <CheckButton alias={campaign.alias} onChecked={refresh}>
              Check my card now
            </CheckButton>
          )}
        </div>
      </div>
      {isIn && user && counts.stamped > 0 && (
        <ShareCard campaign={campaign} user={user} stamped={counts.stamped} />
      )}
      <div className="campaign-columns">
        <RulesSection campaign={campaign} />
        <aside>
          <ChangesSection campaign={campaign} />
        </aside>
      </div>
    </>
  )
}

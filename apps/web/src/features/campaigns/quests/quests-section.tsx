import type { CampaignDetail, CampaignMe, CampaignQuest } from '@platemark/api/campaigns'
import { formatLongDate } from '@platemark/rules/utc-dates'
import { useId } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { findActiveEntry } from '../active-entry.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { CheckButton } from './check-button.tsx'
import { describeQuest } from './describe-quest.ts'
import { getQuestProgress, MAX_SEGMENTS, type QuestProgress } from './quest-progress.ts'
import { useQuestNames } from './use-quest-names.ts'

/** Quests of a campaign with the progress of the user, each with the page to do it on. */
export function QuestsSection({ campaign, user, refresh }: ShownCampaign) {
  const headingId = useId()
  const { quests } = campaign
  const me = findActiveEntry(campaign)
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <div className="campaign-section-head">
        <h2 id={headingId}>Quests</h2>
        {me && user && !campaign.result && (
          <CheckButton alias={campaign.alias} onChecked={refresh}>
            Check my quests now
          </CheckButton>
        )}
      </div>
      <ul className="quests">
        {quests.map((quest) => (
          <li key={quest.key}>
            <Quest quest={quest} campaign={campaign} me={me} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type QuestProps = {
  quest: CampaignQuest
  campaign: CampaignDetail
  /** Null: the user takes no part. */
  me: CampaignMe | null
}

function Quest({ quest, campaign, me }: QuestProps) {
  const names = useQuestNames(campaign)
  const progress = me && getQuestProgress(quest, me.quests)
  const at = me?.stamps.find(({ key }) => key === quest.key)?.at
  return (
    <>
      <div>
        <h3>{quest.title}</h3>
        {quest.description && <p className="muted small">{quest.description}</p>}
        <p className="muted small">{describeQuest(quest, names).join(' ')}</p>
      </div>
      <div className="quest-progress">
        {progress && (
          <>
            <span className="small">
              {progress.isDone && progress.most === 1 && at ? (
                <>
                  <b>{progress.points}</b> {progress.points === 1 ? 'point' : 'points'} on{' '}
                  {formatLongDate(at)}
                </>
              ) : (
                <>
                  <b>{progress.done}</b>
                  {progress.text.slice(`${progress.done}`.length)}
                </>
              )}
            </span>
            <Steps progress={progress} />
          </>
        )}
      </div>
      <div className="quest-action">
        {progress?.isDone ? (
          <span className="quest-done">
            <Icon name="circle_check" /> Done
          </span>
        ) : (
          quest.action &&
          isOpen(campaign) && (
            <Link className="button quiet" href={quest.action.to}>
              {quest.action.label}
              <span className="hide"> for {quest.title}</span>
            </Link>
          )
        )}
      </div>
    </>
  )
}

function isOpen({ status }: CampaignDetail): boolean {
  return status === 'live' || status === 'paused' || status === 'scheduled'
}

/** Steps of a quest one by one, or a bar for many; its text stands beside it. */
function Steps({ progress: { done, most } }: { progress: QuestProgress }) {
  if (most === null) return null
  if (most > MAX_SEGMENTS) {
    return (
      <span className="bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (done / most) * 100)}%` }} />
      </span>
    )
  }
  return (
    <span className="quest-steps" aria-hidden="true">
      {Array.from({ length: most }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
        <i key={at} className={at < done ? 'on' : ''} />
      ))}
    </span>
  )
}

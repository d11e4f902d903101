import { JoinCard } from '../join/join-card.tsx'
import { RewardsSection } from '../rewards/rewards-section.tsx'
import { ChangesSection } from '../rules/changes-section.tsx'
import { RulesSection } from '../rules/rules-section.tsx'
import type { ShownCampaign } from '../use-campaign.ts'
import { QuestsSection } from './quests-section.tsx'

/** Page of a campaign that is a list of quests. */
export function QuestBody(shown: ShownCampaign) {
  return (
    <>
      <JoinCard {...shown} />
      <div className="campaign-columns">
        <div>
          <QuestsSection {...shown} />
          <RulesSection campaign={shown.campaign} />
        </div>
        <aside>
          <RewardsSection {...shown} />
          <ChangesSection campaign={shown.campaign} />
        </aside>
      </div>
    </>
  )
}

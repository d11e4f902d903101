import { QuestsSection } from '../quests/quests-section.tsx'
import { RewardsSection } from '../rewards/rewards-section.tsx'
import { ChangesSection } from '../rules/changes-section.tsx'
import { RulesSection } from '../rules/rules-section.tsx'
import type { ShownCampaign } from '../use-campaign.ts'
import { GuildPicker } from './guild-picker.tsx'
import { GuildTable } from './guild-table.tsx'
import { OwnGuild } from './own-guild.tsx'

/** Page of a guild battle. */
export function GuildBody(shown: ShownCampaign) {
  const { campaign } = shown
  const team = campaign.teams.find(({ alias }) => alias === campaign.me?.team)
  return (
    <>
      <GuildPicker {...shown} />
      {campaign.status !== 'cancelled' && <GuildTable campaign={campaign} />}
      <div className="campaign-columns">
        <div>
          <QuestsSection {...shown} />
          <RulesSection campaign={campaign} />
        </div>
        <aside>
          {team && shown.user && (
            <OwnGuild campaign={campaign} team={team} address={shown.user.address} />
          )}
          <RewardsSection {...shown} />
          <ChangesSection campaign={campaign} />
        </aside>
      </div>
    </>
  )
}

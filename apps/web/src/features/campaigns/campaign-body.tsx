import { ReadOnlyNotice } from '../../components/read-only/read-only-notice.tsx'
import { LazyBoard } from './board/lazy-board.tsx'
import { CardBody } from './card/card-body.tsx'
import { OwnEntry } from './entry/own-entry.tsx'
import { GuildBody } from './guilds/guild-body.tsx'
import { QuestBody } from './quests/quest-body.tsx'
import { ResultSection } from './result/result-section.tsx'
import type { ShownCampaign } from './use-campaign.ts'

/** Everything on the page of a campaign below its head, by its template. */
export function CampaignBody(shown: ShownCampaign) {
  const { campaign } = shown
  const Body = bodies[campaign.template]
  const isCancelled = campaign.status === 'cancelled'
  return (
    <>
      <ReadOnlyNotice />
      <ResultSection {...shown} />
      <OwnEntry {...shown} />
      <Body {...shown} />
      {!isCancelled && campaign.status !== 'scheduled' && <LazyBoard {...shown} />}
    </>
  )
}

const bodies = { team_race: GuildBody, stamp_card: CardBody, quest_list: QuestBody }

import { campaignPath } from '@platemark/api/campaign-path'
import type {
  CampaignDetail,
  CampaignTemplate,
  MemberRow,
  TeamRow,
} from '@platemark/api/campaigns'
import type { User } from '@platemark/api/profile'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { writeSearch } from '../../../lib/search.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { getCampaignNouns } from '../campaign-nouns.ts'
import { boardQuery } from '../queries.ts'
import { BoardFoot } from './board-foot.tsx'
import { type BoardPlace, readBoardPlace, writeBoardPlace } from './board-query.ts'
import { MemberTable } from './member-table.tsx'
import { renewOwnRow } from './renew-own-row.ts'
import { TeamTable } from './team-table.tsx'

const FindMember = lazyPart(async () => (await import('./find-member.tsx')).FindMember)

type BoardSectionProps = { campaign: CampaignDetail; user: User | null }

/** Leaderboard of members or guilds in pages, with the row of the user on top of each. */
export function BoardSection({ campaign, user }: BoardSectionProps) {
  const place = readBoardPlace(useSearch())
  const [isFinding, setFinding] = useState(false)
  const { alias, teams, template } = campaign
  const read = useQuery({
    ...boardQuery(alias, place, user?.address),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const error = useLastError(read)
  const hrefOf = (next: Partial<BoardPlace>) =>
    `${campaignPath(alias)}${writeSearch(writeBoardPlace({ ...place, page: 1, ...next }))}#board`
  const team = teams.find((one) => one.alias === place.team)
  return (
    <section className="campaign-section" id="board" aria-labelledby="board-heading">
      <div className="campaign-section-head">
        <h2 id="board-heading">Leaderboard</h2>
        <Button look="quiet" onClick={() => setFinding(true)}>
          <Icon name="search" size={16} />
          Find a member
        </Button>
      </div>
      <div className="card board">
        {teams.length > 0 && (
          <Tabs
            label="Leaderboard of"
            current={place.board}
            tabs={[
              {
                id: 'members',
                label: 'Members',
                href: hrefOf({ board: 'members', team: null }),
              },
              {
                id: 'teams',
                label: 'Guilds',
                href: hrefOf({ board: 'teams', team: null }),
              },
            ]}
          />
        )}
        {team && (
          <p className="board-filter">
            Only members of {team.name}.{' '}
            <Link className="link" href={hrefOf({ team: null })} scroll={false}>
              Show all
            </Link>
          </p>
        )}
        {!read.data && error && (
          <Failure
            title="The leaderboard could not be loaded"
            text="The rest of the page is fine."
            error={error}
            isBusy={read.isFetching}
            onRetry={() => void read.refetch()}
          />
        )}
        {!read.data && !error && <BoardSkeleton />}
        {read.data?.data.length === 0 && !read.data.meta.own && (
          <NoRows place={place} template={template} />
        )}
        {read.data && isTeamBoard(read.data.data) && (
          <TeamTable
            rows={read.data.data}
            teams={teams}
            own={campaign.me?.team ?? null}
          />
        )}
        {read.data &&
          !isTeamBoard(read.data.data) &&
          (read.data.data.length > 0 || read.data.meta.own) && (
            <MemberTable
              // Safe: the other board has its own branch.
              rows={read.data.data as MemberRow[]}
              own={renewOwnRow(read.data.meta.own, campaign.me)}
              campaign={campaign}
            />
          )}
        {read.data && <BoardFoot meta={read.data.meta} hrefOf={hrefOf} />}
      </div>
      {isFinding && <FindMember campaign={campaign} onClose={() => setFinding(false)} />}
    </section>
  )
}

function isTeamBoard(rows: (MemberRow | TeamRow)[]): rows is TeamRow[] {
  const [first] = rows
  return first !== undefined && !('address' in first)
}

type NoRowsProps = { place: BoardPlace; template: CampaignTemplate }

function NoRows({ place, template }: NoRowsProps) {
  if (place.page > 1) {
    return <EmptyBlock title="No such page">The leaderboard has fewer pages.</EmptyBlock>
  }
  return (
    <EmptyBlock title="No places yet">
      The first {getCampaignNouns(template).heading.toLowerCase()} appear here within a
      minute.
    </EmptyBlock>
  )
}

function BoardSkeleton() {
  return (
    <div className="board-skeleton" aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} width="100%" height={28} />
      ))}
    </div>
  )
}

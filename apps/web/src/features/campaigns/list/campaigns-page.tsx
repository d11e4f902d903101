import { campaignPath } from '@platemark/api/campaign-path'
import type { CampaignCard } from '@platemark/api/campaigns'
import { formatDateSpan } from '@platemark/rules/utc-dates'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../../components/failure.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { plateUrl } from '../../../components/plate-picture.tsx'
import { writeSearch } from '../../../lib/search.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { getCampaignNouns } from '../campaign-nouns.ts'
import { campaignsQuery } from '../queries.ts'
import {
  type CampaignFilter,
  campaignFilters,
  filterCampaigns,
  readFilter,
  toCardState,
} from './campaign-filters.ts'

/** Page `/campaigns`: all campaigns, running ones first, by state. */
export function CampaignsPage() {
  const filter = readFilter(useSearch().status)
  const read = useQuery(campaignsQuery)
  const error = useLastError(read)
  const rows = read.data?.data
  const shown = rows && filterCampaigns(rows, filter)
  return (
    <div className="campaigns">
      <PageTitle>Campaigns</PageTitle>
      <h1>Campaigns</h1>
      <p className="lead">
        Guild battles and stamp cards, counted from the chain. Taking part is free, and
        every result can be checked.
      </p>
      <Tabs
        label="Campaigns by state"
        current={filter}
        tabs={campaignFilters.map(([id, label]) => ({
          ...{ id, label },
          href: `/campaigns${writeSearch({ status: id === 'all' ? '' : id })}`,
        }))}
      />
      {!rows && error && (
        <Failure
          title="The campaigns could not be loaded"
          text="Try again in a moment."
          error={error}
          level="h2"
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {!rows && !error && <Skeleton width="100%" height={200} />}
      {shown?.length === 0 && <NoCampaigns filter={filter} />}
      {shown && shown.length > 0 && (
        <ul className="campaign-list">
          {shown.map((campaign) => (
            <li key={campaign.alias}>
              <Card campaign={campaign} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Card({ campaign }: { campaign: CampaignCard }) {
  const { alias, title, tagline, template, season, starts_at, ends_at, cover } = campaign
  const [label, kind] = toCardState(campaign.status)
  return (
    <Link className="card campaign-card" href={campaignPath(alias)}>
      <img
        src={cover ?? plateUrl(`campaign-${alias}`)}
        alt=""
        width={160}
        height={160}
        loading="lazy"
        decoding="async"
      />
      <span className="campaign-card-text">
        <span className="campaign-tags">
          <Tag {...(kind && { kind })}>
            {kind === 'live' && <i className="live-dot" aria-hidden="true" />}
            {label}
          </Tag>
          <span className="muted small">{formatDateSpan(starts_at, ends_at)}</span>
        </span>
        <b>
          {title}
          {template === 'team_race' && season > 1 && `, season ${season}`}
        </b>
        {tagline && <span className="muted">{tagline}</span>}
        <span className="muted small">
          {getCampaignNouns(template).participants(
            campaign.participants,
            campaign.status,
          )}
        </span>
      </span>
    </Link>
  )
}

function NoCampaigns({ filter }: { filter: CampaignFilter }) {
  if (filter === 'all') {
    return (
      <EmptyBlock level="h2" title="No campaigns yet">
        Campaigns of this site appear here once they are announced.
      </EmptyBlock>
    )
  }
  return (
    <EmptyBlock
      level="h2"
      title={
        {
          live: 'No campaign is live',
          scheduled: 'No campaign is announced',
          past: 'No campaign has ended yet',
        }[filter]
      }
      actions={
        <Link className="button quiet" href="/campaigns">
          Show all campaigns
        </Link>
      }
    />
  )
}

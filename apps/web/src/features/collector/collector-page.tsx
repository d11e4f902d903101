import type { Collector } from '@platemark/api/collector'
import {
  type CollectorTab,
  chooseCollectorTab,
  collectorTabs,
} from '@platemark/api/collector-tab'
import { formatCount } from '@platemark/rules/amounts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { collectorQuery } from '../../components/account-lists/queries.ts'
import { useShownName } from '../../components/accounts/use-account-name.ts'
import { collectorHref } from '../../components/creator.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { isShown } from '../../lib/query.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useSearch } from '../../lib/use-search.ts'
import { deferHydration, usePreloadRest } from '../../ui/deferred-hydration.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CollectorFacts } from './collector-facts.tsx'
import { CollectorHead } from './collector-head.tsx'
import { CollectorNotice } from './collector-notice.tsx'

const Collected = deferHydration(
  async () => (await import('../../components/account-lists/collected.tsx')).Collected,
)
const Created = deferHydration(
  async () => (await import('../../components/account-lists/created.tsx')).Created,
  { isRare: true },
)
const ActivityList = deferHydration(
  async () => (await import('./collector-activity.tsx')).CollectorActivityList,
  { isRare: true },
)

const SharedAchievement = lazyPart(
  async () => (await import('./shared-achievement.tsx')).SharedAchievement,
)

/** Page of an address: profile, holdings, created collections and activity. */
export function CollectorPage() {
  const { address = '' } = useParams({ strict: false })
  const { chain = '' } = useSearch()
  const { data: body } = useSuspenseQuery(collectorQuery(address, chain))
  const router = useRouter()
  const collection = isShown(body) ? body.data.collection : null
  // The address of a collection redirects to its own page.
  useEffect(() => {
    if (!collection) return
    const { chain_alias, path } = collection
    void router.navigate({ href: `/collection/${chain_alias}/${path}`, replace: true })
  }, [collection, router])
  if (!isShown(body)) return null
  return <CollectorView key={body.data.address} collector={body.data} />
}

function CollectorView({ collector }: { collector: Collector }) {
  usePreloadRest()
  const title = useShownName(collector)
  const search = useSearch()
  const isHydrated = useHydrated()
  const tab = chooseCollectorTab(search.tab, collector)
  const chain = search.chain ?? ''
  return (
    <div className="collector">
      <PageTitle>{title}</PageTitle>
      <CollectorHead collector={collector} title={title} />
      <CollectorNotice collector={collector} />
      {isHydrated && search.achievement && !collector.is_blocked && (
        <SharedAchievement collector={collector} id={search.achievement} />
      )}
      <CollectorFacts collector={collector} />
      <div className="account-tabs">
        <Tabs label="Collected and created" current={tab} tabs={tabsOf(collector)} />
        {tab === 'collected' && <Collected collector={collector} chain={chain} />}
        {tab === 'created' && <Created collector={collector} chain={chain} />}
        {tab === 'activity' && <ActivityList collector={collector} chain={chain} />}
      </div>
    </div>
  )
}

function tabsOf(collector: Collector) {
  const { address, account_chain, collected, created, is_blocked } = collector
  const first = chooseCollectorTab(undefined, collector)
  const hrefOf = (tab: CollectorTab) =>
    collectorHref(address, account_chain, tab === first ? '' : tab)
  const counts = {
    collected: formatCount(collected.quantity) + (collected.is_exact ? '' : '+'),
    created: is_blocked
      ? 'hidden'
      : formatCount(created.collections) + (created.is_exact ? '' : '+'),
    activity: '',
  }
  return collectorTabs.map((id) => ({
    id,
    href: hrefOf(id),
    label: (
      <>
        {`${id.charAt(0).toUpperCase()}${id.slice(1)}`}
        {counts[id] && <span className="tab-count">{counts[id]}</span>}
      </>
    ),
  }))
}

import { chooseNameTab, type NameTab, nameTabs } from '@platemark/api/name-tab'
import type { NameDetail } from '@platemark/api/names'
import { formatCount } from '@platemark/rules/amounts'
import { startHigh } from '@platemark/rules/first-letter'
import { writeSearch } from '../../../lib/search.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { deferHydration } from '../../../ui/deferred-hydration.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { nameHref } from '../name-href.ts'
import type { NameHome } from '../use-name-home.ts'

const NameActivityList = deferHydration(
  async () => (await import('./name-activity.tsx')).NameActivityList,
  { isRare: true },
)
const OwnerAchievements = deferHydration(
  async () => (await import('./owner-achievements.tsx')).OwnerAchievements,
  { isRare: true },
)
const OwnerList = deferHydration(
  async () => (await import('./owner-list.tsx')).OwnerList,
  { isRare: true },
)

type NameTabsProps = { name: NameDetail; home: NameHome }

/** Works and holdings of the owner of a name, and the changes of the name; the URL keeps which. */
export function NameTabs({ name, home }: NameTabsProps) {
  const tab = chooseNameTab(useSearch().tab, name.stats)
  return (
    <div className="account-tabs">
      <Tabs label="About this name and its owner" current={tab} tabs={listTabs(name)} />
      {tab === 'activity' ? (
        <NameActivityList name={name.name} home={home} />
      ) : tab === 'achievements' ? (
        <OwnerAchievements name={name} />
      ) : (
        <OwnerList key={tab} tab={tab} name={name} />
      )}
    </div>
  )
}

function listTabs({ name, stats }: NameDetail) {
  const first = chooseNameTab(undefined, stats)
  const counts: Partial<Record<NameTab, number>> = {
    created: stats.collections_created,
    collected: stats.nfts_collected,
    achievements: stats.achievements,
  }
  return nameTabs.map((id) => {
    const count = counts[id]
    return {
      id,
      href: nameHref(name) + writeSearch({ tab: id === first ? '' : id }),
      label: (
        <>
          {startHigh(id)}
          {count !== undefined && <span className="tab-count">{formatCount(count)}</span>}
        </>
      ),
    }
  })
}

import type { User } from '@platemark/api/profile'
import type { StudioEntry } from '@platemark/api/studio'
import { formatCount } from '@platemark/rules/amounts'
import { useRouter } from '@tanstack/react-router'
import { useNow } from '../../lib/clock.ts'
import { writeSearch } from '../../lib/search.ts'
import { useSearch } from '../../lib/use-search.ts'
import { EmptyBlock } from '../../ui/block.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EntryRow, entryName } from './entry-row.tsx'
import { type EntryGroup, entryState, groupState, isOwnEntry } from './entry-state.ts'

type EntryListProps = {
  entries: StudioEntry[]
  user: User
  onDelete: (id: string) => void
  /** Opens the co-editors of an entry. */
  onEditors: (id: string) => void
}

const groups: { value: EntryGroup | 'all'; title: string }[] = [
  { value: 'all', title: 'All' },
  { value: 'live', title: 'Live' },
  { value: 'progress', title: 'In progress' },
  { value: 'closed', title: 'Closed' },
]

/** Table of drafts and collections; group and search stand in the URL. */
export function EntryList({ entries, user, onDelete, onEditors }: EntryListProps) {
  const router = useRouter()
  const { show = 'all', search = '' } = useSearch()
  const now = useNow(60_000) ?? Date.now()
  const group = groups.find(({ value }) => value === show)?.value ?? 'all'
  const go = (changes: Record<string, string>) => {
    const asked = { show: group === 'all' ? '' : group, search, ...changes }
    const href = `/studio${writeSearch(asked)}`
    void router.navigate({ to: '.', href, replace: true, resetScroll: false })
  }
  const stated = entries.map((entry) => ({ entry, ...entryState(entry, now) }))
  const inGroup = (one: EntryGroup | 'all') =>
    stated.filter(({ state }) => one === 'all' || groupState(state) === one)
  const text = search.trim().toLowerCase()
  const shown = inGroup(group).filter(({ entry }) =>
    entryName(entry).toLowerCase().includes(text),
  )
  return (
    <section aria-labelledby="own">
      <h2 id="own" className="hide">
        Your collections
      </h2>
      <div className="studio-tools">
        <div className="segments">
          <Segmented
            label="Show"
            value={group}
            segments={groups.map(({ value, title }) => ({
              value,
              label: `${title} ${formatCount(inGroup(value).length)}`,
            }))}
            onChange={(value) => go({ show: value === 'all' ? '' : value })}
          />
        </div>
        <label className="search-field">
          <span className="hide">Search your collections</span>
          <Icon name="search" />
          <input
            className="input"
            type="search"
            placeholder="Search by name"
            autoComplete="off"
            value={search}
            onChange={(event) => go({ search: event.target.value })}
          />
        </label>
      </div>
      {shown.length === 0 ? (
        <EmptyBlock
          title="No collection matches"
          actions={
            <Button look="quiet" onClick={() => go({ show: '', search: '' })}>
              Show all
            </Button>
          }
        >
          {text === ''
            ? 'None of your collections is in this state.'
            : `None is named “${search}”.`}
        </EmptyBlock>
      ) : (
        <table className="entries">
          <thead>
            <tr>
              <th>Collection</th>
              <th>Network</th>
              <th>State</th>
              <th>Minted</th>
              <th className="number">Revenue</th>
              <th>On the launchpad</th>
              <th>
                <span className="hide">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ entry, ...state }) => (
              <EntryRow
                key={entry.contract_id}
                entry={entry}
                state={state}
                isOwn={isOwnEntry(entry, user)}
                onDelete={() => onDelete(entry.contract_id)}
                onEditors={() => onEditors(entry.contract_id)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

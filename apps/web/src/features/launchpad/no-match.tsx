import { hasAddressShape } from '@platemark/rules/addresses'
import { useNetworkNames } from '../../components/app-config.ts'
import { kindNames } from '../../components/kind-names.ts'
import { EmptyBlock } from '../../ui/block.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { statusNames } from './facet-links.tsx'
import { withoutFilters } from './list-filters.tsx'
import { type ChangeList, isLimitedInTime, type ListSearch } from './list-search.ts'

type NoMatchProps = {
  search: ListSearch
  onChange: ChangeList
}

/** Empty state of a filtered list, with links that remove the filters. */
export function NoMatch({ search, onChange }: NoMatchProps) {
  const nameOf = useNetworkNames()
  const networks = search.chains.map(nameOf)
  const places = [
    ...(networks.length > 0 ? [`on ${joined(networks)}`] : []),
    ...(isLimitedInTime(search) ? [intervalPhrases[search.interval]] : []),
  ]
  if (search.page > 1) return <NoSuchPage page={search.page} onChange={onChange} />
  const facets = facetWords(search)
  if (places.length === 0 && facets === '' && search.text === '') return <NoneYet />
  const isAddress = hasAddressShape(search.text)
  return (
    <EmptyBlock
      level="h2"
      title={[toSubject(search.text, facets), ...places].join(' ')}
      actions={
        <>
          <Button onClick={() => onChange(withoutFilters(search))}>
            Clear all filters
          </Button>
          {isAddress && (
            <Link className="button quiet" href={`/collector/${search.text}`}>
              Go to this collector
            </Link>
          )}
          {search.text && networks.length > 0 && (
            <Button look="quiet" onClick={() => onChange({ chain: '' })}>
              Search all networks
            </Button>
          )}
        </>
      }
    >
      {isAddress
        ? 'No collection or creator here has this address.'
        : search.text
          ? 'Try fewer letters or clear the filters.'
          : 'Remove a filter to see more.'}
    </EmptyBlock>
  )
}

function NoSuchPage({ page, onChange }: { page: number; onChange: ChangeList }) {
  return (
    <EmptyBlock
      level="h2"
      title={`Page ${page} does not exist`}
      actions={<Button onClick={() => onChange({})}>Go to the first page</Button>}
    >
      The list has fewer pages now.
    </EmptyBlock>
  )
}

function NoneYet() {
  return (
    <EmptyBlock
      level="h2"
      title="No collections yet"
      actions={
        <Link className="button quiet" href="/">
          Go to the launchpad
        </Link>
      }
    >
      The first one appears here once it is deployed.
    </EmptyBlock>
  )
}

/** Returns words such as `live, free drops`; empty where none of these filters is set. */
function facetWords({ status, isFree, kind }: ListSearch): string {
  if (!status && !isFree && !kind) return ''
  const adjectives = [
    ...(status ? [statusNames[status].toLowerCase()] : []),
    ...(isFree ? ['free'] : []),
  ]
  const noun = kind ? kindNames[kind].toLowerCase() : 'collection'
  return [adjectives.join(', '), `${noun}s`].join(' ').trim()
}

/** Returns the title without its places: `No live drops match “low sun”`. */
function toSubject(text: string, facets: string): string {
  const quoted = text && `“${text}”`
  if (facets === '') return text ? `Nothing matches ${quoted}` : 'Nothing'
  return `No ${facets}${text && ` match ${quoted}`}`
}

function joined(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}

/** Phrases such as "in the last 24 hours". */
const intervalPhrases: Record<ListSearch['interval'], string> = {
  '1h': 'in the last hour',
  '6h': 'in the last 6 hours',
  '24h': 'in the last 24 hours',
  '7d': 'in the last 7 days',
  '30d': 'in the last 30 days',
  all: '',
}

import { useRouter } from '@tanstack/react-router'
import { writeSearch } from '../../lib/search.ts'
import { useSearch } from '../../lib/use-search.ts'
import { Icon } from '../../ui/icon.tsx'
import { useAppConfig } from '../app-config.ts'

/** Network filter of a list; the choice is kept in the URL. */
export function NetworkPick({ chain }: { chain: string }) {
  const { networks } = useAppConfig()
  const pick = usePickNetwork()
  if (networks.length < 2) return null
  return (
    <label className="select pick-network">
      <span className="prefix">Network</span>
      <select
        className="input"
        value={chain}
        onChange={(event) => pick(event.target.value)}
      >
        <option value="">All</option>
        {networks.map(({ alias, name }) => (
          <option key={alias} value={alias}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  )
}

/** Returns a function that sets the network of the list; an empty alias means all. */
export function usePickNetwork(): (alias: string) => void {
  const router = useRouter()
  const { cursor: _, ...search } = useSearch()
  return (alias) => {
    const href = router.state.location.pathname + writeSearch({ ...search, chain: alias })
    void router.navigate({ href, replace: true, resetScroll: false })
  }
}

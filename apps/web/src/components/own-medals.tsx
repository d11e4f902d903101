import { useHydrated } from '../lib/use-hydrated.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const PinnedMedals = lazyPart(
  async () => (await import('./achievements/pinned-medals.tsx')).PinnedMedals,
)

type OwnMedalsProps = {
  address: string
  /** Network of a contract's account; null: a key's account. */
  chain: string | null
  /** CSS pixels; that of a profile by default. */
  size?: number
}

/** Pinned achievements of an account, loaded after the first view. */
export function OwnMedals(props: OwnMedalsProps) {
  return useHydrated() ? <PinnedMedals {...props} /> : null
}

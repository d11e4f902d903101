import { usePageUser } from '../../../lib/page-user.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { NameHome } from '../use-name-home.ts'

const OwnNames = lazyPart(async () => (await import('./own-names.tsx')).OwnNames)

/** Names of the signed-in user; nothing for visitors. */
export function OwnNamesPart({ home }: { home: NameHome }) {
  const page = usePageUser()
  if (page.at !== 'known') return null
  return <OwnNames key={page.user.address} home={home} user={page.user} />
}

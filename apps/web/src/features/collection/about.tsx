import type { Collection } from '@platemark/api/collections'
import { ExternalLink } from '../../ui/external-link.tsx'

/** Creator's description of a collection and its links. */
export function About({ collection }: { collection: Collection }) {
  const links = Object.entries(collection.links).flatMap(([kind, url]) =>
    url ? [{ url, label: linkLabel(kind, url) }] : [],
  )
  if (!collection.description && links.length === 0) return null
  return (
    <section id="about">
      <h2>About</h2>
      <p className="collection-text" dir="auto">
        {collection.description}
      </p>
      {links.length > 0 && (
        <div className="collection-links">
          {links.map(({ url, label }) => (
            <ExternalLink key={url} className="link" href={url} isWrittenByUser>
              {label}
            </ExternalLink>
          ))}
        </div>
      )}
    </section>
  )
}

const linkLabels: Partial<Record<string, string>> = {
  x: 'X',
  discord: 'Discord',
  instagram: 'Instagram',
  farcaster: 'Farcaster',
}

function linkLabel(kind: string, url: string): string {
  return linkLabels[kind] ?? new URL(url).hostname.replace(/^www\./, '')
}

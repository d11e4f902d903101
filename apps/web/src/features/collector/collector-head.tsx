import type { Collector } from '@platemark/wire/collector'
import { Address } from '../../components/address.tsx'
import { plateUrl } from '../../components/plate-picture.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'

/** Who this is: picture, name, address, words and links. */
export function CollectorHead({
  collector,
  title,
}: {
  collector: Collector
  title: string
}) {
  const { address, name, avatar_url, bio, links, contract_on } = collector
  return (
    <div className="person">
      {contract_on ? (
        <span className="contract-seat">
          <Icon name="grid" size={28} />
        </span>
      ) : (
        <Avatar src={avatar_url ?? plateUrl(address)} isPlate={!avatar_url} size={96} />
      )}
      <div className="who">
        <h1 tabIndex={-1}>{title}</h1>
        <p className="line">
          {name === null ? (
            <span className="address whole">
              <code>{address}</code>
              <Copy text={address} label="Copy address" />
            </span>
          ) : (
            <Address address={address} />
          )}
        </p>
        {bio && <p className="bio">{bio}</p>}
        {links.length > 0 && (
          <ul className="links">
            {links.map(({ label, url }) => (
              <li key={label}>
                <ExternalLink className="link" href={url} isWrittenByUser>
                  {label === 'Website' ? hostOf(url) : label}
                </ExternalLink>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="acts">
        <Button look="quiet" onClick={() => void share(title)}>
          <Icon name="share" size={16} />
          Share
        </Button>
      </div>
    </div>
  )
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

/** Offers the page's address to others. */
async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return
    }
    // Safe: TypeScript takes `share` for granted; desktop browsers do not have it.
    await (navigator as Navigator).clipboard.writeText(url)
    toast('success', 'Link copied.')
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast('error', 'The link could not be shared.')
  }
}

import './read-only.css'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAppConfig } from '../app-config.ts'

/** Id of the notice, which describes the small controls of its page. */
export const READ_ONLY_NOTICE = 'read-only-notice'

/** Notice on a page that saves, while the site is read-only. */
export function ReadOnlyNotice() {
  const { read_only } = useAppConfig()
  if (!read_only) return null
  const { site } = read_only
  return (
    <div className="read-only-notice" id={READ_ONLY_NOTICE}>
      <Notice
        kind="warning"
        title="This version is read-only."
        {...(site && { actions: <Site {...site} /> })}
      >
        Nothing can be saved here any more. Contracts work as before: minting and
        withdrawing are open.
      </Notice>
    </div>
  )
}

type SiteLink = { label: string; url: string }

/** Sentence under a button that saves, with the site where people can continue. */
export function ReadOnlyReason({ site }: { site: SiteLink | null }) {
  return (
    <>
      This version is read-only.
      {site && (
        <>
          {' '}
          <Site {...site} />
        </>
      )}
    </>
  )
}

function Site({ label, url }: SiteLink) {
  return (
    <ExternalLink className="link" href={url}>
      Continue at {label}
    </ExternalLink>
  )
}

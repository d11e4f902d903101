import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { formatMoment } from '@platemark/rules/times'
import { useShownName } from '../../../components/accounts/use-account-name.ts'
import { Party } from '../../../components/activity-rows.tsx'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Notice } from '../../../ui/notice.tsx'

/** SVG path of a flame in the style of the icon set; marks burned tokens. */
export const flame =
  'M12 3c1 4 5 6 5 11a5 5 0 0 1-10 0c0-2 1-3.500 2-4.500 0 2 1 3 2 3 0-3-1-5.500 1-9.500z'

/** Notice of a burned token: by which address, and when. */
export function BurnNotice({ token: { burned_at, burned_by } }: { token: TokenDetails }) {
  const isHydrated = useHydrated()
  if (!burned_at || !burned_by) return null
  const when = formatMoment(Date.parse(burned_at) / 1000, isHydrated)
  return (
    <Notice kind="quiet" title="This item was burned.">
      <Party address={burned_by} /> burned it on {when}. That cannot be undone.
    </Notice>
  )
}

type RevealNoticeProps = { collection: Collection; token: TokenDetails; network: Network }

/** Notice of an unrevealed token and the creator's commitment. */
export function RevealNotice({ collection, token, network }: RevealNoticeProps) {
  const { is_revealed, provenance_hash } = token
  const creator = useShownName(collection.creator)
  if (is_revealed || !provenance_hash) return null
  const { explorer } = network
  const hash = `hash ${shortAddress(provenance_hash)}`
  return (
    <Notice title="Picture and traits appear at the reveal.">
      {creator} decides when. The order was fixed before the first mint and cannot change:{' '}
      {explorer ? (
        <a
          className="link"
          href={explorerLink(explorer, 'tx', collection.created_tx)}
          target="_blank"
          rel="noopener noreferrer"
          title={provenance_hash}
        >
          {hash}
          <span className="hide"> (opens in a new tab)</span>
        </a>
      ) : (
        <span title={provenance_hash}>{hash}</span>
      )}
    </Notice>
  )
}

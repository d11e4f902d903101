import type { Network } from '@platemark/api/config'
import { shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { ExternalLink } from '../../ui/external-link.tsx'

/** Hash of a transaction, linked where the network has an explorer. */
export function TransactionLink({ hash, network }: { hash: string; network: Network }) {
  const { explorer } = network
  const short = shortAddress(hash)
  return explorer ? (
    <ExternalLink className="link nowrap" href={explorerLink(explorer, 'tx', hash)}>
      {short}
    </ExternalLink>
  ) : (
    <code className="nowrap" title={hash} translate="no">
      {short}
    </code>
  )
}

import type { PreparedMove } from '@platemark/api/move'
import { ExternalLink } from '../../../ui/external-link.tsx'

/** Public gateway of the IPFS foundation, for people without a node. */
const GATEWAY = 'https://ipfs.io/ipfs/'

/** Tokens whose files were looked up at the new address, with links to see them there. */
export function MovedTokens({ prepared }: { prepared: PreparedMove }) {
  const { tokens, checked_at, base_uri } = prepared
  const [, root] = /^ipfs:\/\/(\w+)\//.exec(base_uri ?? '') ?? []
  return (
    <div className="move-tokens">
      <p className="small">
        {tokens.length === 0
          ? 'No item is minted yet, so this site serves none.'
          : describeCheck(checked_at, root !== undefined)}
      </p>
      <ul>
        {tokens.map(({ token_id, name, image, path }) => (
          <li key={token_id ?? 'one'}>
            <img src={image.small_url} alt="" width={120} height={120} loading="lazy" />
            <ExternalLink
              className="link small"
              href={root === undefined ? path : `${GATEWAY}${root}/${path}`}
            >
              {name}
            </ExternalLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function describeCheck(checkedAt: string | null, isIpfs: boolean): string {
  if (!isIpfs) return 'So this site serves them:'
  return checkedAt === null
    ? 'The address follows from the files that are shown here. This site cannot check whether anyone keeps them on IPFS: open the links before you sign. Each leads to the metadata of an item at a public gateway.'
    : `${checkedAt} serves metadata and pictures of these items from IPFS, each byte as it is here.`
}

import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { formatCount } from '@platemark/rules/amounts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { tokenOwnerQuery } from './queries.ts'
import type { TitleProps } from './token-dialog.tsx'
import { useTokenNavigation } from './token-navigation.ts'
import { OwnerName } from './token-owner.tsx'

type TokenMissingProps = {
  collection: Collection
  network: Network
  tokenId: string
  title: TitleProps
  /** Refetches the token. */
  onRead: () => void
}

/** View of a token that is not indexed: the contract is queried for it. */
export function TokenMissing(props: TokenMissingProps) {
  const { collection, network, tokenId, title, onRead } = props
  const isHydrated = useHydrated()
  const read = tokenOwnerQuery(collection, network.rpc_urls, tokenId)
  const isEnabled = isHydrated && canBeNew(collection, tokenId)
  const owner = useQuery({ ...read, ...(!isEnabled && { queryFn: skipToken }) }).data
  useReadAgain(typeof owner === 'string', onRead)
  if (!owner)
    return <NoSuchToken collection={collection} tokenId={tokenId} title={title} />
  return (
    <>
      <div className="token-art">
        <div className="hero-art">
          <div className="token-square token-wait-art" aria-hidden="true">
            <Spinner />
          </div>
        </div>
      </div>
      <div className="token-words">
        <h2 {...title}>
          <bdi>{collection.name}</bdi> #{tokenId}
        </h2>
        <div className="token-owner">
          <OwnerName
            owner={{ address: owner, name: null, avatar_url: null, account_chain: null }}
          >
            Owner, read from the contract just now
          </OwnerName>
        </div>
        <Notice title="Minted a moment ago.">
          It is still being indexed. Picture, traits and history appear here within a
          minute.
        </Notice>
      </div>
    </>
  )
}

/**
 * Returns whether the contract can have such a token, minted since the last index read.
 */
function canBeNew({ kind, max_supply }: Collection, tokenId: string): boolean {
  if (kind === 'edition' || !/^[1-9][0-9]{0,77}$/.test(tokenId)) return false
  return max_supply === null || BigInt(tokenId) <= max_supply
}

/** Polls every three seconds while the view is open. */
function useReadAgain(isWaiting: boolean, onRead: () => void): void {
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(onRead, 3_000)
    return () => clearInterval(timer)
  }, [isWaiting, onRead])
}

type NoSuchTokenProps = Pick<TokenMissingProps, 'collection' | 'tokenId' | 'title'>

function NoSuchToken({ collection, tokenId, title }: NoSuchTokenProps) {
  const { pageHref } = useTokenNavigation()
  const { minted } = collection
  return (
    <div className="token-words">
      <div>
        <h2 {...title}>#{tokenId} hasn’t been minted</h2>
        <p className="token-lede">{rangeOf(collection)}</p>
      </div>
      {minted === 0 ? (
        <Link className="button quiet" href={pageHref}>
          To the collection
        </Link>
      ) : (
        <Link className="button quiet" href={`${pageHref}#items`}>
          {minted === 1 ? 'See the item' : `See all ${formatCount(minted)} items`}
        </Link>
      )}
    </div>
  )
}

/** Returns the range of existing token numbers. */
function rangeOf({ kind, minted, max_supply }: Collection): string {
  if (minted === 0) return 'Nothing has been minted yet.'
  if (kind === 'edition') return 'All copies of this edition are #1.'
  const count = formatCount(minted)
  const of = max_supply === null ? '' : ` of ${formatCount(max_supply)}`
  const are = minted === 1 ? 'is' : 'are'
  const numbers = minted === 1 ? 'The only token is #1.' : `Tokens go from 1 to ${count}.`
  return `${count}${of} ${are} minted so far. ${numbers}`
}

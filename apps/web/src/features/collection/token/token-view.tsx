import './token.css'
import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ChainTag } from '../../../components/chain-tag.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { tokenQuery } from '../../../components/token-query.ts'
import { isShown } from '../../../lib/query.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { TokenDetailsView } from './token-details-view.tsx'
import type { TitleProps } from './token-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TokenFailure } from './token-failure.tsx'
import { TokenMissing } from './token-missing.tsx'
import { useAdjacentTokens, useTokenNavigation } from './token-navigation.ts'
import { TokenSkeleton } from './token-skeleton.tsx'

type TokenViewProps = {
  collection: Collection
  network: Network
  /** Token id of the URL, which may not exist. */
  tokenId: string
}

/** One token over the page of its collection, by `?token=` of the URL. */
export function TokenView({ collection, network, tokenId }: TokenViewProps) {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const isId = /^(0|[1-9][0-9]{0,77})$/.test(tokenId)
  // A hidden collection answers by its address only.
  const place = collection.hidden ? collection.contract_address : alias
  const read = useQuery({ ...tokenQuery(chain, place, tokenId), enabled: isId })
  const token = isShown(read.data) ? read.data.data : undefined
  const isMissing = !isId || read.data === null
  const error = useLastError(read)
  const title = useTitleFocus(`${tokenId} ${token ? 'read' : ''}`)
  const places = useTokenNavigation()
  const step = useStepper(collection, token)
  const given = { collection, network, tokenId, title }
  return (
    <>
      <PageTitle>{token?.name ?? collection.name}</PageTitle>
      <TokenDialog
        titleId={titleId}
        isBusy={!token && !isMissing && !error}
        isSmall={!token && (isMissing || error !== null)}
        onClose={places.close}
        onStep={step}
      >
        <TokenBar
          collection={collection}
          pageHref={places.pageHref}
          onClose={places.close}
        />
        <TokenContent
          {...given}
          token={token}
          isMissing={isMissing}
          error={error}
          isBusy={read.isFetching}
          onRead={() => void read.refetch()}
        />
      </TokenDialog>
    </>
  )
}

type TokenContentProps = TokenViewProps & {
  title: TitleProps
  token: TokenDetails | undefined
  isMissing: boolean
  error: Error | null
  isBusy: boolean
  onRead: () => void
}

/** Renders a token that exists, is missing, failed or is pending. */
function TokenContent(props: TokenContentProps) {
  const { token, isMissing, error, isBusy, onRead, ...given } = props
  const { tokenId, title } = given
  if (token) return <TokenDetailsView key={token.token_id} {...given} token={token} />
  if (isMissing) return <TokenMissing {...given} onRead={onRead} />
  if (!error) return <TokenSkeleton tokenId={tokenId} title={title} />
  return (
    <TokenFailure
      tokenId={tokenId}
      title={title}
      error={error}
      isBusy={isBusy}
      onRetry={onRead}
    />
  )
}

const titleId = 'token-title'

/** Returns the handler that steps to an adjacent token. */
function useStepper(collection: Collection, token: TokenDetails | undefined) {
  const { step } = useTokenNavigation()
  const { left, right } = useAdjacentTokens(collection, token)
  return (key: 'ArrowLeft' | 'ArrowRight') => {
    const id = key === 'ArrowLeft' ? left : right
    if (id !== null) step(id)
  }
}

type TokenBarProps = { collection: Collection; pageHref: string; onClose: () => void }

function TokenBar({ collection, pageHref, onClose }: TokenBarProps) {
  return (
    <div className="token-bar">
      <Link
        href={pageHref}
        scroll={false}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onClose()
        }}
      >
        <bdi>{collection.name}</bdi>
        <ChainTag alias={collection.chain_alias} />
      </Link>
      <a
        className="icon-button"
        href={pageHref}
        aria-label="Close, back to the collection"
        onClick={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <Icon name="close" size={20} />
      </a>
    </div>
  )
}

/** Focuses the title when the view opens and when the token changes. */
function useTitleFocus(shown: string) {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is what the title names.
  useEffect(() => title.current?.focus({ preventScroll: true }), [shown])
  return { ref: title, id: titleId, tabIndex: -1 }
}

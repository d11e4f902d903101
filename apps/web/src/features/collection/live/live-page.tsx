import type { Collection } from '@platemark/api/collections'
import type { LiveCounts } from '@platemark/api/live'
import { formatCount } from '@platemark/rules/amounts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { collectionQuery } from '../../../components/collection-queries.ts'
import { now } from '../../../lib/clock.ts'
import { isShown } from '../../../lib/query.ts'
import { formatTopic } from './lead-stream.ts'
import { applyLiveCounts, hasNewTerms, hasTransfers, isOfTokens } from './live-counts.ts'
import { isStreamOpen } from './live-status.ts'
import { subscribeToCollection } from './subscribe.ts'

type LivePageProps = {
  /** Route parameters of the page. */
  chain: string
  alias: string
  collection: Collection
}

/**
 * Applies the collection's event stream to the page and announces the minted count at
 * intervals.
 */
export function LivePage({ chain, alias, collection }: LivePageProps) {
  const queries = useQueryClient()
  const [announcement, announce] = useAnnouncement()
  const { chain_alias, contract_address } = collection
  const latestAnnounce = useRef(announce)
  latestAnnounce.current = announce
  useEffect(() => {
    const page = createLivePage(queries, { chain, alias, chain_alias, contract_address })
    const stop = subscribeToCollection({
      topic: formatTopic({ chain_alias, contract_address }),
      onEvent: ({ name, data }) => {
        if (name !== 'counts') return
        // Safe: the server writes its events by the schema in `packages/api`.
        const counts = JSON.parse(data) as LiveCounts
        page.take(counts)
        latestAnnounce.current(mintedSentence(counts))
      },
      onOpenChange: isStreamOpen.write,
      // From here on the page polls.
      onLost: page.readAgain,
    })
    return () => {
      stop()
      page.leave()
      isStreamOpen.write(false)
    }
  }, [queries, chain, alias, chain_alias, contract_address])
  return (
    <span className="hide" role="status">
      {announcement}
    </span>
  )
}

type Names = {
  chain: string
  alias: string
  chain_alias: string
  contract_address: string
}

/** The server caches lists for ten seconds: earlier reads may be stale until then. */
const MIN_READ_INTERVAL_MS = 10_000
const SETTLED_AFTER_MS = 11_000
const READ_DELAY_MS = 1000

/** Creates the handlers that apply stream events to the query cache. */
function createLivePage(queries: QueryClient, names: Names) {
  const { queryKey } = collectionQuery(names.chain, names.alias)
  let last: LiveCounts | undefined
  let lastRead = Number.NEGATIVE_INFINITY
  let soon: ReturnType<typeof setTimeout> | undefined
  let settled: ReturnType<typeof setTimeout> | undefined

  const readLists = () => {
    soon = undefined
    lastRead = performance.now()
    void queries.invalidateQueries({
      predicate: ({ queryKey: [url] }) => isOfTokens(String(url), names),
    })
  }
  const readListsSoon = () => {
    const rest = MIN_READ_INTERVAL_MS - (performance.now() - lastRead)
    soon ??= setTimeout(readLists, Math.max(READ_DELAY_MS, rest))
    clearTimeout(settled)
    settled = setTimeout(readLists, SETTLED_AFTER_MS)
  }
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey })
    readListsSoon()
  }
  return {
    readAgain,
    take(counts: LiveCounts) {
      const before = last
      last = counts
      queries.setQueryData(queryKey, (body) =>
        isShown(body)
          ? {
              ...body,
              data: applyLiveCounts(body.data, counts, Math.floor(now() / 1000)),
            }
          : body,
      )
      // The owner may have changed the terms since SSR.
      if (!before) return void queries.invalidateQueries({ queryKey })
      if (hasNewTerms(before, counts)) readAgain()
      else if (hasTransfers(before, counts)) readListsSoon()
    },
    leave() {
      clearTimeout(soon)
      clearTimeout(settled)
    },
  }
}

function mintedSentence({ minted, max_supply }: LiveCounts): string {
  const of = max_supply === null ? '' : ` of ${formatCount(max_supply)}`
  return `${formatCount(minted)}${of} minted`
}

/** A busy drop is announced at most twice a minute, and not at the start. */
const MIN_ANNOUNCEMENT_INTERVAL_MS = 30_000

function useAnnouncement(): [announcement: string, announce: (sentence: string) => void] {
  const [announcement, setAnnouncement] = useState('')
  const last = useRef<{ sentence: string; at: number }>(undefined)
  const announce = (sentence: string) => {
    const { current } = last
    const at = performance.now()
    if (!current) {
      last.current = { sentence, at: Number.NEGATIVE_INFINITY }
      return
    }
    if (current.sentence === sentence || at - current.at < MIN_ANNOUNCEMENT_INTERVAL_MS)
      return
    last.current = { sentence, at }
    setAnnouncement(sentence)
  }
  return [announcement, announce]
}

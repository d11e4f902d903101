import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { findChain } from '@platemark/wallet/find-chain'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAppConfig, useNativeCurrency } from '../../components/app-config.ts'
import { collectionQuery, isApiFailure } from '../../components/collection-queries.ts'
import { useNow } from '../../lib/clock.ts'
import { openVerifyDialog, walletLikelyNeeded } from '../../lib/dialogs.ts'
import { readToken, useSession } from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useSearch } from '../../lib/use-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import {
  type ChainRead,
  type OptimisticMinted,
  serverRenderedNow,
} from './collection-overlay.ts'
import type { MintPanelContext } from './mint-panel-context.ts'
import { MintPanelStatic } from './mint-panel-static.tsx'

// Wallet and chain code loads with the first wallet.
const loadConnectedPanel = () => import('./connected-mint-panel.tsx')
const loadWatch = () => import('./chain-watch.tsx')
const ConnectedMintPanel = lazy(async () => ({
  default: (await loadConnectedPanel()).ConnectedMintPanel,
}))
const ChainWatch = lazyPart(async () => (await loadWatch()).ChainWatch)

type MintPanelProps = {
  collection: Collection
  network: Network
  /** Called with pending tokens, and with null when there are none. */
  onOptimisticMinted: (optimisticMinted: OptimisticMinted | null) => void
}

/**
 * Mint panel. SSR renders prices and schedule; with a wallet the connected panel replaces
 * it, in a chunk of its own.
 */
export function MintPanel({ collection, network, onOptimisticMinted }: MintPanelProps) {
  const { wallet } = useSession()
  const [isPanelApiDown, setPanelApiDown] = useState(false)
  const [onChain, setOnChain] = useState<ChainRead | null>(null)
  const { isFailing: isPageApiDown, readAt } = useCollectionRead()
  usePreloadWallet(wallet !== null)
  const isApiDown = isPageApiDown || isPanelApiDown
  const place = useKeptFocus()
  const address = wallet?.address ?? null
  const chain = isApiDown && onChain?.account === address ? onChain : null
  const context = useMintPanelContext(
    { ...collection, ...chain?.collection },
    network,
    readAt,
  )
  const staticPanel = (
    <MintPanelStatic context={context} unavailable={chain?.unavailable ?? null} />
  )
  return (
    <div ref={place}>
      {wallet ? (
        <Suspense fallback={staticPanel}>
          <ConnectedMintPanel
            key={wallet.address}
            context={context}
            wallet={wallet}
            chain={chain}
            onOptimisticMinted={onOptimisticMinted}
            onApiDown={setPanelApiDown}
          />
        </Suspense>
      ) : (
        staticPanel
      )}
      {isApiDown && (
        <ChainWatch
          key={address ?? ''}
          collection={collection}
          network={network}
          account={address}
          onRead={setOnChain}
        />
      )}
    </div>
  )
}

/**
 * Returns the data of static and connected panel; `readAt` is by the browser's clock, in
 * ms.
 */
function useMintPanelContext(
  collection: Collection,
  network: Network,
  readAt: number,
): MintPanelContext {
  const clock = useNow()
  const isHydrated = useHydrated()
  const { networks } = useAppConfig()
  const { wallet, status } = useSession()
  const account = useAccount(status === 'signed-in')
  const rate = useNativeCurrency(collection.chain_alias)?.usd_rate ?? null
  const shown = findChain(networks, wallet?.chainId)
  return {
    collection,
    terms: collectionTerms(collection),
    network,
    now: clock === undefined ? serverRenderedNow(collection) : Math.floor(clock / 1000),
    isTicking: clock !== undefined,
    isHydrated,
    rate,
    wallet: wallet && {
      name: wallet.name,
      address: wallet.address,
      network: shown?.name ?? 'another network',
    },
    readAt,
    ...account,
  }
}

/** Handles `?account=wanted` until the visitor signs in or declines. */
function useAccount(
  hasAccount: boolean,
): Pick<MintPanelContext, 'isAccountWanted' | 'onAccount'> {
  const { account } = useSearch()
  const [isDeclined, setDeclined] = useState(false)
  // A stored token is checked on every load, and stays while the API is down.
  const isKnown = hasAccount || readToken() !== null
  return {
    isAccountWanted: account === 'wanted' && !isKnown && !isDeclined,
    onAccount: (action) =>
      action === 'sign_in' ? openVerifyDialog() : setDeclined(true),
  }
}

/** Keeps the focus in the panel when a focused control is removed. */
function useKeptFocus() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = place.current
    let stop: (() => void) | undefined
    let isOver = false
    const begin = async ({ target }: FocusEvent) => {
      const { keepFocus } = await import('./keep-focus.ts')
      if (!isOver && panel && target instanceof Element) stop = keepFocus(panel, target)
    }
    const beginAll = (event: FocusEvent) => void begin(event).catch(passBy)
    panel?.addEventListener('focusin', beginAll, { once: true })
    return () => {
      isOver = true
      panel?.removeEventListener('focusin', beginAll)
      stop?.()
    }
  }, [])
  return place
}

/** Returns when the API last returned this collection, and whether it is failing. */
function useCollectionRead(): { isFailing: boolean; readAt: number } {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const { error, dataUpdatedAt } = useQuery({
    ...collectionQuery(chain, alias),
    refetchInterval: ({ state }) => (state.error ? 10_000 : false),
  })
  return { isFailing: isApiFailure(error), readAt: dataUpdatedAt }
}

/** Preloads the wallet chunks, so that an open page can mint while the server is down. */
function usePreloadWallet(hasWallet: boolean) {
  useEffect(() => {
    if (!hasWallet && savesData()) return undefined
    const timer = setTimeout(
      () => {
        walletLikelyNeeded.write(true)
        void Promise.all([loadConnectedPanel(), loadWatch()]).catch(passBy)
      },
      hasWallet ? 0 : 5000,
    )
    return () => clearTimeout(timer)
  }, [hasWallet])
}

/** Returns whether the browser requests reduced data usage. */
function savesData(): boolean {
  // Safe: browsers without this API lack the property.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function passBy() {
  return null
}

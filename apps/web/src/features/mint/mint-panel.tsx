import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
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

// Everything that talks to wallets and chains comes with the first wallet.
const loadConnectedPanel = () => import('./connected-mint-panel.tsx')
const loadWatch = () => import('./chain-watch.tsx')
const ConnectedMintPanel = lazy(async () => ({
  default: (await loadConnectedPanel()).ConnectedMintPanel,
}))
const ChainWatch = lazyPart(async () => (await loadWatch()).ChainWatch)

type MintPanelProps = {
  collection: Collection
  network: Network
  /** Hears of tokens on their way, and of null when they are not any more. */
  onOptimisticMinted: (optimisticMinted: OptimisticMinted | null) => void
}

/**
 * The mint panel. Prices and schedule are painted by the server; with a wallet the desk
 * takes over, in a chunk of its own.
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

/** What still panel and desk are both made of; `readAt` is the reader's own clock, in ms. */
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
  const shown = networks.find(({ id }) => id === wallet?.chainId)
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

/** What a link with `?account=wanted` asks for, until the reader signs in or declines. */
function useAccount(
  hasAccount: boolean,
): Pick<MintPanelContext, 'isAccountWanted' | 'onAccount'> {
  const { account } = useSearch()
  const [isDeclined, setDeclined] = useState(false)
  // A kept token is looked at with every load, and stays while the API is silent.
  const isKnown = hasAccount || readToken() !== null
  return {
    isAccountWanted: account === 'wanted' && !isKnown && !isDeclined,
    onAccount: (action) =>
      action === 'sign_in' ? openVerifyDialog() : setDeclined(true),
  }
}

/** Keeps the focus in this element once it was there, whatever button goes away. */
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

/** When the API last told of this page's collection, and whether it fails to. */
function useCollectionRead(): { isFailing: boolean; readAt: number } {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const { error, dataUpdatedAt } = useQuery({
    ...collectionQuery(chain, alias),
    refetchInterval: ({ state }) => (state.error ? 10_000 : false),
  })
  return { isFailing: isApiFailure(error), readAt: dataUpdatedAt }
}

/** A page that is open goes on without the server only with what it has loaded before. */
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

/** Whether this reader asked to be spared what may not be needed. */
function savesData(): boolean {
  // Safe: browsers that do not tell it have no such part.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function passBy() {
  return null
}

import { type MintAction, mintState } from '@platemark/rules/mint-state'
import { stillWords } from '@platemark/rules/mint-words'
import { termsOf } from '@platemark/wire/collection-terms'
import type { Collection } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useAppConfig, useNativeCurrency } from '../../components/app-config.ts'
import { useNow } from '../../lib/clock.ts'
import { openWalletDialog, walletSoon } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import { type Frame, speechOf } from './mint-frame.ts'
import { MintView } from './mint-view.tsx'
import { isFailing, oneCollection } from './queries.ts'
import { type Ahead, type ChainRead, paintedNow } from './terms.ts'

// Everything that talks to wallets and chains comes with the first wallet.
const loadDesk = () => import('./mint-desk.tsx')
const loadWatch = () => import('./chain-watch.tsx')
const MintDesk = lazy(async () => ({ default: (await loadDesk()).MintDesk }))
const ChainWatch = lazyPart(async () => (await loadWatch()).ChainWatch)

type MintPanelProps = {
  collection: Collection
  network: Network
  /** Hears of tokens on their way, and of null when they are not any more. */
  onAhead: (ahead: Ahead | null) => void
}

/**
 * The mint panel. Prices and schedule are painted by the server; with a wallet the desk
 * takes over, in a chunk of its own.
 */
export function MintPanel({ collection: told, network, onAhead }: MintPanelProps) {
  const queries = useQueryClient()
  const clock = useNow()
  const isHydrated = useHydrated()
  const { networks } = useAppConfig()
  const { wallet, status } = useSession()
  const [isDeskCut, setDeskCut] = useState(false)
  const [onChain, setOnChain] = useState<ChainRead | null>(null)
  const isCut = useIsCut(wallet !== null) || isDeskCut
  const account = wallet?.address ?? null
  const chain = isCut && onChain?.account === account ? onChain : null
  const collection = { ...told, ...chain?.collection }
  const rate = useNativeCurrency(collection.chain_alias)?.usd_rate ?? null

  const now = clock === undefined ? paintedNow(collection) : Math.floor(clock / 1000)
  const terms = termsOf(collection)
  const frame: Frame = {
    collection,
    terms,
    network,
    now,
    isTicking: clock !== undefined,
    isHydrated,
    rate,
    wallet: wallet && {
      name: wallet.name,
      address: wallet.address,
      network:
        networks.find(({ id }) => id === wallet.chainId)?.name ?? 'another network',
    },
  }
  const state = mintState({
    now,
    unavailable: chain?.unavailable ?? null,
    chainId: collection.chain_id,
    collection: terms,
    mintFeeWei: BigInt(collection.mint_fee_wei),
    attempt: null,
    result: null,
    // Until the desk is there, a connected wallet is one that is being looked at.
    wallet: wallet && { chainId: collection.chain_id, balanceWei: null, phases: null },
    needsSignIn: false,
    chosenPhaseId: null,
    quantity: 1,
    networkFeeWei: null,
  })
  const onAction = (action: MintAction) => {
    if (action === 'connect') openWalletDialog({ purpose: 'connect' })
    if (action === 'retry') void queries.invalidateQueries()
    if (action === 'add_to_calendar' && state.code === 'not_started') {
      void addPhaseToCalendar(collection, network, state.params.next)
    }
  }
  const still = (
    <MintView
      {...frame}
      state={state}
      words={stillWords(state, speechOf(frame))}
      isBusy={status === 'connecting' && state.primary === 'connect'}
      onAction={onAction}
    />
  )
  return (
    <>
      {wallet ? (
        <Suspense fallback={still}>
          <MintDesk
            key={wallet.address}
            frame={frame}
            wallet={wallet}
            chain={chain}
            onAhead={onAhead}
            onCut={setDeskCut}
          />
        </Suspense>
      ) : (
        still
      )}
      {isCut && (
        <ChainWatch
          key={account ?? ''}
          collection={told}
          network={network}
          account={account}
          onRead={setOnChain}
        />
      )}
    </>
  )
}

/** Whether the API fails to tell of this page's collection. */
function useIsCut(hasWallet: boolean): boolean {
  const { chain = '', alias = '' } = useParams({ strict: false })
  // A page that is open goes on without the server only with what it has loaded before.
  useEffect(() => {
    if (!hasWallet && savesData()) return undefined
    const timer = setTimeout(
      () => {
        walletSoon.write(true)
        void Promise.all([loadDesk(), loadWatch()]).catch(passBy)
      },
      hasWallet ? 0 : 5000,
    )
    return () => clearTimeout(timer)
  }, [hasWallet])
  const { error } = useQuery({
    ...oneCollection(chain, alias),
    refetchInterval: ({ state }) => (state.error ? 10_000 : false),
  })
  return isFailing(error)
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

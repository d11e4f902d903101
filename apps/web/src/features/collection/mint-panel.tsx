import { type MintAction, mintState } from '@platemark/rules/mint-state'
import { stillWords } from '@platemark/rules/mint-words'
import { termsOf } from '@platemark/wire/collection-terms'
import type { Collection } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'
import { lazy, Suspense } from 'react'
import { useAppConfig, useNativeCurrency } from '../../components/app-config.ts'
import { useNow } from '../../lib/clock.ts'
import { openWalletDialog } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import { type Frame, MintView, speechOf } from './mint-view.tsx'
import { type Ahead, paintedNow } from './terms.ts'

// Everything that talks to wallets and chains comes with the first wallet.
const MintDesk = lazy(() =>
  import('./mint-desk.tsx').then(({ MintDesk }) => ({ default: MintDesk })),
)

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
export function MintPanel({ collection, network, onAhead }: MintPanelProps) {
  const clock = useNow()
  const isHydrated = useHydrated()
  const { networks } = useAppConfig()
  const { wallet, status } = useSession()
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
    unavailable: null,
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
  if (!wallet) return still
  return (
    <Suspense fallback={still}>
      <MintDesk key={wallet.address} frame={frame} wallet={wallet} onAhead={onAhead} />
    </Suspense>
  )
}

import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { formatCount } from '@platemark/rules/amounts'
import { isOffered, laterPhases, openPhase } from '@platemark/rules/collection-state'
import { isolateText } from '@platemark/rules/isolate-text'
import { isUnlimited } from '@platemark/rules/limits'
import { waitingMessage } from '@platemark/rules/mint-messages'
import type { MintState } from '@platemark/rules/mint-state-types'
import { formatPrice, priceTerms } from '@platemark/rules/price'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { timeUntil } from '@platemark/rules/times'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow } from '../../lib/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { mintStateStore } from './mint-state-store.ts'
import { showMintPanel } from './show-mint-panel.ts'

/**
 * Bar on phones while the panel is scrolled out of view: scrolls back to it and never
 * mints.
 */
export function MintBar({
  collection,
  network,
}: {
  collection: Collection
  network: Network
}) {
  const isAway = useIsAbove('mint')
  const clock = useNow()
  const own = useSyncExternalStore(
    mintStateStore.subscribe,
    mintStateStore.read,
    () => null,
  )
  if (clock === undefined) return null

  const now = Math.floor(clock / 1000)
  const label =
    walletLabel(own, collection, network, now) ?? publicLabel(collection, network, now)
  if (!label) return null

  return (
    <div className={`mint-bar ${isAway ? 'is-shown' : ''}`}>
      <span>
        <b>{label.title}</b>
        {label.text}
      </span>
      <Button look={label.button === 'Mint' ? 'filled' : 'quiet'} onClick={showMintPanel}>
        {label.button === 'View' && <Spinner />}
        {label.button}
      </Button>
    </div>
  )
}

type BarLabel = { title: string; text: string; button: 'Mint' | 'Details' | 'View' }

/** Returns the label for visitors without a wallet. */
function publicLabel(collection: Collection, network: Network, now: number) {
  const terms = collectionTerms(collection)
  const phase = openPhase(terms.phases, now)
  const shown = phase ?? laterPhases(terms.phases, now)[0]
  if (!shown || !isOffered(terms)) return undefined
  const price = priceTerms(shown, BigInt(collection.mint_fee_wei))
  const barLabel: BarLabel = phase
    ? {
        title: formatPrice(price, network.native_currency),
        text: phase.title,
        button: 'Mint',
      }
    : { title: opensIn(shown, now), text: shown.title, button: 'Details' }
  return barLabel
}

/** Returns the label for the connected wallet, which takes precedence. */
function walletLabel(
  state: MintState | null,
  collection: Collection,
  network: Network,
  now: number,
): BarLabel | undefined {
  if (state?.code === 'pending_tx') {
    const { quantity, step } = state.params
    const text = step === 'wallet' ? 'Waiting for your wallet' : waitingMessage(step)
    return { title: `Minting ${formatCount(quantity)}`, text, button: 'View' }
  }
  if (state?.code === 'ready' || state?.code === 'insufficient_funds') {
    const { phase } = state.params
    const left = isUnlimited(phase.phaseId, phase.allowed)
      ? ''
      : `, ${formatCount(phase.allowed - phase.used)} left for you`
    const text = `${isolateText(phase.title)}${left}`
    const price = {
      priceWei: phase.priceWei,
      mintFeeWei: BigInt(collection.mint_fee_wei),
      isAllowlistOnly: false,
    }
    return { title: formatPrice(price, network.native_currency), text, button: 'Mint' }
  }
  const place = state?.code === 'not_started' ? state.params.place : null
  if (!place || place.phaseId === PUBLIC_PHASE_ID) return undefined
  const text = `${isolateText(place.title)}, you are on the list`
  return { title: opensIn(place, now), text, button: 'Details' }
}

function opensIn({ start }: { start: number }, now: number): string {
  return `Opens in ${timeUntil(start - now)}`
}

/** Returns whether the element is above the viewport. */
function useIsAbove(id: string): boolean {
  const [isAbove, setIsAbove] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsAbove(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isAbove
}

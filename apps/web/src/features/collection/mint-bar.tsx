import { activePhase, isSoldOut, laterPhases } from '@platemark/rules/collection-state'
import { termsOf } from '@platemark/wire/collection-terms'
import type { Collection } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'
import { useEffect, useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { formatAmount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { untilOf } from './when.ts'

/** On phones, while the panel has scrolled away: leads back to it and never mints itself. */
export function MintBar({
  collection,
  network,
}: {
  collection: Collection
  network: Network
}) {
  const isAway = useIsAbove('mint')
  const clock = useNow()
  if (clock === undefined) return null

  const now = Math.floor(clock / 1000)
  const terms = termsOf(collection)
  const { phases } = terms
  const phase = activePhase(phases, now)
  const [next] = laterPhases(phases, now)
  const shown = phase ?? next
  if (!shown || collection.is_paused || isSoldOut(terms)) return null
  const price =
    shown.priceWei === 0n ? 'Free' : formatAmount(shown.priceWei, network.native_currency)
  const toPanel = () => document.getElementById('mint')?.scrollIntoView()

  return (
    <div className={`mint-bar ${isAway ? 'is-shown' : ''}`}>
      <span>
        <b>{phase ? price : `Opens in ${untilOf(shown.start - now)}`}</b>
        {shown.title}
      </span>
      <Button look={phase ? 'filled' : 'quiet'} onClick={toPanel}>
        {phase ? 'Mint' : 'Details'}
      </Button>
    </div>
  )
}

/** Whether the element with this id has left the screen at its upper edge. */
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

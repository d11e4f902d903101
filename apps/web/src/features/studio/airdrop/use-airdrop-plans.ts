import {
  type AirdropPlan,
  listAirdropPlans,
  onAirdropPlan,
} from '@platemark/mint/airdrop/airdrop-plans'
import { useEffect, useRef, useState } from 'react'
import type { Own } from '../page/own.ts'
import { collectionContract } from './airdrop-terms.ts'

/** Reads the airdrops of a collection that this browser keeps, the newest first. */
export function useAirdropPlans(own: Own) {
  const [plans, setPlans] = useState<AirdropPlan[]>()
  const refresh = useRef<() => void>(() => undefined)
  const contract = collectionContract(own)
  const chainId = own.network.id
  useEffect(() => {
    let isOpen = true
    refresh.current = () => {
      void listAirdropPlans({ chainId, contract }).then((found) => {
        if (isOpen) setPlans(found)
      })
    }
    refresh.current()
    const stop = onAirdropPlan({ chainId, contract }, () => refresh.current())
    return () => {
      isOpen = false
      stop()
    }
  }, [chainId, contract])
  return { plans, refresh: () => refresh.current() }
}

import type { Rpc } from '@platemark/mint/rpc'
import type { MintState } from '@platemark/rules/mint-state-types'
import type { Desk } from './connection.ts'
import type { Facts } from './facts.ts'
import { orderOf } from './model.ts'
import type { Store } from './store.ts'

const FRESH_MS = 15_000

/** Estimates what the network charges for the order of a state, when it is another or old. */
export function feeEstimator(
  store: Store,
  { loadDesk, rpc }: { loadDesk(): Promise<Desk>; rpc(facts: Facts): Rpc },
): (state: MintState | null) => void {
  let asked = ''
  let askedAt = 0
  return (state) => {
    const { facts } = store.model
    const order = orderOf(store.model, state)
    if (!order || !facts) return
    const { account, phaseId, quantity, unitWei } = order
    const key = [account, phaseId, quantity, unitWei].join()
    if (key === asked && performance.now() - askedAt < FRESH_MS) return
    asked = key
    askedAt = performance.now()
    const estimate = async () => {
      const { estimateNetworkFee } = await loadDesk()
      const { wei, isWhole } = await estimateNetworkFee(rpc(facts), order, facts.network)
      if (asked === key) store.update({ networkFeeWei: wei, isFeeRough: !isWhole })
    }
    // Without an estimate the panel says that the fee is not known.
    void estimate().catch(() => undefined)
  }
}

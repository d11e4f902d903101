import type { Rpc } from '@platemark/mint/rpc'
import type { MintState } from '@platemark/rules/mint-state-types'
import type { WalletChunk } from './connection.ts'
import type { Facts } from './facts.ts'
import { toMintOrder } from './model.ts'
import type { Store } from './store.ts'

const MAX_ESTIMATE_AGE_MS = 15_000

/**
 * Creates a function that estimates the network fee of a state's order, when it changed
 * or is stale.
 */
export function createFeeEstimator(
  store: Store,
  {
    loadWalletChunk,
    rpc,
  }: { loadWalletChunk(): Promise<WalletChunk>; rpc(facts: Facts): Rpc },
): (state: MintState | null) => void {
  let requestedKey = ''
  let requestedAt = 0
  return (state) => {
    const { facts } = store.model
    const order = toMintOrder(store.model, state)
    if (!order || !facts) return
    const { account, phaseId, quantity, unitWei } = order
    const key = [account, phaseId, quantity, unitWei].join()
    if (key === requestedKey && performance.now() - requestedAt < MAX_ESTIMATE_AGE_MS)
      return
    requestedKey = key
    requestedAt = performance.now()
    const estimate = async () => {
      const { estimateNetworkFee } = await loadWalletChunk()
      const { wei, isWhole } = await estimateNetworkFee(rpc(facts), order, facts.network)
      if (requestedKey === key) store.update({ networkFeeWei: wei, isFeeRough: !isWhole })
    }
    // Without an estimate the panel shows the fee as unknown.
    void estimate().catch(() => undefined)
  }
}

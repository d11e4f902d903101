import type { Chain } from '../configuration/chains.ts'
import type { Database } from '../database/database.ts'
import type { IndexedLog, Projection, UnreadableLog } from './projection.ts'

/** Rows that follow from the logs of one more contract. */
type Extension<Decoded> = {
  /** Returns the contract on this network, if there is one. */
  findContract(chain: Chain): string | null | undefined
  decode(logs: IndexedLog[]): Decoded
  /**
   * Writes events that were not written before. A log that does not fit is skipped and returned
   * with `setsAside`; else throws `InvalidLogError`.
   */
  apply(
    transaction: Database,
    chain: Chain,
    decoded: Decoded,
    setsAside: boolean,
  ): Promise<UnreadableLog[]>
  /** Reverts all rows above a block. */
  revert(transaction: Database, chainId: number, blockNumber: number): Promise<void>
}

/**
 * Adds a contract to a projection: its logs become rows in the same transaction as the others of the
 * batch.
 */
export function extendProjection<Decoded>(
  base: Projection,
  { findContract, ...extension }: Extension<Decoded>,
): Projection {
  return {
    ...base,

    decode(chain, logs) {
      const contract = findContract(chain)
      const own = logs.filter(({ address }) => address === contract)
      if (own.length === 0) return base.decode(chain, logs)
      const others = logs.filter(({ address }) => address !== contract)
      const applyOthers = others.length > 0 ? base.decode(chain, others) : undefined
      const decoded = extension.decode(own)
      return async (transaction, options) => {
        const unreadable = (await applyOthers?.(transaction, options)) ?? []
        if (!applyOthers) options.meanwhile?.()
        const { setsAside = false } = options
        const skipped = await extension.apply(transaction, chain, decoded, setsAside)
        return [...unreadable, ...skipped]
      }
    },

    async revert(transaction, chain, blockNumber, now) {
      await base.revert(transaction, chain, blockNumber, now)
      await extension.revert(transaction, chain.id, blockNumber)
    },
  }
}

/** Returns a log that is skipped alone, with the reason. */
export function toSkippedLog(log: IndexedLog, reason: string): UnreadableLog {
  const { blockNumber, blockTime, transactionHash, logIndex } = log
  return { address: null, blockNumber, blockTime, transactionHash, logIndex, reason }
}

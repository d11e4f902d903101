import { latestGiven, readGiven } from '@platemark/mint/airdrop/find-given'
import type { GivenGift } from '@platemark/mint/airdrop/gift'
import { parseQuantity } from '@platemark/mint/read-contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import type { Own } from '../page/own.ts'
import { collectionContract, useOwnRpc } from './airdrop-terms.ts'

/** The gifts that a collection made, the latest of each wallet, and the block of the read. */
export type EarlierGifts = { given: ReadonlyMap<Address, GivenGift>; block: bigint }

/** Reads from the chain which wallets a collection gave tokens before. */
export function useEarlierGifts(own: Own) {
  const rpc = useOwnRpc(own)
  const contract = collectionContract(own)
  const [progress, setProgress] = useState(0)
  const read = useQuery({
    queryKey: ['earlier gifts', own.network.id, contract],
    async queryFn(): Promise<EarlierGifts> {
      const block = parseQuantity(await rpc('eth_blockNumber', []))
      const from = BigInt(own.collection.created_block)
      const range = { contract, from, to: block, onProgress: setProgress }
      return { given: latestGiven(await readGiven(rpc, range)), block }
    },
    // What was given a moment ago must not be overlooked.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: 1,
  })
  return { read, progress }
}

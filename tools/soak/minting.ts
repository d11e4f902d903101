import { collectionAbi } from '@platemark/abi/collection'
import { type Card, listCollections } from '@platemark/api/collections'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvilClient, mined } from '../../apps/server/test/chain.ts'
import type { Api } from '../local/api.ts'

/** Returns a collection with an open public phase and at least `left` tokens. */
export async function findLiveDrop(api: Api, chain: string, left: number): Promise<Card> {
  const query = { chain, status: 'live', sort_by: 'newest' } as const
  const cards = await api.call(listCollections, { query })
  const drop = cards.find(
    ({ kind, max_supply, minted }) =>
      kind !== 'edition' && (max_supply ?? Number.POSITIVE_INFINITY) - minted >= left,
  )
  if (!drop) throw new Error(`${chain} has no live drop: expected one with ${left} left`)
  return drop
}

/** Mints one token from a new wallet and waits for its block. */
export async function mintOne(rpcUrl: string, card: Card): Promise<void> {
  const client = anvilClient(rpcUrl, {})
  const account = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: account.address, value: 10n ** 20n })
  const hash = await client.writeContract({
    account,
    chain: null,
    // Safe: the API contract schema checked the form.
    address: card.contract_address as Address,
    abi: collectionAbi,
    functionName: 'mint',
    args: [1n],
    value: BigInt(card.price_wei ?? '0') + BigInt(card.mint_fee_wei),
  })
  await mined({ client }, hash)
}

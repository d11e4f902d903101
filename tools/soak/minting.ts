import { collectionAbi } from '@platemark/abi/collection'
import { type Card, listCollections } from '@platemark/api/collections'
import { getConfig } from '@platemark/api/config'
import { type Address, TransactionReceiptNotFoundError } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvilClient } from '../../apps/server/test/chain.ts'
import { type Api, connectApi } from '../local/api.ts'
import { type Program, pause } from '../program.ts'

/** A chain of a running program. */
export type LocalChain = { alias: string; client: ReturnType<typeof anvilClient> }

export async function listLocalChains(program: Program): Promise<LocalChain[]> {
  const { networks } = await connectApi(program.url).call(getConfig, {})
  const demos = networks.filter((network) => network.is_demo)
  return demos.map(({ alias }, at) => ({
    alias,
    client: anvilClient(program.rpcUrls[at] ?? '', {}),
  }))
}

/** Returns all listed collections of a chain. */
async function listCards(api: Api, chain: string): Promise<Card[]> {
  const found: Card[] = []
  for (let page = 1; ; page += 1) {
    const more = await api.call(listCollections, {
      query: { chain, sort_by: 'newest', time_interval: 'all', page: String(page) },
    })
    if (more.length === 0) return found
    found.push(...more)
  }
}

/** Returns a collection with an open public phase and at least `left` tokens. */
export async function findLiveDrop(api: Api, alias: string, left: number): Promise<Card> {
  const cards = await listCards(api, alias)
  const drop = cards.find(
    ({ state, kind, max_supply, minted }) =>
      state === 'live' &&
      kind !== 'edition' &&
      (max_supply ?? Number.POSITIVE_INFINITY) - minted >= left,
  )
  if (!drop)
    throw new Error(`${alias} has no live drop: expected one with ${left} tokens left`)
  return drop
}

/** Mints one token from a new wallet and waits for its block. */
export async function mintOne({ client }: LocalChain, card: Card): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: account.address, value: 10n ** 20n })
  const hash = await client.writeContract({
    account,
    chain: null,
    address: toAddress(card),
    abi: collectionAbi,
    functionName: 'mint',
    args: [1n],
    value: BigInt(card.price_wei ?? '0') + BigInt(card.mint_fee_wei),
  })
  for (;;) {
    try {
      const { status } = await client.getTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`mint reverted: ${hash}`)
      return
    } catch (error) {
      // A chain does not mine while it is being saved, so the block may come later.
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      await pause(20)
    }
  }
}

function toAddress({ contract_address }: Card): Address {
  // Safe: the API contract schema checked the form.
  return contract_address as Address
}

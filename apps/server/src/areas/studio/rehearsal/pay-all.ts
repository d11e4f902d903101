import { collectionAbi } from '@platemark/abi/collection'
import type { RehearsalReport } from '@platemark/api/rehearsal'
import type { DraftFields } from '@platemark/api/studio'
import { type Address, encodeFunctionData, getAddress } from 'viem'
import type { NetworkContracts } from './deploy-collection.ts'
import { strangerAddress } from './mint-calls.ts'
import type { ThrowawayChain } from './throwaway-chain.ts'

type Payment = RehearsalReport['payments'][number]

/** Account that is owed money, and the one that the money goes to. */
type Recipient = Pick<Payment, 'role' | 'bps'> & { account: Address; paid: Address }

/**
 * Withdraws everything that creator, payees and platform are owed, each in a block of its own from
 * `time` on, sent by a stranger as the contracts allow.
 */
export async function payAll(
  chain: ThrowawayChain,
  sale: {
    address: Address
    creator: Address
    payees: DraftFields['payees']
    contracts: NetworkContracts
    time: number
  },
): Promise<Payment[]> {
  const payments: Payment[] = []
  for (const [at, recipient] of listRecipients(sale).entries()) {
    payments.push(await pay(chain, sale.address, recipient, sale.time + at))
  }
  return payments
}

function listRecipients({
  creator,
  payees,
  contracts: { platform, feeRecipient },
}: Parameters<typeof payAll>[1]): Recipient[] {
  const shares = payees.map(({ address, bps }): Recipient => {
    const account = getAddress(address)
    return { role: 'payee', account, paid: account, bps }
  })
  const alone: Recipient = {
    ...{ role: 'creator', account: creator, paid: creator, bps: 10_000 },
  }
  return [
    ...(shares.length > 0 ? shares : [alone]),
    { role: 'platform', account: platform, paid: feeRecipient, bps: null },
  ]
}

async function pay(
  chain: ThrowawayChain,
  collection: Address,
  { role, account, paid, bps }: Recipient,
  time: number,
): Promise<Payment> {
  const { client } = chain
  const abi = collectionAbi
  const owed = await client.readContract({
    ...{ address: collection, abi, functionName: 'owed', args: [account] },
  })
  const data = encodeFunctionData({ abi, functionName: 'release', args: [account] })
  const before = await client.getBalance({ address: paid })
  await chain.mineAt(time, [{ from: strangerAddress(0), to: collection, data }])
  const after = await client.getBalance({ address: paid })
  return {
    ...{ role, bps, address: paid },
    ...{ owed_wei: String(owed), paid_wei: String(after - before) },
  }
}

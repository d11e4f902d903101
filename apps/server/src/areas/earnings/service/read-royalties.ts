import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { toLowerAddress } from '@platemark/rules/addresses'
import { type Address, erc20Abi, getAbiItem } from 'viem'
import { getBalance, getBlock, getLogs, readContract } from 'viem/actions'
import type { Chain } from '../../../configuration/chains.ts'
import type { AppContext } from '../../../http/app-context.ts'
import {
  type DueSplit,
  deleteRoyaltiesAbove,
  deleteSplit,
  insertArrival,
  insertReleases,
  type ReleaseRow,
  saveSplit,
  sumReleases,
} from '../queries/royalties.ts'

export { deleteRoyaltiesAbove }

type Needs = Pick<AppContext, 'database' | 'clock' | 'log'>

/** Blocks of one request for logs: nodes refuse too many. */
const MAX_BLOCKS = 1000
/** Requests for logs of one split in a run; the next run goes on. */
const MAX_REQUESTS = 40

const released = getAbiItem({ abi: royaltySplitAbi, name: 'Released' })
const tokenReleased = getAbiItem({ abi: royaltySplitAbi, name: 'TokenReleased' })

/**
 * Reads the payments of a royalty split up to a block and stores them: what it paid from its logs,
 * and all that ever arrived from its balance and what it paid, since ether arrives without a log.
 * Logs that do not make what the contract has paid are read anew. Throws errors of the RPC
 * endpoint.
 */
export async function readRoyalties(
  needs: Needs,
  chain: Chain,
  split: DueSplit,
  block: number,
): Promise<void> {
  const { database, clock, log } = needs
  const last = Math.min(block, split.from_block + MAX_BLOCKS * MAX_REQUESTS - 1)
  const rows = await readReleases(chain, split, last)
  const payees = split.payees ?? (await readPayees(chain, split.address, last))
  const isWhole = last === block
  const totals = isWhole ? await readTotals(chain, split.address, payees, block) : []
  const { timestamp } = await getBlock(chain.client, { blockNumber: BigInt(last) })
  const time = new Date(Number(timestamp) * 1000)
  const isStored = await database.transaction().execute(async (transaction) => {
    const { chain_id, address } = split
    await saveSplit(transaction, {
      ...{ chain_id, address, payees: JSON.stringify(payees) },
      ...{ read_block: last, read_at: isWhole ? clock() : new Date(0) },
    })
    await insertReleases(transaction, rows)
    for (const { is_wrapped, paid, held } of totals) {
      if ((await sumReleases(transaction, split, is_wrapped)) !== paid) return false
      const total = held + paid
      await insertArrival(transaction, split, {
        ...{ is_wrapped, block_number: block, time, total },
      })
    }
    return true
  })
  if (isStored) return
  await deleteSplit(database, split)
  log.warn(
    { chain: chain.alias, split: split.address, block },
    'logs of a royalty split do not make what it paid',
  )
}

async function readReleases(
  chain: Chain,
  { chain_id, address, from_block }: DueSplit,
  last: number,
): Promise<ReleaseRow[]> {
  const rows: ReleaseRow[] = []
  const times = new Map<bigint, Date>()
  for (let from = from_block; from <= last; from += MAX_BLOCKS) {
    const to = Math.min(last, from + MAX_BLOCKS - 1)
    const logs = await getLogs(chain.client, {
      ...{ address, events: [released, tokenReleased], strict: true },
      ...{ fromBlock: BigInt(from), toBlock: BigInt(to) },
    })
    for (const log of logs) {
      const token =
        log.eventName === 'TokenReleased' ? log.args.token.toLowerCase() : null
      // Other tokens than the wrapped one have no place in a statement.
      if (token !== null && token !== chain.wrappedToken?.toLowerCase()) continue
      const time = times.get(log.blockNumber) ?? (await readTime(chain, log.blockNumber))
      times.set(log.blockNumber, time)
      rows.push({
        ...{ chain_id, split: address, is_wrapped: token !== null, time },
        ...{ block_number: Number(log.blockNumber), log_index: log.logIndex },
        tx_hash: log.transactionHash,
        account: toLowerAddress(log.args.account),
        amount_wei: String(log.args.amount),
      })
    }
  }
  return rows
}

async function readTime(chain: Chain, blockNumber: bigint): Promise<Date> {
  const { timestamp } = await getBlock(chain.client, { blockNumber })
  return new Date(Number(timestamp) * 1000)
}

async function readPayees(chain: Chain, address: Address, block: number) {
  const payees = await readContract(chain.client, {
    ...{ address, abi: royaltySplitAbi, blockNumber: BigInt(block) },
    functionName: 'payees',
  })
  return payees.map(({ account, bps }) => ({ account: toLowerAddress(account), bps }))
}

type Total = { is_wrapped: boolean; held: bigint; paid: bigint }

/** Reads what a split holds and paid at a block, in coins and in the wrapped token. */
async function readTotals(
  chain: Chain,
  address: Address,
  payees: { account: Address }[],
  block: number,
): Promise<Total[]> {
  const at = { address, blockNumber: BigInt(block) }
  const token = chain.wrappedToken
  const readPaid = async (asset: Address | null) => {
    const paid = await Promise.all(
      payees.map(({ account }) => {
        const args: readonly [Address] | readonly [Address, Address] = asset
          ? [asset, account]
          : [account]
        const call = { abi: royaltySplitAbi, functionName: 'released', args } as const
        return readContract(chain.client, { ...at, ...call })
      }),
    )
    return paid.reduce((sum, one) => sum + one, 0n)
  }
  const coins = {
    is_wrapped: false,
    held: await getBalance(chain.client, at),
    paid: await readPaid(null),
  }
  if (!token) return [coins]
  const call = { abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  // A network may have no such token after all: coins are read nevertheless.
  const held = await readContract(chain.client, {
    ...{ ...at, ...call, address: token },
  }).catch(() => undefined)
  if (held === undefined) return [coins]
  return [coins, { is_wrapped: true, held, paid: await readPaid(token) }]
}

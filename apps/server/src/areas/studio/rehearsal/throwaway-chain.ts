import {
  type Address,
  type Client,
  createTestClient,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  type TestRpcSchema,
  type Chain as ViemChain,
} from 'viem'
import { foundry } from 'viem/chains'
import { type Anvil, startAnvil } from '../../../start-anvil.ts'

/** A transaction of any account: the chain asks for no signature. */
export type SentCall = { from: Address; to: Address; data: Hex; valueWei?: bigint }

/** End of a transaction, in the order in which it was sent. */
type Receipt = { isSuccess: boolean; from: Address }

/** A state to go back to: its snapshot, and what was known of its accounts. */
type ChainState = { id: Hex; nonces: Map<Address, number>; funded: Set<Address> }

/** A chain in memory on which any account acts, and time is set for each block. */
export type ThrowawayChain = {
  client: Client<
    HttpTransport,
    ViemChain,
    undefined,
    TestRpcSchema<'anvil'>,
    TestActions & PublicActions<HttpTransport, ViemChain>
  >
  /**
   * Mines one block of calls in their order, at `time` in unix seconds, which is after that of
   * the block before. Every sender has enough coins.
   */
  mineAt(time: number, calls: readonly SentCall[]): Promise<Receipt[]>
  /** Returns the state of now; `restore` goes back to it, once. */
  save(): Promise<ChainState>
  restore(state: ChainState): Promise<void>
  /** Transactions that were mined so far. */
  countTransactions(): number
  stop(): Promise<void>
}

/** More than any mint costs: 10 to the power of 30 wei. */
const BALANCE = 10n ** 30n
/** Gas for any call, below the bound of one transaction (EIP-7825). */
const GAS = 16_000_000n
const BLOCK_GAS = '100000000000000'
/** Requests of one body to the chain. */
const BATCH_SIZE = 200

/**
 * Starts a chain with an id and the time of its first block, in unix seconds. Throws
 * `AnvilMissingError`, and `Error` where anvil does not start.
 */
export async function startThrowawayChain(
  { id, time, timeoutMs }: { id: number; time: number; timeoutMs: number },
  anvilPath: string | null,
): Promise<ThrowawayChain> {
  const anvil = await startAnvil(
    [
      ...['--chain-id', String(id), '--timestamp', String(time)],
      ...['--no-mining', '--gas-limit', BLOCK_GAS, '--block-base-fee-per-gas', '0'],
      ...['--accounts', '1', '--auto-impersonate'],
    ],
    anvilPath,
  )
  return connect(anvil, id, timeoutMs)
}

async function connect(
  { url, stop }: Anvil,
  id: number,
  timeoutMs: number,
): Promise<ThrowawayChain> {
  const client = createTestClient({
    chain: { ...foundry, id },
    mode: 'anvil',
    transport: http(url, {
      retryCount: 0,
      timeout: timeoutMs,
      batch: { batchSize: BATCH_SIZE },
    }),
  }).extend(publicActions)
  // No account has acted on a new chain, so counting here saves a request for each call.
  let nonces = new Map<Address, number>()
  let funded = new Set<Address>()
  let transactions = 0

  async function fund(accounts: readonly Address[]): Promise<void> {
    const fresh = [...new Set(accounts)].filter((account) => !funded.has(account))
    await Promise.all(
      fresh.map((address) => client.setBalance({ address, value: BALANCE })),
    )
    for (const account of fresh) funded.add(account)
  }

  async function mineAt(time: number, calls: readonly SentCall[]): Promise<Receipt[]> {
    await fund(calls.map(({ from }) => from))
    const sending = calls.map(({ from, to, data, valueWei = 0n }, at) => {
      const nonce = nonces.get(from) ?? 0
      nonces.set(from, nonce + 1)
      // Blocks are ordered by the fee, so an earlier call pays a higher one.
      const fee = BigInt(calls.length - at) * 1000n
      return client.sendUnsignedTransaction({
        ...{ from, to, data, value: valueWei, gas: GAS, nonce, type: 'eip1559' },
        ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
      })
    })
    // Requests that go out together share a body, which is faster than one each.
    const [hashes] = await Promise.all([
      Promise.all(sending),
      client.setNextBlockTimestamp({ timestamp: BigInt(time) }),
    ])
    await client.mine({ blocks: 1 })
    transactions += calls.length
    if (calls.length === 0) return []
    return readReceipts(hashes)
  }

  async function readReceipts(hashes: readonly Hex[]): Promise<Receipt[]> {
    const receipts = await Promise.all(
      hashes.map((hash) => client.getTransactionReceipt({ hash })),
    )
    return receipts.map(({ status, from }) => ({
      isSuccess: status === 'success',
      from,
    }))
  }

  return {
    client,
    mineAt,
    async save() {
      const id = await client.snapshot()
      return { id, nonces: new Map(nonces), funded: new Set(funded) }
    },
    async restore(state) {
      await client.revert({ id: state.id })
      ;({ nonces, funded } = state)
    },
    countTransactions: () => transactions,
    stop,
  }
}

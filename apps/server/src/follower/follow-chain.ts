import { type Address, BaseError } from 'viem'
import type { Chain } from '../platform/chains.ts'
import type { Database } from '../platform/database.ts'
import { readChainId, readHeader, readHeaders } from './chain-reader.ts'
import type { FollowerNeeds, Following } from './following.ts'
import { abortable, backoffMs, rest } from './pace.ts'
import {
  type Cursor,
  deleteBlocksAbove,
  deleteCursor,
  findCursor,
  listBlocksDown,
  type StoredBlock,
  saveCursor,
  saveReport,
} from './queries.ts'
import { readRange, startRange } from './read-range.ts'
import { startBatch, WriteFailed, writeFailed, writeRange } from './write-range.ts'

const HOUR = 3_600_000
const LAG_MS = 60_000

/** Follows one chain until `signal` is aborted; survives every failure of node and database. */
export async function followChain(
  needs: FollowerNeeds,
  chain: Chain,
  signal: AbortSignal,
): Promise<void> {
  if (!chain.contracts) return
  const pollMs = needs.pollMs?.(chain) ?? (chain.isDemo ? 500 : 4000)
  const report = reporter(needs, chain)
  let following: Following | undefined
  let verifiedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  while (!signal.aborted) {
    try {
      if (performance.now() - verifiedAt > HOUR) {
        const found = await abortable(readChainId(chain), signal)
        if (found !== chain.id) {
          await report.refused(found)
          await rest(Math.max(pollMs, 5000), signal)
          continue
        }
        following ??= await beginFollowing(needs, chain, signal)
        await checkGenesis(following)
        verifiedAt = performance.now()
      }
      if (!following) continue
      const isAtHead = await followOnce(following, report.behind)
      failures = 0
      if (!isAtHead) continue
      await report.following()
      await rest(pollMs, signal)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      // Whatever answers next may be another node: its chain is asked for again.
      verifiedAt = Number.NEGATIVE_INFINITY
      await report.failed(error)
      await rest(backoffMs(failures, pollMs), signal)
    }
  }
}

async function beginFollowing(
  needs: FollowerNeeds,
  chain: Chain,
  signal: AbortSignal,
): Promise<Following> {
  const [cursor, addresses] = await Promise.all([
    findCursor(needs.database, chain.id),
    needs.projection.addressesOf(needs.database, chain.id),
  ])
  return {
    ...needs,
    chain,
    factory: factoryOf(chain),
    signal,
    cursor,
    genesisHash: '',
    addresses: new Set(addresses),
    range: startRange,
    batch: startBatch,
    headBelowSince: undefined,
  }
}

/** A chain that was reset has another genesis: then nothing that was read counts. */
async function checkGenesis(following: Following): Promise<void> {
  const { chain, signal, cursor } = following
  const genesis = await abortable(readHeader(chain, 0), signal)
  if (!genesis) throw new Error('The node has no genesis block.')
  following.genesisHash = genesis.hash
  const isSame =
    cursor?.genesisHash === genesis.hash && cursor.source === following.factory
  if (cursor && !isSame) await startAnew(following)
}

/** Reads and writes one range. Answers whether the cursor stands at the head. */
async function followOnce(
  following: Following,
  tellBehind: () => Promise<void>,
): Promise<boolean> {
  const { chain, signal, cursor } = following
  const head = await abortable(readHeader(chain, 'latest'), signal)
  if (!head) throw new Error('The node has no blocks.')
  if (cursor && head.hash === cursor.hash) return true
  if (cursor && isLagging(following, head.number, cursor.number)) return true
  if (cursor && head.number <= cursor.number) return reorganise(following)

  const first = cursor ? cursor.number + 1 : startBlockOf(chain)
  if (first > head.number) return true
  if (head.number - first > following.range.size) await tellBehind()

  const range = await readRange(following, first, head)
  if (range === 'replaced') return reorganise(following)
  if (range === 'refused') return false
  await writeRange(following, range, head.number)
  return following.cursor?.number === head.number
}

/**
 * Whether the answer may come from a node that is behind its siblings. Only if the head
 * stays below the cursor it is believed; an embedded chain has one node, which is right.
 */
function isLagging(following: Following, head: number, cursor: number): boolean {
  if (head >= cursor || following.chain.isDemo) {
    following.headBelowSince = undefined
    return false
  }
  following.headBelowSince ??= performance.now()
  return performance.now() - following.headBelowSince < LAG_MS
}

/**
 * Goes back to the newest stored block that is still on the chain, however deep, and takes
 * back what was read above it.
 */
async function reorganise(following: Following): Promise<false> {
  await checkGenesis(following)
  const { chain, cursor, log } = following
  if (!cursor) return false

  const ancestor = await findAncestor(following, cursor)
  const depth = cursor.number - (ancestor?.number ?? startBlockOf(chain) - 1)
  const facts = { chain: chain.alias, depth, from: cursor.number }
  if (depth > chain.confirmations) log.warn(facts, 'the chain was reorganised')
  else log.info(facts, 'the chain was reorganised')

  if (!ancestor) return startAnew(following)
  await revertTo(following, { ...cursor, ...ancestor })
  return false
}

async function findAncestor(
  { chain, database, signal }: Following,
  cursor: Cursor,
): Promise<StoredBlock | undefined> {
  // Small at first, because most reorganisations are shallow.
  let page = 8
  for (let below = cursor.number; ; page = Math.min(page * 2, 128)) {
    const stored = await listBlocksDown(database, chain.id, below, page)
    const last = stored.at(-1)
    if (!last) return undefined
    const numbers = stored.map((block) => block.number)
    const found = await abortable(readHeaders(chain, numbers), signal)
    const ancestor = stored.find((block, index) => found[index]?.hash === block.hash)
    if (ancestor) return ancestor
    below = last.number - 1
  }
}

async function revertTo(following: Following, ancestor: Cursor): Promise<void> {
  const { chain, projection, clock } = following
  await changed(following, async (transaction) => {
    await projection.revert(transaction, chain, ancestor.number)
    await deleteBlocksAbove(transaction, chain.id, ancestor.number)
    await saveCursor(transaction, chain.id, ancestor, ancestor.number, clock())
  })
  following.cursor = ancestor
}

/** Another genesis or another factory: nothing of what was read is of this history. */
async function startAnew(following: Following): Promise<false> {
  const { chain, projection, log, cursor } = following
  log.warn(
    { chain: chain.alias, genesis: following.genesisHash, before: cursor?.genesisHash },
    'the history of the chain is another one; it is read again from the start',
  )
  await changed(following, async (transaction) => {
    await projection.revert(transaction, chain, -1)
    await deleteBlocksAbove(transaction, chain.id, -1)
    await deleteCursor(transaction, chain.id)
  })
  following.cursor = undefined
  return false
}

async function changed(
  following: Following,
  change: (transaction: Database) => Promise<void>,
): Promise<void> {
  const { chain, database, projection } = following
  await database.transaction().execute(change).catch(writeFailed)
  following.addresses = new Set(await projection.addressesOf(database, chain.id))
  following.onApplied?.(chain.id)
}

/** Writes the state of the loop where readers find it, and logs each change once. */
function reporter({ database, log, clock }: FollowerNeeds, chain: Chain) {
  let told = ''
  const tell = async (
    status: 'following' | 'behind' | 'refused' | 'unreachable',
    detail: string | null,
    note?: () => void,
  ) => {
    if (told === `${status} ${detail}`) return
    note?.()
    await saveReport(database, chain.id, status, detail, clock())
    told = `${status} ${detail}`
  }
  return {
    following: () => tell('following', null),
    behind: () => tell('behind', `${chain.name} is being read up to its newest block.`),
    refused: (found: number) =>
      tell(
        'refused',
        `The endpoint of ${chain.name} is of another network (chain ${found} instead of ${chain.id}). Nothing is read from it.`,
        () =>
          log.error(
            { chain: chain.alias, endpoint: chain.rpcUrls.map(originOf), found },
            'the endpoint is of another chain; this chain is not followed',
          ),
      ),
    async failed(error: unknown) {
      const isNode = !(error instanceof WriteFailed)
      const status = isNode ? 'unreachable' : 'behind'
      const detail = isNode
        ? `${chain.name} cannot be reached. It is tried again.`
        : `Reading ${chain.name} stopped. It is tried again.`
      const note = () =>
        log[isNode ? 'warn' : 'error'](
          { chain: chain.alias, reason: reasonOf(error) },
          isNode ? 'the chain cannot be reached' : 'a batch could not be written',
        )
      // The database may be what failed; then there is nowhere to write it, only the log.
      await tell(status, detail, note).catch(note)
    },
  }
}

// The long messages of viem name the endpoint with its credentials.
function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

// Paths and credentials of an endpoint are secrets of the operator.
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'unknown'
}

function startBlockOf(chain: Chain): number {
  return chain.contracts?.startBlock ?? 0
}

function factoryOf(chain: Chain): Address {
  // Safe: only chains with contracts are followed, and lower-casing keeps an address one.
  return (chain.contracts?.factory.toLowerCase() ?? '0x') as Address
}

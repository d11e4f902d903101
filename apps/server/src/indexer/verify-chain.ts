import type { Address } from 'viem'
import type { ChainSync } from './chain-sync.ts'
import { FactoryMismatchError, InconsistentRpcError } from './errors.ts'
import { nameFactories } from './name-factories.ts'
import { rollbackTo } from './rollback.ts'
import { NoRpcAvailableError, type RpcEndpoint } from './rpc/endpoint.ts'

/** Throws `FactoryMismatchError` when two endpoints return other code for a factory. */
export async function verifyFactories(sync: ChainSync): Promise<void> {
  // Stacks with another virtual machine have other code for the same contract.
  if (sync.config.chain.stack === 'zk') return
  for (const factory of sync.config.factories) await verifyFactory(sync, factory)
}

async function verifyFactory(
  { deps: { rpcPool, projection, signal } }: ChainSync,
  factory: Address,
): Promise<void> {
  const readCode = (endpoint: RpcEndpoint) => endpoint.readCode(factory)
  const first = await rpcPool.request(readCode, { signal })
  if (projection.isFactoryCode(first.result)) return
  const second = await rpcPool.request(readCode, { signal, exclude: first.endpoint })
  if (!projection.isFactoryCode(second.result))
    throw new FactoryMismatchError(`Code at ${factory} is not that of the factory.`)
  rpcPool.penalize(first.endpoint, 'Factory code differs from that of another endpoint.')
}

/**
 * Rolls back all rows when the chain has another genesis or other factories. Throws `InconsistentRpcError`
 * when only one endpoint returns another genesis.
 */
export async function verifyGenesis(sync: ChainSync): Promise<void> {
  const { chain } = sync.config
  const factory = nameFactories(sync.config)
  const { log } = sync.deps
  const { cursor } = sync.state
  const first = await readGenesis(sync)
  const isKnown = cursor !== undefined && cursor.genesisHash !== UNKNOWN_GENESIS
  // A pruned node has no genesis; that is no other genesis.
  const hash = first.hash ?? cursor?.genesisHash ?? UNKNOWN_GENESIS
  const isSame = hash === cursor?.genesisHash
  sync.state.genesisHash = hash
  if (!isSame && hash !== UNKNOWN_GENESIS) await requireSameGenesis(sync, first, isKnown)
  if (!cursor || (cursor.factory === factory && (isSame || !isKnown))) return
  log.warn(
    { chain: chain.alias, genesis: hash, before: cursor.genesisHash },
    'genesis or factory changed, reindexing from the start',
  )
  await rollbackTo(sync, undefined, 'genesis or factory changed')
}

/** Hash of the genesis until two endpoints have returned it. */
const UNKNOWN_GENESIS = ''

type Genesis = { hash: string | undefined; endpoint: { name: string } }

async function readGenesis(
  { deps: { rpcPool, signal } }: ChainSync,
  exclude?: { name: string },
): Promise<Genesis> {
  const found = await rpcPool.request((endpoint) => endpoint.readHeader(0), {
    signal,
    exclude,
  })
  return { hash: found.result?.hash, endpoint: found.endpoint }
}

/** Requires a second endpoint with the same genesis; without a stored one it may stay unknown. */
async function requireSameGenesis(
  sync: ChainSync,
  { hash, endpoint }: Genesis,
  isKnown: boolean,
): Promise<void> {
  try {
    const second = await readGenesis(sync, endpoint)
    if (second.hash === hash) return
    if (second.hash !== undefined || isKnown) {
      throw new InconsistentRpcError(
        endpoint,
        'Genesis differs from that of other endpoints.',
      )
    }
  } catch (error) {
    if (isKnown || !(error instanceof NoRpcAvailableError)) throw error
  }
  sync.state.genesisHash = UNKNOWN_GENESIS
}

import type { ChainSync } from './chain-sync.ts'
import { FactoryMismatchError, InconsistentRpcError } from './errors.ts'
import { rollbackTo } from './rollback.ts'
import { NoRpcAvailableError, type RpcEndpoint } from './rpc/endpoint.ts'

/** Throws `WrongSource` when the factory's address holds other code, by two endpoints' word. */
export async function verifyFactory({
  config: { chain, factory },
  deps: { rpcPool, projection, signal },
}: ChainSync): Promise<void> {
  // Stacks with another machine keep other code for the same contract.
  if (chain.stack === 'zk') return
  const read = (endpoint: RpcEndpoint) => endpoint.readCode(factory)
  const first = await rpcPool.request(read, { signal })
  if (projection.isFactoryCode(first.answer)) return
  const second = await rpcPool.request(read, { signal, exclude: first.endpoint })
  if (!projection.isFactoryCode(second.answer))
    throw new FactoryMismatchError('It is other code.')
  rpcPool.penalize(first.endpoint, 'It denies the code of the factory.')
}

/**
 * A chain that was reset has another genesis: then nothing that was read counts. Throws `Doubtful`
 * when only one endpoint says so.
 */
export async function verifyGenesis(sync: ChainSync): Promise<void> {
  const { factory, chain } = sync.config
  const { log } = sync.deps
  const { cursor } = sync.state
  const first = await readGenesis(sync)
  const isKnown = cursor !== undefined && cursor.genesisHash !== UNKNOWN_GENESIS
  // A node that has forgotten its oldest blocks says nothing against those that are stored.
  const hash = first.hash ?? cursor?.genesisHash ?? UNKNOWN_GENESIS
  const isSame = hash === cursor?.genesisHash
  sync.state.genesisHash = hash
  if (!isSame && hash !== UNKNOWN_GENESIS) await requireSameGenesis(sync, first, isKnown)
  if (!cursor || (cursor.source === factory && (isSame || !isKnown))) return
  log.warn(
    { chain: chain.alias, genesis: hash, before: cursor.genesisHash },
    'the history of the chain is another one; it is read again from the start',
  )
  await rollbackTo(sync, undefined)
}

/** Stands for the first block of a chain until two endpoints have told it. */
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
  return { hash: found.answer?.hash, endpoint: found.endpoint }
}

/** A first word is not believed alone; as long as nothing is known it may stay unknown. */
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
        'Its first block is not that of its siblings.',
      )
    }
  } catch (error) {
    if (isKnown || !(error instanceof NoRpcAvailableError)) throw error
  }
  sync.state.genesisHash = UNKNOWN_GENESIS
}

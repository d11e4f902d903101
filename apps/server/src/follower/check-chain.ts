import { Doubtful, WrongSource } from './doubt.ts'
import { type Endpoint, NoEndpoint } from './endpoints/endpoint.ts'
import type { Following } from './following.ts'
import { goBackTo } from './reorganise.ts'

/** Throws `WrongSource` when the factory's address holds other code, by two endpoints' word. */
export async function checkSource({
  chain,
  endpoints,
  factory,
  projection,
  signal,
}: Following): Promise<void> {
  // Stacks with another machine keep other code for the same contract.
  if (chain.stack === 'zk') return
  const read = (endpoint: Endpoint) => endpoint.readCode(factory)
  const first = await endpoints.ask(read, { signal })
  if (projection.isSource(first.answer)) return
  const second = await endpoints.ask(read, { signal, besides: first.endpoint })
  if (!projection.isSource(second.answer)) throw new WrongSource('It is other code.')
  endpoints.accuse(first.endpoint, 'It denies the code of the factory.')
}

/**
 * A chain that was reset has another genesis: then nothing that was read counts. Throws `Doubtful`
 * when only one endpoint says so.
 */
export async function checkGenesis(following: Following): Promise<void> {
  const { cursor, factory, chain, log } = following
  const first = await readGenesis(following)
  const isKnown = cursor !== undefined && cursor.genesisHash !== UNKNOWN
  // A node that has forgotten its oldest blocks says nothing against those that are stored.
  const hash = first.hash ?? cursor?.genesisHash ?? UNKNOWN
  const isSame = hash === cursor?.genesisHash
  following.genesisHash = hash
  if (!isSame && hash !== UNKNOWN) await demandSameGenesis(following, first, isKnown)
  if (!cursor || (cursor.source === factory && (isSame || !isKnown))) return
  log.warn(
    { chain: chain.alias, genesis: hash, before: cursor.genesisHash },
    'the history of the chain is another one; it is read again from the start',
  )
  await goBackTo(following, undefined)
}

/** Stands for the first block of a chain until two endpoints have told it. */
const UNKNOWN = ''

type Genesis = { hash: string | undefined; endpoint: { name: string } }

async function readGenesis(
  { endpoints, signal }: Following,
  besides?: { name: string },
): Promise<Genesis> {
  const found = await endpoints.ask((endpoint) => endpoint.readHeader(0), {
    signal,
    besides,
  })
  return { hash: found.answer?.hash, endpoint: found.endpoint }
}

/** A first word is not believed alone; as long as nothing is known it may stay unknown. */
async function demandSameGenesis(
  following: Following,
  { hash, endpoint }: Genesis,
  isKnown: boolean,
): Promise<void> {
  try {
    const second = await readGenesis(following, endpoint)
    if (second.hash === hash) return
    if (second.hash !== undefined || isKnown) {
      throw new Doubtful(endpoint, 'Its first block is not that of its siblings.')
    }
  } catch (error) {
    if (isKnown || !(error instanceof NoEndpoint)) throw error
  }
  following.genesisHash = UNKNOWN
}

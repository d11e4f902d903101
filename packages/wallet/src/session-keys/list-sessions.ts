import type { Address, Hash } from 'viem'
import { getContractEvents } from 'viem/actions'
import { sessionModule } from '../smart-account/contracts.ts'
import type { ChainReader } from '../smart-account/fees.ts'
import { type SessionSpec, sessionModuleAbi } from './session-spec.ts'
import { readSessionState, type SessionState } from './session-state.ts'

/** A session that an account has created, by whichever site. */
export type ListedSession = {
  hash: Hash
  spec: SessionSpec
  state: SessionState
  /** Block of its creation. */
  block: bigint
}

/**
 * Lists the sessions of an account that were not revoked, those of other sites too, the newest
 * first, from the events of the module since `fromBlock`. Throws the error of a node that does not
 * serve such a range.
 */
export async function listSessions(
  reader: ChainReader,
  account: Address,
  fromBlock: bigint,
): Promise<ListedSession[]> {
  const filter = {
    address: sessionModule,
    abi: sessionModuleAbi,
    args: { account },
    fromBlock,
    strict: true,
  } as const
  const [created, revoked] = await Promise.all([
    getContractEvents(reader, { ...filter, eventName: 'SessionCreated' }),
    getContractEvents(reader, { ...filter, eventName: 'SessionRevoked' }),
  ])
  const closed = new Set(revoked.map(({ args }) => args.sessionHash))
  const open = created.filter(({ args }) => !closed.has(args.sessionHash)).reverse()
  return Promise.all(
    open.map(async ({ args, blockNumber }) => {
      // Safe: numbers of the chain are those of the table.
      const spec = args.sessionSpec as SessionSpec
      const state = await readSessionState(reader, account, spec)
      return { hash: args.sessionHash, spec, state, block: blockNumber }
    }),
  )
}

import type { Address, Hex } from 'viem'
import { readContract } from 'viem/actions'
import { sessionModule } from '../smart-account/contracts.ts'
import type { ChainReader } from '../smart-account/fees.ts'
import type { SessionReference } from './revoke-sessions.ts'
import {
  hashSessionSpec,
  type SessionSpec,
  type SessionStatus,
  sessionModuleAbi,
  sessionStatuses,
} from './session-spec.ts'

/** The rest of a limit: wei, or the unit of the constrained word. */
export type LimitRemainder = {
  remaining: bigint
  target: Address
  selector: Hex
  index: bigint
}

/** Rest of a session; the largest uint256 stands for no limit. */
export type SessionState = {
  expiresAt: bigint
  status: SessionStatus
  feesRemaining: bigint
  transferValue: readonly LimitRemainder[]
  callValue: readonly LimitRemainder[]
  callParams: readonly LimitRemainder[]
}

/** Reads status and remaining limits of a session of an account. */
export async function readSessionState(
  reader: ChainReader,
  account: Address,
  spec: SessionSpec,
): Promise<SessionState> {
  const state = await readContract(reader, {
    address: sessionModule,
    abi: sessionModuleAbi,
    functionName: 'sessionState',
    args: [account, spec],
  })
  return { ...state, status: toStatus(state.status) }
}

/** Reads the status of a session by its hash or terms; the module may call an expired one active. */
export async function readSessionStatus(
  reader: ChainReader,
  account: Address,
  session: SessionReference,
): Promise<SessionStatus> {
  const hash = typeof session === 'string' ? session : hashSessionSpec(session)
  const status = await readContract(reader, {
    address: sessionModule,
    abi: sessionModuleAbi,
    functionName: 'sessionStatus',
    args: [account, hash],
  })
  return toStatus(status)
}

function toStatus(number: number): SessionStatus {
  const status = sessionStatuses[number]
  if (!status) throw new Error(`unknown session status: got ${number}`)
  return status
}

import { encodeFunctionData, type Hash } from 'viem'
import { sessionModule } from '../smart-account/contracts.ts'
import type { SmartAccount, Sponsor } from '../smart-account/smart-account.ts'
import { hashSessionSpec, type SessionSpec, sessionModuleAbi } from './session-spec.ts'

/** A session by its hash or by its terms. */
export type SessionReference = Hash | SessionSpec

/**
 * Closes sessions of an account for ever, by one transaction of its owner, whose hash it returns.
 * Throws `WalletError` as sending does; all stay open where one of them is not active.
 */
export function revokeSessions(
  account: SmartAccount,
  sessions: SessionReference | readonly SessionReference[],
  sponsor: Sponsor = {},
): Promise<Hash> {
  return account.sendTransaction({
    to: sessionModule,
    data: encodeRevocation(sessions),
    ...sponsor,
  })
}

/** Returns the data of the call of the module that closes these sessions. */
export function encodeRevocation(
  sessions: SessionReference | readonly SessionReference[],
): Hash {
  // Safe: `isArray` does not narrow a read-only list.
  const list = (Array.isArray(sessions) ? sessions : [sessions]) as SessionReference[]
  const hashes = list.map((each) =>
    typeof each === 'string' ? each : hashSessionSpec(each),
  )
  return encodeFunctionData({
    abi: sessionModuleAbi,
    functionName: 'revokeKeys',
    args: [hashes],
  })
}

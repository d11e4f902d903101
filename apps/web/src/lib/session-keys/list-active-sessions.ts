import type { SessionKeyStore } from '@platemark/wallet/session-keys/session-key-store'
import { readSessionStatus } from '@platemark/wallet/session-keys/session-state'
import type { Hash } from 'viem'
import type { SessionAccount } from './session-account.ts'

/** Lists the sessions of this browser that the chain has as active. Throws the node's error. */
export async function listActiveSessions(
  { reader, address, chain }: Pick<SessionAccount, 'reader' | 'address' | 'chain'>,
  keys: Pick<SessionKeyStore, 'list'>,
): Promise<Hash[]> {
  const own = await keys.list({ account: address, chainId: chain.id })
  const statuses = await Promise.all(
    own.map(({ hash }) => readSessionStatus(reader, address, hash)),
  )
  return own.filter((_, at) => statuses[at] === 'Active').map(({ hash }) => hash)
}

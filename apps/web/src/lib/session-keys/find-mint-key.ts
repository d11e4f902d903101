import type { AppConfig } from '@platemark/api/config'
import { readSessionState } from '@platemark/wallet/session-keys/session-state'
import { type Address, isAddressEqual } from 'viem'
import type { Wallet } from '../session.ts'
import { mintToSelector } from './mint-session.ts'
import { openSessionAccount, sessionKeys } from './session-account.ts'

/** Key of this browser that mints from a collection. `expiresAt` is in unix seconds. */
export type MintKey = { tokensLeft: number; expiresAt: number }

/**
 * Returns the session key of this browser that would sign a mint from a collection, with the
 * tokens that it may still mint; null without an active one. Throws the error of the node.
 */
export async function findMintKey(
  config: AppConfig,
  wallet: Wallet,
  contract: Address,
): Promise<MintKey | null> {
  const { address, chain, reader } = openSessionAccount(config, wallet)
  const own = await sessionKeys.list({ account: address, chainId: chain.id })
  const isOfContract = ({ target, selector }: { target: Address; selector: string }) =>
    selector === mintToSelector && isAddressEqual(target, contract)
  // The key with the latest end signs.
  const spec = own
    .map((session) => session.spec)
    .filter(({ callPolicies }) => callPolicies.some(isOfContract))
    .sort((a, b) => Number(b.expiresAt - a.expiresAt))
    .at(0)
  if (!spec) return null
  const state = await readSessionState(reader, address, spec)
  const tokensLeft = Number(state.callParams.find(isOfContract)?.remaining ?? 0n)
  const isActive = state.status === 'Active' && state.feesRemaining > 0n
  return isActive && tokensLeft > 0
    ? { tokensLeft, expiresAt: Number(spec.expiresAt) }
    : null
}

import { badgeDeploymentPlan } from '@platemark/abi/deploy-badges'
import { type Address, keccak256, type PrivateKeyAccount } from 'viem'
import { getCode } from 'viem/actions'
import { planBadgeCalls, type WishedBadges } from '../contracts/badge-settings.ts'
import type { KeptChain } from './chain.ts'
import { createChainClient, sendChecked } from './deploy.ts'

/**
 * Deploys the contract of badges to an embedded chain that lacks it, and sets key and metadata.
 * Throws when a transaction reverts.
 */
export async function deployBadges(
  chain: KeptChain,
  owner: PrivateKeyAccount,
  wished: WishedBadges,
): Promise<Address> {
  const client = createChainClient(chain)
  const { address, codeHash, to, data } = badgeDeploymentPlan(owner.address)
  const code = await getCode(client, { address })
  if (!code || keccak256(code) !== codeHash)
    await sendChecked(client, owner, { to, data })
  for (const call of await planBadgeCalls(client, address, wished))
    await sendChecked(client, owner, call)
  return address
}

import type { Address } from 'viem'
import { campaignBadgesCode } from './bytecode/campaign-badges.ts'
import { type ContractDeployment, planDeployment } from './contract-deployment.ts'

/**
 * Plans the contract of badges, at the address that follows from `owner` alone. Afterwards its owner
 * calls `setSigner` and `setBaseUri`.
 */
export function badgeDeploymentPlan(owner: Address): ContractDeployment<'badges'> {
  return planDeployment('badges', campaignBadgesCode, [owner], {})
}

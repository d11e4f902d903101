import { toInstant } from '@platemark/api/collection-terms'
import type { RehearsalReport, RehearsalStep } from '@platemark/api/rehearsal'
import type { TaskOwner } from '../../../bounded-queue.ts'
import type { CreationTerms, PlannedCreation } from '../plan-creation.ts'
import type { StoredManifest } from '../reveal/read-manifest.ts'
import {
  createCollection,
  deployNetworkContracts,
  type NetworkContracts,
} from './deploy-collection.ts'
import { findProblems } from './find-problems.ts'
import { mintAll } from './mint-all.ts'
import { payAll } from './pay-all.ts'
import type { RehearsedLists } from './read-lists.ts'
import { revealSet } from './reveal-set.ts'
import { toSchedule } from './schedule.ts'
import type { ThrowawayChain } from './throwaway-chain.ts'
import { tryBoundaries } from './try-boundaries.ts'

/** Everything that a rehearsal needs of a draft, read before it begins. */
type RehearsalPlan = {
  terms: CreationTerms
  creation: PlannedCreation
  contracts: NetworkContracts
  lists: RehearsedLists | undefined
  /** Works of a hidden set; undefined: nothing is hidden. */
  manifest: StoredManifest | undefined
  owner: TaskOwner
  /** Most mints of all phases. */
  mostMints: number
}

/** Receives the progress within a step. */
export type OnProgress = (step: RehearsalStep, done: number, total: number) => void

/**
 * Rehearses a sale on a chain whose last block is of `startTime` at the latest: deploys the
 * contracts of the network, sends the creation as prepared, tries every boundary, mints all,
 * withdraws all and reveals.
 */
export async function runRehearsal(
  chain: ThrowawayChain,
  plan: RehearsalPlan,
  onProgress: OnProgress,
): Promise<RehearsalReport> {
  const { terms, creation, contracts, lists } = plan
  const { fields, mintFeeWei, seconds: deployedAt, creator } = terms
  const { address, factory, data } = creation
  onProgress('deployment', 0, 1)
  await deployNetworkContracts(chain, contracts, { time: deployedAt - 1, mintFeeWei })
  const isCreated = await createCollection(chain, deployedAt, {
    ...{ from: creator, to: factory, data, address },
  })
  if (!isCreated) throw new Error(`collection was not created: expected it at ${address}`)

  const phases = toSchedule(fields)
  const collection = { address, mintFeeWei }
  const sale = { collection, maxSupply: fields.max_supply, phases, deployedAt }
  const tried = await tryBoundaries(
    chain,
    { ...sale, minters: lists?.minters ?? [] },
    (done, total) => onProgress('boundaries', done, total),
  )
  const sold = await mintAll(chain, { ...sale, lists }, plan.mostMints, (done, total) =>
    onProgress('mints', done, total),
  )
  onProgress('withdrawals', 0, 1)
  const { payees } = fields
  const time = sold.endedAt + 1
  const payments = await payAll(chain, { address, creator, payees, contracts, time })
  const reveal = await reveals(chain, plan, time + payments.length, onProgress)

  const sum = (field: 'minted' | 'income_wei' | 'fees_wei') =>
    sold.phases.reduce((total, phase) => total + BigInt(phase[field]), 0n)
  const report = {
    ...{ chain_alias: terms.chain.alias, contract_address: address },
    deployed_at: toInstant(deployedAt),
    ...{ mint_fee_wei: String(mintFeeWei), max_supply: fields.max_supply },
    ...{ minted: Number(sum('minted')), income_wei: String(sum('income_wei')) },
    ...{ fees_wei: String(sum('fees_wei')), phases: sold.phases, payments, reveal },
    ...tried,
    transactions: chain.countTransactions(),
  }
  const currency = terms.chain.nativeCurrency
  const problems = findProblems({ report, phases, lists, deployedAt, currency })
  return { ...report, problems }
}

async function reveals(
  chain: ThrowawayChain,
  { manifest, creation, owner }: RehearsalPlan,
  time: number,
  onProgress: OnProgress,
): Promise<RehearsalReport['reveal']> {
  if (!manifest) return null
  onProgress('reveal', 0, 1)
  return revealSet(chain, creation, { manifest, owner, time })
}

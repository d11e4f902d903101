import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import { Problem } from '@platemark/api/problem'
import { getBadgeIds } from '@platemark/rules/badge-ids'
import { type Address, getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { readContract } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'
import { findSigner } from '../../configuration/signing-keys.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { listVoucherKeyProblems } from './check-voucher-keys.ts'
import { listHeldBadges, type MintedBadge } from './queries/badge-events.ts'

/** A reward of a campaign, by alias and key. */
type Reward = { campaign: string; reward: string; chainId: number }

/** Content of a voucher besides the reward. */
type VoucherTerms = Reward & {
  account: Address
  /** From 1; the same for a voucher that replaces an expired one. */
  nonce: bigint
  deadline: Date
}

/** A voucher with its signature, as the claim of a reward answers it. */
export type SignedVoucher = {
  contract: Address
  chain_id: number
  voucher: {
    campaignId: Hex
    rewardId: Hex
    account: Address
    /** Decimal. */
    nonce: string
    /** Unix seconds. */
    deadline: number
  }
  signature: Hex
}

const voucherTypes = {
  Voucher: [
    { name: 'campaignId', type: 'bytes32' },
    { name: 'rewardId', type: 'bytes32' },
    { name: 'account', type: 'address' },
    { name: 'nonce', type: 'uint64' },
    { name: 'deadline', type: 'uint64' },
  ],
} as const

type BadgeContext = Pick<AppContext, 'configuration' | 'chains' | 'clock' | 'log'>

/**
 * Signs the voucher by which an account claims a badge (EIP-712). Throws `badges_unavailable` where
 * the network has no contract of badges, this server has no key, or its key may not sign.
 */
export async function signVoucher(
  context: BadgeContext,
  terms: VoucherTerms,
): Promise<SignedVoucher> {
  const { configuration, clock } = context
  const { contract } = requireContract(context, terms.chainId)
  const signer = findSigner(configuration.badges.signers, clock())
  if (!signer || !(await haveUsableKeys(context))) throw new Problem('badges_unavailable')
  const { campaign, reward, nonce, deadline } = terms
  const seconds = Math.floor(deadline.getTime() / 1000)
  const account = getAddress(terms.account)
  const ids = getBadgeIds(campaign, reward)
  const message = { ...ids, account, nonce, deadline: BigInt(seconds) }
  const signature = await signer.account.signTypedData({
    domain: getDomain(terms.chainId, contract),
    types: voucherTypes,
    primaryType: 'Voucher',
    message,
  })
  return {
    contract,
    chain_id: terms.chainId,
    voucher: { ...ids, account, nonce: `${nonce}`, deadline: seconds },
    signature,
  }
}

/**
 * Simulates the claim of a badge by an account that does not exist, and returns what is in its way,
 * in sentences; none: accounts can claim it. Checked are contract, key and metadata.
 */
export async function simulateClaim(
  context: BadgeContext,
  { campaign, reward, chainId }: Reward,
): Promise<string[]> {
  const chain = context.chains.find(({ id }) => id === chainId)
  if (!chain) return [`Network ${chainId} is not enabled.`]
  if (!chain.contracts?.badges)
    return [`${chain.name} has no badge contract (networks.contracts.badges).`]
  if (!findSigner(context.configuration.badges.signers, context.clock()))
    return ['No key signs vouchers (badges.voucher_key_file).']
  const account = privateKeyToAddress(generatePrivateKey())
  const deadline = new Date(context.clock().getTime() + HOUR_MS)
  try {
    const terms = { campaign, reward, chainId, account, nonce: 1n, deadline }
    const { contract, voucher, signature } = await signVoucher(context, terms)
    return await readObstacles(chain, contract, voucher, signature)
  } catch (error) {
    if (error instanceof Problem && error.code === 'badges_unavailable')
      return ['The voucher key may not sign. The log of the server has the reason.']
    return [`The badge contract on ${chain.name} could not be read.`]
  }
}

const HOUR_MS = 3_600_000

/** Lists the badges of a campaign that an account holds on a network. */
export function findMintedBadges(
  database: Database,
  { chainId, account, campaign }: { chainId: number; account: string; campaign: string },
): Promise<MintedBadge[]> {
  const { campaignId } = getBadgeIds(campaign, '')
  const holder = account.toLowerCase()
  return listHeldBadges(database, { chainId, account: holder, campaignId })
}

/** Returns whether an account holds the badge of a reward. */
export async function isBadgeMinted(
  database: Database,
  { reward, ...of }: Reward & { account: string },
): Promise<boolean> {
  const { rewardId } = getBadgeIds(of.campaign, reward)
  const held = await findMintedBadges(database, of)
  return held.some(({ reward_id }) => reward_id === rewardId)
}

async function readObstacles(
  chain: Chain,
  contract: Address,
  { nonce, deadline, ...voucher }: SignedVoucher['voucher'],
  signature: Hex,
): Promise<string[]> {
  const at = { address: contract, abi: campaignBadgesAbi } as const
  const sent = { ...voucher, nonce: BigInt(nonce), deadline: BigInt(deadline) }
  const [reasons, baseUri] = await Promise.all([
    readContract(chain.client, {
      ...{ ...at, functionName: 'canClaim', args: [sent, signature] },
    }),
    readContract(chain.client, { ...at, functionName: 'baseUri' }),
  ])
  const sentences: string[] = []
  if ((reasons & NOT_SIGNED) !== 0n)
    sentences.push(
      `The badge contract on ${chain.name} does not accept the key of this server: run npm run contracts -- deploy-badges with --signer.`,
    )
  if ((reasons & ~NOT_SIGNED) !== 0n)
    sentences.push(`The badge contract on ${chain.name} refuses a new voucher.`)
  if (baseUri === '')
    sentences.push(
      `The badge contract on ${chain.name} has no base URI: run npm run contracts -- deploy-badges with --base-uri.`,
    )
  return sentences
}

/** Bit of `canClaim`. */
const NOT_SIGNED = 4n

function requireContract(
  { chains }: BadgeContext,
  chainId: number,
): { contract: Address } {
  const badges = chains.find(({ id }) => id === chainId)?.contracts?.badges
  if (!badges) throw new Problem('badges_unavailable')
  return { contract: getAddress(badges) }
}

function getDomain(chainId: number, verifyingContract: Address) {
  return { name: 'CampaignBadges', version: '1', chainId, verifyingContract }
}

const checked = new WeakSet<AppContext['configuration']>()

/** Checks the keys once; a chain that does not answer makes the next voucher check again. */
async function haveUsableKeys(context: BadgeContext): Promise<boolean> {
  const { configuration, log } = context
  if (checked.has(configuration)) return true
  const problems = await listVoucherKeyProblems(context).catch((error: unknown) => {
    throw new Problem('chain_unavailable', undefined, { cause: error })
  })
  for (const problem of problems) log.error(problem)
  if (problems.length === 0) checked.add(configuration)
  return problems.length === 0
}

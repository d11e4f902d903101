import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { CreateParams } from '@platemark/abi/create-params'
import { toSeconds } from '@platemark/api/collection-terms'
import { Problem } from '@platemark/api/problem'
import type { PricedFields } from '@platemark/api/studio'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeFunctionData,
  getAddress,
  type Hex,
  stringToHex,
  zeroHash,
} from 'viem'
import { getBlock, getCode, readContract, simulateContract } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'

type Creation = { params: CreateParams; salt: Hex; deadline: number }

/** Reads the chain's time in unix seconds. Throws `chain_unavailable`. */
export function readChainTime(chain: Chain): Promise<number> {
  return withChainErrors(chain, async () => {
    const { timestamp } = await getBlock(chain.client, { blockTag: chain.stateTag })
    return Number(timestamp)
  })
}

/** Reads the current mint fee and the chain's time. Throws `chain_unavailable`. */
export function readCurrentTerms(
  chain: Chain,
  factory: Address,
): Promise<{ mintFeeWei: bigint; seconds: number }> {
  return withChainErrors(chain, async () => {
    const at = { address: factory, abi: collectionFactoryAbi } as const
    const [mintFeeWei, { timestamp }] = await Promise.all([
      readContract(chain.client, { ...at, functionName: 'mintFee' }),
      getBlock(chain.client, { blockTag: chain.stateTag }),
    ])
    return { mintFeeWei, seconds: Number(timestamp) }
  })
}

/**
 * Simulates the deployment and returns its data and the collection's address. Throws
 * `draft_incomplete` if the factory reverts, `deployment_pending` if it is already mined,
 * and `chain_unavailable`.
 */
export async function simulateCreation(
  chain: Chain,
  factory: Address,
  creator: Address,
  { params, salt, deadline }: Creation,
): Promise<{ address: Address; data: Hex }> {
  const call = {
    abi: collectionFactoryAbi,
    functionName: 'create',
    args: [params, salt, BigInt(deadline)],
  } as const
  const { result } = await withChainErrors(chain, () =>
    simulateContract(chain.client, {
      ...call,
      address: factory,
      account: creator,
      blockTag: chain.stateTag,
    }),
  )
  return { address: result, data: encodeFunctionData(call) }
}

/**
 * Returns whether a prepared transaction can no longer be mined: the newest confirmed
 * block is past its deadline without code at its address. Returns false when in doubt.
 */
export async function isKnownDropped(
  chain: Chain,
  confirmedNumber: number,
  prepared: { address: Address; deadline: Date },
): Promise<boolean> {
  const deadline = BigInt(Math.floor(prepared.deadline.getTime() / 1000))
  if (chain.confirmations === 0) {
    const [block, code] = await Promise.all([
      getBlock(chain.client, { blockTag: chain.stateTag }),
      getCode(chain.client, { address: prepared.address }),
    ])
    return block.timestamp > deadline && code === undefined
  }
  if (confirmedNumber < 0) return false
  const blockNumber = BigInt(confirmedNumber)
  const [block, code] = await Promise.all([
    getBlock(chain.client, { blockNumber }),
    getCode(chain.client, { address: prepared.address, blockNumber }),
  ])
  return block.timestamp > deadline && code === undefined
}

/**
 * Returns the parameters of `create`. `metadataUrl` ends with a slash and contains
 * `{address}` for the collection's address, which depends on all parameters.
 */
export function toCreateParams(
  fields: PricedFields,
  made: {
    mintFeeWei: bigint
    metadataUrl: string
    list: { root: Hex; contentHash: Hex } | undefined
    /** Commitment to the hidden order; undefined: nothing is hidden. */
    provenanceHash: Hex | undefined
  },
): CreateParams {
  const listed = fields.phases.filter(({ kind }) => kind === 'allowlist')
  const opening = Math.min(...listed.map(({ start }) => toSeconds(start)))
  return {
    ...emptyParams,
    kind: kinds[fields.kind],
    transferable: fields.is_transferable,
    name: fields.name,
    symbol: fields.symbol,
    maxSupply: fields.max_supply ?? 0,
    publicPhase: publicPhaseOf(fields),
    mintFee: made.mintFeeWei,
    royaltyBps: fields.royalty_bps,
    royaltyCeilingBps: fields.royalty_ceiling_bps,
    hasRoyaltySplit: fields.royalty_receiver === 'split',
    notice: fields.notice_seconds,
    payees: fields.payees.map(({ address, bps }) => ({
      account: getAddress(address),
      bps,
    })),
    // Without an own contract URI the contract appends `contract` to this.
    baseUri: stringToHex(made.metadataUrl),
    provenanceHash: made.provenanceHash ?? zeroHash,
    ...(made.list && {
      listRoot: made.list.root,
      listContentHash: made.list.contentHash,
      // Until its first phase opens, a list may be withdrawn without notice.
      listNotBefore: opening,
    }),
  }
}

const kinds = { drop: 0, open_edition: 1, edition: 2 } as const

const noPhase = { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }

const emptyParams: CreateParams = {
  kind: 0,
  transferable: true,
  name: '',
  symbol: '',
  maxSupply: 0,
  publicPhase: noPhase,
  mintFee: 0n,
  royaltyBps: 0,
  royaltyCeilingBps: 0,
  hasRoyaltySplit: false,
  notice: 0,
  payees: [],
  baseUri: '0x',
  contractUri: '0x',
  provenanceHash: zeroHash,
  listRoot: zeroHash,
  listContentHash: zeroHash,
  listNotBefore: 0,
}

function publicPhaseOf({ phases }: PricedFields): CreateParams['publicPhase'] {
  const phase = phases.find(({ kind }) => kind === 'public')
  if (!phase) return noPhase
  return {
    price: BigInt(phase.price_wei),
    start: toSeconds(phase.start),
    end: toSeconds(phase.end),
    walletLimit: phase.max_per_wallet,
    supplyCap: phase.max_supply ?? 0,
  }
}

/**
 * Runs chain requests and converts reverts to `draft_incomplete` or `deployment_pending`, and
 * unreachable chains to `chain_unavailable`.
 */
export async function withChainErrors<T>(
  chain: Chain,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request()
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const revert =
      cause instanceof BaseError
        ? cause.walk((error) => error instanceof ContractFunctionRevertedError)
        : null
    if (!(revert instanceof ContractFunctionRevertedError)) {
      throw new Problem('chain_unavailable', undefined, { cause })
    }
    const name = revert.data?.errorName ?? 'an unknown error'
    if (name === 'AlreadyCreated')
      throw new Problem('deployment_pending', undefined, { cause })
    throw new Problem(
      'draft_incomplete',
      `The contract on ${chain.name} refuses this collection (${name}).`,
      { cause },
    )
  }
}

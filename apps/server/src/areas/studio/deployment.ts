import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { CreateParams } from '@platemark/abi/create-params'
import { Problem } from '@platemark/wire/problem'
import type { DraftFields } from '@platemark/wire/studio'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddressEqual,
  zeroHash,
} from 'viem'
import {
  getBlock,
  getBlockNumber,
  getCode,
  readContract,
  simulateContract,
} from 'viem/actions'
import type { Chain } from '../../platform/chains.ts'
import { secondsOf } from './readiness.ts'

/** What the factory promises before anything is sent. */
type Quote = {
  /** Where the collection will be. */
  address: Address
  /** Wei per token, fixed into the collection. */
  mintFeeWei: bigint
  /** Seconds since 1970 by the chain's own clock. */
  chainTime: number
}

type Creation = { params: CreateParams; salt: Hex; deadline: number }

/** Seconds since 1970 by the chain's own clock. Throws `chain_unavailable`. */
export function chainTime(chain: Chain): Promise<number> {
  return reading(chain, async () => {
    const { timestamp } = await getBlock(chain.client, { blockTag: chain.stateTag })
    return Number(timestamp)
  })
}

/** Asks the factory for address and fee. Throws `chain_unavailable`. */
export function quote(
  chain: Chain,
  factory: Address,
  creation: { creator: Address; salt: Hex; fields: DraftFields },
): Promise<Quote> {
  return reading(chain, async () => {
    const at = { address: factory, abi: collectionFactoryAbi } as const
    const { creator, salt, fields } = creation
    const [address, mintFeeWei, { timestamp }] = await Promise.all([
      readContract(chain.client, {
        ...at,
        functionName: 'predict',
        args: [{ ...emptyParams, ...kindOf(fields) }, creator, salt],
      }),
      readContract(chain.client, { ...at, functionName: 'mintFee' }),
      getBlock(chain.client, { blockTag: chain.stateTag }),
    ])
    return { address, mintFeeWei, chainTime: Number(timestamp) }
  })
}

/**
 * The data of the transaction, after the chain has tried it. Throws `draft_incomplete` when
 * the factory refuses it, `deployment_pending` when it has already been mined, and
 * `chain_unavailable`.
 */
export async function tryCreation(
  chain: Chain,
  factory: Address,
  creator: Address,
  creation: Creation & { expected: Address },
): Promise<Hex> {
  const call = {
    abi: collectionFactoryAbi,
    functionName: 'create',
    args: [creation.params, creation.salt, BigInt(creation.deadline)],
  } as const
  const { result } = await reading(chain, () =>
    simulateContract(chain.client, {
      ...call,
      address: factory,
      account: creator,
      blockTag: chain.stateTag,
    }),
  )
  if (!isAddressEqual(result, creation.expected)) {
    throw new Error(`the factory predicted ${creation.expected} but would use ${result}`)
  }
  return encodeFunctionData(call)
}

/**
 * Whether a prepared transaction can no longer be mined: the chain's time is past its
 * deadline where blocks are final, and nothing stands at its address. False in doubt.
 */
export async function isKnownDropped(
  chain: Chain,
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
  const head = await getBlockNumber(chain.client, { cacheTime: 0 })
  const blockNumber = head - BigInt(chain.confirmations)
  const [block, code] = await Promise.all([
    getBlock(chain.client, { blockNumber }),
    getCode(chain.client, { address: prepared.address, blockNumber }),
  ])
  return block.timestamp > deadline && code === undefined
}

/** The parameters of `create`; `metadataUrl` ends with a slash. */
export function createParams(
  fields: DraftFields,
  made: {
    mintFeeWei: bigint
    metadataUrl: string
    list: { root: Hex; contentHash: Hex } | undefined
  },
): CreateParams {
  const listed = fields.phases.filter(({ kind }) => kind === 'allowlist')
  const opening = Math.min(...listed.map(({ start }) => secondsOf(start)))
  return {
    ...emptyParams,
    ...kindOf(fields),
    name: fields.name,
    symbol: fields.symbol,
    maxSupply: fields.max_supply ?? 0,
    publicPhase: publicPhaseOf(fields),
    mintFee: made.mintFeeWei,
    royaltyBps: fields.royalty_bps,
    royaltyCeilingBps: fields.royalty_ceiling_bps,
    notice: fields.notice_seconds,
    payees: fields.payees.map(({ address, bps }) => ({
      account: getAddress(address),
      bps,
    })),
    baseUri: made.metadataUrl,
    contractUri: `${made.metadataUrl}contract`,
    ...(made.list && {
      listRoot: made.list.root,
      listContentHash: made.list.contentHash,
      // Until its first phase opens, a list may be withdrawn without notice.
      listNotBefore: opening,
    }),
  }
}

const kinds = { drop: 0, open_edition: 1, edition: 2 } as const

function kindOf({ kind, is_transferable }: DraftFields) {
  return { kind: kinds[kind], transferable: is_transferable }
}

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
  notice: 0,
  payees: [],
  baseUri: '',
  contractUri: '',
  provenanceHash: zeroHash,
  listRoot: zeroHash,
  listContentHash: zeroHash,
  listNotBefore: 0,
}

function publicPhaseOf({ phases }: DraftFields): CreateParams['publicPhase'] {
  const phase = phases.find(({ kind }) => kind === 'public')
  if (!phase) return noPhase
  return {
    price: BigInt(phase.price_wei),
    start: secondsOf(phase.start),
    end: secondsOf(phase.end),
    walletLimit: phase.max_per_wallet,
    supplyCap: phase.max_supply ?? 0,
  }
}

/** Asks the chain; what the contract answers is told apart from not reaching it. */
async function reading<T>(chain: Chain, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
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

import { collectionAbi } from '@platemark/abi/collection'
import { cleanText } from '@platemark/rules/characters'
import { type CollectionFacts, NEVER_ENDS } from '@platemark/rules/collection-state'
import { MAX_NAME_CHARACTERS } from '@platemark/rules/limits'
import type { MintPhase } from '@platemark/rules/mint-phase'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { Address, Hex } from 'viem'
import type { ListFile } from './list-file.ts'
import { parseQuantity, readContract } from './read-contract.ts'
import { type BlockTag, isRecord, type Rpc } from './rpc.ts'

/** The sale of a collection as its contract returns it. */
export type OnChainCollection = {
  chainId: number
  /** Unix seconds of the block that was read. */
  chainTime: number
  blockTag: BlockTag
  name: string
  kind: 'drop' | 'open_edition' | 'edition'
  owner: Address
  creator: Address
  /** As `mintState` takes them; phases in order of their start. */
  terms: Omit<CollectionFacts, 'phases'> & { phases: readonly MintPhase[] }
  /** Wei per token, on top of every price. */
  mintFeeWei: bigint
}

/** The phases of a list, from its file or from another source. */
type KnownList = Pick<ListFile, 'root' | 'phases'>

/**
 * Reads the sale of a collection from the chain alone. The contract stores no phases of lists:
 * pass those of `lists`, the newest list first. Rejects like `rpc`, and with a `TypeError` for
 * an address that is no collection.
 */
export async function readCollectionOnChain(
  rpc: Rpc,
  contract: Address,
  blockTag: BlockTag,
  lists: readonly KnownList[] = [],
): Promise<OnChainCollection> {
  const [chainId, block, overview] = await Promise.all([
    rpc('eth_chainId', []),
    rpc('eth_getBlockByNumber', [blockTag, false]),
    readContract(rpc, contract, blockTag, {
      abi: collectionAbi,
      functionName: 'overview',
      args: [],
    }),
  ])
  const kind = kinds[overview.kind]
  if (!isRecord(block) || !kind)
    throw new TypeError(`overview of ${contract} is not valid`)
  const listed = await readListedPhases(rpc, contract, blockTag, lists)
  const open = toPublicPhase(overview)
  return {
    chainId: Number(parseQuantity(chainId)),
    chainTime: Number(parseQuantity(block.timestamp)),
    blockTag,
    name: cleanText(overview.name, MAX_NAME_CHARACTERS),
    kind,
    owner: overview.owner,
    creator: overview.creator,
    terms: {
      isPaused: overview.isPaused,
      minted: Number(overview.minted),
      maxSupply: overview.maxSupply === 0n ? null : Number(overview.maxSupply),
      phases: [...listed, ...(open ? [open] : [])]
        .filter(({ start, end }) => start < end)
        .sort((a, b) => a.start - b.start || a.phaseId - b.phaseId),
    },
    mintFeeWei: overview.mintFee,
  }
}

const kinds = ['drop', 'open_edition', 'edition'] as const

type Overview = {
  publicPhase: {
    price: bigint
    start: number
    end: number
    walletLimit: number
    supplyCap: number
  }
  publicMinted: bigint
}

function toPublicPhase({ publicPhase, publicMinted }: Overview): MintPhase | undefined {
  const { price, start, end, walletLimit, supplyCap } = publicPhase
  if (end === 0) return undefined
  return {
    phaseId: PUBLIC_PHASE_ID,
    title: 'Public',
    start,
    end: Math.min(end, NEVER_ENDS),
    priceWei: price,
    maxPerWallet: walletLimit,
    maxSupply: supplyCap || null,
    minted: Number(publicMinted),
  }
}

/** Reads the phases of all lists; the newest list wins where several have the same phase. */
async function readListedPhases(
  rpc: Rpc,
  contract: Address,
  blockTag: BlockTag,
  lists: readonly KnownList[],
): Promise<MintPhase[]> {
  const listed = new Map(
    lists
      .toReversed()
      .flatMap((list) =>
        list.phases.map((phase) => [phase.phaseId, { phase, root: list.root }] as const),
      ),
  )
  const read = [...listed.values()].map(async ({ phase, root }, at) => {
    const [[, until], minted] = await Promise.all([
      listWindow(rpc, contract, blockTag, root),
      readContract(rpc, contract, blockTag, {
        abi: collectionAbi,
        functionName: 'phaseMinted',
        args: [phase.phaseId],
      }),
    ])
    return {
      ...phase,
      title: phase.title || `List ${at + 1}`,
      end: Math.min(phase.end, Number(until)),
      minted: Number(minted),
    }
  })
  return Promise.all(read)
}

/** Reads from when until when a list is in force, in unix seconds; until 0: the list is unknown. */
export async function listWindow(
  rpc: Rpc,
  contract: Address,
  blockTag: BlockTag,
  root: Hex,
): Promise<readonly [notBefore: bigint, until: bigint]> {
  return readContract(rpc, contract, blockTag, {
    abi: collectionAbi,
    functionName: 'listWindow',
    args: [root],
  })
}

import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import {
  type CreatedParams,
  computeCollectionId,
  decodeCreateParams,
} from '@platemark/abi/create-params'
import { toLowerAddress } from '@platemark/rules/addresses'
import { cleanText } from '@platemark/rules/characters'
import { MAX_NAME_CHARACTERS } from '@platemark/rules/limits'
import { type Address, type Hex, slice, zeroHash } from 'viem'
import { type IndexedLog, InvalidLogError } from '../../indexer/projection.ts'
import {
  decodePayees,
  decodeTerms,
  MAX_ROYALTY_BPS,
  type PublicTerms,
  UNCAPPED,
} from './decode-collection-log.ts'
import { createEventDecoder } from './decode-event.ts'

/** Data of a collection's creation by the factory. Addresses are lower case. */
export type CreatedData = {
  creator: Address
  salt: Hex
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  symbol: string
  max_supply: number | null
  mint_fee_wei: string
  royalty_bps: number
  royalty_ceiling_bps: number
  /** The contract that splits royalties among `payees`; absent: they go to the owner. */
  royalty_split?: Address
  notice_seconds: number
  is_transferable: boolean
  /** Payees; empty: the creator alone. */
  payees: { account: Address; bps: number }[]
  public_phase: PublicTerms | null
  public_title: string
  /** Commitment to the hidden metadata; absent: nothing is hidden. */
  provenance_hash?: Hex
  /** Factory that made it; absent: the own one of this instance. */
  factory?: Address
}

type Created = { collection: Address; data: CreatedData }

/** Returns the addresses of collections created in these logs, as far as they can be decoded. */
export function findCreated(
  factories: readonly Address[],
  logs: IndexedLog[],
): Address[] {
  return logs.flatMap((log) => {
    try {
      const created = factories.includes(log.address) ? decodeCreated(log) : undefined
      return created ? [created.collection] : []
    } catch {
      // The log is reported in its turn.
      return []
    }
  })
}

/** Decodes a creation by the factory; undefined for its other logs. */
export function decodeCreated(log: IndexedLog): Created | undefined {
  return log.topics[0] === CREATED ? readCreation(log) : undefined
}

const kinds = ['drop', 'open_edition', 'edition'] as const

const [CREATED, readCreation] = createEventDecoder(collectionFactoryAbi)(
  'CollectionCreated',
  ({ collection, creator, salt, kind, args }): Created => {
    const params = decodeParams(args)
    const kindName = kinds[kind]
    const isSame =
      params.kind === kind &&
      slice(args, 36, 56) === toLowerAddress(creator) &&
      slice(args, 72, 88) === computeCollectionId(creator, salt)
    if (!isSame || !kindName) {
      throw new InvalidLogError(
        'CollectionCreated.args do not match its kind, creator or salt',
      )
    }
    const { publicPhase } = params
    const data = {
      creator: toLowerAddress(creator),
      salt,
      kind: kindName,
      name: cleanText(params.name, MAX_NAME_CHARACTERS) || 'Untitled',
      symbol: cleanText(params.symbol, 12) || '—',
      max_supply: params.maxSupply || null,
      mint_fee_wei: params.mintFee.toString(),
      royalty_bps: params.royaltyBps,
      royalty_ceiling_bps: params.royaltyCeilingBps,
      notice_seconds: params.notice,
      is_transferable: params.transferable,
      payees: params.payees.length === 0 ? [] : decodePayees(params.payees),
      public_phase: publicPhase.end === 0 ? null : decodeTerms(publicPhase),
      public_title: 'Public',
      ...(params.royaltySplit && { royalty_split: toLowerAddress(params.royaltySplit) }),
      ...(params.provenanceHash !== zeroHash && {
        provenance_hash: params.provenanceHash,
      }),
    }
    return { collection: toLowerAddress(collection), data }
  },
)

/** Decodes the parameters of a creation that the factory accepts. */
function decodeParams(args: Hex): CreatedParams {
  const params = decoded(args)
  const { kind, maxSupply, transferable, royaltyBps, royaltyCeilingBps } = params
  const { hasRoyaltySplit, payees } = params
  const isDrop = kinds[kind] === 'drop'
  const isEdition = kinds[kind] === 'edition'
  const isRefused =
    maxSupply >= UNCAPPED ||
    (!isEdition && isDrop === (maxSupply === 0)) ||
    (isEdition && !transferable) ||
    royaltyCeilingBps > MAX_ROYALTY_BPS ||
    royaltyBps > royaltyCeilingBps ||
    (hasRoyaltySplit && payees.length === 0)
  if (isRefused)
    throw new InvalidLogError('CollectionCreated.args are refused by the factory')
  return params
}

function decoded(args: Hex): CreatedParams {
  try {
    return decodeCreateParams(args)
  } catch (cause) {
    throw new InvalidLogError('CollectionCreated.args cannot be decoded', { cause })
  }
}

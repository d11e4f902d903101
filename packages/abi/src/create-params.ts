import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  getAbiItem,
  type Hex,
  keccak256,
  slice,
} from 'viem'
import { collectionFactoryAbi } from './collection-factory.ts'

const create = getAbiItem({ abi: collectionFactoryAbi, name: 'create' })

/** What a collection starts with, as the factory takes it: wei, unix seconds, basis points. */
export type CreateParams = ReturnType<typeof decodeCreateParams>

/** Reads `args` of `CollectionCreated`; throws when they are not encoded `CreateParams`. */
export function decodeCreateParams(args: Hex) {
  return decodeAbiParameters([create.inputs[0]], args)[0]
}

/**
 * What binds allowlist leaves to a collection, known before it is deployed: the first 16 bytes of
 * the hash over creator and salt.
 */
export function collectionIdOf(creator: Address, salt: Hex): Hex {
  const types = [{ type: 'address' }, { type: 'bytes32' }] as const
  return slice(keccak256(encodeAbiParameters(types, [creator, salt])), 0, 16)
}

import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { reverseRegistrarAbi, unpackLabel } from '@platemark/mint/names/name-calls'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { decodeFunctionData, type Hex } from 'viem'

/** Action of a transaction in a few words. */
export type Description = {
  title: string
  noun: string
  /** Number of minted items; absent: none. */
  quantity?: bigint
}

const abi = [...nameRegistryAbi, ...reverseRegistrarAbi]

/** Describes a call of the registry of names or of ENS by its act; undefined for other calls. */
export function describeNameCall(data: Hex): Description | undefined {
  const called = decode(data)
  switch (called?.functionName) {
    case 'commit':
      return { title: 'Reserve a name', noun: 'reservation' }
    case 'register':
    case 'registerWithRecords':
      return describe(called.args[0], (name) => `Register ${name}`, 'registration')
    case 'registerCommitted':
      return describe(
        called.args[0].tokenId,
        (name) => `Register ${name}`,
        'registration',
      )
    case 'setPrimary':
      return called.args[0] === 0n
        ? { title: 'Clear the primary name', noun: 'change' }
        : describe(called.args[0], (name) => `Make ${name} the primary name`, 'change')
    case 'setTexts': {
      const { length } = called.args[1]
      const records = `${formatCount(length)} ${length === 1 ? 'record' : 'records'}`
      return describe(called.args[0], (name) => `Set ${records} of ${name}`, 'change')
    }
    case 'setAddr':
      return describe(called.args[0], (name) => `Set an address of ${name}`, 'change')
    case 'safeTransferFrom':
    case 'transferFrom': {
      const [, to, tokenId] = called.args
      const receiver = shortAddress(to)
      return describe(tokenId, (name) => `Transfer ${name} to ${receiver}`, 'transfer')
    }
    case 'setName':
      return { title: `Make ${called.args[0]} the ENS name`, noun: 'change' }
    default:
      return undefined
  }
}

/** Returns the description of a call for a name; undefined for a token that is no name. */
function describe(
  tokenId: bigint,
  titleOf: (name: string) => string,
  noun: string,
): Description | undefined {
  const name = unpackLabel(tokenId)
  return name === null ? undefined : { title: titleOf(name), noun }
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    // Another contract.
    return undefined
  }
}

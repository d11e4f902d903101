import { Problem } from '@platemark/api/problem'
import { decodeFunctionData, type Hex, hexToBytes, namehash, parseAbi, slice } from 'viem'

/** Calls that clients send to a gateway and that it passes on (ENSIP-10, ERC-3668). */
export const resolveAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
])

/** Records that have a result of their own; all other selectors have an empty one. */
export const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function multicall(bytes[] data) returns (bytes[])',
])
const ADDR: Hex = '0x3b3b57de'
const ADDR_OF_COIN: Hex = '0xf1cb7e06'
const TEXT: Hex = '0x59d1d43c'
const MULTICALL: Hex = '0xac9650d8'

/** A request for records of one name. */
export type RecordRequest = {
  /** Name in the form of the DNS (RFC 1035), as it was sent. */
  dnsName: Hex
  /** Call for one record, or a multicall. */
  call: Hex
  /** False for the suffix itself and for names below those that are sold: they have no records. */
  isName: boolean
  /** It asks for an address, alone or among others. */
  hasAddress: boolean
}

/** Calls in all of a request. */
const MAX_CALLS = 100
/** A multicall in a multicall is as deep as any client goes. */
const MAX_DEPTH = 2

/**
 * Reads the call data of `resolve(bytes,bytes)` for a name that ends in `suffix`. Throws
 * `bad_request` for anything else, and for a record of another name than the one in it.
 */
export function readRecordRequest(data: Hex, suffix: string): RecordRequest {
  const [dnsName, call] = decode(() => {
    const { args } = decodeFunctionData({ abi: resolveAbi, data })
    return args
  })
  const labels = readDnsName(dnsName)
  const ending = suffix.split('.')
  const end = labels.slice(-ending.length)
  if (labels.length < ending.length || end.join('.') !== suffix) refuse()
  const node = decode(() => namehash(labels.join('.')))
  const calls = listCalls(call, 0)
  if (calls.length > MAX_CALLS) refuse()
  for (const one of calls) if (readNode(one) !== node) refuse()
  return {
    ...{ dnsName, call },
    isName: labels.length === ending.length + 1,
    hasAddress: calls.some((one) => [ADDR, ADDR_OF_COIN].includes(slice(one, 0, 4))),
  }
}

/** Returns the known calls for single records. */
function listCalls(call: Hex, depth: number): Hex[] {
  if (hexToBytes(call).length < 4) return refuse()
  const selector = slice(call, 0, 4)
  if (selector === MULTICALL) {
    if (depth >= MAX_DEPTH) refuse()
    const { args } = decode(() => decodeFunctionData({ abi: recordAbi, data: call }))
    // Safe: the selector is that of multicall.
    return (args[0] as readonly Hex[]).flatMap((one) => listCalls(one, depth + 1))
  }
  return [ADDR, ADDR_OF_COIN, TEXT].includes(selector) ? [call] : []
}

function readNode(call: Hex): unknown {
  return decode(() => decodeFunctionData({ abi: recordAbi, data: call }).args[0])
}

function readDnsName(name: Hex): string[] {
  const bytes = hexToBytes(name)
  const labels: string[] = []
  let at = 0
  for (let size = bytes[at]; size; size = bytes[at]) {
    const label = bytes.subarray(at + 1, at + 1 + size)
    if (label.length < size) refuse()
    labels.push(decode(() => new TextDecoder('utf-8', { fatal: true }).decode(label)))
    at += size + 1
  }
  // The empty label of the root ends every name.
  if (at !== bytes.length - 1) refuse()
  return labels
}

function decode<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new Problem('bad_request', undefined, { cause: error })
  }
}

function refuse(): never {
  throw new Problem('bad_request')
}

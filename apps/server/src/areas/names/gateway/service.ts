import { Problem } from '@platemark/api/problem'
import {
  BaseError,
  concat,
  decodeFunctionData,
  ExecutionRevertedError,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  RawContractError,
} from 'viem'
import { readContract } from 'viem/actions'
import type { Chain } from '../../../configuration/chains.ts'
import type { GatewayConfiguration } from '../../../configuration/names.ts'
import { findSigner } from '../../../configuration/signing-keys.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { consumeLimit, networkPrefix } from '../../../http/rate-limits.ts'
import { unavailable } from '../service/registry.ts'
import { listSignerProblems } from './check-signers.ts'
import { type RecordRequest, readRecordRequest, recordAbi } from './read-request.ts'

/** A signed answer, and the seconds that caches may keep it. */
type GatewayAnswer = { data: Hex; maxAge: number }

type Gateway = {
  /**
   * Answers the request that the offchain resolver at `sender` passed to its client (ERC-3668):
   * records of a name at the block of the settings, signed until an address is 60 seconds old, or
   * a text 300. Throws `not_found` for another resolver, `bad_request` for what is no request for
   * records of a name here, `chain_unavailable` while the home chain or its check of the keys does
   * not answer, and `busy` for a client beyond its limit, so that clients try the next URL.
   */
  answer(
    request: { sender: string; data: string },
    client: string,
  ): Promise<GatewayAnswer>
}

const ADDRESS_SECONDS = 60
const TEXT_SECONDS = 300
/** Part of the lifetime of an answer for which caches may keep it. */
const CACHED_PART = 4
/** Hexadecimal digits of call data, with its prefix. */
const MAX_DATA_LENGTH = 16_384

const homeAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes, address)',
])

/** Creates the gateway of names; null where there is none. Keys are checked before the first answer. */
export function createGateway(context: AppContext): Gateway | null {
  const { configuration, chains } = context
  const gateway = configuration.names?.gateway
  const home = chains.find(({ contracts }) => contracts?.names)
  if (!gateway || !configuration.names || !home) return null
  const { suffix } = configuration.names
  let areChecked = false

  return {
    async answer({ sender, data }, client) {
      if (sender.toLowerCase() !== gateway.resolver.toLowerCase())
        throw new Problem('not_found')
      if (data.length > MAX_DATA_LENGTH || !/^0x([0-9a-f]{2})*$/i.test(data))
        throw new Problem('bad_request')
      // Safe: checked above.
      const request = readRecordRequest(data as Hex, suffix)
      await consume(context, client)
      areChecked ||= await haveNoProblems(context)
      if (!areChecked) throw unavailable()
      const result = request.isName
        ? await readRecords(home, gateway, request)
        : emptyResult(request.call)
      return sign(context, gateway, { request, data: data as Hex, result })
    },
  }
}

async function haveNoProblems(context: AppContext): Promise<boolean> {
  const problems = await listSignerProblems(context).catch((error: unknown) => {
    throw unavailable(error)
  })
  for (const problem of problems) context.log.error(problem)
  return problems.length === 0
}

/** Counts a signature of a client and its network; clients go to the next URL only after a 5xx. */
async function consume(
  { configuration, database, clock }: AppContext,
  client: string,
): Promise<void> {
  const { limits, rate_limit_scale } = configuration
  for (const [key, limit] of [
    [`ens:${client}`, limits.name_answers_per_client],
    [`ens-network:${networkPrefix(client)}`, limits.name_answers_per_network],
  ] as const) {
    const use = { key, limit: limit * rate_limit_scale, seconds: 60, now: clock() }
    await consumeLimit(database, use).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'too_many_requests') throw error
      const { retryAfter = 60 } = error
      throw new Problem('busy', undefined, { retryAfter, cause: error })
    })
  }
}

/** Reads the records by the resolver on the home chain, in one call. */
async function readRecords(
  { client, contracts }: Chain,
  { block }: GatewayConfiguration,
  { dnsName, call }: RecordRequest,
): Promise<Hex> {
  // Safe: the home chain has the contracts of names.
  const address = contracts?.names?.resolver as Hex
  try {
    const [result] = await readContract(client, {
      ...{ address, abi: homeAbi, functionName: 'resolve', args: [dnsName, call] },
      blockTag: block,
    })
    return result
  } catch (error) {
    const isReverted =
      error instanceof BaseError &&
      error.walk(
        (one) => one instanceof ExecutionRevertedError || one instanceof RawContractError,
      ) !== null
    throw isReverted
      ? new Problem('bad_request', undefined, { cause: error })
      : unavailable(error)
  }
}

/** Returns the result of a name without records. */
function emptyResult(call: Hex): Hex {
  const abi = recordAbi
  switch (call.slice(0, 10)) {
    case '0x3b3b57de':
      return encodeAbiParameters([{ type: 'address' }], [`0x${'0'.repeat(40)}`])
    case '0xf1cb7e06':
    case '0x59d1d43c':
      return encodeAbiParameters([{ type: 'bytes' }], ['0x'])
    case '0xac9650d8': {
      const { args } = decodeFunctionData({ abi, data: call })
      // Safe: the selector is that of multicall.
      const results = (args[0] as readonly Hex[]).map(emptyResult)
      return encodeFunctionResult({ abi, functionName: 'multicall', result: results })
    }
    default:
      return '0x'
  }
}

/** Signs by the form that `resolveWithProof` of the offchain resolver checks. */
async function sign(
  { clock }: AppContext,
  { resolver, signers }: GatewayConfiguration,
  { request, data, result }: { request: RecordRequest; data: Hex; result: Hex },
): Promise<GatewayAnswer> {
  const now = clock()
  const signer = findSigner(signers, now)
  if (!signer) throw unavailable()
  const lifetime = request.hasAddress ? ADDRESS_SECONDS : TEXT_SECONDS
  const expires = BigInt(Math.floor(now.getTime() / 1000) + lifetime)
  const signed = concat([
    '0x1900',
    resolver,
    numberToHex(expires, { size: 8 }),
    keccak256(data),
    keccak256(result),
  ])
  const signature = await signer.account.sign({ hash: keccak256(signed) })
  return {
    data: encodeAbiParameters(
      [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
      [result, expires, signature],
    ),
    maxAge: lifetime / CACHED_PART,
  }
}

import { WalletError } from '../errors.ts'
import { readField } from '../read-field.ts'

/** Call of a bundle, as a smart wallet takes it. */
export type BundleCall = { to: string; value: string; data: string }

/** Bundle of `wallet_sendCalls`, checked. */
export type Bundle = {
  /** Id that the page chose, or undefined. */
  id: string | undefined
  version: string
  chainId: number | undefined
  from: string | undefined
  calls: BundleCall[]
  /** Names of capabilities that the page does not do without. */
  required: string[]
}

const MAX_CALLS = 100

/**
 * Reads the parameter of `wallet_sendCalls`, version 1.0 or 2.0.0 of EIP-5792. Throws
 * `no_calls`, `target_required`, `bundle_too_large`, and `invalid_chain` where calls name several
 * chains.
 */
export function parseBundle(params: unknown): Bundle {
  const fields = Array.isArray(params) ? params[0] : undefined
  const calls: unknown = readField(fields, 'calls')
  if (!Array.isArray(calls) || calls.length === 0) throw new WalletError('no_calls')
  if (calls.length > MAX_CALLS)
    throw new WalletError('bundle_too_large', { values: { n: calls.length } })
  return {
    id: readText(fields, 'id'),
    version: readText(fields, 'version') ?? '1.0',
    chainId: readChain([fields, ...calls]),
    from: readText(fields, 'from'),
    calls: calls.map(parseCall),
    required: listRequired(readField(fields, 'capabilities')),
  }
}

function parseCall(call: unknown): BundleCall {
  const to = readText(call, 'to')
  if (!to) throw new WalletError('target_required')
  if (!/^0x[0-9a-f]{40}$/i.test(to))
    throw new WalletError('invalid_address', { values: { address: to } })
  return {
    to,
    value: readText(call, 'value') ?? '0x0',
    data: readText(call, 'data') ?? '0x',
  }
}

/** Returns the one chain that a bundle and its calls name, or undefined. */
function readChain(parts: unknown[]): number | undefined {
  const ids = parts.flatMap((part) => {
    const id = readField(part, 'chainId')
    return id === undefined ? [] : [Number(id)]
  })
  if (new Set(ids).size > 1) throw new WalletError('invalid_chain')
  return ids[0]
}

function listRequired(capabilities: unknown): string[] {
  if (typeof capabilities !== 'object' || capabilities === null) return []
  return Object.entries(capabilities)
    .filter(([, capability]) => readField(capability, 'optional') !== true)
    .map(([name]) => name)
}

function readText(value: unknown, field: string): string | undefined {
  const text = readField(value, field)
  return typeof text === 'string' ? text : undefined
}

import { readField } from './read-field.ts'

/** Request of EIP-1193. */
export type ProviderCall = { method: string; params?: unknown }

/** EIP-1193 provider of a wallet. */
export type Provider = {
  /** Each of its requests ends by a time limit of its own. */
  hasOwnLimits?: boolean
  request(call: ProviderCall): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

/** Checks that a connector's provider is one. Throws otherwise. */
export function asProvider(value: unknown): Provider {
  if (!isProvider(value)) throw new Error('connector returned no EIP-1193 provider')
  return value
}

export function isProvider(value: unknown): value is Provider {
  return typeof readField(value, 'request') === 'function'
}

/** Encodes a JSON-RPC quantity: hexadecimal without leading zeros. */
export function quantity(value: number): string {
  return `0x${value.toString(16)}`
}

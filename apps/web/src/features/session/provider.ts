/** Request of EIP-1193. */
export type ProviderCall = { method: string; params?: unknown }

/** The part of an EIP-1193 provider that is used here. */
export type Provider = {
  request(call: ProviderCall): Promise<unknown>
}

/** Emits an event to the page, by the names of EIP-1193. */
export type Emit = (event: string, value: unknown) => void

/** Checks that a connector's provider is one. Throws otherwise. */
export function asProvider(value: unknown): Provider {
  if (!isProvider(value)) throw new Error('connector returned no EIP-1193 provider')
  return value
}

function isProvider(value: unknown): value is Provider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'request' in value &&
    typeof value.request === 'function'
  )
}

/** Signs a text by EIP-191. The wallet shows it and may refuse (4001). */
export async function personalSign(
  provider: Provider,
  message: string,
  address: string,
): Promise<string> {
  const signature = await provider.request({
    method: 'personal_sign',
    params: [hexOf(message), address],
  })
  if (typeof signature !== 'string') throw new Error('wallet returned no signature')
  return signature
}

/** Encodes a JSON-RPC quantity: hexadecimal without leading zeros. */
export function quantity(value: number): string {
  return `0x${value.toString(16)}`
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** One call of EIP-1193. */
export type ProviderCall = { method: string; params?: unknown }

/** An EIP-1193 provider, as little of it as is used here. */
export type Provider = {
  request(call: ProviderCall): Promise<unknown>
}

/** What a provider tells the page, by the names of EIP-1193. */
export type Emit = (event: string, value: unknown) => void

/** Takes what a connector hands out for a provider. Throws when it is none. */
export function asProvider(value: unknown): Provider {
  if (!isProvider(value)) throw new Error('The wallet has no provider.')
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

/** Signs a text as EIP-191 says. The wallet shows it and may refuse (4001). */
export async function personalSign(
  provider: Provider,
  message: string,
  address: string,
): Promise<string> {
  const signature = await provider.request({
    method: 'personal_sign',
    params: [hexOf(message), address],
  })
  if (typeof signature !== 'string') throw new Error('The wallet gave no signature.')
  return signature
}

/** Quantities of JSON-RPC are hexadecimal without leading zeros. */
export function quantity(value: number): string {
  return `0x${value.toString(16)}`
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

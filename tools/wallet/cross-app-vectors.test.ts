import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  decrypt,
  deriveSharedSecret,
  encrypt,
  type Protocol,
} from '@platemark/wallet/cross-app/crypto'
import { createCrossAppProvider } from '@platemark/wallet/cross-app/provider'
import { MemoryStorage, TestOpener } from '@platemark/wallet/test/test-opener'
import { afterEach, expect, test, vi } from 'vitest'
import { createSeededBytes } from './seeded-bytes.ts'

/** Request of a page, and the windows that the public library opened for it. */
type Vector = {
  seed: number
  protocol: Protocol
  isSmart: boolean
  chainId: number
  providerKey: string
  publicKey: string
  request: { method: string; params: unknown[] }
  result: string
  connect: string
  transact: string
}

const PROVIDER = 'https://wallet.example'
const address = '0x1111111111111111111111111111111111111111'

/** Recorded by `npm run soak -- wallet-oracles`, which names its own file. */
const file =
  process.env.CROSS_APP_VECTORS ?? join(import.meta.dirname, 'cross-app-vectors.jsonl')

const vectors: Vector[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

afterEach(() => {
  vi.restoreAllMocks()
})

test.each(['plain', 'zlib'] as const)(
  'windows of the %s protocol are those of the public library',
  async (protocol) => {
    const ours = vectors.filter((vector) => vector.protocol === protocol)
    expect(ours.length).toBeGreaterThan(3)
    for (const vector of ours) {
      const { connect, transact, result } = await open(vector)
      expect(connect.search).toBe(vector.connect)
      expect(result).toBe(vector.result)
      // Two compressors need not agree in bytes, so the text behind them is compared.
      if (protocol === 'plain') expect(transact.search).toBe(vector.transact)
      const theirs = new URLSearchParams(vector.transact)
      expect(await readRequest(vector, transact.searchParams)).toBe(
        await readRequest(vector, theirs),
      )
      expect(withoutText(transact.searchParams)).toEqual(withoutText(theirs))
    }
  },
  300_000,
)

/** Sends the request of a vector by our provider, and answers both of its windows. */
async function open(vector: Vector) {
  const { seed, protocol, isSmart, chainId, request } = vector
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ custom_api_url: PROVIDER }),
  )
  const random = vi.spyOn(globalThis.crypto, 'getRandomValues')
  // Safe: the replacement fills any view.
  random.mockImplementation(createSeededBytes(seed) as never)
  const opener = new TestOpener()
  const chain = (id: number) => ({ id, request: async () => null })
  const provider = createCrossAppProvider({
    ...{ appId: 'app', apiUrl: 'https://auth.example', isSmart, protocol, opener },
    chains: [chain(chainId), chain(chainId === 2741 ? 11124 : 2741)],
    storage: new MemoryStorage(),
  })
  const post = (data: unknown) =>
    opener.receive(data, { source: opener.lastPopup, origin: PROVIDER })

  const connected = provider.request({ method: 'eth_requestAccounts' })
  const connect = await readUrl(opener)
  post({
    type: 'PRIVY_CROSS_APP_CONNECT_RESPONSE',
    ...{ address, providerPublicKey: vector.publicKey, exp: Date.now() + 3_600_000 },
  })
  await connected
  const answered = provider.request(structuredClone(request))
  const transact = await readUrl(opener)
  const secret = readSecret(vector, transact.searchParams)
  const { text, iv } = await encrypt(vector.result, secret, protocol)
  post({ type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', encryptedResult: text, iv })
  return { connect, transact, result: await answered }
}

function readUrl(opener: TestOpener): Promise<URL> {
  return vi.waitFor(() => new URL(readHref(opener)), { interval: 1, timeout: 20_000 })
}

/** Returns the address of the window once it is a page. Throws before. */
function readHref({ lastPopup }: TestOpener): string {
  const { href } = lastPopup.location
  if (!href.startsWith(PROVIDER)) throw new Error('window is empty')
  return href
}

function readSecret({ providerKey }: Vector, query: URLSearchParams): string {
  return deriveSharedSecret(providerKey, query.get('requester_public_key') ?? '')
}

function readRequest(vector: Vector, query: URLSearchParams): Promise<string> {
  const encrypted = {
    text: query.get('encrypted_request') ?? '',
    iv: query.get('iv') ?? '',
  }
  return decrypt(encrypted, readSecret(vector, query), vector.protocol)
}

function withoutText(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name]) => name !== 'encrypted_request')
}

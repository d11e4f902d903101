import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { startCrossAppWallet } from '../../test/cross-app-wallet.ts'
import { createKeyPair, deriveSharedSecret, encrypt } from './crypto.ts'

let stop = () => Promise.resolve()

afterEach(() => stop())

async function start() {
  const wallet = await startCrossAppWallet()
  stop = wallet.server.close
  return wallet
}

type Wallet = Awaited<ReturnType<typeof start>>
type Forged = { message: unknown; source?: unknown; origin?: string }

const seed = 20_261_127

/** Returns forged answers, a genuine one at hand: the same ones for the same seed. */
function sample(forge: fc.Arbitrary<Forged>, count: number): Forged[] {
  return fc.sample(forge, { numRuns: count, seed })
}

const otherOrigins = fc.oneof(
  fc.webUrl().map((url) => new URL(url).origin),
  fc.constantFrom('null', '', 'https://mint.example', 'http://127.0.0.1:1'),
)

/** Delivers forged answers, and checks that none of them settled the request. */
async function deliverAll(wallet: Wallet, forged: Forged[], asked: Promise<unknown>) {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  asked.then(settle, settle)
  for (const { message, source, origin } of forged) {
    wallet.opener.receive(message, {
      source: source === undefined ? wallet.opener.lastPopup : source,
      origin: origin ?? wallet.server.url,
    })
  }
  // Decryption runs in other threads.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isSettled).toBe(false)
}

test('500 forged connect responses share no account', async () => {
  const wallet = await start()
  const asked = wallet.provider.request({ method: 'eth_requestAccounts' })
  const genuine = await wallet.respond()
  const forged = sample(
    fc.oneof(
      fc
        .constantFrom<unknown>({}, null, wallet.opener, globalThis)
        .map((source) => ({ message: genuine, source })),
      otherOrigins.map((origin) => ({ message: genuine, origin })),
      fc
        .record({
          address: fc.constantFrom<unknown>('0x1', '', null, 7, `0x${'z'.repeat(40)}`),
        })
        .map((change) => ({ message: { ...genuine, ...change } })),
      fc
        .constantFrom<unknown>('', 'AAAA', btoa('\x02'.repeat(33)).slice(4), null, '%')
        .map((providerPublicKey) => ({ message: { ...genuine, providerPublicKey } })),
      fc
        .constantFrom<unknown>(0, -1, Date.now() - 1, Number.NaN, '9e99', null)
        .map((exp) => ({ message: { ...genuine, exp } })),
      fc.anything().map((message) => ({ message })),
    ),
    500,
  )
  await deliverAll(wallet, forged, asked)
  expect(wallet.storage.rows.size).toBe(0)
  wallet.deliver(genuine)
  expect(await asked).toEqual([wallet.account.address])
})

test('500 forged action responses sign nothing', async () => {
  const wallet = await start()
  await wallet.connect()
  const sign = (params: unknown[]) =>
    wallet.provider.request({ method: 'personal_sign', params })
  // The answer of an earlier request, which is then repeated.
  const before = sign(['0x01'])
  const repeated = await wallet.respond()
  wallet.deliver(repeated)
  const earlier = await before

  const asked = sign(['0x02'])
  const url = await wallet.navigated()
  const genuine = await wallet.respond()
  const reflected = {
    ...genuine,
    encryptedResult: url.searchParams.get('encrypted_request'),
    iv: url.searchParams.get('iv'),
  }
  const text = String(genuine.encryptedResult)
  const otherKeys = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const secret = deriveSharedSecret(
        createKeyPair().privateKey,
        createKeyPair().publicKey,
      )
      const other = await encrypt('0xdead', secret, 'plain')
      return { ...genuine, encryptedResult: other.text, iv: other.iv }
    }),
  )
  const forged = sample(
    fc.oneof(
      fc
        .constantFrom<unknown>({}, null, wallet.opener, wallet.opener.popups[0])
        .map((source) => ({ message: genuine, source })),
      otherOrigins.map((origin) => ({ message: genuine, origin })),
      fc.constantFrom(repeated, reflected, ...otherKeys).map((message) => ({ message })),
      fc.nat(text.length - 1).map((length) => ({
        message: { ...genuine, encryptedResult: text.slice(0, length) },
      })),
      fc.nat(text.length - 5).map((index) => ({
        message: { ...genuine, encryptedResult: changeCharacter(text, index) },
      })),
      fc.uint8Array({ minLength: 0, maxLength: 24 }).map((bytes) => ({
        message: { ...genuine, iv: btoa(String.fromCharCode(...bytes)) },
      })),
      fc.anything().map((message) => ({ message })),
    ),
    500,
  )
  await deliverAll(wallet, forged, asked)
  wallet.deliver(genuine)
  const signature = await asked
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  expect(signature).not.toBe(earlier)
})

function changeCharacter(text: string, index: number): string {
  const other = text[index] === 'A' ? 'B' : 'A'
  return text.slice(0, index) + other + text.slice(index + 1)
}

import { privateKeyToAddress } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import {
  createSessionKey,
  openSessionKeyStore,
  type StoredSession,
} from './session-key-store.ts'
import { hashSessionSpec, lifetimeLimit, type SessionSpec } from './session-spec.ts'

const account = '0x1111111111111111111111111111111111111111'
const place = { account, chainId: 11124 } as const

let records: Map<string, StoredSession>

beforeEach(() => {
  records = new Map()
})

const openStore = () =>
  openSessionKeyStore({
    list: async (prefix) =>
      [...records].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value),
    put: async (key, value) => {
      records.set(key, structuredClone(value))
    },
    delete: async (key) => {
      records.delete(key)
    },
  })

function makeSession() {
  const { privateKey, signer } = createSessionKey()
  const spec: SessionSpec = {
    signer,
    expiresAt: 2_000_000_000n,
    feeLimit: lifetimeLimit(1n),
    callPolicies: [],
    transferPolicies: [],
  }
  return { hash: hashSessionSpec(spec), spec, privateKey }
}

test('keeps a key so that only this browser can read it', async () => {
  const session = makeSession()
  expect(privateKeyToAddress(session.privateKey)).toBe(session.spec.signer)
  await openStore().put(place, session)
  const [stored] = [...records.values()]
  expect(stored?.cryptoKey.extractable).toBe(false)
  const text = JSON.stringify([...records.entries()], (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const bytes = Buffer.from(stored?.encryptedKey ?? new ArrayBuffer(0))
  const key = session.privateKey.slice(2)
  expect(text + bytes.toString('latin1') + bytes.toString('hex')).not.toContain(key)
  expect(await openStore().list(place)).toEqual([session])
})

test('lists the sessions of one account on one chain, and forgets one on request', async () => {
  const store = openStore()
  const [one, two] = [makeSession(), makeSession()]
  await store.put(place, one)
  await store.put(place, two)
  await store.put({ ...place, chainId: 2741 }, makeSession())
  const other = '0x2222222222222222222222222222222222222222'
  await store.put({ ...place, account: other }, makeSession())
  expect(await store.list(place)).toEqual([one, two])
  await store.delete(place, one.hash)
  expect(await store.list(place)).toEqual([two])
})

test('skips a record that was moved or changed', async () => {
  const store = openStore()
  await store.put(place, makeSession())
  const [key = '', record] = [...records][0] ?? []
  if (!record) throw new Error('nothing was stored')
  records.set(key.replace('11124', '2741'), record)
  expect(await store.list({ ...place, chainId: 2741 })).toEqual([])

  const bytes = new Uint8Array(record.encryptedKey.slice(0))
  bytes[3] = (bytes[3] ?? 0) ^ 1
  records.set(key, { ...record, encryptedKey: bytes.buffer })
  expect(await store.list(place)).toEqual([])

  records.set(key, { ...record, spec: makeSession().spec })
  expect(await store.list(place)).toEqual([])
})

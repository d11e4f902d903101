import {
  type Address,
  concatHex,
  type Hex,
  hashMessage,
  hexToBytes,
  keccak256,
  numberToHex,
  toHex,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../../test/chain.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import {
  compileAccounts,
  deployAccount,
  wrapped,
} from '../../../test/session/accounts.ts'
import {
  type Made,
  signInCalls,
  toNetworkSettings,
} from '../../../test/session/sign-in.ts'

let chain: EmptyChain
let server: TestServer
let calls: ReturnType<typeof signInCalls>
/** Contracts that accept nothing, each in its own way. */
let accounts: Record<'endless' | 'failing' | 'loud' | 'honest', Address>

beforeAll(async () => {
  chain = await emptyChain(31_337)
  server = await testServer({
    networks: [
      toNetworkSettings(chain, 'local'),
      toNetworkSettings({ id: 31_338, url: chain.url }, 'twin'),
      toNetworkSettings({ id: 99, url: 'http://127.0.0.1:1' }, 'dead'),
    ],
  })
  calls = signInCalls(server)
  const codes = compileAccounts()
  accounts = {
    endless: await deployAccount(chain, codes.EndlessAccount),
    failing: await deployAccount(chain, codes.FailingAccount),
    loud: await deployAccount(chain, codes.LoudAccount),
    honest: await deployAccount(chain, codes.HonestAccount, `0x${'0'.repeat(64)}`),
  }
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

/** Text of ada, her signature, and the valid sign-in. */
type Good = Made & { signature: Hex; address: Address }

type Body = Record<string, unknown>

type Kind = [
  what: string,
  /** Corrupts the sign-in; changes to the server are made before. */
  breakIt: (good: Good) => Body | Promise<Body>,
]

/** Ada signs a text that differs from the stored one. */
const text = (what: string, change: (text: string) => string): Kind => [
  `the text with ${what}`,
  async ({ message }) => {
    const changed = change(message)
    expect(changed).not.toBe(message)
    return { signature: await ada.signMessage({ message: changed }) }
  },
]

const bytes = (what: string, change: (signature: Hex) => Hex): Kind => [
  `a signature with ${what}`,
  ({ signature }) => ({ signature: change(signature) }),
]

const contract = (what: string, name: keyof typeof accounts): Kind => [
  `a contract that ${what}`,
  async () => {
    const address = accounts[name]
    const { message, nonce } = await calls.ask(address)
    return { address, nonce, signature: await ada.signMessage({ message }) }
  },
]

const flip = (hex: Hex, at: number): Hex =>
  `0x${hex.slice(2, at)}${hex[at] === '0' ? '1' : '0'}${hex.slice(at + 1)}`

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other `s` of a signature, valid with the other recovery byte. */
function otherForm(signature: Hex, { isWhole }: { isWhole: boolean }): Hex {
  const [r, s] = [signature.slice(2, 66), BigInt(`0x${signature.slice(66, 130)}`)]
  const isOdd = signature.endsWith('1c') !== isWhole
  return concatHex([
    `0x${r}`,
    numberToHex(ORDER - s, { size: 32 }),
    isOdd ? '0x1c' : '0x1b',
  ])
}

/** EIP-2098: the recovery bit in the first bit of `s`. */
function compact(signature: Hex): Hex {
  const all = hexToBytes(signature)
  const s = all.slice(32, 64)
  if (all[64] === 28) s[0] = (s[0] ?? 0) | 0x80
  return concatHex([toHex(all.slice(0, 32)), toHex(s)])
}

/** Each leaves ada's text usable. */
const kinds: Kind[] = [
  text('another domain', (message) => message.replace('localhost:3000', 'evil.example')),
  text('another address', (message) => message.replace(ada.address, bob.address)),
  text('its address in lower case', (message) =>
    message.replace(ada.address, ada.address.toLowerCase()),
  ),
  text('another statement', (message) => message.replace('costs nothing', 'is free')),
  text('another URI', (message) => message.replace('URI: http:', 'URI: https:')),
  text('another version', (message) => message.replace('Version: 1', 'Version: 2')),
  text('another network', (message) => message.replace('ID: 31337', 'ID: 31338')),
  text('another nonce', (message) => message.replace(/Nonce: \w+/, 'Nonce: abcdefgh')),
  text('an earlier beginning', (message) => message.replace('At: 20', 'At: 19')),
  text('a later end', (message) => message.replace('Time: 20', 'Time: 21')),
  text('a line more', (message) => `${message}\nRequest ID: 1`),
  text('Windows line ends', (message) => message.replaceAll('\n', '\r\n')),
  text('a space behind it', (message) => `${message} `),
  [
    'a signature of somebody else',
    async ({ message }) => ({ signature: await bob.signMessage({ message }) }),
  ],
  [
    'a signature of another session',
    async () => {
      const { message, nonce } = await calls.ask(ada.address)
      const signature = await ada.signMessage({ message })
      const sent = await calls.send({ address: ada.address, signature, nonce })
      expect(sent.status).toBe(200)
      return { signature }
    },
  ],
  [
    'a signature of another pending text',
    async () => ({ signature: await ada.signMessage(await calls.ask(ada.address)) }),
  ],
  [
    'a signature over the bare hash',
    async ({ message }) => ({
      signature: await ada.sign({ hash: keccak256(toHex(message)) }),
    }),
  ],
  [
    'a signature of the hash as a message',
    async ({ message }) => ({
      signature: await ada.signMessage({ message: { raw: hashMessage(message) } }),
    }),
  ],
  [
    'typed data instead',
    async ({ message }) => ({
      signature: await ada.signTypedData({
        primaryType: 'Text',
        types: { Text: [{ name: 'text', type: 'string' }] },
        message: { text: message },
      }),
    }),
  ],
  bytes('a changed first digit', (signature) => flip(signature, 2)),
  bytes('a changed middle digit', (signature) => flip(signature, 70)),
  bytes('the other recovery byte', (signature) =>
    concatHex([
      signature.slice(0, -2) as Hex,
      signature.endsWith('1b') ? '0x1c' : '0x1b',
    ]),
  ),
  bytes(
    'an impossible recovery byte',
    (signature) => `${signature.slice(0, -2)}23` as Hex,
  ),
  bytes('63 bytes', (signature) => signature.slice(0, 128) as Hex),
  bytes('66 bytes', (signature) => `${signature}00`),
  bytes('64 bytes and the other parity', (signature) => {
    const [first, ...others] = hexToBytes(compact(signature)).slice(32)
    return concatHex([
      signature.slice(0, 66) as Hex,
      toHex(Uint8Array.from([(first ?? 0) ^ 0x80, ...others])),
    ])
  }),
  bytes('a single byte', () => '0x00'),
  bytes('8 KiB behind it', (signature) => `${signature}${'00'.repeat(8192 - 65)}`),
  bytes('only zeros', () => `0x${'0'.repeat(130)}`),
  bytes('the other s alone', (signature) => otherForm(signature, { isWhole: false })),
  [
    'the wrapping of an account to come, of a wrong signature',
    async ({ message }) => ({
      signature: wrapped(bob.address, '0x', await bob.signMessage({ message })),
    }),
  ],
  ['an unknown nonce', () => ({ nonce: 'abcdefghijklmnop' })],
  [
    'the nonce of another wallet',
    async () => ({ nonce: (await calls.ask(bob.address)).nonce }),
  ],
  [
    'another wallet, whose key signed the text with the nonce',
    async ({ message }) => ({
      address: bob.address,
      signature: await bob.signMessage({ message }),
    }),
  ],
  ['a wallet that never asked', () => ({ address: cyn.address, nonce: undefined })],
  contract('never ends', 'endless'),
  contract('fails', 'failing'),
  contract('says yes in 100 kB', 'loud'),
  contract('belongs to nobody', 'honest'),
]

const good = async (): Promise<Good> => {
  const made = await calls.ask(ada.address)
  const signature = await ada.signMessage({ message: made.message })
  return { ...made, signature, address: ada.address }
}

const bodyOf = ({ address, signature, nonce }: Good): Body => ({
  ...{ address, signature, nonce },
})

/** Every row that a sign-in may write. */
async function rows() {
  const { database } = server
  const [users, sessions, challenges] = await Promise.all([
    database.selectFrom('users').selectAll().orderBy('id').execute(),
    database.selectFrom('sessions').selectAll().orderBy('id').execute(),
    database.selectFrom('challenges').selectAll().orderBy('nonce_hash').execute(),
  ])
  return { users, sessions, challenges }
}

/** Response of every broken sign-in, except for the request id and lifetimes. */
async function refused(body: Body) {
  const before = await rows()
  const { status, headers, body: text } = await calls.send(body)
  expect(await rows()).toEqual(before)
  const { date: _, 'x-request-id': id, ...others } = headers
  return { status, headers: others, text: text.replace(id ?? '', 'ID') }
}

const REFUSAL = {
  status: 401,
  text: JSON.stringify({
    error: {
      code: 'sign_in_failed',
      message: 'The signature could not be verified. Sign in again.',
      request_id: 'ID',
    },
  }),
}

describe('a broken sign-in', () => {
  test('is one of thirty-nine kinds', () => {
    expect(new Set(kinds.map(([what]) => what)).size).toBe(39)
  })

  test.each(kinds)('with %s is refused, and consumes nothing', async (_, breakIt) => {
    const made = await good()
    const broken = { ...bodyOf(made), ...(await breakIt(made)) }
    const answer = await refused(broken)
    expect(answer).toMatchObject(REFUSAL)
    // The headers are also equal for every cause.
    expect(answer).toEqual(await refused({ ...bodyOf(made), nonce: 'abcdefghijklmnop' }))
    expect((await calls.send(bodyOf(made))).status).toBe(200)
  })

  const isAboutNonce = /nonce|never asked|pending/

  test.each(kinds.filter(([what]) => !isAboutNonce.test(what)))(
    'with %s is refused without the nonce as well',
    async (_, breakIt) => {
      const made = await good()
      const withoutNonce = { ...bodyOf(made), nonce: undefined }
      const broken = { ...withoutNonce, ...(await breakIt(made)), nonce: undefined }
      expect(await refused(broken)).toMatchObject(REFUSAL)
      expect((await calls.send(withoutNonce)).status).toBe(200)
    },
  )
})

describe('a sign-in that comes too late', () => {
  test.each<[string, (made: Good) => Body]>([
    ['again', bodyOf],
    ['again without the nonce', (made) => ({ ...bodyOf(made), nonce: undefined })],
    [
      'again in the other form of its signature',
      (made) => ({
        ...bodyOf(made),
        signature: otherForm(made.signature, { isWhole: true }),
      }),
    ],
    [
      'again in capitals',
      (made) => ({
        ...bodyOf(made),
        signature: `0x${made.signature.slice(2).toUpperCase()}`,
      }),
    ],
  ])('because it comes %s is refused', async (_, late) => {
    const made = await good()
    expect((await calls.send(bodyOf(made))).status).toBe(200)
    expect(await refused(late(made))).toMatchObject(REFUSAL)
  })

  test('in the other form of its signature is valid as long as it is the first', async () => {
    const made = await good()
    const signature = otherForm(made.signature, { isWhole: true })
    expect((await calls.send({ ...bodyOf(made), signature })).status).toBe(200)
    expect(await refused(bodyOf(made))).toMatchObject(REFUSAL)
  })

  test('because five minutes are over is refused', async () => {
    const made = await good()
    server.clock.advance(300_000)
    expect(await refused(bodyOf(made))).toMatchObject(REFUSAL)
    expect(await refused({ ...bodyOf(made), nonce: undefined })).toMatchObject(REFUSAL)
  })
})

describe('a signature is accepted', () => {
  /** The recovery byte that wallets count from 0 instead of 27. */
  const fromZero = (signature: Hex) =>
    `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`

  test.each<[form: string, change: (signature: Hex) => string]>([
    ['of 65 bytes', (signature) => signature],
    ['without 0x', (signature) => signature.slice(2)],
    ['with 0X', (signature) => `0X${signature.slice(2)}`],
    ['in capitals', (signature) => `0x${signature.slice(2).toUpperCase()}`],
    ['in capitals without 0x', (signature) => signature.slice(2).toUpperCase()],
    ['with white space around it', (signature) => ` ${signature}\r\n`],
    ['with a recovery byte from 0', fromZero],
    ['of 64 bytes (ERC-2098)', compact],
    ['of 64 bytes without 0x', (signature) => compact(signature).slice(2)],
  ])('%s', async (_, change) => {
    // Both parities: each has its own bits in every form.
    const seen = new Set<string>()
    for (let tries = 0; seen.size < 2 && tries < 40; tries++) {
      const made = await good()
      const parity = made.signature.slice(-2)
      if (seen.has(parity)) continue
      seen.add(parity)
      const signature = change(made.signature)
      const { status } = await calls.send({ ...bodyOf(made), signature })
      expect([parity, status]).toEqual([parity, 200])
    }
    expect(seen.size).toBe(2)
  })
})

test.each<[field: string, what: string, change: Body]>([
  ['signature', 'no hexadecimal', { signature: 'hello' }],
  ['signature', 'nothing', { signature: '0x' }],
  ['signature', 'empty', { signature: ' ' }],
  ['signature', 'of two lines', { signature: '0x12\n34' }],
  ['signature', 'half a byte too long', { signature: '0x123' }],
  ['signature', 'absent', { signature: undefined }],
  ['signature', 'more than 8 KiB', { signature: `0x${'00'.repeat(8193)}` }],
  ['signature', 'a number', { signature: 5 }],
  ['nonce', 'two words', { nonce: 'a b' }],
  ['nonce', 'an object', { nonce: { $gt: '' } }],
  ['connector', 'nothing', { connector: '' }],
  ['connector', 'endless', { connector: 'x'.repeat(65) }],
  ['address', 'too short', { address: ada.address.slice(0, -1) }],
  [
    'address',
    'in the wrong capitals',
    {
      address: `0x${ada.address.slice(2).replace(/[a-f]/, (letter) => letter.toUpperCase())}`,
    },
  ],
  ['address', 'that of nobody', { address: `0x${'0'.repeat(40)}` }],
])('a sign-in whose %s is %s is no sign-in', async (field, _, change) => {
  const made = await good()
  const { status, text } = await refused({ ...bodyOf(made), ...change })
  expect(status).toBe(422)
  const { error } = JSON.parse(text)
  expect([error.code, Object.keys(error.fields)]).toEqual(['validation_failed', [field]])
  expect((await calls.send(bodyOf(made))).status).toBe(200)
})

test('a sign-in that only an unreachable network could verify is undecided', async () => {
  const made = await calls.ask(ada.address, { chain_id: 99 })
  const { nonce, message } = made
  const wrong = { address: ada.address, nonce, signature: await bob.signMessage(made) }
  const { status, text, headers } = await refused(wrong)
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(text).error.code).toBe('chain_unavailable')
  const signature = await ada.signMessage({ message })
  expect((await calls.send({ address: ada.address, signature, nonce })).status).toBe(200)
})

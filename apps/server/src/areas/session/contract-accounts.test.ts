import { listSessions } from '@platemark/api/session'
import { createDraft, updateDraft } from '@platemark/api/studio'
import { type Address, encodeAbiParameters, type Hex, keccak256, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmptyChain, emptyChain } from '../../../test/chain.ts'
import { collectionRow } from '../../../test/collection.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import {
  type AccountCodes,
  compileAccounts,
  deployAccount,
  futureAccount,
  ownedBy,
  wrapped,
} from '../../../test/session/accounts.ts'
import {
  bearer,
  type Signer,
  signInCalls,
  toNetworkSettings,
} from '../../../test/session/sign-in.ts'

let alpha: EmptyChain
let beta: EmptyChain
let server: TestServer
let codes: AccountCodes
let calls: ReturnType<typeof signInCalls>
/** Accounts on alpha. */
let at: Record<
  | 'honest'
  | 'trusting'
  | 'endless'
  | 'failing'
  | 'loud'
  | 'loudFailing'
  | 'factory'
  | 'gone',
  Address
>

/** CALLER SELFDESTRUCT, during its deployment. */
const GONE: Hex = '0x33ff'

beforeAll(async () => {
  ;[alpha, beta] = await Promise.all([emptyChain(31_337), emptyChain(31_338)])
  server = await testServer({
    networks: [toNetworkSettings(alpha, 'alpha'), toNetworkSettings(beta, 'beta')],
  })
  calls = signInCalls(server)
  codes = compileAccounts()
  at = {
    honest: await deployAccount(alpha, codes.HonestAccount, ownedBy(ada.address)),
    trusting: await deployAccount(alpha, codes.TrustingAccount),
    endless: await deployAccount(alpha, codes.EndlessAccount),
    failing: await deployAccount(alpha, codes.FailingAccount),
    loud: await deployAccount(alpha, codes.LoudAccount),
    loudFailing: await deployAccount(alpha, codes.LoudFailingAccount),
    factory: await deployAccount(alpha, codes.AccountFactory),
    gone: await deployAccount(alpha, GONE),
  }
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await Promise.all([alpha.stop(), beta.stop()])
})

const unknownAccount: Address = '0x00000000000000000000000000000000000c0de1'
const SALT = keccak256(toHex('of the tests'))

/** Account that signs with the result of `sign`. */
const account = (address: Address, sign: (message: string) => Hex | Promise<Hex>) => ({
  address,
  signMessage: async ({ message }: { message: string }) => sign(message),
})
const by =
  (person: Signer) =>
  (message: string): Promise<Hex> =>
    person.signMessage({ message })

/** Account that ada could deploy, and her signature with the deploying call. */
function future(salt: Hex, owner = ada.address) {
  const { address, data } = futureAccount(codes, at.factory, owner, salt)
  const wrap = (signature: Hex) => wrapped(at.factory, data, signature)
  return { address, data, wrap }
}

type Row = [what: string, who: () => Signer, status: 200 | 401]

const deployed: Row[] = [
  ['an honest account, by its owner', () => account(at.honest, by(ada)), 200],
  ['an honest account, by a stranger', () => account(at.honest, by(bob)), 401],
  ['an honest account, by nothing', () => account(at.honest, () => '0x00'), 401],
  [
    'an honest account, by its owner for another text',
    () => account(at.honest, () => ada.signMessage({ message: 'hello' })),
    401,
  ],
  [
    "an honest account, by its owner over the text's bare hash",
    () => account(at.honest, (text) => ada.sign({ hash: keccak256(toHex(text)) })),
    401,
  ],
  ['an account that trusts anybody', () => account(at.trusting, () => '0x1234'), 200],
  [
    'an account that trusts anybody, with 8 KiB',
    () => account(at.trusting, () => `0x${'5a'.repeat(8192)}`),
    200,
  ],
  ['an account that never ends', () => account(at.endless, by(ada)), 401],
  ['an account that fails', () => account(at.failing, by(ada)), 401],
  ['an account that says yes in 100 kB', () => account(at.loud, by(ada)), 401],
  ['an account that fails with 100 kB', () => account(at.loudFailing, by(ada)), 401],
  ['an account that destroyed itself', () => account(at.gone, by(ada)), 401],
  ['an address without any account', () => account(unknownAccount, by(ada)), 401],
]

const wrappings: Row[] = [
  [
    'an account to come, by its owner',
    () => {
      const { address, wrap } = future(SALT)
      return account(address, async (text) => wrap(await by(ada)(text)))
    },
    200,
  ],
  [
    'an account to come, by a stranger',
    () => {
      const { address, wrap } = future(SALT)
      return account(address, async (text) => wrap(await by(bob)(text)))
    },
    401,
  ],
  [
    'an account to come, without the call that makes it',
    () => account(future(SALT).address, by(ada)),
    401,
  ],
  [
    'an account to come, with the call that makes another one',
    () => {
      const { address } = future(SALT)
      const { wrap } = future(SALT, bob.address)
      return account(address, async (text) => wrap(await by(ada)(text)))
    },
    401,
  ],
  [
    'an account to come, with a call that fails',
    () => {
      const { address, data } = future(SALT)
      const sign = async (text: string) => wrapped(at.failing, data, await by(ada)(text))
      return account(address, sign)
    },
    401,
  ],
  [
    'an account to come, with a call that never ends',
    () => {
      const { address, data } = future(SALT)
      const sign = async (text: string) => wrapped(at.endless, data, await by(ada)(text))
      return account(address, sign)
    },
    401,
  ],
  [
    'an account to come, with a call of an unknown address',
    () => {
      const { address } = future(SALT)
      return account(address, async (text) =>
        wrapped(unknownAccount, '0x', await by(ada)(text)),
      )
    },
    401,
  ],
  [
    'the end of a wrapping around nothing',
    () => account(future(SALT).address, () => `0x${'6492'.repeat(16)}`),
    401,
  ],
  [
    'an account that is there, in the wrapping of one to come',
    () =>
      account(at.honest, async (text) =>
        wrapped(unknownAccount, '0x', await by(ada)(text)),
      ),
    200,
  ],
  [
    'an account that is there, by a stranger in that wrapping',
    () =>
      account(at.honest, async (text) =>
        wrapped(unknownAccount, '0x', await by(bob)(text)),
      ),
    401,
  ],
  [
    'an account that is there, in the wrapping of one that trusts anybody',
    () => account(at.honest, () => wrapped(at.trusting, '0x', '0x1234')),
    401,
  ],
  [
    'an account that fails with 100 kB, in a wrapping',
    () => account(at.loudFailing, () => wrapped(unknownAccount, '0x', '0x1234')),
    401,
  ],
]

test.each([...deployed, ...wrappings])('%s', async (_, who, status) => {
  const answer = await calls.signIn(who())
  expect(answer.status).toBe(status)
  const sessions = await server.database.selectFrom('sessions').selectAll().execute()
  expect(sessions).toHaveLength(status === 200 ? 1 : 0)
  const used = await server.database
    .selectFrom('challenges')
    .where('used_at', 'is not', null)
    .selectAll()
    .execute()
  expect(used).toHaveLength(status === 200 ? 1 : 0)
  if (status === 401) expect(answer.error?.code).toBe('sign_in_failed')
})

const YES = '1626ba7e'

test.each<[what: string, word: Hex, length: number, status: 200 | 401]>([
  ['the yes of ERC-1271', `0x${YES}${'00'.repeat(28)}`, 32, 200],
  ['another four bytes', `0xffffffff${'00'.repeat(28)}`, 32, 401],
  ["ERC-1271's old yes", `0x20c13b0b${'00'.repeat(28)}`, 32, 401],
  ['yes with something behind it', `0x${YES}${'00'.repeat(27)}01`, 32, 401],
  ['yes as a number', `0x${'00'.repeat(28)}${YES}`, 32, 401],
  ['true', `0x${'00'.repeat(31)}01`, 32, 401],
  ['the four bytes alone', `0x${YES}${'00'.repeat(28)}`, 4, 401],
  ['yes and another word', `0x${YES}${'00'.repeat(28)}`, 64, 401],
  ['nothing', `0x${'00'.repeat(32)}`, 0, 401],
])('an account that answers %s', async (_, word, length, status) => {
  const args: Hex = `${word}${length.toString(16).padStart(64, '0')}`
  const address = await deployAccount(alpha, codes.FixedAccount, args)
  const answer = await calls.signIn(account(address, by(ada)))
  expect(answer.status).toBe(status)
})

test.each(['rate limit', 'too many requests', 'header not found', 'missing trie node'])(
  'an account that fails with "%s" is refused, and no other account with it',
  async (words) => {
    const args = encodeAbiParameters([{ type: 'string' }], [words])
    const liar = await deployAccount(alpha, codes.SayingAccount, args)
    const wrapping = wrapped(liar, '0x12345678', '0x1234')
    for (let count = 0; count < 5; count += 1) {
      expect((await calls.signIn(account(liar, by(ada)))).status).toBe(401)
      expect((await calls.signIn(account(unknownAccount, () => wrapping))).status).toBe(
        401,
      )
    }
    expect((await calls.signIn(account(at.honest, by(ada)))).status).toBe(200)
  },
)

test('an account to come signs in before and after it is made, as one user', async () => {
  const salt = keccak256(toHex('made between'))
  const { address, data, wrap } = future(salt)
  const sign = async (text: string) => wrap(await by(ada)(text))
  expect((await calls.signIn(account(address, sign))).status).toBe(200)
  expect((await calls.signIn(account(address, by(ada)))).status).toBe(401)

  // Safe: anvil funds some accounts.
  const payer = alpha.funded[0] as (typeof alpha.funded)[number]
  const { client, chain } = alpha
  const hash = await client.sendTransaction({
    ...{ account: payer, chain, data, to: at.factory },
  })
  await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  expect((await calls.signIn(account(address, sign))).status).toBe(200)
  expect((await calls.signIn(account(address, by(ada)))).status).toBe(200)
  const users = await server.database.selectFrom('users').selectAll().execute()
  expect(users).toHaveLength(1)
})

test('an account signs in without the nonce by the newest of its texts', async () => {
  await calls.ask(at.honest)
  server.clock.advance(1000)
  const { message } = await calls.ask(at.honest)
  const signature = await ada.signMessage({ message })
  const { status } = await calls.send({ address: at.honest, signature })
  expect(status).toBe(200)
})

test('the session of a contract account ends after a day, to the second', async () => {
  const { clock } = server.context
  let now = clock()
  server.context.clock = () => now
  const { data } = await calls.signIn(account(at.honest, by(ada)))
  const began = now.getTime()
  const statusAfter = async (seconds: number) => {
    now = new Date(began + seconds * 1000)
    const headers = bearer(data.access_token)
    return (await server.get(listSessions.path, { headers })).status
  }
  expect(await statusAfter(43_200)).toBe(200)
  expect(await statusAfter(86_399)).toBe(200)
  expect(await statusAfter(86_400)).toBe(401)
  server.context.clock = clock
})

/** Fields of a draft besides its network. */
const draft = { kind: 'drop', name: 'Tidewater', symbol: 'TIDE' }

describe('one address on two networks', () => {
  /** The next account of the same deployer on both networks, each with its own owner. */
  const twins = async () => {
    const [onAlpha, onBeta] = [alpha.funded[1], beta.funded[1]]
    const first = await deployAccount(
      alpha,
      codes.HonestAccount,
      ownedBy(ada.address),
      onAlpha,
    )
    const second = await deployAccount(
      beta,
      codes.HonestAccount,
      ownedBy(bob.address),
      onBeta,
    )
    expect(second).toBe(first)
    return first
  }
  let address: Address
  beforeAll(async () => {
    address = await twins()
  })

  const enter = (person: Signer, { id }: EmptyChain) =>
    calls.signIn(account(address, by(person)), {
      chain_id: id,
      from: `10.0.0.${id % 10}`,
    })

  test('belongs to the owner of its contract on each of them', async () => {
    expect((await enter(bob, alpha)).status).toBe(401)
    expect((await enter(ada, beta)).status).toBe(401)
    expect((await enter(ada, alpha)).status).toBe(200)
  })

  test('is one account on each of them, and neither locks the other out', async () => {
    const [first, second] = [await enter(bob, beta), await enter(ada, alpha)]
    expect([first.status, second.status]).toEqual([200, 200])
    const rename = async ({ data }: typeof first, username: string) =>
      server.post(
        '/api/user/update',
        { username },
        { headers: bearer(data.access_token) },
      )
    expect((await rename(first, 'beta_safe')).data.account_chain).toBe('beta')
    expect((await rename(second, 'alpha_safe')).data.account_chain).toBe('alpha')
    const users = await server.database
      .selectFrom('users')
      .select(['address', 'account_kind', 'auth_chain_id', 'username'])
      .orderBy('auth_chain_id')
      .execute()
    const kind = { address, account_kind: 'contract' }
    expect(users).toEqual([
      { ...kind, auth_chain_id: 31_337, username: 'alpha_safe' },
      { ...kind, auth_chain_id: 31_338, username: 'beta_safe' },
    ])
  })

  test('is one account on each, when both prove it at once', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => enter(ada, alpha)),
      ...Array.from({ length: 4 }, () => enter(bob, beta)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const users = await server.database
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'sessions.chain_id', 'users.auth_chain_id'])
      .distinct()
      .execute()
    expect(users).toHaveLength(2)
    for (const user of users) expect(user.auth_chain_id).toBe(user.chain_id)
  })

  test('owns nothing on the other network, and makes nothing for it', async () => {
    const collection = `0x${'c0'.repeat(20)}`
    await server.database
      .insertInto('collections')
      .values(
        [alpha, beta].map(({ id }) =>
          collectionRow({
            ...{ chain_id: id, address: collection, owner: address },
            is_unlisted: true,
          }),
        ),
      )
      .execute()
    const { data } = await enter(ada, alpha)
    const headers = bearer(data.access_token)
    const read = async (alias: string) =>
      (await server.get(`/api/contract/${alias}/${collection}`, { headers })).data
    expect(await read('beta')).toMatchObject({ hidden: true })
    expect(await read('beta')).not.toHaveProperty('own')
    expect(await read('alpha')).toMatchObject({ hidden: false, own: {} })

    const create = (chain_alias: string) =>
      server.postForm(createDraft.path, { data: { ...draft, chain_alias } }, { headers })
    const refused = await create('beta')
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([
      422,
      ['chain_alias'],
    ])
    const { status, data: made } = await create('alpha')
    expect(status).toBe(201)
    const moved = await server.post(
      updateDraft.path.replace(':contract_id', made.contract_id),
      { chain_alias: 'beta' },
      { headers },
    )
    expect(moved.status).toBe(422)
  })

  test('takes no text of the other network, signed by its owner there', async () => {
    const text = await calls.ask(address, { chain_id: alpha.id })
    const other = await calls.ask(address, { chain_id: beta.id })
    const signature = await bob.signMessage({ message: text.message })
    for (const { nonce } of [text, other]) {
      expect((await calls.send({ address, signature, nonce })).status).toBe(401)
    }
  })
})

describe('an address that a key has signed in with', () => {
  const code = async (bytecode: Hex) =>
    alpha.client.setCode({ address: cyn.address, bytecode })

  test('is not opened by a contract that comes to stand there', async () => {
    expect((await calls.signIn(cyn)).status).toBe(200)
    const runtime = await alpha.client.getCode({ address: at.trusting })
    await code(runtime ?? '0x')
    const stranger = account(cyn.address, () => '0x1234')
    expect((await calls.signIn(stranger)).status).toBe(401)
    expect((await calls.signIn(cyn)).status).toBe(200)
    await code('0x')
  })

  test('is its key’s, where it delegates to a contract that accepts anything', async () => {
    const delegated = async () => code(`0xef0100${at.trusting.slice(2)}`)
    await delegated()
    const stranger = account(cyn.address, () => '0x1234')
    expect((await calls.signIn(stranger)).status).toBe(401)
    expect((await calls.signIn(cyn)).status).toBe(200)
    const { data } = await calls.signIn(cyn)
    const headers = bearer(data.access_token)
    expect((await server.get('/api/user/get', { headers })).data.account_chain).toBe(null)
    await code('0x')
  })

  test('is opened by the key where a contract was first, whose sessions end', async () => {
    const runtime = await alpha.client.getCode({ address: at.trusting })
    await code(runtime ?? '0x')
    const delegate = account(cyn.address, () => '0x1234')
    const opened = await calls.signIn(delegate)
    expect(opened.status).toBe(200)
    const statusOf = async ({ data }: typeof opened) =>
      (await server.get(listSessions.path, { headers: bearer(data.access_token) })).status
    expect(await statusOf(opened)).toBe(200)
    const byKey = await calls.signIn(cyn)
    expect([await statusOf(opened), await statusOf(byKey)]).toEqual([401, 200])
    expect((await calls.signIn(delegate)).status).toBe(401)
    expect((await calls.signIn(cyn)).status).toBe(200)
    expect(await statusOf(byKey)).toBe(200)
    await code('0x')
  })
})

test('a chain of zkSync, which runs only deployed code, is called through its validator', async () => {
  const zk = { ...toNetworkSettings(alpha, 'zk'), stack: 'zk' }
  const other = await testServer({ networks: [zk] })
  const { signIn } = signInCalls(other)
  const { address, wrap } = future(keccak256(toHex('on zk')))
  const by = (person: Signer) =>
    signIn(
      account(address, async (message) => wrap(await person.signMessage({ message }))),
    )
  expect((await by(ada)).status).toBe(401)

  const validator = await deployAccount(alpha, codes.Validator)
  const bytecode = (await alpha.client.getCode({ address: validator })) ?? '0x'
  const place = '0xfB688330379976DA81eB64Fe4BF50d7401763B9C'
  await alpha.client.setCode({ address: place, bytecode })
  expect((await by(bob)).status).toBe(401)
  expect((await by(ada)).status).toBe(200)
  await other.close()
})

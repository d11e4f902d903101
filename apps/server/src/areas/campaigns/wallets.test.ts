import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  campaignFields,
  GIVEN_CAMPAIGN,
  openCampaign,
  signLink,
} from '../../../test/campaigns.ts'
import { outcome } from '../../../test/outcome.ts'
import { ada, bob, cyn, type TestServer, testServer } from '../../../test/server.ts'
import { setStatus } from './queries/campaigns.ts'
import { linkToEntry, setEntryStatus } from './queries/entries.ts'
import { saveNotice } from './queries/notices.ts'

const CHAIN = 31_337
const path = `/api/campaigns/${GIVEN_CAMPAIGN}`
const nowhere = '/api/campaigns/no-such'

let server: TestServer
let id: string

beforeAll(async () => {
  // No node answers: a contract cannot be asked about its signature.
  server = await testServer({ networks: [{ alias: 'local', is_demo: true }] })
})
beforeEach(async () => {
  await server.reset()
  id = await openCampaign(server, campaignFields(CHAIN))
})
afterAll(() => server.close())

type Person = { address: `0x${string}` }
type Body = Record<string, unknown>

const low = ({ address }: Person) => address.toLowerCase()
const join = async (...people: Person[]) => {
  for (const as of people)
    expect((await server.post(`${path}/join`, {}, { as })).status).toBe(201)
}
const ask = (body: Body, as: Person = ada, at = path) =>
  server.post(`${at}/wallets/text`, body, { as })
const link = (body: Body, as: Person = ada, at = path) =>
  server.post(`${at}/wallets`, body, { as })
const stand = (status: 'live' | 'paused' | 'settling') =>
  setStatus(server.database, id, { status, reason: 'A fault.' })
const attach = (wallet: string, to: Person) =>
  linkToEntry(server.database, id, {
    ...{ wallet, chain_id: null, address: low(to), now: new Date() },
  })
const listWallets = async (as: Person) => (await server.get(path, { as })).data.me.wallets

/** Signs with both keys a text about the other wallet, for the account of a contract too. */
async function sign(other: typeof bob, chain_id: number | null = null) {
  const { data } = await ask({ address: other.address, chain_id })
  const message: string = data.text
  return {
    ...{ address: other.address, nonce: data.nonce },
    signature: await ada.signMessage({ message }),
    other_signature: await other.signMessage({ message }),
  }
}

describe('the text that links two wallets', () => {
  test('names both, and holds for ten minutes', async () => {
    await join(ada)
    const { status, data } = await ask({ address: bob.address, chain_id: CHAIN })
    expect(status).toBe(200)
    expect(data.text).toContain(`Wallet of the entry: ${ada.address}\n`)
    expect(data.text).toContain(`Second wallet: ${bob.address} on network ${CHAIN}\n`)
    expect(data.text).toContain(`Nonce: ${data.nonce}\n`)
    const left = Date.parse(data.expires_at) - server.context.clock().getTime()
    expect(Math.round(left / 60_000)).toBe(10)
  })

  test('is only for participants, of a campaign that runs', async () => {
    const body = { address: bob.address }
    expect(outcome(await ask(body, ada, nowhere))).toEqual([404, 'campaign_not_found'])
    expect(outcome(await ask(body))).toEqual([409, 'not_joined'])
    await join(ada)
    for (const status of ['paused', 'settling'] as const) {
      await stand(status)
      expect(outcome(await ask(body))).toEqual([409, 'campaign_not_open'])
    }
  })

  test.each([{ address: '0x1' }, { address: bob.address, chain_id: -1 }, {}])(
    'is refused for %j',
    async (body) => {
      await join(ada)
      expect(outcome(await ask(body))).toEqual([422, 'validation_failed'])
    },
  )

  test('is refused for the own wallet, and for one that is linked already', async () => {
    await join(ada, bob)
    await attach(low(cyn), bob)
    for (const { address } of [ada, bob, cyn])
      expect([address, ...outcome(await ask({ address }))]).toEqual([
        address,
        409,
        'wallet_in_campaign',
      ])
  })

  test('is refused beyond five wallets', async () => {
    await join(ada)
    for (let n = 1; n <= 4; n += 1) await attach(`0x${String(n).repeat(40)}`, ada)
    const { status, error } = await ask({ address: bob.address })
    expect([status, error?.message]).toEqual([409, 'At most 5 wallets can be linked.'])
  })

  test('is refused for a wallet with a reward or a notice of its own', async () => {
    await join(ada, bob, cyn)
    await server.post(`${path}/rewards/there/claim`, {}, { as: bob })
    const sent_at = new Date()
    await saveNotice(server.database, id, {
      ...{ address: low(cyn), reason: 'Many gifts.', evidence: '0x1', sent_at },
      answer_until: new Date(sent_at.getTime() + 60_000),
    })
    const refused = [
      await ask({ address: bob.address }),
      await ask({ address: cyn.address }),
    ]
    expect(refused.map(({ status, error }) => [status, error?.message])).toEqual([
      [409, 'This wallet has already claimed a reward of this campaign on its own.'],
      [409, 'The entry of this wallet is under review.'],
    ])
  })

  test('is refused for a disqualified wallet', async () => {
    await join(ada, bob)
    const decision = { status: 'disqualified', reason: 'Many gifts.' } as const
    await setEntryStatus(server.database, id, low(bob), decision)
    const { error } = await ask({ address: bob.address })
    expect(error?.message).toBe('The entry of this wallet is under review.')
  })
})

describe('linking', () => {
  test('ends the entry of the second wallet, and a text is used once', async () => {
    await join(ada, bob)
    const body = await signLink(server, GIVEN_CAMPAIGN, ada, bob)
    const many = await Promise.all([link(body), link(body), link(body)])
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    expect(await listWallets(ada)).toEqual([bob.address])
    expect(outcome(await link(body))).toEqual([422, 'link_text_invalid'])
    expect((await server.get(path)).data.participants).toBe(1)
  })

  test('is refused outside a campaign that runs, before the signatures are looked at', async () => {
    await join(ada)
    const body = await signLink(server, GIVEN_CAMPAIGN, ada, bob)
    expect(outcome(await link(body, ada, nowhere))).toEqual([404, 'campaign_not_found'])
    expect(outcome(await link(body, cyn))).toEqual([409, 'not_joined'])
    await stand('settling')
    expect(outcome(await link(body))).toEqual([409, 'campaign_not_open'])
    await stand('live')
    expect((await link(body)).status).toBe(201)
  })

  test('takes no text of another person, for another wallet, or of long ago', async () => {
    await join(ada, cyn)
    const body = await signLink(server, GIVEN_CAMPAIGN, ada, bob)
    const invalid = [422, 'link_text_invalid']
    expect(outcome(await link(body, cyn))).toEqual(invalid)
    const elsewhere = privateKeyToAccount(generatePrivateKey()).address
    expect(outcome(await link({ ...body, address: elsewhere }))).toEqual(invalid)
    expect(outcome(await link({ ...body, nonce: '0'.repeat(32) }))).toEqual(invalid)
    server.clock.advance(601_000)
    expect(outcome(await link(body))).toEqual(invalid)
  })

  test('needs a signature of each wallet', async () => {
    await join(ada)
    const body = await sign(bob)
    const { signature, other_signature } = body
    const wrong = [422, 'link_signature_invalid']
    const both = (one: string, other: string) =>
      link({ ...body, signature: one, other_signature: other })
    expect(outcome(await both(other_signature, other_signature))).toEqual(wrong)
    expect(outcome(await both(signature, signature))).toEqual(wrong)
    expect(outcome(await both('0x', other_signature))).toEqual([422, 'validation_failed'])
    expect((await both(signature, other_signature)).status).toBe(201)
  })

  test('asks the network of a contract, which must answer and be one of this site', async () => {
    await join(ada)
    expect(outcome(await link(await sign(bob, CHAIN)))).toEqual([
      503,
      'chain_unavailable',
    ])
    expect(outcome(await link(await sign(bob, 999)))).toEqual([
      422,
      'link_signature_invalid',
    ])
    expect(await listWallets(ada)).toEqual([])
  })

  test('is refused once the second wallet has a reward, though its text was signed before', async () => {
    await join(ada, bob)
    const body = await signLink(server, GIVEN_CAMPAIGN, ada, bob)
    await server.post(`${path}/rewards/there/claim`, {}, { as: bob })
    expect(outcome(await link(body))).toEqual([409, 'wallet_in_campaign'])
    expect(await listWallets(bob)).toEqual([])
  })
})

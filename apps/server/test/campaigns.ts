import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { lockCampaign, setStatus } from '../src/areas/campaigns/queries/campaigns.ts'
import { insertEntry, linkToEntry } from '../src/areas/campaigns/queries/entries.ts'
import { saveNotice } from '../src/areas/campaigns/queries/notices.ts'
import { freezeCampaign } from '../src/areas/campaigns/service/freeze.ts'
import { correctResult, importCampaign } from '../src/areas/campaigns/service/manage.ts'
import { prepareWalletLink } from '../src/areas/campaigns/service/wallets.ts'
import type { Database } from '../src/database/database.ts'
import { ada, bob, type TestServer } from './server.ts'

const DAY = 86_400_000

/** Alias of the campaign that `giveCampaign` starts. */
export const GIVEN_CAMPAIGN = 'quiet-shore'

/** Alias of the stamp card that `giveFrozenCampaign` ends. */
export const FROZEN_CAMPAIGN = 'superchain-stamp-card'

/** Fields of a campaign file. */
export type CampaignFields = Record<string, unknown>

/** Returns the fields of a campaign that runs from a day ago for ten days, on one network. */
export function campaignFields(
  chainId: number,
  fields: CampaignFields = {},
): CampaignFields {
  const now = Math.floor(Date.now() / 1000) * 1000
  return {
    alias: GIVEN_CAMPAIGN,
    series: 'quiet-shore',
    template: 'quest_list',
    title: 'Quiet Shore',
    tagline: 'Mint by the sea.',
    starts_at: new Date(now - DAY).toISOString(),
    ends_at: new Date(now + 9 * DAY).toISOString(),
    chains: [chainId],
    quests: [
      {
        ...{ key: 'mint', title: 'Mint', points: 10, per: 'event' },
        rule: { kind: 'onchain', event: 'mint' },
      },
    ],
    rewards: [
      {
        ...{ key: 'there', title: 'There', kind: 'achievement', when: 'instant' },
        condition: { min_points: 0 },
      },
    ],
    ...fields,
  }
}

/** Imports a campaign from fields of its file. Throws `CampaignRefusedError`. */
export function importFields(
  { context }: TestServer,
  fields: CampaignFields,
  note: string | null = null,
) {
  const { chains, clock, academy, database } = context
  const articles = academy.english.articles.map(({ alias }) => alias)
  const text = JSON.stringify(fields, null, 2)
  return database
    .transaction()
    .execute((transaction) =>
      importCampaign(
        transaction,
        { chains, clock, articles },
        { file: 'quiet-shore.yaml', text, note },
      ),
    )
}

/** Imports a campaign and opens it, without simulating its badges. Returns its id. */
export async function openCampaign(
  server: TestServer,
  fields: CampaignFields,
  status: 'scheduled' | 'live' = 'live',
): Promise<string> {
  const { alias } = await importFields(server, fields)
  const id = await findId(server.database, alias)
  await setStatus(server.database, id, { status, published_at: new Date() })
  return id
}

async function findId(database: Database, alias: string): Promise<string> {
  const { id } = await database
    .selectFrom('campaigns')
    .select('id')
    .where('alias', '=', alias)
    .executeTakeFirstOrThrow()
  return id
}

/** Opens a campaign in which ada takes part, with bob's wallet linked, and has a notice. */
export async function giveCampaign(server: TestServer, chainId: number): Promise<void> {
  const id = await openCampaign(server, campaignFields(chainId))
  await takingPart(server)
  const now = server.context.clock()
  await saveNotice(server.database, id, {
    ...{ address: ada.address.toLowerCase(), reason: 'Many gifts.', evidence: '0x1' },
    ...{ sent_at: now, answer_until: new Date(now.getTime() + DAY) },
  })
}

/** Freezes a stamp card in which ada took part, and publishes a correction of its result. */
export async function giveFrozenCampaign(
  server: TestServer,
  chainId: number,
): Promise<void> {
  const alias = FROZEN_CAMPAIGN
  const { context, database } = server
  const fields = { alias, series: alias, template: 'stamp_card' }
  const id = await openCampaign(server, campaignFields(chainId, fields))
  const address = ada.address.toLowerCase()
  const now = context.clock()
  await insertEntry(database, id, { address, chain_id: null, team: null, now })
  await setStatus(database, id, { status: 'settling' })
  await database.transaction().execute(async (transaction) => {
    const row = await lockCampaign(transaction, id)
    if (!row) throw new Error('campaign is missing after its insert')
    await freezeCampaign(transaction, context, row)
  })
  await correctResult(database, context, { alias, reason: 'A row was missing.' })
}

/** Has ada take part with bob's wallet linked, unless she does. */
export async function takingPart(server: TestServer): Promise<void> {
  const { database, context } = server
  const given = await database
    .selectFrom('campaigns')
    .select('id')
    .where('alias', '=', GIVEN_CAMPAIGN)
    .executeTakeFirst()
  const id = given?.id ?? (await openCampaign(server, campaignFields(31_337)))
  const address = ada.address.toLowerCase()
  const known = await database
    .selectFrom('campaign_entries')
    .select('address')
    .where('campaign_id', '=', id)
    .executeTakeFirst()
  if (known) return
  const now = context.clock()
  await insertEntry(database, id, { address, chain_id: null, team: null, now })
  await linkToEntry(database, id, {
    ...{ wallet: bob.address.toLowerCase(), chain_id: null, address, now },
  })
}

/** Returns a body that links a new wallet to the entry of ada; its text counts against no limit. */
export async function linkingThird(server: TestServer) {
  await takingPart(server)
  const other = privateKeyToAccount(generatePrivateKey())
  const session = {
    ...{ id: '', user_id: '', chain_id: 1, proven_on: null },
    // Safe: an address in lower case has the same form.
    address: ada.address.toLowerCase() as `0x${string}`,
  }
  const prepared = await prepareWalletLink(server.context, session, {
    ...{ alias: GIVEN_CAMPAIGN, address: other.address, chain_id: null },
  })
  return signText(prepared, ada, other)
}

type Signer = ReturnType<typeof privateKeyToAccount>

/** Asks for a text as one wallet, and signs it with both. */
export async function signLink(
  server: TestServer,
  alias: string,
  own: Signer,
  other: Signer,
) {
  const { data } = await server.post(
    `/api/campaigns/${alias}/wallets/text`,
    { address: other.address },
    { as: own },
  )
  return signText(data, own, other)
}

async function signText(
  { text: message, nonce }: { text: string; nonce: string },
  own: Signer,
  other: Signer,
) {
  return {
    address: other.address,
    nonce,
    signature: await own.signMessage({ message }),
    other_signature: await other.signMessage({ message }),
  }
}

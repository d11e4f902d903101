import { randomBytes } from 'node:crypto'
import { Problem } from '@platemark/api/problem'
import { getAddress, type Hex } from 'viem'
import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import { isSignedByAccount } from '../../session/service.ts'
import { outdateBoard } from '../queries/board.ts'
import { type CampaignRow, lockCampaign } from '../queries/campaigns.ts'
import { listClaims } from '../queries/claims.ts'
import { addReviews } from '../queries/cursors.ts'
import {
  deleteEntry,
  type EntryRow,
  findEntryOfWallet,
  linkToEntry,
  listWallets,
} from '../queries/entries.ts'
import { consumeLinkText, findLinkText, insertLinkText } from '../queries/link-texts.ts'
import { findNotice } from '../queries/notices.ts'
import { requireEntry } from './join.ts'
import { hashText } from './result-file.ts'
import { requireCampaign } from './visible.ts'

const TEXT_MS = 600_000

/** Most wallets of one person in a campaign. */
const MAX_WALLETS = 5

type Wallet = { address: string; chain_id: number | null }

/** Makes the text that both wallets sign. Throws the problems of `prepareWalletLink`. */
export async function prepareWalletLink(
  context: AppContext,
  session: Session,
  { alias, ...given }: Wallet & { alias: string },
) {
  const { database, clock, configuration } = context
  const row = await requireCampaign(context, alias)
  requireRunning(row)
  const entry = await requireEntry(database, row, session)
  const wallet = { ...given, address: given.address.toLowerCase() }
  await requireFree(database, row, { entry, wallet })
  const now = clock()
  const expires_at = new Date(now.getTime() + TEXT_MS)
  const nonce = randomBytes(16).toString('hex')
  const text = [
    `${new URL(configuration.public_url).host}: link two wallets in the campaign "${row.definition.title}".`,
    '',
    `Wallet of the entry: ${getAddress(entry.address)}`,
    `Second wallet: ${getAddress(wallet.address)}${wallet.chain_id === null ? '' : ` on network ${wallet.chain_id}`}`,
    'Both count as one person from now on. This cannot be undone.',
    '',
    `Campaign: ${alias}`,
    `Nonce: ${nonce}`,
    `Expires: ${expires_at.toISOString()}`,
  ].join('\n')
  await insertLinkText(
    database,
    {
      ...{ nonce_hash: hashText(nonce), campaign_id: row.id, address: entry.address },
      ...{ wallet: wallet.address, chain_id: wallet.chain_id, text, expires_at },
    },
    now,
  )
  return { text, nonce, expires_at: expires_at.toISOString() }
}

function requireRunning({ status }: CampaignRow): void {
  if (status === 'scheduled' || status === 'live') return
  throw new Problem('campaign_not_open', 'Wallets can be linked while a campaign runs.')
}

/**
 * Requires that a wallet can be linked: it is another one, and where it takes part by itself, alone,
 * it has no reward and no notice yet.
 */
async function requireFree(
  database: Database,
  { id }: CampaignRow,
  { entry, wallet }: { entry: EntryRow; wallet: Wallet },
): Promise<EntryRow | undefined> {
  const wallets = await listWallets(database, id, entry.address)
  if (wallets.length >= MAX_WALLETS) {
    throw new Problem(
      'wallet_in_campaign',
      `At most ${MAX_WALLETS} wallets can be linked.`,
    )
  }
  const other = await findEntryOfWallet(database, id, wallet.address)
  if (!other) return undefined
  const isAlone = (await listWallets(database, id, other.address)).length === 1
  if (other.address === entry.address || !isAlone) throw new Problem('wallet_in_campaign')
  const claims = await listClaims(database, id, other.address)
  if (claims.length > 0) {
    throw new Problem(
      'wallet_in_campaign',
      'This wallet has already claimed a reward of this campaign on its own.',
    )
  }
  if (other.status !== 'active' || (await findNotice(database, id, other.address))) {
    throw new Problem('wallet_in_campaign', 'The entry of this wallet is under review.')
  }
  return other
}

/**
 * Links a second wallet by the signatures of both: an entry of its own ends, and everything that
 * both did counts in one, and once. Throws the problems of `linkWallet`.
 */
export async function linkWallet(
  context: AppContext,
  session: Session,
  given: {
    alias: string
    address: string
    nonce: string
    signature: string
    other_signature: string
  },
): Promise<{ wallets: string[] }> {
  const { database, clock } = context
  const row = await requireCampaign(context, given.alias)
  requireRunning(row)
  const entry = await requireEntry(database, row, session)
  const now = clock()
  const text = await findLinkText(database, hashText(given.nonce), now)
  const isOurs =
    text?.campaign_id === row.id &&
    text.address === entry.address &&
    text.wallet === given.address.toLowerCase()
  if (!text || !isOurs) throw new Problem('link_text_invalid')
  const other = { address: text.wallet, chain_id: text.chain_id }
  const isSigned =
    (await isSigner(context, entry, text.text, given.signature)) &&
    (await isSigner(context, other, text.text, given.other_signature))
  if (!isSigned) throw new Problem('link_signature_invalid')
  return database.transaction().execute(async (transaction) => {
    const locked = await lockCampaign(transaction, row.id)
    if (!locked) throw new Problem('campaign_not_found')
    requireRunning(locked)
    if (!(await consumeLinkText(transaction, text.nonce_hash, now))) {
      throw new Problem('link_text_invalid')
    }
    const ended = await requireFree(transaction, row, { entry, wallet: other })
    if (ended) await deleteEntry(transaction, row.id, ended.address)
    await linkToEntry(transaction, row.id, {
      ...{ wallet: other.address, chain_id: other.chain_id, address: entry.address, now },
    })
    await addReviews(transaction, row.id, [entry.address])
    await outdateBoard(transaction, row.id)
    return { wallets: await listLinked(transaction, row.id, entry.address) }
  })
}

function isSigner(
  context: AppContext,
  { address, chain_id }: Wallet,
  message: string,
  signature: string,
): Promise<boolean> {
  return isSignedByAccount(context, {
    // Safe: entries and texts hold addresses, and the call requires hex.
    address: address as Hex,
    chain_id,
    message,
    signature: signature as Hex,
  })
}

/** Lists the linked wallets of an entry beside its own. */
export async function listLinked(
  database: Database,
  id: string,
  address: string,
): Promise<string[]> {
  const wallets = await listWallets(database, id, address)
  return wallets.flatMap(({ wallet }) => (wallet === address ? [] : getAddress(wallet)))
}

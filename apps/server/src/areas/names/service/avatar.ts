import type { NameDetail } from '@platemark/api/names'
import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../../http/app-context.ts'
import { findHeldPicture } from '../../collections/service/account-summary.ts'

type Avatar = NameDetail['avatar']

const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i
const TOKEN = /^eip155:(\d{1,15})\/erc(?:721|1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i

/**
 * Returns the picture of a name: that of its record `avatar` where it is embedded, or a token of a
 * collection here that `owner` holds at the moment (ENSIP-12); else that of the owner's profile.
 * Other addresses are not loaded.
 */
export async function readAvatar(
  context: AppContext,
  record: string | undefined,
  { owner, profileUrl }: { owner: string; profileUrl: string | null },
): Promise<Avatar> {
  const found = record === undefined ? null : await readRecord(context, record, owner)
  if (found && 'url' in found)
    return { url: found.url, source: 'record', unused_record: null }
  const source = profileUrl === null ? 'none' : 'profile'
  return { url: profileUrl, source, unused_record: found?.unused ?? null }
}

type RecordPicture = { url: string } | { unused: NonNullable<Avatar['unused_record']> }

async function readRecord(
  context: AppContext,
  record: string,
  owner: string,
): Promise<RecordPicture> {
  if (DATA_PICTURE.test(record)) return { url: record }
  if (/^(?:https|ipfs|ar):\/\/\S+$/i.test(record)) return { unused: 'foreign' }
  const [, chainId, contract, tokenId] = TOKEN.exec(record) ?? []
  if (!chainId || !contract || !tokenId) return { unused: 'invalid' }
  const chain = context.chains.find(({ id }) => id === Number(chainId))
  if (!chain) return { unused: 'foreign' }
  const token = {
    chain_alias: chain.alias,
    contract_address: contract.toLowerCase(),
    token_id: tokenId,
  }
  try {
    const { url, isHeld } = await findHeldPicture(context, token, owner)
    return isHeld ? { url } : { unused: 'not_owned' }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { unused: 'foreign' }
    throw error
  }
}

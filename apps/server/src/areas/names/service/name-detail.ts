import type { NameDetail, NameProfile } from '@platemark/api/names'
import { Problem } from '@platemark/api/problem'
import { readLabel } from '@platemark/rules/name-label'
import type { AppContext } from '../../../http/app-context.ts'
import { lruSet } from '../../../http/lru-set.ts'
import { countClaimedAchievements } from '../../achievements/service/lists.ts'
import { summarizeAccount } from '../../collections/service/account-summary.ts'
import { findName, findOlderLookalike, type NameDetailRow } from '../queries/names.ts'
import { listNameAddresses } from './addresses.ts'
import { readAvatar } from './avatar.ts'
import { checkName, toNameOffer, toRefusal } from './check-name.ts'
import { type NameHome, requireHome } from './home.ts'
import { type NameOnChain, readName } from './registry.ts'
import { sharedFields, toClaimedRow, toNameRows } from './shapes.ts'
import { findShownName } from './shown-name.ts'

const CACHE_MS = 3000
const MAX_CACHED = 1000
/** Text records that are returned; a name can have any number. */
const MAX_TEXTS = 100

/** Reads of names with the chain as it is, each cached for three seconds. */
export type NameReader = {
  /** Throws `name_invalid`, `name_not_registered`, and `not_found` without names. */
  getName(input: string): Promise<NameDetail>
  /** Answers any text. Throws `not_found` without names. */
  getNameProfile(input: string): Promise<NameProfile>
}

/** Creates the reads of names, which share one cache. */
export function createNameReader(context: AppContext): NameReader {
  const cache = new Map<string, { at: number; found: Promise<NameOnChain | undefined> }>()
  const readCached = (home: NameHome, label: string) => {
    const now = context.clock().getTime()
    const known = cache.get(label)
    const age = known ? now - known.at : -1
    if (known && age >= 0 && age < CACHE_MS) return known.found
    const found = readName(home, label)
    lruSet(cache, label, { at: now, found }, MAX_CACHED)
    return found
  }
  const find = async (home: NameHome, label: string, input: string) =>
    findDetail(context, home, {
      label,
      canonical: input === label || input === `${label}.${home.suffix}` ? null : label,
      onChain: await readCached(home, label),
    })
  return {
    async getName(input) {
      const home = requireHome(context)
      const read = readLabel(input, home.suffix)
      const { name, refused } = read
      if (refused || name === null)
        throw new Problem('name_invalid', refused?.message, { data: toRefusal(read) })
      const detail = await find(home, name, input)
      if (detail) return detail
      const data = toNameOffer(await checkName(context, name))
      throw new Problem('name_not_registered', undefined, { data })
    },
    async getNameProfile(input) {
      const home = requireHome(context)
      const check = await checkName(context, input)
      const isRegistered = check.status === 'taken' && check.name !== null
      return {
        check,
        name: isRegistered ? ((await find(home, check.name ?? '', input)) ?? null) : null,
      }
    },
  }
}

type Found = {
  label: string
  canonical: string | null
  /** Undefined: no node answered. */
  onChain: NameOnChain | undefined
}

/** Returns a registered name by the chain, or by the index; undefined: it is not registered. */
async function findDetail(
  context: AppContext,
  home: NameHome,
  { label, canonical, onChain }: Found,
): Promise<NameDetail | undefined> {
  const { database } = context
  const row = await findName(database, home.chain.id, label)
  const owner = onChain ? onChain.owner : (row?.owner ?? null)
  if (owner === null) return undefined
  // Of another owner the index has the records of the one before.
  const current = row?.owner === owner ? row : undefined
  const [summary, similar, ownerName, shown, achievements] = await Promise.all([
    summarizeAccount(context, owner, home.chain),
    findOlderLookalike(database, home.chain.id, label),
    findShownName(context, owner, null),
    toRow(context, home, { label, owner, row, isCurrent: current !== undefined }),
    countClaimedAchievements(context, owner, home.chain.id),
  ])
  const { profile, ...stats } = summary
  const profileUrl =
    profile.is_blocked || !profile.avatar_file ? null : `/files/${profile.avatar_file}`
  const texts = current?.texts ?? {}
  const isContract = onChain?.isContract ?? false
  const primary = onChain ? onChain.primary : (current?.onchain_primary ?? null)
  return {
    ...shown,
    primary_onchain: primary === label,
    canonical,
    owner_user:
      profile.is_blocked || profile.user_id === null
        ? null
        : { username: profile.username, avatar_url: profileUrl, bio: profile.bio },
    owner_name: ownerName,
    owner_is_contract: isContract,
    avatar: await readAvatar(context, texts.avatar, { owner, profileUrl }),
    records: Object.fromEntries(Object.entries(texts).slice(0, MAX_TEXTS)),
    addresses: listNameAddresses(home, { owner, isContract }, current?.addresses ?? {}),
    stats: { ...stats, achievements },
    onchain_primary: primary,
    warnings: similar === undefined ? [] : [warnOfOlder(similar, home)],
    checked: onChain ? 'chain' : 'cache',
  }
}

async function toRow(
  context: AppContext,
  home: NameHome,
  {
    label,
    owner,
    row,
    isCurrent,
  }: {
    label: string
    owner: string
    row: NameDetailRow | undefined
    isCurrent: boolean
  },
) {
  const [indexed] = row ? await toNameRows(context, home, [row]) : []
  if (indexed && isCurrent) return indexed
  const fresh = toClaimedRow(home, {
    ...{ name: label, account: owner, state: 'minted', tx_hash: null },
  })
  if (!indexed) return fresh
  return { ...indexed, ...sharedFields(home, label, owner), is_primary: false }
}

function warnOfOlder(name: string, { suffix }: NameHome) {
  const message = `Similar to ${name}.${suffix}. Check the address before you send anything.`
  return { code: 'lookalike' as const, name, message }
}

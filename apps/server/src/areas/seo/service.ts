import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@platemark/api/problem'
import { isLabel } from '@platemark/rules/name-label'
import type { AppContext } from '../../http/app-context.ts'
import {
  type CollectionPath,
  findChain,
  locateCollection,
  toChecksumAddress,
} from '../collections/service.ts'
import { getTokenPicture, tokenName } from '../metadata/service.ts'
import { drawNameCard } from '../names/service/name-card.ts'
import type { OgImage } from './og-template.ts'
import { findSharedProfile } from './queries.ts'
import { toDrawableText } from './text-layout.ts'

/** Returns the share image of pages without their own. */
export function pagePicture({ configuration }: AppContext): OgImage {
  const { product_name, public_url } = configuration
  return {
    layout: 'page',
    art: { file: null, seed: product_name, isAvatar: false },
    over: new URL(public_url).host,
    title: toDrawableText(product_name) ?? new URL(public_url).hostname,
    under:
      'An open launchpad for NFT collections: see what you pay and what is guaranteed.',
    product: toDrawableText(product_name) ?? '',
  }
}

/**
 * Returns the share image of a collection, hidden ones included. Throws `not_found` and
 * `unknown_chain`.
 */
export async function collectionPicture(
  context: AppContext,
  place: CollectionPath,
): Promise<OgImage> {
  const { chain, row } = await find(context, place)
  return framed(context, row, {
    seed: `${chain.alias}-${row.address}`,
    over: `${describeKind(row)} on ${chain.name}`,
    title: titleOf(row.name, row),
  })
}

/**
 * Returns the share image of a minted token, with its own picture and name. Throws `not_found` and
 * `unknown_chain`.
 */
export async function tokenPicture(
  context: AppContext,
  place: CollectionPath & { token_id: string },
): Promise<OgImage> {
  const { chain, row } = await find(context, place)
  const { token_id } = place
  const own = await getTokenPicture(context, { ...place, contract_address: row.address })
  const usual = tokenName({ ...row, name: titleOf(row.name, row) }, token_id)
  const { image_file } = own
  return framed(
    context,
    { ...row, image_file },
    {
      seed: `${chain.alias}-${row.address}`,
      over: `${describeKind(row)} on ${chain.name}`,
      title: toDrawableText(own.name ?? '') ?? usual,
    },
  )
}

/**
 * Returns the share image of a known account: of a key, or with `chain` that of the
 * contract on that network. Throws `not_found` and `unknown_chain`.
 */
export async function collectorPicture(
  context: AppContext,
  address: string,
  chain: string | undefined,
): Promise<OgImage> {
  const { database, configuration } = context
  const account = address.toLowerCase()
  const chainId = chain === undefined ? null : findChain(context, chain).id
  const found = await findSharedProfile(database, account, chainId)
  if (!found) throw new Problem('not_found')
  const shortened = shortenAddress(account)
  const name = toDrawableText(found.username ?? '')
  return {
    layout: 'framed',
    art: { file: found.avatar_file, seed: account, isAvatar: true },
    over: 'Collector',
    title: name ?? shortened,
    under: name ? shortened : '',
    product: toDrawableText(configuration.product_name) ?? '',
  }
}

/** Returns the share image of a name, registered or not. Throws `not_found` for what is none. */
export function namePicture({ configuration }: AppContext, label: string): OgImage {
  const { names, product_name } = configuration
  if (!names || !isLabel(label)) throw new Problem('not_found')
  return {
    layout: 'framed',
    art: {
      ...{ file: null, seed: label, isAvatar: false },
      drawing: drawNameCard(label, names.suffix),
    },
    over: 'Name',
    title: label,
    under: `.${names.suffix}`,
    product: toDrawableText(product_name) ?? '',
  }
}

/** Returns the share image of an article, its cover. Throws `not_found`, also for other formats than SVG. */
export async function articlePicture(
  { academy }: AppContext,
  alias: string,
): Promise<OgImage> {
  const article = academy.english.articles.find((one) => one.alias === alias)
  if (!article?.cover.endsWith('.svg')) throw new Problem('not_found')
  const drawing = await readFile(join(article.folder, article.cover), 'utf8')
  return {
    layout: 'cover',
    art: { file: null, seed: alias, isAvatar: false, drawing },
    ...{ over: '', title: '', under: '', product: '' },
  }
}

type Row = Awaited<ReturnType<typeof locateCollection>>['row']

/** Blocked collections have no share image. */
async function find(context: AppContext, place: CollectionPath) {
  try {
    return await locateCollection(context, place)
  } catch (error) {
    const isBlocked = error instanceof Problem && error.code === 'blocked'
    throw isBlocked ? new Problem('not_found') : error
  }
}

function framed(
  { configuration }: AppContext,
  row: Row,
  { seed, over, title }: { seed: string; over: string; title: string },
): OgImage {
  const creator = toDrawableText(row.creator_name ?? '') ?? shortenAddress(row.creator)
  return {
    layout: 'framed',
    art: { file: row.image_file, seed, isAvatar: false },
    over: toDrawableText(over) ?? '',
    title,
    under: `by ${creator}`,
    product: toDrawableText(configuration.product_name) ?? '',
  }
}

/** Falls back to the symbol, then the address, for a script that the fonts lack. */
function titleOf(name: string, { symbol, address }: Row): string {
  return toDrawableText(name) ?? toDrawableText(symbol) ?? shortenAddress(address)
}

/** Describes the kind and announced size of a collection, never how much is minted. */
export function describeKind({
  kind,
  max_supply,
}: Pick<Row, 'kind' | 'max_supply'>): string {
  if (kind === 'open_edition') return 'Open edition'
  if (max_supply === null) return kind === 'drop' ? 'Drop' : 'Open edition'
  const size = max_supply.toLocaleString('en')
  return kind === 'edition' ? `Edition of ${size}` : `Drop of ${size}`
}

/** Shortens an address for running text. */
export function shortenAddress(address: string): string {
  const text = toChecksumAddress(address)
  return `${text.slice(0, 6)}…${text.slice(-4)}`
}

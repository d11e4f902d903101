import { Problem } from '@platemark/api/problem'
import type { Resources } from '../../http/app-context.ts'
import { checksummed, locate, type Place } from '../collections/service.ts'
import { getTokenMetadata } from '../metadata/service.ts'
import type { OgImage } from './og-template.ts'
import { findProfile } from './queries.ts'
import { drawable } from './text-layout.ts'

/** The share image of every page that has none of its own. */
export function pagePicture({ configuration }: Resources): OgImage {
  const { product_name, public_url } = configuration
  return {
    layout: 'page',
    art: { file: null, seed: product_name, isAvatar: false },
    over: new URL(public_url).host,
    title: drawable(product_name) ?? new URL(public_url).hostname,
    under:
      'An open launchpad for NFT collections: what you pay, what is promised, and why.',
    product: drawable(product_name) ?? '',
  }
}

/** The share image of a collection, hidden ones too. Throws `not_found` and `unknown_chain`. */
export async function collectionPicture(
  resources: Resources,
  place: Place,
): Promise<OgImage> {
  const { chain, row } = await find(resources, place)
  return framed(resources, row, {
    seed: `${chain.alias}-${row.address}`,
    over: `${kindWords(row)} on ${chain.name}`,
    title: titleOf(row.name, row),
  })
}

/** The share image of a token that was minted. Throws `not_found` and `unknown_chain`. */
export async function tokenPicture(
  resources: Resources,
  place: Place & { token_id: string },
): Promise<OgImage> {
  const { chain, row } = await find(resources, place)
  const { name } = await getTokenMetadata(resources, {
    ...place,
    contract_address: row.address,
  })
  const number = name.slice(row.name.length)
  return framed(resources, row, {
    seed: `${chain.alias}-${row.address}`,
    over: `${kindWords(row)} on ${chain.name}`,
    title: `${titleOf(row.name, row)}${number}`,
  })
}

/** The share image of an account that is known here. Throws `not_found`. */
export async function collectorPicture(
  { database, configuration }: Resources,
  address: string,
): Promise<OgImage> {
  const account = address.toLowerCase()
  const found = await findProfile(database, account)
  if (!found) throw new Problem('not_found')
  const shortened = shorten(account)
  const name = drawable(found.username ?? '')
  return {
    layout: 'framed',
    art: { file: found.avatar_file, seed: account, isAvatar: true },
    over: 'Collector',
    title: name ?? shortened,
    under: name ? shortened : '',
    product: drawable(configuration.product_name) ?? '',
  }
}

type Row = Awaited<ReturnType<typeof locate>>['row']

/** What is blocked is as good as missing: no picture of it is shown. */
async function find(resources: Resources, place: Place) {
  try {
    return await locate(resources, place)
  } catch (error) {
    const isBlocked = error instanceof Problem && error.code === 'blocked'
    throw isBlocked ? new Problem('not_found') : error
  }
}

function framed(
  { configuration }: Resources,
  row: Row,
  { seed, over, title }: { seed: string; over: string; title: string },
): OgImage {
  const creator = drawable(row.creator_name ?? '') ?? shorten(row.creator)
  return {
    layout: 'framed',
    art: { file: row.image_file, seed, isAvatar: false },
    over: drawable(over) ?? '',
    title,
    under: `by ${creator}`,
    product: drawable(configuration.product_name) ?? '',
  }
}

/** A name in a script that the fonts lack gives way to the symbol, or to the address. */
function titleOf(name: string, { symbol, address }: Row): string {
  return drawable(name) ?? drawable(symbol) ?? shorten(address)
}

/** What a collection is, with the size that was announced: never how much of it is minted. */
export function kindWords({
  kind,
  max_supply,
}: Pick<Row, 'kind' | 'max_supply'>): string {
  if (kind === 'open_edition') return 'Open edition'
  if (max_supply === null) return kind === 'drop' ? 'Drop' : 'Open edition'
  const size = max_supply.toLocaleString('en')
  return kind === 'edition' ? `Edition of ${size}` : `Drop of ${size}`
}

/** An address as it stands in a line of text. */
export function shorten(address: string): string {
  const text = checksummed(address)
  return `${text.slice(0, 6)}…${text.slice(-4)}`
}

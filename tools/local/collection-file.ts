import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import { draftFields } from '@platemark/api/studio'
import { hasAddressShape } from '@platemark/rules/addresses'
import { parseAddress } from '@platemark/rules/parse-address'
import * as z from 'zod/mini'
import type { CollectionContent, List } from './collection.ts'

const entries = z.array(
  z.object({
    address: z.string(),
    quantity: z.optional(z.number()),
    price_wei: z.optional(z.string()),
  }),
)

/** Schema of the file's fields beside those of a draft in `draftFields`. */
const fileParts = z.object({
  image: z.optional(z.string()),
  cover: z.optional(z.string()),
  lists: z._default(
    z.array(
      z.union([
        z.object({ phase_id: z.number(), entries }),
        z.object({ phase_id: z.number(), csv: z.string() }),
      ]),
    ),
    [],
  ),
})

const PICTURE_TYPES = new Map([
  ['.avif', 'image/avif'],
  ['.gif', 'image/gif'],
  ['.jpeg', 'image/jpeg'],
  ['.jpg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
])

/** An invalid file, with one sentence for each mistake. */
export class CollectionFileError extends Error {
  override readonly name = 'CollectionFileError'
  readonly sentences: string[]

  constructor(sentences: string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

/**
 * Reads a collection from a JSON file: the fields of a draft, `image` and `cover` as paths relative
 * to it, and `lists` with entries or a CSV file. Throws `CollectionFileError`.
 */
export function readCollectionFile(file: string): CollectionContent {
  const folder = dirname(resolve(file))
  const json = parseJson(readText(file))
  const parts = fileParts.safeParse(json)
  const fields = draftFields.safeParse(json)
  const unknown = unknownFields(json)
  if (!parts.success || !fields.success || unknown.length > 0) {
    throw new CollectionFileError([
      ...unknown.map((name) => `${name}: There is no field with this name.`),
      ...listSentences(parts.error?.issues ?? []),
      ...listSentences(fields.error?.issues ?? []),
    ])
  }
  const { image, cover, lists } = parts.data
  return {
    fields: fields.data,
    image: image === undefined ? undefined : readPicture(resolve(folder, image)),
    cover: cover === undefined ? undefined : readPicture(resolve(folder, cover)),
    lists: lists.map((list) =>
      'csv' in list
        ? { phase_id: list.phase_id, entries: readList(resolve(folder, list.csv)) }
        : { phase_id: list.phase_id, entries: list.entries.map(withoutHoles) },
    ),
  }
}

/**
 * Parses a list of lines `address,quantity,price_wei`, of which the last two are optional, skipping a
 * header line. Throws `CollectionFileError` with the invalid lines.
 */
export function parseListCsv(text: string, name: string): List['entries'] {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ cells: splitCells(line), number: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (lines[0]?.cells[0]?.toLowerCase() === 'address') lines.shift()
  const wrong = lines.flatMap(({ cells, number }) => {
    const sentence = lineProblem(cells)
    return sentence ? [`${name}, line ${number}: ${sentence}`] : []
  })
  if (lines.length === 0) wrong.push(`${name}: the list is empty.`)
  if (wrong.length > 0) throw new CollectionFileError(wrong)
  return lines.map(({ cells: [address = '', quantity = '', price = ''] }) => ({
    address,
    ...(quantity !== '' && { quantity: Number(quantity) }),
    ...(price !== '' && { price_wei: price }),
  }))
}

function splitCells(line: string): string[] {
  return line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

function lineProblem([address = '', quantity = '', price = '', ...rest]: string[]) {
  if (!hasAddressShape(address)) return `${address || 'nothing'} is no address.`
  if (!parseAddress(address)) {
    return `${address} has a mistake; copy it again, with the letters as they were.`
  }
  if (!/^\d*$/.test(quantity)) return `${quantity} is no quantity.`
  if (!/^\d*$/.test(price)) return `${price} is no price in wei.`
  return rest.length > 0 ? 'there are more than three columns.' : undefined
}

function readList(file: string): List['entries'] {
  return parseListCsv(readText(file), basename(file))
}

function readPicture(file: string): Blob {
  const type = PICTURE_TYPES.get(extname(file).toLowerCase())
  if (!type) {
    throw new CollectionFileError([
      `${file} is not a PNG, JPEG, WebP, GIF or AVIF picture.`,
    ])
  }
  if (!existsSync(file)) throw new CollectionFileError([`${file} does not exist.`])
  return new Blob([new Uint8Array(readFileSync(file))], { type })
}

function readText(file: string): string {
  if (!existsSync(file)) throw new CollectionFileError([`${file} does not exist.`])
  return readFileSync(file, 'utf8')
}

/** Returns unknown field names: a misspelt one would otherwise be dropped silently. */
function unknownFields(json: unknown): string[] {
  const known = { ...fileParts.shape, ...draftFields.shape, $schema: undefined }
  return Object.keys(Object(json)).filter((name) => !Object.hasOwn(known, name))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CollectionFileError([`The file is not valid JSON: ${reason}`])
  }
}

function listSentences(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.map(({ path, message }) => `${path.join('.') || 'The file'}: ${message}`)
}

function withoutHoles(entry: z.infer<typeof entries>[number]): List['entries'][number] {
  const { address, quantity, price_wei } = entry
  return {
    address,
    ...(quantity !== undefined && { quantity }),
    ...(price_wei !== undefined && { price_wei }),
  }
}

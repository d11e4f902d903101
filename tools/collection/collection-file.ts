import { basename, dirname, resolve } from 'node:path'
import { collectionKind } from '@platemark/api/collections'
import { text } from '@platemark/api/fields'
import { type DraftPhase, draftFields, listedWallet } from '@platemark/api/studio'
import { readList } from '@platemark/lists/read-list'
import { resolveAccount } from '@platemark/lists/resolve-account'
import { MAX_NAME_CHARACTERS } from '@platemark/rules/limits'
import {
  describeUndecodable,
  detectPictureFormat,
  pictureFormats,
} from '@platemark/rules/picture-file'
import { finishSlices } from '@platemark/rules/slices'
import { locateJsonError } from '@platemark/works/locate-json-error'
import * as z from 'zod/mini'
import type { CollectionContent, List, ListEntry } from '../local/collection.ts'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { type FieldLines, locateFields } from './locate-fields.ts'
import { joinPlaces, type ListPart, mergeLists, nameFirst } from './merge-lists.ts'
import { readBytes, readTextFile } from './text-file.ts'

/** Fields of a draft that a file states, because nothing else asks for them. */
const fileFields = z.object({
  ...draftFields.shape,
  kind: collectionKind,
  name: text(1, MAX_NAME_CHARACTERS),
  symbol: z.string().check(z.regex(/^[A-Z0-9]{1,12}$/, 'Use 1 to 12 of A-Z and 0-9.')),
})

/** Schema of the file's fields beside those of a draft in `draftFields`. */
const fileParts = z.object({
  image: z.optional(z.string()),
  cover: z.optional(z.string()),
  lists: z._default(
    z.array(
      z.union([
        z.object({ phase_id: z.number(), entries: z.array(z.unknown()) }),
        z.object({ phase_id: z.number(), csv: z.string() }),
      ]),
    ),
    [],
  ),
})

/** Most wallets on all lists of a collection together. */
const MAX_LISTED = 100_000

/**
 * Reads a collection from a JSON file: the fields of a draft, `image` and `cover` as paths relative
 * to it, and `lists` with entries or a CSV file. Everything is checked before anything is sent.
 * `notes` are sentences on what is kept otherwise than it was written. Throws `CollectionFileError`
 * with all mistakes.
 */
export function readCollectionFile(file: string): CollectionFile {
  const folder = dirname(resolve(file))
  const name = basename(file)
  const source = readTextFile(file)
  const json = parseJson(source, name)
  const lines = locateFields(source)
  const listIssues = (issues: readonly z.core.$ZodIssue[]) =>
    issues.map((issue) => placeField(name, lines, issue.path, issue.message))
  const parts = fileParts.safeParse(json)
  const fields = fileFields.safeParse(json)
  const unknown = unknownFields(json)
  const { repeated } = lines
  if (!parts.success || !fields.success || unknown.length + repeated.length > 0) {
    throw new CollectionFileError([
      ...repeated.map(
        (one) =>
          `${name}, line ${one.line}: ${one.name} appears twice. Keep one of them.`,
      ),
      ...unknown.map((field) =>
        placeField(name, lines, [field], 'There is no field with this name.'),
      ),
      ...listIssues(parts.error?.issues ?? []),
      ...listIssues(fields.error?.issues ?? []),
    ])
  }
  const problems: string[] = []
  const collect = collector(problems)
  const readPicture = (path: string | undefined) =>
    path === undefined ? undefined : collect(() => openPicture(resolve(folder, path)))
  const image = readPicture(parts.data.image)
  const cover = readPicture(parts.data.cover)
  const { lists, notes } = collect(() =>
    readLists(parts.data.lists, { file, folder, phases: fields.data.phases }),
  ) ?? { lists: [], notes: [] }
  if (problems.length > 0) throw new CollectionFileError(problems)
  return {
    ...{ fields: fields.data, image, cover, lists, notes },
    describeField: (path, message) => placeField(name, lines, path.split('.'), message),
  }
}

/** A collection as its file describes it. */
export type CollectionFile = CollectionContent & {
  notes: string[]
  /** Returns a message about a field (`phases.0.start`) with its file and line. */
  describeField(path: string, message: string): string
}

/** Formats `collection.json, line 12: phases.0.start: …`. */
function placeField(
  name: string,
  lines: FieldLines,
  path: readonly PropertyKey[],
  message: string,
): string {
  const field = path.length > 0 ? `${path.join('.')}: ` : ''
  return `${name}, line ${lines.find(path)}: ${field}${message}`
}

/** Runs readers and adds the sentences of invalid files to `problems`. */
function collector(problems: string[]) {
  return <Result>(read: () => Result): Result | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CollectionFileError)) throw error
      problems.push(...error.sentences)
      return undefined
    }
  }
}

type Source = { file: string; folder: string; phases: readonly DraftPhase[] }

/** Reads and merges the lists of all phases. Throws `CollectionFileError` with all mistakes. */
function readLists(
  parts: z.infer<typeof fileParts>['lists'],
  { file, folder, phases }: Source,
): { lists: List[]; notes: string[] } {
  const describePhase = (id: number) => {
    const title = phases.find(({ phase_id }) => phase_id === id)?.title
    return title === undefined ? `phase ${id}` : `phase "${title}"`
  }
  const problems = parts.flatMap(({ phase_id: id }) =>
    phases.some(({ phase_id, kind }) => phase_id === id && kind === 'allowlist')
      ? []
      : [`lists: ${describePhase(id)} is not an allowlist phase.`],
  )
  const collect = collector(problems)
  const read = parts.flatMap((list): ListPart[] => {
    const phase = describePhase(list.phase_id)
    const entries = collect(() =>
      'csv' in list
        ? readCsv(resolve(folder, list.csv), phase)
        : readEntries(list.entries, basename(file), phase),
    )
    return entries ? [{ phase_id: list.phase_id, entries }] : []
  })
  const merged = mergeLists(read, describePhase)
  problems.push(...merged.problems)
  const count = merged.lists.reduce((sum, { entries }) => sum + entries.length, 0)
  if (count > MAX_LISTED) {
    problems.push(
      `lists: They name ${count.toLocaleString('en')} wallets together. The maximum is 100,000.`,
    )
  }
  if (problems.length > 0) throw new CollectionFileError(problems)
  return merged
}

/** Decimals of the coin of every EVM network; prices of this command are in wei anyway. */
const COIN_DECIMALS = 18

function readCsv(file: string, phase: string): ListPart['entries'] {
  const name = basename(file)
  const place = (line: number) => ({ file: name, unit: 'line' as const, number: line })
  const options = { decimals: COIN_DECIMALS, unit: 'wei' as const }
  const list = finishSlices(readList(readTextFile(file), name, options))
  const unused = list.unusedColumns.map(
    (column) =>
      `${name} (${phase}): ${quote(column)} is not a column: use wallet, quantity and price_wei.`,
  )
  // A misspelt column would otherwise be dropped silently.
  if (unused.length > 0) throw new CollectionFileError(unused)
  const lines: ReadLine[] = [
    ...list.rows.map(({ address, quantity, price_wei, line }) => ({
      entry: {
        address,
        ...(quantity !== null && { quantity }),
        ...(price_wei !== null && { price_wei }),
      },
      place: place(line),
    })),
    ...list.leftOut.map(({ line, problem }) => ({
      problem: describeCell(problem),
      place: place(line),
    })),
  ]
  return refuseWrong(lines, name, phase)
}

function describeCell({ cell, sentence }: { cell: string; sentence: string }): string {
  return `${cell === '' ? '' : `${quote(cell)}: `}${sentence}.`
}

const MAX_QUOTED = 60

function quote(text: string): string {
  return `"${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}"`
}

function readEntries(
  entries: readonly unknown[],
  name: string,
  phase: string,
): ListPart['entries'] {
  return refuseWrong(
    entries.map((value, index) => ({
      ...readEntry(value),
      place: { file: name, unit: 'entry' as const, number: index + 1 },
    })),
    name,
    phase,
  )
}

/** Reads an entry of the JSON file. */
function readEntry(value: unknown): { entry: ListEntry } | { problem: string } {
  const address = Object(value).address
  const account = typeof address === 'string' ? resolveAccount(address) : ''
  if (typeof account !== 'string') {
    return { problem: describeCell({ cell: String(address), ...account }) }
  }
  const unknown = Object.keys(Object(value)).find(
    (name) => !Object.hasOwn(listedWallet.shape, name),
  )
  if (unknown !== undefined) return { problem: `there is no field ${unknown}.` }
  const read = listedWallet.safeParse(value)
  if (!read.success) return { problem: describeIssues(read.error.issues).join(' ') }
  const { quantity, price_wei } = read.data
  return {
    entry: {
      address: read.data.address,
      ...(quantity !== undefined && { quantity }),
      ...(price_wei !== undefined && { price_wei }),
    },
  }
}

type ReadLine = { place: ListPart['entries'][number]['place'] } & (
  | { entry: ListEntry }
  | { problem: string }
)

/** Returns the entries; throws `CollectionFileError` with the first 20 wrong ones. */
function refuseWrong(
  lines: readonly ReadLine[],
  name: string,
  phase: string,
): ListPart['entries'] {
  const wrong = lines.flatMap((line) => ('problem' in line ? [line] : []))
  if (wrong.length > 0) {
    throw new CollectionFileError(
      nameFirst(
        wrong,
        `of ${name} are wrong`,
        ({ place, problem }) => `${joinPlaces([place])} (${phase}): ${problem}`,
      ),
    )
  }
  if (lines.length === 0) {
    throw new CollectionFileError([`${name} (${phase}): the list has no wallets.`])
  }
  return lines.flatMap((line) => ('entry' in line ? [line] : []))
}

function openPicture(file: string): Blob {
  const bytes = new Uint8Array(readBytes(file))
  const format = detectPictureFormat(bytes)
  if (!format) {
    const reason = describeUndecodable(bytes) ?? `Use a ${pictureFormats}.`
    throw new CollectionFileError([`${file} cannot be used. ${reason}`])
  }
  return new Blob([bytes], { type: `image/${format}` })
}

/** Returns unknown field names: a misspelt one would otherwise be dropped silently. */
function unknownFields(json: unknown): string[] {
  const known = { ...fileParts.shape, ...draftFields.shape, $schema: undefined }
  return Object.keys(Object(json)).filter((name) => !Object.hasOwn(known, name))
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { line, column, reason } = locateJsonError(text)
    throw new CollectionFileError([
      `${name}, line ${line}, column ${column}: This is not valid JSON: ${reason}`,
    ])
  }
}

function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.map(({ path, message }) => `${path.join('.') || 'The file'}: ${message}`)
}

import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { detectPictureFormat, detectVideoFormat } from '@platemark/rules/picture-file'
import { checkSet, isSetText } from '@platemark/works/check-set'
import { describeRefusal } from '@platemark/works/refuse-choice'
import { compareNaturally, isSystemFile } from '@platemark/works/set-files'
import type { Correction, WorkFile, WorkProblem } from '@platemark/works/work-types'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { nameFirst } from './merge-lists.ts'
import type { Output } from './output.ts'

/** A file to send, with its facts. */
export type LocalFile = WorkFile & {
  /** Its path on this machine. */
  place: string
}

/** Files of one upload. */
export type ChosenFiles = {
  kind: 'folder' | 'zip' | 'work'
  /** In the order of their names. */
  files: LocalFile[]
}

/** Changes of the creator to a set, as options of the command allow them. */
export type SetChanges = { corrections: Correction[]; accepted: string[] }

/** A checked folder: its changes, and the notices that were printed. */
export type CheckedFolder = SetChanges & { noted: string[] }

type Permission = { keeps: boolean; corrects: boolean }

/** Bytes that show the format of a file. */
const START_BYTES = 4096
const PARALLEL_READS = 4

/** Reads the files of an upload and their hashes. Throws `CollectionFileError`. */
export async function chooseFiles(
  paths: readonly string[],
  output: Output,
): Promise<ChosenFiles> {
  const [first = ''] = paths
  const isFolder = paths.length === 1 && requireStat(first).isDirectory()
  const isZip = paths.length === 1 && /\.zip$/i.test(first)
  const kind = isFolder ? 'folder' : isZip ? 'zip' : 'work'
  const places = isFolder
    ? await listFolder(first, output)
    : paths.map((place) => ({ path: basename(place), place }))
  const own = places.filter(({ path }) => !isSystemFile(path))
  if (kind !== 'work') {
    const refusal = describeRefusal({ kind, files: own })
    if (refusal !== undefined) throw new CollectionFileError([`${first}: ${refusal}`])
  }
  own.sort((one, other) => compareNaturally(one.path, other.path))
  const files: LocalFile[] = []
  const left = own.map((file, at) => ({ ...file, at }))
  const readLeft = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { at, path, place } = next
      files[at] = { path, place, ...(await readFacts(place)) }
      output.progress('Files read', own.length - left.length, own.length)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_READS }, readLeft))
  return { kind, files }
}

function requireStat(place: string) {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) throw new CollectionFileError([`${place} does not exist.`])
  return found
}

async function listFolder(folder: string, output: Output) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const links = entries.filter((entry) => entry.isSymbolicLink())
  const [link] = links
  if (link) {
    output.note(
      `${links.length.toLocaleString('en')} ${links.length === 1 ? 'link is' : 'links are'} left out, such as ${link.name}: put the files themselves into the folder.`,
    )
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const place = join(entry.parentPath, entry.name)
      return { place, path: relative(folder, place).replaceAll(sep, '/') }
    })
}

async function readFacts(place: string) {
  requireStat(place)
  const hash = createHash('sha256')
  let start = Buffer.alloc(0)
  let size = 0
  for await (const chunk of createReadStream(place) as AsyncIterable<Buffer>) {
    if (start.length < START_BYTES) start = Buffer.concat([start, chunk])
    size += chunk.length
    hash.update(chunk)
  }
  const bytes = new Uint8Array(start.subarray(0, START_BYTES))
  const format = detectPictureFormat(bytes) ?? detectVideoFormat(bytes)
  return { size, sha256: hash.digest('hex'), ...(format && { format }) }
}

/**
 * Checks a folder by the rules of the server, before anything is sent; returns the changes that
 * the options make. Throws `CollectionFileError` with each problem by file and line.
 */
export function checkFolder(
  { files }: ChosenFiles,
  permission: Permission,
  output: Output,
): CheckedFolder {
  const texts = files
    .filter(({ path }) => isSetText(path))
    .map(({ path, place }) => ({ path, bytes: new Uint8Array(readFileSync(place)) }))
  const changes: SetChanges = { corrections: [], accepted: [] }
  for (;;) {
    const options = { origin: 'folder' as const, ...changes }
    const { problems, notices, works } = checkSet({ files, texts, options })
    if (addChanges(changes, problems, permission)) continue
    if (problems.length > 0) throw new CollectionFileError(describeProblems(problems))
    for (const { sentence } of notices) output.note(sentence)
    output.note(
      `${works.length.toLocaleString('en')} ${works.length === 1 ? 'work' : 'works'}, nothing to correct.`,
    )
    return { ...changes, noted: notices.map(({ sentence }) => sentence) }
  }
}

const offered: ReadonlySet<string> = new Set([
  ...['use_value', 'use_text', 'use_file', 'rename_trait'],
  ...['leave_out', 'confirm_order', 'drop_numbers'],
])

/** Problem as the server or the check on this machine reports it. */
type FoundProblem = Pick<WorkProblem, 'key' | 'file' | 'sentence' | 'can_keep'> & {
  line?: number
  field?: string | undefined
  fix?: object | undefined
}

/** Adds the changes that the options allow for problems; returns whether there are any. */
export function addChanges(
  { corrections, accepted }: SetChanges,
  problems: readonly FoundProblem[],
  { keeps, corrects }: Permission,
): boolean {
  const before = corrections.length + accepted.length
  const known = new Set([...accepted, ...corrections.map((one) => JSON.stringify(one))])
  for (const { key, can_keep, fix } of problems) {
    if (keeps && can_keep && !known.has(key)) {
      accepted.push(key)
    } else if (corrects && isOffered(fix) && !known.has(JSON.stringify(fix))) {
      corrections.push(fix)
      known.add(JSON.stringify(fix))
    }
  }
  return corrections.length + accepted.length > before
}

function isOffered(fix: object | undefined): fix is Correction {
  return fix !== undefined && 'kind' in fix && offered.has(String(fix.kind))
}

/** Describes problems by file, line and field, with the option that takes each away. */
export function describeProblems(problems: readonly FoundProblem[]): string[] {
  return nameFirst(
    problems,
    'are to correct',
    ({ file, line, field, sentence, ...one }) => {
      const place = [file, line !== undefined && `line ${line}`, field].filter(Boolean)
      const option = one.can_keep
        ? '--keep'
        : isOffered(one.fix)
          ? '--correct'
          : undefined
      const start = place.length > 0 ? `${place.join(', ')}: ` : ''
      return `${start}${sentence}${option ? ` (${option})` : ''}`
    },
  )
}

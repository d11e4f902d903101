import { type Element, listChildren, readText } from './ebml.ts'
import { damaged, type Find } from './file-layout.ts'
import type { ByteReader } from './file-source.ts'

const TAG = 0x7373
const SIMPLE_TAG = 0x67c8
const TAG_NAME = 0x45a3

/** More than any writer makes; bounds on hostile files. */
const MAX_TAGS = 1000
const MAX_DEPTH = 8

/** Names under which writers keep where a film was taken, as Matroska and phones name it. */
const LOCATION =
  /^(recording_)?location([-_.]|$)|location\.iso6709|gps|latitude|longitude/i
/** Names of the maker and model of a camera, with what QuickTime and Android put before. */
const CAMERA = /(^|[._:])(make|model|manufacturer)([-_.]|$)/i

/**
 * Finds the names of place and camera in the tags of a WebM (RFC 9559, 5.1.8). Throws
 * `unsupported_media` for tags that are damaged.
 */
export async function findInTags(
  reader: ByteReader,
  tags: readonly Element[],
): Promise<Find[]> {
  const names: string[] = []
  for (const element of tags) {
    for (const tag of await listChildren(reader, element)) {
      if (tag.id === TAG) await collectNames(reader, tag, names, 0)
    }
  }
  const hasOne = (pattern: RegExp) => names.some((name) => pattern.test(name))
  return [
    ...(hasOne(LOCATION) ? (['location'] as const) : []),
    ...(hasOne(CAMERA) ? (['camera'] as const) : []),
  ]
}

/** Adds the names in a tag, also those of tags inside of others. */
async function collectNames(
  reader: ByteReader,
  tag: Element,
  names: string[],
  depth: number,
): Promise<void> {
  for (const child of await listChildren(reader, tag)) {
    if (child.id !== SIMPLE_TAG) continue
    if (names.length >= MAX_TAGS || depth >= MAX_DEPTH) throw damaged('webm', child.start)
    names.push((await readText(reader, child, TAG_NAME)) ?? '')
    await collectNames(reader, child, names, depth + 1)
  }
}

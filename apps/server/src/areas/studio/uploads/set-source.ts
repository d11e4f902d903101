import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { SetReport } from '@platemark/works/check-set'
import type { WorkFile } from '@platemark/works/work-types'
import type { AppContext } from '../../../http/app-context.ts'

/**
 * File of a set; `master`: name of the stored file, if it is a work; `refused`: why it cannot
 * be one, a sentence.
 */
export type SetFile = WorkFile & { master?: string; refused?: string }

/** Sheet or JSON file of a set. */
export type SetText = { path: string; bytes: Uint8Array }

/** Stored part of the report: the works have rows of their own. */
export type StoredReport = Omit<SetReport, 'works'>

/** Returns a value as gzipped JSON. */
export function packJson(value: unknown): Promise<Buffer> {
  return promisify(gzip)(JSON.stringify(value))
}

/** Parses gzipped JSON that `packJson` wrote. */
export async function unpackJson(bytes: Uint8Array): Promise<unknown> {
  return JSON.parse((await promisify(gunzip)(bytes)).toString('utf8'))
}

/** Stores sheets and JSON files as one file, and returns its name; null for none. */
export async function storeTexts(
  { files }: Pick<AppContext, 'files'>,
  texts: readonly SetText[],
): Promise<string | null> {
  if (texts.length === 0) return null
  const values = texts.map(({ path, bytes }) => [
    path,
    Buffer.from(bytes).toString('base64'),
  ])
  return files.put(await packJson(values), 'bin')
}

/** Reads the sheets and JSON files of a set. */
export async function readTexts(
  { files }: Pick<AppContext, 'files'>,
  name: string | null,
): Promise<SetText[]> {
  if (name === null) return []
  const bytes = await files.read(name)
  if (!bytes) throw new Error(`texts of a set are missing: got no file ${name}`)
  // Safe: `storeTexts` wrote it.
  const values = (await unpackJson(bytes)) as [path: string, base64: string][]
  return values.map(([path, base64]) => ({ path, bytes: Buffer.from(base64, 'base64') }))
}

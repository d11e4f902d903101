import type { AppContext } from '../../../http/app-context.ts'
import { findSet } from '../queries/sets.ts'

/** Manifest of a set in the order of its works. */
export type StoredManifest = {
  text: string
  /** Its SHA-256, 64 hexadecimal digits. */
  set_hash: string
}

/** Reads the manifest of a set; undefined without one. Throws `storage_unavailable`. */
export async function readManifest(
  { database, files }: AppContext,
  contractId: string,
): Promise<StoredManifest | undefined> {
  const set = await findSet(database, contractId)
  const bytes = set && (await files.read(set.manifest_file))
  if (!set || !bytes) return undefined
  const text = Buffer.from(bytes).toString('utf8')
  return { text, set_hash: set.manifest_file.slice(0, 64) }
}

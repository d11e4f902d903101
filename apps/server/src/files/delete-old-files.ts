import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorCode } from '../database/error-code.ts'
import { hashOfName, isFileName } from './file-name.ts'
import { walkFiles } from './walk-files.ts'

type Keep = (hashes: string[]) => Promise<string[]>

/**
 * Deletes the files of a store on disk that were last stored before `before` and of which
 * `keep` does not return the hash, in pages of `pageSize`; returns how many.
 */
export async function deleteOldFiles({
  folder,
  pageSize,
  before,
  keep,
}: {
  folder: string
  pageSize: number
  before: Date
  keep: Keep
}): Promise<number> {
  let count = 0
  let page: string[] = []
  for await (const path of walkFiles(folder)) {
    if (await isOlder(path, before)) page.push(path)
    if (page.length < pageSize) continue
    count += await deleteUnkept(page, before, keep)
    page = []
  }
  return count + (await deleteUnkept(page, before, keep))
}

async function deleteUnkept(paths: string[], before: Date, keep: Keep): Promise<number> {
  const names = paths.map((path) => basename(path)).filter(isFileName)
  const hashes = [...new Set(names.map(hashOfName))]
  const kept = new Set(hashes.length > 0 ? await keep(hashes) : [])
  let count = 0
  for (const path of paths) {
    const name = basename(path)
    if (isFileName(name) && kept.has(hashOfName(name))) continue
    if (await deleteOlder(path, before)) count += 1
  }
  return count
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < before
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Deletes a file unless it is stored again at this moment. */
async function deleteOlder(path: string, before: Date): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    // Another process was faster.
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
  const isOld = await isOlder(aside, before)
  if (isOld) await rm(aside)
  else await rename(aside, path)
  return isOld
}

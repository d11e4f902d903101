import { existsSync } from 'node:fs'
import {
  BundleError,
  type CheckedBundle,
  openBundle,
} from '../../apps/server/src/areas/studio/exit/read-bundle.ts'
import { CommandError } from '../command-error.ts'

/** Checks an exit bundle and prints what it is. Throws `CommandError` with its faults. */
export async function verifyBundle(
  { file, key }: { file: string; key: string | null },
  { isJson }: { isJson: boolean },
  print: (line: string) => void,
): Promise<void> {
  const bundle = await openFile(file)
  try {
    const { name, chain_id, address, site, public_key, files } = bundle.manifest
    if (key !== null && key !== public_key) {
      throw new CommandError(
        `${file} is whole, but signed by ${public_key} and not by the key of --key: it was not written by that site.`,
      )
    }
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const { block_number } = bundle.collection
    const facts = { name, chain_id, address, site, block_number, public_key }
    if (isJson) {
      return print(JSON.stringify({ ...facts, files: files.length, bytes }, null, 2))
    }
    print(
      `Whole: ${files.length} files, ${bytes.toLocaleString('en')} bytes, each as the signed manifest states it.`,
    )
    print(`${name}, ${address} on chain id ${chain_id}, at block ${block_number}.`)
    print(`Written by ${site}, signed by ${public_key}.`)
    if (key === null) print(`Compare the key with ${site}/api/bundle-key.`)
  } finally {
    bundle.close()
  }
}

async function openFile(file: string): Promise<CheckedBundle> {
  if (!existsSync(file)) throw new CommandError(`${file} does not exist.`)
  try {
    return await openBundle(file)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new CommandError(`${file} is not whole:\n${error.message}`)
  }
}

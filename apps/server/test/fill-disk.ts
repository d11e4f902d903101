import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiskFileStore } from '../src/files/file-store.ts'

/** Stores more than the disk of the folder in the arguments holds; prints the result as JSON. */
const [folder = ''] = process.argv.slice(2)
const files = createDiskFileStore(join(folder, 'files'))
const small = await files.put(Buffer.from('small'), 'json')
const source = join(folder, 'source')
await writeFile(source, Buffer.alloc(2_500_000))

const refused: string[] = []
for (const store of [
  () => files.put(Buffer.alloc(2_500_000, 1), 'png'),
  () => files.putFile(source, 'png'),
  () => files.putDerived('1'.repeat(64), 'part', 'bin', Buffer.alloc(2_500_000, 1)),
]) {
  await store().catch(({ message }: Error) => refused.push(message))
}
const left = await readdir(join(folder, 'files'), {
  recursive: true,
  withFileTypes: true,
})
const names = left.flatMap((entry) => (entry.isFile() ? entry.name : []))
const shown = names.map((name) => (name === small ? 'small.json' : name))
process.stdout.write(JSON.stringify({ refused, left: shown }))

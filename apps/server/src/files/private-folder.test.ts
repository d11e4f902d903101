import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listOpenPaths } from '../../test/modes.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { createDiskFileStore } from './file-store.ts'
import { FolderModeError, makePrivateFolder, narrowFolder } from './private-folder.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'platemark-modes-'))
  folders.push(folder)
  return folder
}

/** Writes a file with mode 0666 in a folder with mode 0777. */
function writeOpen(...path: string[]): void {
  const folder = join(...path.slice(0, -1))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  writeFileSync(join(...path), 'x')
  chmodSync(join(...path), 0o666)
}

test('a locked data folder is private with everything in it, also what an earlier version wrote', () => {
  const folder = newFolder()
  writeOpen(folder, 'version')
  writeOpen(folder, 'content.json')
  writeOpen(folder, 'database', 'base', '5', '1259')
  writeOpen(folder, 'files', 'ab', 'abcd.png')
  writeOpen(folder, 'chains', '31337.json')
  lockFolder(folder)()
  expect(listOpenPaths(folder)).toEqual([])
})

test('a new data folder is made private before anything is in it', () => {
  const folder = join(newFolder(), 'a', 'data')
  const unlock = lockFolder(folder)
  expect(listOpenPaths(folder)).toEqual([])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  unlock()
})

test('files of other programs in a folder keep their modes', () => {
  const folder = newFolder()
  writeOpen(folder, 'letter.txt')
  lockFolder(folder)()
  expect(listOpenPaths(folder)).toEqual([join(folder, 'letter.txt')])
})

test('the target of a link keeps its mode', () => {
  const [folder, other] = [newFolder(), newFolder()]
  writeOpen(other, 'letter.txt')
  symlinkSync(other, join(folder, 'files'))
  symlinkSync(join(other, 'letter.txt'), join(folder, 'letter.txt'))
  narrowFolder(folder)
  expect(listOpenPaths(other)).toHaveLength(2)
})

test('a stored file and its folder are private', async () => {
  const folder = newFolder()
  const store = createDiskFileStore(join(folder, 'files'))
  const name = await store.put(Buffer.from('x'), 'txt', { small: Buffer.from('y') })
  await store.putDerived(name.slice(0, 64), 'card', 'png', Buffer.from('z'))
  expect(listOpenPaths(folder)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a folder whose mode cannot be changed is refused with a sentence',
  () => {
    const refused = () => makePrivateFolder('/proc/self/task')
    expect(refused).toThrow(FolderModeError)
    expect(refused).toThrow(
      /^Other accounts of this machine can open \/proc\/\d+\/task, .* \(EPERM\)\. .* choose another data folder\.$/,
    )
  },
)

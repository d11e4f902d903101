import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FolderInUseError } from '../../apps/server/src/database/folder-lock.ts'
import { DataFolderError, openDataFolder } from './data-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'platemark-data-'))
let count = 0
const newFolder = () => {
  count += 1
  return join(base, String(count))
}
afterAll(() => rmSync(base, { recursive: true }))

test('a written value can be read at the next start', () => {
  const path = newFolder()
  const first = openDataFolder(path, false)
  expect(first.readValue('contracts')).toBeUndefined()
  first.writeValue('contracts', { 31337: '0x1' })
  first.unlock()
  const second = openDataFolder(path, false)
  expect(second.readValue('contracts')).toEqual({ 31337: '0x1' })
  second.unlock()
})

test('a reset deletes everything and keeps the folder locked', () => {
  const path = newFolder()
  openDataFolder(path, false).unlock()
  mkdirSync(join(path, 'chains'))
  writeFileSync(join(path, 'chains', '31337.json'), 'x')
  const folder = openDataFolder(path, true)
  expect(existsSync(join(path, 'chains'))).toBe(false)
  expect(existsSync(join(path, 'lock.sqlite'))).toBe(true)
  expect(() => openDataFolder(path, false)).toThrow(FolderInUseError)
  expect(() => openDataFolder(path, true)).toThrow(/Another Platemark .* is using/)
  folder.unlock()
})

test('a folder of another version is refused, and --reset makes it usable', () => {
  const path = newFolder()
  openDataFolder(path, false).unlock()
  writeFileSync(join(path, 'version'), 'platemark-0\n')
  expect(() => openDataFolder(path, false)).toThrow(DataFolderError)
  expect(() => openDataFolder(path, false)).toThrow('--reset')
  openDataFolder(path, true).unlock()
  openDataFolder(path, false).unlock()
})

test('a folder with foreign files is left alone, also with --reset', () => {
  const path = newFolder()
  mkdirSync(path)
  writeFileSync(join(path, 'letter.txt'), 'dear')
  expect(() => openDataFolder(path, false)).toThrow('holds other files')
  expect(() => openDataFolder(path, true)).toThrow('holds other files')
  expect(existsSync(join(path, 'letter.txt'))).toBe(true)
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { createOutput } from './output.ts'
import { checkFolder, chooseFiles } from './read-works.ts'

const folder = mkdtempSync(join(tmpdir(), 'platemark-works-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a folder with these files. */
function writeFolder(name: string, files: Record<string, string | Buffer>): string {
  const path = join(folder, name)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), content)
  }
  return path
}

const picture = (shade: number) =>
  sharp({
    create: { width: 8, height: 8, channels: 3, background: { r: shade, g: 0, b: 0 } },
  })
    .png()
    .toBuffer()

/** Reads and checks a folder; returns the lines that were printed, or those of its fault. */
async function check(
  path: string,
  permission: { keeps?: boolean; corrects?: boolean } = {},
) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const output = createOutput({ environment: {}, print, printError: print }, false)
  const allowed = { keeps: false, corrects: false, ...permission }
  try {
    const changes = checkFolder(await chooseFiles([path], output), allowed, output)
    return { lines, changes }
  } catch (error) {
    if (error instanceof CollectionFileError) return { faults: error.sentences }
    throw error
  }
}

test('pictures without a sheet are numbered once their order is confirmed', async () => {
  const path = writeFolder('bare', {
    'a/1.png': await picture(1),
    'a/2.png': await picture(2),
  })
  const { faults } = await check(path)
  expect(faults).toEqual([expect.stringMatching(/ \(--correct\)$/)])
  const { changes, lines } = await check(path, { corrects: true })
  expect(changes?.corrections).toEqual([{ kind: 'confirm_order' }])
  expect(lines?.at(-1)).toBe('2 works, nothing to correct.')
})

test('equal pictures are named by their lines, and kept on request', async () => {
  const path = writeFolder('equal', {
    'tides.csv': 'id,file\n1,1.png\n2,2.png\n',
    ...{ '1.png': await picture(3), '2.png': await picture(3) },
  })
  const { faults } = await check(path)
  expect(faults).toEqual([expect.stringMatching(/^tides\.csv, line 3.* \(--keep\)$/)])
  const { changes } = await check(path, { keeps: true })
  expect(changes?.accepted).toHaveLength(1)
})

test('links, archives among files and a folder that is not there are named', async () => {
  const path = writeFolder('linked', {
    'tides.csv': 'id,file\n1,1.png\n',
    '1.png': await picture(4),
  })
  symlinkSync(join(path, '1.png'), join(path, '2.png'))
  expect((await check(path)).lines).toContain(
    '1 link is left out, such as 2.png: put the files themselves into the folder.',
  )
  const mixed = writeFolder('mixed', { 'a.zip': '', '1.png': await picture(5) })
  expect((await check(mixed)).faults).toEqual([
    `${mixed}: There is a ZIP or another archive among the files. Choose a ZIP alone, or its files unpacked.`,
  ])
  const none = join(folder, 'none')
  expect((await check(none)).faults).toEqual([`${none} does not exist.`])
})

import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashed } from '../../../../test/calls.ts'
import { writeZip, type ZipPart } from '../../../../test/studio/zip.ts'
import { openZip } from './open-zip.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platemark-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function open(archive: Buffer, set_bytes = 2 ** 31) {
  const path = join(folder, `${randomBytes(6).toString('hex')}.zip`)
  await writeFile(path, archive)
  return openZip(path, { set_bytes })
}

const sea: ZipPart = { name: 'tides/sea.png', bytes: Buffer.from('the sea '.repeat(99)) }
const moon: ZipPart = { name: 'tides/moon.png', bytes: Buffer.from('the moon') }

test('unpacks its files and skips its folders', async () => {
  const empty = { name: 'tides/', bytes: Buffer.alloc(0), method: 0 }
  const zip = await open(writeZip([empty, sea, { ...moon, method: 0 }]))
  const [first, second] = zip.entries
  if (!first || !second) throw new Error('archive has no entries')
  expect([first, second].map(({ path, size }) => [path, size])).toEqual([
    ['tides/sea.png', 792],
    ['tides/moon.png', 8],
  ])
  const target = join(folder, 'sea')
  expect(await zip.extract(first, target)).toBe(hashed(sea.bytes).sha256)
  expect(await readFile(target)).toEqual(sea.bytes)
  expect(await zip.read(second)).toEqual(moon.bytes)
  zip.close()
})

test('unpacks a ZIP64, as of files above 4 GB', async () => {
  const zip = await open(writeZip([{ ...sea, isZip64: true }, moon]))
  const [first] = zip.entries
  if (!first) throw new Error('archive has no entries')
  expect(first.size).toBe(792)
  expect(await zip.read(first)).toEqual(sea.bytes)
  zip.close()
})

describe('a name', () => {
  const named = async (...names: (string | Buffer | Partial<ZipPart>)[]) => {
    const parts = names.map((one) =>
      typeof one === 'string' || Buffer.isBuffer(one) ? { name: one } : one,
    )
    const zip = await open(writeZip(parts.map((part) => ({ ...moon, ...part }))))
    zip.close()
    return zip.entries.map(({ path }) => path)
  }
  const cp437 = (...bytes: number[]) => Buffer.from([...bytes, ...Buffer.from('.png')])

  test('in UTF-8 is read as such, with or without the flag for it', async () => {
    expect(await named('\u6708.png', { name: 'm\u00f6we.png', flags: 0x800 })).toEqual([
      '\u6708.png',
      'm\u00f6we.png',
    ])
  })

  test('in Shift-JIS is read as Japanese', async () => {
    const night = Buffer.from([0x8c, 0x8e, 0x96, 0xe9, ...Buffer.from('1.png')])
    expect(await named(night, 'plain.png')).toEqual(['\u6708\u591c1.png', 'plain.png'])
  })

  test('in CP437 keeps its accents', async () => {
    const gull = Buffer.from([0x4d, 0x94, 0x77, 0x65, ...Buffer.from('.png')])
    expect(await named(gull, cp437(0x90, 0x74, 0x82))).toEqual([
      'M\u00f6we.png',
      '\u00c9t\u00e9.png',
    ])
  })

  test('that is repeated in UTF-8 is taken from there', async () => {
    expect(await named({ name: cp437(0x3f), unicodeName: '\u6f6e.png' })).toEqual([
      '\u6f6e.png',
    ])
  })

  test('with backslashes names folders', async () => {
    expect(await named('tides\\a.png')).toEqual(['tides/a.png'])
  })
})

describe('a ZIP', () => {
  const link = { versionMadeBy: (3 << 8) | 20, attributes: 0o120777 * 2 ** 16 }
  const bomb = { name: 'flat.png', bytes: Buffer.alloc(2 ** 21) }
  const many = Array.from({ length: 10_101 }, (_, place) => ({
    ...{ name: `${place}.png`, bytes: Buffer.from('x'), method: 0 },
  }))
  test.each<[string, Buffer, RegExp]>([
    ['that is none', Buffer.from('no ZIP at all'), /The ZIP is damaged or incomplete/],
    ['that breaks off', writeZip([sea, moon]).subarray(0, 150), /damaged or incomplete/],
    ['without files', writeZip([]), /no files/],
    ['with a password', writeZip([{ ...sea, flags: 1 }]), /sea\.png: it is encrypted/],
    ['in a ZIP', writeZip([{ ...sea, name: 'more.zip' }]), /archive in the ZIP/],
    [
      'with a bomb',
      writeZip([sea, bomb]),
      /flat\.png: it unpacks to more than 200 times/,
    ],
    [
      'with a path out of it',
      writeZip([{ ...sea, name: '../a.png' }]),
      /leaves its folder/,
    ],
    ['with an absolute path', writeZip([{ ...sea, name: '/a.png' }]), /absolute/],
    ['with a hidden character', writeZip([{ ...sea, name: 'a\u202eb.png' }]), /hidden/],
    ['with a link', writeZip([{ ...sea, ...link }]), /it is a link/],
    ['with a file twice', writeZip([sea, sea]), /in the ZIP twice/],
    ['with one name in two forms', forms(), /in the ZIP twice/],
    [
      'with files that overlap',
      writeZip([sea, { ...moon, offset: 0 }]),
      /shares its bytes/,
    ],
    ['with another method', writeZip([{ ...sea, method: 9 }]), /a compression/],
    ['of 10,101 files', writeZip(many), /more than 10,000 works/],
  ])('%s is refused before a byte is unpacked', async (_, archive, reason) => {
    await expect(open(archive)).rejects.toThrow(reason)
  })

  test('that unpacks to more than a set can have is refused', async () => {
    await expect(open(writeZip([sea, moon]), 799)).rejects.toThrow(/unpacks to more than/)
  })

  test.each<[string, Partial<ZipPart>]>([
    ['another check', { crc: 5 }],
    ['fewer bytes than it states', { size: 9000 }],
    ['more bytes than it states', { size: 5 }],
    [
      'bytes that cannot be unpacked',
      { packed: Buffer.from('\xff\xff\xff\xff\xff\xff') },
    ],
  ])('of which a file has %s is damaged', async (_, part) => {
    const zip = await open(writeZip([{ ...sea, ...part }]))
    const [entry] = zip.entries
    if (!entry) throw new Error('archive has no entries')
    await expect(zip.extract(entry, join(folder, 'spoiled'))).rejects.toThrow(
      'tides/sea.png in the ZIP is damaged or incomplete.',
    )
    zip.close()
  })
})

function forms(): Buffer {
  return writeZip([
    { ...sea, name: '\u00e9.png' },
    { ...moon, name: 'e\u0301.png' },
  ])
}

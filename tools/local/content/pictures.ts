import sharp from 'sharp'
import { drawCover, drawPrint } from './art/print.ts'
import type { Work } from './work-types.ts'

const SIDE = 1000
/** Pictures of a set's tokens are smaller, as there are hundreds. */
const TOKEN_SIDE = 560
const COVER_WIDTH = 1800
const AVATAR_SIDE = 400

/** Returns the picture of a work as PNG; undefined where it has none. */
export async function renderPicture({ art, name }: Work): Promise<Blob | undefined> {
  return art === null ? undefined : toBlob(drawPrint(name, art, null, SIDE).svg)
}

/** Returns the cover of a work as PNG in the ratio 3:1; undefined where it has none. */
export async function renderCover(work: Work): Promise<Blob | undefined> {
  if (!work.hasCover || work.art === null) return undefined
  return toBlob(drawCover(work.name, work.art, COVER_WIDTH))
}

/** Returns the picture of an artist as PNG. */
export function renderAvatar(name: string, art: NonNullable<Work['art']>): Promise<Blob> {
  return toBlob(drawPrint(name, art, null, AVATAR_SIDE).svg)
}

/** A file of an upload. */
export type SetFile = { path: string; bytes: Uint8Array<ArrayBuffer> }

/** Returns the pictures of all tokens of a work, and the sheet of their traits. */
export async function renderSet({ art, name, supply }: Work): Promise<SetFile[]> {
  if (art === null || supply === null) throw new Error(`work is no set: got ${name}`)
  const numbers = Array.from({ length: supply }, (_, index) => index + 1)
  const prints = numbers.map((number) => {
    return { number, ...drawPrint(name, art, number, TOKEN_SIDE) }
  })
  const names = Object.keys(prints[0]?.traits ?? {})
  const head = ['tokenID', 'file_name', ...names.map((trait) => `attributes[${trait}]`)]
  const rows = prints.map(({ number, traits }) => [
    String(number),
    `${number}.png`,
    ...names.map((trait) => traits[trait] ?? ''),
  ])
  const sheet = [head, ...rows].map((cells) => cells.map(quote).join(',')).join('\n')
  const pictures = await Promise.all(
    prints.map(async ({ number, svg }) => {
      return { path: `${number}.png`, bytes: await toPng(svg) }
    }),
  )
  return [...pictures, { path: 'works.csv', bytes: new TextEncoder().encode(sheet) }]
}

function quote(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

async function toBlob(svg: string): Promise<Blob> {
  return new Blob([await toPng(svg)], { type: 'image/png' })
}

async function toPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
  return new Uint8Array(png)
}

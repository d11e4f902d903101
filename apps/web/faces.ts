import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * The characters nearly every text is written with, as in `ui/kit.css`. A face with these alone
 * is half as heavy; the whole one comes when a text needs more.
 */
const COMMON = `${ascii()}\u00a0\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2026`

/** The faces of the first view: what of them is used, cut out of the whole ones. */
const faces = {
  'instrument-sans-common.woff2':
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'bricolage-grotesque-common.woff2':
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
}

/** The one weight of headings: a face without its other weights is half as heavy again. */
const weights: Partial<Record<string, number>> = {
  'bricolage-grotesque-common.woff2': 650,
}

/** Writes the faces of the first view into `folder`, and answers it. */
export async function cutFaces(folder: string): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  mkdirSync(folder, { recursive: true })
  for (const [name, whole] of Object.entries(faces)) {
    const weight = weights[name]
    const face = await subsetFont(readFileSync(resolve(whole)), COMMON, {
      targetFormat: 'woff2',
      ...(weight !== undefined && { variationAxes: { wght: weight } }),
    })
    writeFileSync(join(folder, name), face)
  }
  return folder
}

function ascii(): string {
  return String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the pictures of all articles on the server. */
export const PICTURES_PATH = '/academy-files'

/** A picture beside an article. */
export type ArticlePicture = {
  /** Path on the server, with a hash of the bytes. */
  url: string
  /** Size in px; null for a file that is no SVG. */
  size: { width: number; height: number } | null
}

type Place = { locale: string; alias: string; folder: string }

/** Finds a picture in the folder of an article; undefined if there is no such file. */
export function findPicture(
  { locale, alias, folder }: Place,
  file: string,
): ArticlePicture | undefined {
  const path = join(folder, file)
  if (!isPictureName(file) || !existsSync(path)) return undefined
  const bytes = readFileSync(path)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return {
    url: `${PICTURES_PATH}/${locale}/${alias}/${file}?v=${hash}`,
    size: file.endsWith('.svg') ? readSize(bytes.toString('utf8')) : null,
  }
}

/** Returns the name of a figure's drawing for narrow screens, whether or not it exists. */
export function toNarrowName(file: string): string {
  return file.replace(/\.svg$/, '-narrow.svg')
}

/** Returns whether a name is that of a picture in the folder of an article. */
export function isPictureName(file: string): boolean {
  return /^[a-z0-9-]+\.(svg|webp)$/.test(file)
}

/** Reads the size of an SVG from its viewBox. */
function readSize(svg: string): ArticlePicture['size'] {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

/**
 * Returns why an SVG may not be published, or undefined: it has no script, style element, event,
 * embedded page or reference to another file.
 */
export function findPictureFault(svg: string): string | undefined {
  const [element] = /<(script|style|foreignObject|iframe|image|a)\b/i.exec(svg) ?? []
  if (element) return `has the element ${element}>`
  const [event] = /\son[a-z]+\s*=/i.exec(svg) ?? []
  if (event) return `has the event attribute${event}`
  const [reference] = /(href|src)\s*=\s*["'](?!#)|url\(\s*["']?(?!#)/i.exec(svg) ?? []
  if (reference) return 'refers to another file'
  return readSize(svg) ? undefined : 'has no viewBox that begins at 0 0'
}

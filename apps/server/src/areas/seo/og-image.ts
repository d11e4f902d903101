import { hash } from 'node:crypto'
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import type { FileStore } from '../../files/file-store.ts'
import type { AppContext } from '../../http/app-context.ts'
import { lruSet } from '../../http/response-cache.ts'
import { createBoundedQueue } from './bounded-queue.ts'
import { fonts } from './font.ts'
import { ART_SIDE, type OgImage, pictureVersion, renderSvg } from './og-template.ts'

/** A PNG of 1200 by 630 px, and the hash of what it shows. */
export type RenderedImage = { hash: string; bytes: Uint8Array }

/** A requested picture, and the charge against the client's limit when it must be rendered. */
type RenderRequest = {
  picture: OgImage
  charge: () => Promise<void>
  /**
   * Its kind could fill the disk: the last ones are remembered. What a collection shows changes
   * seldom, as its name is on the chain and uploads are counted.
   */
  isMemoryOnly: boolean
}

/** Each takes a tenth of a second of one processor: two at a time, some wait, others come back. */
const MAX_CONCURRENT = 2
const MAX_PENDING = 40

/** Each has up to four tenths of a megabyte. */
const MAX_CACHED = 60

/**
 * Draws share images for `context`, each once: it is kept in the file store, or remembered. One
 * that several ask for at once is drawn for all of them together. Throws `busy` when too many
 * others wait, and what `charge` throws.
 */
export function createOgImageRenderer({ files, log }: Pick<AppContext, 'files' | 'log'>) {
  const drawing = new Map<string, Promise<Uint8Array>>()
  const remembered = new Map<string, Uint8Array>()
  const takeTurn = createBoundedQueue({
    atOnce: MAX_CONCURRENT,
    mostWaiting: MAX_PENDING,
  })

  const drawNew = async ({ picture, isMemoryOnly }: RenderRequest, name: string) => {
    const bytes = await draw(files, picture)
    if (isMemoryOnly) lruSet(remembered, name, bytes, MAX_CACHED)
    else {
      await files
        .putDerived(name, KIND, 'png', bytes)
        .catch((err) => log.warn({ err }, 'share image not kept'))
    }
    return bytes
  }
  const find = async (order: RenderRequest, name: string) => {
    const kept = remembered.get(name) ?? (await files.read(`${name}-${KIND}.png`))
    if (kept) return kept
    await order.charge()
    return takeTurn(() => drawNew(order, name))
  }
  return async (order: RenderRequest): Promise<RenderedImage> => {
    const name = hash('sha256', JSON.stringify([pictureVersion, order.picture]), 'hex')
    const known = drawing.get(name)
    if (known) return { hash: name, bytes: await known }
    const found = find(order, name).finally(() => drawing.delete(name))
    drawing.set(name, found)
    return { hash: name, bytes: await found }
  }
}

const KIND = 'share'

const options: ResvgRenderOptions = {
  font: {
    fontFiles: [fonts.display.file, fonts.text.file],
    // The same picture on every machine.
    loadSystemFonts: false,
    defaultFontFamily: 'Instrument Sans',
  },
}

/** What messengers take without complaint; photographs of more colours are told in fewer. */
const MAX_EXACT_BYTES = 400_000

async function draw(files: FileStore, picture: OgImage): Promise<Uint8Array> {
  const svg = renderSvg(picture, await readArt(files, picture.art.file))
  const drawn = sharp((await renderAsync(svg, options)).asPng())
  const exact = await drawn.png().toBuffer()
  if (exact.length <= MAX_EXACT_BYTES) return exact
  return drawn.png({ palette: true, effort: 7 }).toBuffer()
}

/** The artwork as PNG, because the renderer leaves out WebP; undefined when there is none. */
async function readArt(
  files: FileStore,
  name: string | null,
): Promise<string | undefined> {
  const bytes = name === null ? undefined : await files.read(name)
  if (!bytes) return undefined
  const png = await sharp(bytes)
    .resize(ART_SIDE, ART_SIDE, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .png({ compressionLevel: 3 })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

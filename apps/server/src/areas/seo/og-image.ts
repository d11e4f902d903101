import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { createBoundedQueue } from '../../bounded-queue.ts'
import { withReadableBrand } from '../../files/decode-picture.ts'
import type { FileStore } from '../../files/file-store.ts'
import { openView } from '../../files/views.ts'
import type { AppContext } from '../../http/app-context.ts'
import { lruSet } from '../../http/lru-set.ts'
import { fonts } from './font.ts'
import { ART_SIDE, type OgImage, pictureVersion, renderSvg } from './og-template.ts'

/** PNG of 1200 by 630 px, and the hash of its content. */
export type RenderedImage = { hash: string; bytes: Uint8Array }

/** A requested picture, and the charge against the client's limit when it must be rendered. */
type RenderRequest = {
  picture: OgImage
  charge: () => Promise<void>
  /**
   * Keeps the image in memory instead of the file store, for kinds so numerous that they
   * could fill the disk. Images of collections change rarely, because names are on the
   * chain and uploads are limited.
   */
  isMemoryOnly: boolean
}

/**
 * Rendering takes 0.1 s of one core: two at a time, a bounded queue, `busy` beyond it.
 */
const MAX_CONCURRENT = 2
const MAX_PENDING = 40

/** Up to 0.4 MB each. */
const MAX_CACHED = 60

/**
 * Creates the renderer of share images, which renders each image once and shares
 * concurrent requests. It throws `busy` when its queue is full, and what `charge` throws.
 */
export function createOgImageRenderer(
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  maxPending = MAX_PENDING,
) {
  const drawing = new Map<string, Promise<Uint8Array>>()
  const remembered = new Map<string, Uint8Array>()
  const takeTurn = createBoundedQueue({
    concurrency: MAX_CONCURRENT,
    maxPending,
  })

  const drawNew = async ({ picture, isMemoryOnly }: RenderRequest, name: string) => {
    const bytes = await draw(files, picture)
    if (isMemoryOnly) lruSet(remembered, name, bytes, MAX_CACHED)
    else {
      await files
        .putDerived(name, KIND, 'png', bytes)
        .catch((err) => log.warn({ err }, 'share image not stored'))
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
    // Gives the same picture on every machine.
    loadSystemFonts: false,
    defaultFontFamily: 'Instrument Sans',
  },
}

/** Size that messengers accept; larger images are reduced to a palette. */
const MAX_EXACT_BYTES = 400_000

async function draw(files: FileStore, picture: OgImage): Promise<Uint8Array> {
  const svg = renderSvg(picture, await readArt(files, picture.art.file))
  const drawn = sharp((await renderAsync(svg, options)).asPng())
  const exact = await drawn.png().toBuffer()
  if (exact.length <= MAX_EXACT_BYTES) return exact
  return drawn.png({ palette: true, effort: 7 }).toBuffer()
}

/**
 * Reads the artwork, the first frame of an animation, as PNG, because the renderer ignores
 * WebP; undefined if there is none.
 */
async function readArt(
  files: FileStore,
  name: string | null,
): Promise<string | undefined> {
  const view = name === null ? undefined : await openView(files, name, 768)
  if (!view) return undefined
  const bytes = await buffer(view.stream)
  const png = await sharp(withReadableBrand(bytes))
    .resize(ART_SIDE, ART_SIDE, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .png({ compressionLevel: 3 })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

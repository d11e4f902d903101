import { avatarPlate, plate, plateVersion } from '@platemark/plates/plate'
import { escapeHtml } from '../../pages/escape.ts'
import { cutLine, fitTitle, TITLE_SPACING, wrapText } from './text-layout.ts'

/**
 * Content of a share image. Contains only what rarely changes, because messengers cache
 * images for weeks.
 */
export type OgImage = {
  /**
   * `framed`: framed artwork with text beside it. `page`: text with a plate at the edge.
   * `cover`: the drawing alone, which has the size of the image.
   */
  layout: 'framed' | 'page' | 'cover'
  /** Stored picture, or the seed of the plate shown without one. */
  art: {
    file: string | null
    seed: string
    isAvatar: boolean
    /** SVG that is drawn in place of a plate: a square, or the whole of a cover. */
    drawing?: string
  }
  over: string
  title: string
  under: string
  product: string
}

/** Part of the image's name; changes whenever the same content renders differently. */
export const pictureVersion = `2.${plateVersion}`

const WIDTH = 1200
const HEIGHT = 630

/** Side of the framed artwork in px. */
export const ART_SIDE = 456

const paper = '#f6f5f1'
const ink = '#16191a'
const muted = '#5a6163'
const rule = '#dcdad3'

/**
 * Renders a share image as SVG; `art` is the artwork as a data URL, the plate without it.
 */
export function renderSvg(picture: OgImage, art?: string): string {
  if (picture.layout === 'cover') return picture.art.drawing ?? ''
  const body = picture.layout === 'framed' ? framed(picture, art) : page(picture)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>${body}</svg>`
}

function framed({ over, title, under, product, art }: OgImage, image?: string) {
  const width = 510
  const { size, lines } = fitTitle(title, { sizes: [104, 80, 66, 52, 44], width })
  const baselines = baselinesOf(lines, size, 315)
  const drawPlate = art.isAvatar ? avatarPlate : plate
  const drawing = image
    ? `<image href="${image}" width="${ART_SIDE}" height="${ART_SIDE}"/>`
    : art.drawing
      ? art.drawing.replace('<svg ', `<svg width="${ART_SIDE}" height="${ART_SIDE}" `)
      : drawPlate(art.seed, { size: ART_SIDE })
  return [
    `<rect x="48.5" y="48.5" width="533" height="533" rx="4" fill="#fff" stroke="${rule}"/>`,
    `<rect x="71" y="71" width="488" height="488" fill="none" stroke="${rule}" stroke-width="1.5"/>`,
    `<g transform="translate(87 87)">${drawing}</g>`,
    text(cutLine(over, 30, width), { x: 640, y: 92, size: 30, fill: muted }),
    ...lines.map((line, index) => titleLine(line, 637, baselines[index] ?? 0, size)),
    text(cutLine(under, 36, width), {
      x: 640,
      y: (baselines.at(-1) ?? 0) + 64,
      size: 36,
    }),
    titleLine(cutLine(product, 34, width), 638, 577, 34),
  ].join('')
}

/** Side in px of a plate whose margin is cut off by the edges. */
const BLEED = HEIGHT + 150

function page({ over, title, under, product, art }: OgImage): string {
  const width = 670
  const { size, lines } = fitTitle(title, { sizes: [96, 72, 52], width })
  const first = 124.4 + 0.957 * size
  const baselines = lines.map((_, index) => first + index * LINE * size)
  const below = (baselines.at(-1) ?? 0) + 68
  const summary = wrapText(under, { size: 30, width, most: 2 })
  return [
    `<clipPath id="edge"><rect x="790" width="410" height="${HEIGHT}"/></clipPath>`,
    `<g clip-path="url(#edge)"><g transform="translate(605 -75)">${plate(art.seed, { size: BLEED })}</g></g>`,
    `<path d="M789.5 0V${HEIGHT}" stroke="${rule}"/>`,
    text(cutLine(over, 30, width), { x: 56, y: 92, size: 30, fill: '#0f6b43' }),
    ...lines.map((line, index) => titleLine(line, 53, baselines[index] ?? 0, size)),
    ...summary.map((line, index) =>
      text(line, { x: 56, y: below + 40 * index, size: 30, fill: muted }),
    ),
    titleLine(cutLine(product, 34, width), 54, 577, 34),
  ].join('')
}

/** Line height of titles in em. */
const LINE = 1.02

/** Returns the baselines of a title centred at `middle`. */
function baselinesOf(lines: string[], size: number, middle: number): number[] {
  const first = middle - (lines.length * LINE * size) / 2 + 0.69 * size
  return lines.map((_, index) => first + index * LINE * size)
}

function titleLine(line: string, x: number, y: number, size: number): string {
  return `<text x="${x}" y="${y.toFixed(2)}" font-family="Bricolage Grotesque" font-weight="700" letter-spacing="${(TITLE_SPACING * size).toFixed(2)}" font-size="${size}" fill="${ink}">${escapeHtml(line)}</text>`
}

function text(
  line: string,
  { x, y, size, fill = ink }: { x: number; y: number; size: number; fill?: string },
): string {
  return `<text x="${x}" y="${y.toFixed(2)}" font-family="Instrument Sans" font-weight="500" font-size="${size}" fill="${fill}">${escapeHtml(line)}</text>`
}

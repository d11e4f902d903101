import { chanceFrom } from '@platemark/plates/chance'
import { plate } from '@platemark/plates/plate'
import sharp from 'sharp'
import type { Work } from './works.ts'

const SIDE = 1000
const PAPERS = ['#f4f1e8', '#efeae0', '#e9ede9', '#f3ece6', '#e8e6ea'] as const
const INKS = ['#1d2a44', '#20302a', '#35142a', '#2e2a26', '#0a2e39'] as const

/** Returns the picture of a work as PNG, composed of plates; undefined where it has none. */
export async function renderPicture(work: Work): Promise<Blob | undefined> {
  return work.picture === null ? undefined : render(composition(work.name, work.picture))
}

/** Returns the cover of a work as PNG in the ratio 3:1; undefined where it has none. */
export async function renderCover(work: Work): Promise<Blob | undefined> {
  if (!work.hasCover) return undefined
  const strips = Array.from({ length: 4 }, (_, index) =>
    placed(`${work.name} cover ${index}`, 450 * index, 0, 450, '20 16 60 80', 600),
  )
  return render(sheet(1800, 600, PAPERS[0], strips.join('')))
}

function composition(name: string, layout: NonNullable<Work['picture']>): string {
  const chance = chanceFrom(`sheet of ${name}`)
  const paper = chance.pick(...PAPERS)
  const ink = chance.pick(...INKS)
  if (layout === 'full') {
    return sheet(SIDE, SIDE, paper, placed(name, 0, 0, SIDE, '7 7 86 86'))
  }
  if (layout === 'wide-margin') {
    const art = placed(name, 170, 130, 660, '5 5 90 90')
    const mark = `<path d="M150 110H850V810H150z" fill="none" stroke="${ink}" stroke-opacity=".28" stroke-width="3"/>`
    return sheet(SIDE, SIDE, paper, `${art}${mark}${swatches(ink, chance.below(4) + 3)}`)
  }
  if (layout === 'diptych') {
    const left = placed(`${name}, left`, 60, 150, 425, '22 5 56 90', 700)
    const right = placed(`${name}, right`, 515, 150, 425, '22 5 56 90', 700)
    return sheet(SIDE, SIDE, paper, left + right)
  }
  const cells = [0, 1, 2, 3].map((index) =>
    placed(
      `${name}, ${index}`,
      75 + (index % 2) * 435,
      75 + Math.floor(index / 2) * 435,
      415,
      '10 10 80 80',
    ),
  )
  return sheet(SIDE, SIDE, paper, cells.join(''))
}

/** Returns a row of ink tests at the foot of the sheet. */
function swatches(ink: string, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const opacity = (1 - index / (count + 1)).toFixed(2)
    return `<circle cx="${170 + index * 44}" cy="885" r="15" fill="${ink}" fill-opacity="${opacity}"/>`
  }).join('')
}

/** Returns the section `view` of the plate of `seed`, placed on the sheet. */
function placed(
  seed: string,
  x: number,
  y: number,
  width: number,
  view: string,
  height = width,
): string {
  return plate(seed).replace(
    /^<svg [^>]*>/,
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${view}" preserveAspectRatio="xMidYMid slice">`,
  )
}

function sheet(width: number, height: number, paper: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path fill="${paper}" d="M0 0H${width}V${height}H0z"/>${content}</svg>`
}

async function render(svg: string): Promise<Blob> {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
  return new Blob([new Uint8Array(png)], { type: 'image/png' })
}

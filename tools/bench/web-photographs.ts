import sharp from 'sharp'

/** How much weaker each finer layer is, and how the sum becomes colours from 0 to 255. */
const ROUGHNESS = 0.5
const MIDDLE = 118
const CONTRAST = 48
const GRAIN = 8

/**
 * A JPEG that weighs as a photograph does: noise of every size, the larger the stronger, as in
 * pictures of nature, with a little grain. The same `seed` gives the same picture.
 */
export async function photograph(
  seed: number,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const random = randomFrom(seed)
  const sum = new Float32Array(width * height * 3)
  for (let cells = 3; cells <= width / 2; cells *= 2) {
    const layer = await cloud({ width, height, cells, random })
    layer.forEach((value, index) => {
      sum[index] = (sum[index] ?? 0) + (value - 128) / cells ** ROUGHNESS
    })
  }
  const loudness = Math.sqrt(sum.reduce((all, value) => all + value ** 2, 0) / sum.length)
  const pixels = Buffer.alloc(sum.length)
  sum.forEach((value, index) => {
    const grain = (random() - 0.5) * GRAIN
    pixels[index] = clamped(MIDDLE + (value / loudness) * CONTRAST + grain)
  })
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  return new Blob([new Uint8Array(await picture.jpeg({ quality: 90 }).toBuffer())], {
    type: 'image/jpeg',
  })
}

function clamped(colour: number): number {
  return Math.max(0, Math.min(255, colour))
}

type Cloud = { width: number; height: number; cells: number; random: () => number }

/** Random colours, so many across, drawn out smoothly over the whole picture. */
async function cloud({ width, height, cells, random }: Cloud): Promise<Buffer> {
  const rows = Math.max(2, Math.round((cells * height) / width))
  const colours = Buffer.from(
    Array.from({ length: cells * rows * 3 }, () => Math.floor(random() * 256)),
  )
  return sharp(colours, { raw: { width: cells, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** A row of numbers from 0 to 1 that follows from its seed. */
function randomFrom(seed: number): () => number {
  let state = seed + 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

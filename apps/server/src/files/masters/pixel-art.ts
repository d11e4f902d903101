/** Pixels of a picture, four bytes each. */
export type RawPicture = { data: Buffer; width: number; height: number }

/** Rows and columns that are looked at before every pixel is. */
const SAMPLES = 48
const MAX_COLORS = 256

/**
 * Returns the side of the squares of one colour that a picture consists of: above 1 for
 * pixel art that was enlarged, 1 for any other picture.
 */
export function findCellSide(picture: RawPicture): number {
  const { data, width, height } = picture
  const pixels = pixelsOf(picture)
  let side = greatestDivisor(width, height)
  for (let sample = 0; sample < SAMPLES && side > 1; sample += 1) {
    const row = Math.floor((sample * height) / SAMPLES) * width
    for (let x = 1; x < width; x += 1) {
      if (pixels[row + x] !== pixels[row + x - 1]) side = greatestDivisor(side, x)
    }
    const column = Math.floor((sample * width) / SAMPLES)
    for (let y = 1; y < height; y += 1) {
      const at = y * width + column
      if (pixels[at] !== pixels[at - width]) side = greatestDivisor(side, y)
    }
  }
  if (side <= 1) return 1
  const bytes = width * 4
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * bytes, (y + 1) * bytes)
    if (y % side !== 0) {
      if (!row.equals(data.subarray((y - 1) * bytes, y * bytes))) return 1
      continue
    }
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x
      if (x % side !== 0 && pixels[at] !== pixels[at - 1]) return 1
    }
  }
  return side
}

/** Takes one pixel of each square of `side` pixels, and repeats it `factor` times a side. */
export function resizeCells(
  picture: RawPicture,
  side: number,
  factor: number,
): RawPicture {
  const width = (picture.width / side) * factor
  const height = (picture.height / side) * factor
  const [from, pixels] = [pixelsOf(picture), new Uint32Array(width * height)]
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / factor) * side * picture.width
    for (let x = 0; x < width; x += 1) {
      pixels[y * width + x] = from[row + Math.floor(x / factor) * side] ?? 0
    }
  }
  return { data: Buffer.from(pixels.buffer), width, height }
}

/** Returns whether the sampled rows have no more colours than a palette holds. */
export function hasFewColors(picture: RawPicture): boolean {
  const { width, height } = picture
  const pixels = pixelsOf(picture)
  const colors = new Set<number>()
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const row = Math.floor((sample * height) / SAMPLES) * width
    for (const color of pixels.subarray(row, row + width)) colors.add(color)
    if (colors.size > MAX_COLORS) return false
  }
  return true
}

function pixelsOf({ data, width, height }: RawPicture): Uint32Array {
  const isAligned = data.byteOffset % 4 === 0
  const bytes = isAligned ? data : Buffer.from(Uint8Array.from(data).buffer)
  return new Uint32Array(bytes.buffer, bytes.byteOffset, width * height)
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}

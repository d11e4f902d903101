import { createRandom } from '../random.ts'

/** Returns a replacement of `crypto.getRandomValues` that a seed repeats exactly. */
export function createSeededBytes(seed: number) {
  const random = createRandom(seed, 0)
  return <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = random.between(0, 255)
    return view
  }
}

const { PLATEMARK_SOAK: soak, PLATEMARK_SEED: seed } = process.env

/** True in a soak: `npm run soak -- NAME` runs the whole of a proof. */
export const isSoak = soak === '1'

/** Returns how much of a proof to run: `part` in `npm test`, `whole` in a soak. */
export function share(part: number, whole: number): number {
  return isSoak ? whole : part
}

/** Returns the seed of a random test and prints it: `PLATEMARK_SEED`, or else `usual`. */
export function seedOr(usual: number): number {
  const chosen = seed ? Number(seed) : usual
  process.stdout.write(`seed ${chosen}\n`)
  return chosen
}

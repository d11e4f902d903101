const {
  PLATEMARK_SOAK: soak,
  PLATEMARK_SEED: seed,
  PLATEMARK_ROUNDS: rounds,
  PLATEMARK_FROM: from,
} = process.env

/** True in a soak: `npm run soak -- NAME` runs the whole of a proof. */
export const isSoak = soak === '1'

/** Returns how much of a proof to run: `part` in `npm test`, `whole` in a soak. */
export function share(part: number, whole: number): number {
  return isSoak ? whole : part
}

/** Returns the number of random cases to run: `--rounds` of the soak, or else as `share`. */
export function roundsOr(part: number, whole: number): number {
  return rounds ? Number(rounds) : share(part, whole)
}

/** Returns the number of the first random case: `--from` of the soak, or else `usual`. */
export function firstOr(usual: number): number {
  return from ? Number(from) : usual
}

/** Returns the seed of a random test and prints it: `PLATEMARK_SEED`, or else `usual`. */
export function seedOr(usual: number): number {
  const chosen = seed ? Number(seed) : usual
  process.stdout.write(`seed ${chosen}\n`)
  return chosen
}

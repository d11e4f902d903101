/** A seeded random generator. The order of its draws is part of the picture. */
export type Chance = {
  /** From 0 to below 1. */
  next: () => number
  between: (low: number, high: number) => number
  /** A whole number from 0 to below `count`. */
  below: (count: number) => number
  pick: <T>(...options: readonly [T, ...T[]]) => T
}

/** Creates the generator of a seed: the same for the same text in any letter case. */
export function chanceFrom(seed: string): Chance {
  const next = smallFastCounter(wordsOf(seed.toLowerCase()))
  // The first draws of the generator still resemble the seed.
  for (let i = 0; i < 16; i++) next()
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    pick: (...options) => options[below(options.length)] ?? options[0],
  }
}

type Words = [number, number, number, number]

/** Returns the initial state: the 160 bits of an address, mixed with a hash of any other text. */
function wordsOf(seed: string): Words {
  const [, before = seed, hex = '7'.repeat(40)] =
    /^(.*)0x([0-9a-f]{40})$/.exec(seed) ?? []
  const word = (index: number) => Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16)
  const words: Words = [word(0) ^ word(4), word(1), word(2), word(3)]
  if (before === '') return words
  return [
    words[0] ^ textHash(before, 0),
    words[1] ^ textHash(before, 1),
    words[2] ^ textHash(before, 2),
    words[3],
  ]
}

/** Hashes UTF-16 units by FNV-1a; `salt` gives independent words of one text. */
function textHash(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash
}

/** Creates the generator sfc32, which passes the usual test batteries with four words of state. */
function smallFastCounter([a0, b0, c0, counter0]: Words): () => number {
  let a = a0 | 0
  let b = b0 | 0
  let c = c0 | 0
  let counter = counter0 | 0
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
}

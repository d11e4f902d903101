import { concatBytes, type Hex, hexToBytes, numberToBytes, sha256 } from 'viem'

const WORD_RANGE = 2 ** 32
const WORDS_PER_HASH = 8

/**
 * Returns which work each token shows after a reveal: at index i the index of the work of token
 * i + 1, both from 0 in the order of the set. `secret` has 32 bytes; the same secret and count
 * give the same order for ever.
 *
 * Fisher-Yates from the last place to the second. Its random words are the eight big-endian words
 * of 32 bits of sha256(secret, counter), where the counter of 4 bytes begins at 0. A word at or
 * above the largest multiple of the number of choices is left out, so that every order is equally
 * likely.
 */
export function shuffleWorks(secret: Hex, count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  const nextBelow = createDraws(secret)
  for (let place = count - 1; place > 0; place--) {
    const other = nextBelow(place + 1)
    const [one, two] = [order[place], order[other]]
    // Both places exist: `other` is at most `place`.
    if (one !== undefined && two !== undefined) {
      order[place] = two
      order[other] = one
    }
  }
  return order
}

/** Returns a function that draws an integer from 0 to `choices` - 1. */
function createDraws(secret: Hex): (choices: number) => number {
  const key = hexToBytes(secret)
  let counter = 0
  let words: number[] = []
  return (choices) => {
    const limit = WORD_RANGE - (WORD_RANGE % choices)
    for (;;) {
      if (words.length === 0) words = readWords(key, counter++)
      const word = words.shift()
      if (word !== undefined && word < limit) return word % choices
    }
  }
}

function readWords(key: Uint8Array, counter: number): number[] {
  const input = concatBytes([key, numberToBytes(counter, { size: 4 })])
  const view = new DataView(sha256(input, 'bytes').slice().buffer)
  return Array.from({ length: WORDS_PER_HASH }, (_, word) => view.getUint32(4 * word))
}

import { type Parsed, parseCount } from '../../../lib/parse-amounts.ts'

type Supply = {
  minted: number
  /** 0: no cap. */
  maxSupply: number
}

/** Parses a lower cap: at least what is minted, and below the present one. */
export function readLowerCap(
  text: string,
  { minted, maxSupply }: Supply,
): Parsed<number> {
  const least = Math.max(minted, 1)
  if (maxSupply > 0 && least >= maxSupply) {
    return {
      problem: `The supply stays ${maxSupply.toLocaleString('en')}: all items are minted.`,
    }
  }
  const read = parseCount(text, 'the new supply')
  if ('problem' in read) return read
  if (read.value < minted) {
    return {
      problem: `${minted.toLocaleString('en')} are minted. Enter at least as many.`,
    }
  }
  if (maxSupply > 0 && read.value >= maxSupply) {
    return {
      problem: `The supply can only be lowered. Enter fewer than ${maxSupply.toLocaleString('en')}.`,
    }
  }
  return read
}

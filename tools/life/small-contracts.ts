import { type Address, concat, type Hex, numberToHex, size } from 'viem'

/** Makes a contract whose code is `code` (at most 255 bytes). */
function creationOf(code: Hex): Hex {
  // PUSH length, DUP, copy what stands behind these 11 bytes to memory 0, return it.
  return concat([
    '0x60',
    numberToHex(size(code), { size: 1 }),
    '0x80600b6000396000f3',
    code,
  ])
}

/** Takes ether and every token: answers with the selector that it is asked with. */
export const takingContract = creationOf('0x60003560e01c60e01b60005260206000f3')

/** Takes the same, and keeps the hash of what it was called with last in its first word. */
export const recordingContract = creationOf(
  '0x3660006000373660002060005560003560e01c60e01b60005260206000f3',
)

/** Refuses every call, so it takes neither ether nor tokens sent safely. */
export const refusingContract = creationOf('0x600080fd')

/** Answers a token with a word that is not the selector. */
export const wrongContract = creationOf('0x600160005260206000f3')

/** Answers nothing at all. */
export const silentContract = creationOf('0x00')

/** Refuses ether until somebody has called it with any data, and takes it from then on. */
export const hesitatingContract = creationOf(
  '0x3615600b576001600055005b600054601657600080fd5b00',
)

/**
 * Logs what it is called with: the number of topics in one byte, four topics (those that do not
 * count are 0), then data.
 */
export const loggingContract = creationOf(
  '0x60613560413560213560013560813603806081600037600060003560001a600302602501565ba0005ba1005ba2005ba3005ba400',
)

/** Creation code that leaves nothing but the ether it was sent, at `target`, unasked. */
export function forcingCode(target: Address): Hex {
  return concat(['0x73', target, '0xff'])
}

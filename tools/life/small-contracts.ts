import { concat, type Hex, numberToHex, size } from 'viem'

/** Returns creation code for a contract whose code is `code` (at most 255 bytes). */
function creationOf(code: Hex): Hex {
  // PUSH length, DUP, copy the bytes behind these 11 to memory 0, return them.
  return concat([
    '0x60',
    numberToHex(size(code), { size: 1 }),
    '0x80600b6000396000f3',
    code,
  ])
}

/**
 * Logs what it is called with: the number of topics in one byte, four topics (those that do not
 * count are 0), then data.
 */
export const loggingContract = creationOf(
  '0x60613560413560213560013560813603806081600037600060003560001a600302602501565ba0005ba1005ba2005ba3005ba400',
)

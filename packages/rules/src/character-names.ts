/** Unicode names of characters that people paste without seeing them. */
const names: Record<number, string> = {
  0: 'NULL',
  9: 'TAB',
  10: 'LINE FEED',
  13: 'CARRIAGE RETURN',
  4447: 'HANGUL CHOSEONG FILLER',
  4448: 'HANGUL JUNGSEONG FILLER',
  8203: 'ZERO WIDTH SPACE',
  8204: 'ZERO WIDTH NON-JOINER',
  8205: 'ZERO WIDTH JOINER',
  8234: 'LEFT-TO-RIGHT EMBEDDING',
  8235: 'RIGHT-TO-LEFT EMBEDDING',
  8236: 'POP DIRECTIONAL FORMATTING',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  8289: 'FUNCTION APPLICATION',
  8290: 'INVISIBLE TIMES',
  8291: 'INVISIBLE SEPARATOR',
  8292: 'INVISIBLE PLUS',
  8294: 'LEFT-TO-RIGHT ISOLATE',
  8295: 'RIGHT-TO-LEFT ISOLATE',
  8296: 'FIRST STRONG ISOLATE',
  8297: 'POP DIRECTIONAL ISOLATE',
  12644: 'HANGUL FILLER',
  65279: 'BYTE ORDER MARK',
  65440: 'HALFWIDTH HANGUL FILLER',
}

/** Names a character that shows nothing: `U+202E RIGHT-TO-LEFT OVERRIDE`. */
export function nameCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0
  const digits = point.toString(16).toUpperCase().padStart(4, '0')
  return `U+${digits} ${names[point] ?? describeKind(character)}`
}

function describeKind(character: string): string {
  if (/\p{Cs}/u.test(character)) return 'half of a character'
  if (/\p{Co}/u.test(character)) return 'private-use character'
  if (/\p{Cc}/u.test(character)) return 'control character'
  if (/[\u{e0000}-\u{e007f}]/u.test(character)) return 'TAG'
  return /\p{Cn}/u.test(character) ? 'unassigned character' : 'invisible character'
}

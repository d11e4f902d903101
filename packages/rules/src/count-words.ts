const words = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['ten', 'eleven', 'twelve'],
]

/** Writes a count as a word up to twelve, else in digits. */
export function toCountWord(count: number): string {
  return words[count] ?? String(count)
}

/** Joins names: `Base`, `Base and Ink`, `Base, Ink and Mode`. */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  if (names.length < 2) return last
  return `${names.slice(0, -1).join(', ')} and ${last}`
}

/** Forms of a label in which look-alikes are equal. */
export type Skeletons = { l: string; i: string }

/**
 * Returns the two forms by which look-alike labels are found: without hyphens, with characters
 * that resemble each other made one. The digit 1 is an l in the first and an i in the second. Two
 * labels look alike when either form is equal.
 */
export function toSkeletons(label: string): Skeletons {
  const plain = label
    .replaceAll('-', '')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  return { l: plain.replaceAll('1', 'l'), i: plain.replaceAll('1', 'i') }
}

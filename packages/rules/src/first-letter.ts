/** Returns a text with its first letter raised, to begin a sentence. */
export function startHigh(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a text with its first letter lowered, to go on within a sentence. */
export function startLow(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Formats a wait in seconds for a sentence: `45 seconds`, above 90 `9 minutes`, rounded up. */
export function formatWait(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

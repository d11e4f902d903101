/** Characters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates a creator's text inside a sentence (UAX #9), as `<bdi>` does in markup: words and figures
 * after a name in Arabic or Hebrew keep their order. Other texts are returned as they are.
 */
export function isolateText(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}

const MINUTE = 60_000

/**
 * Says the same sentence at most once a minute, and then how often it was kept back since.
 */
export function throttleLog(
  say: (sentence: string, times: number) => void,
  now: () => number,
): (sentence: string) => void {
  const said = new Map<string, { at: number; times: number }>()
  return (sentence) => {
    const last = said.get(sentence)
    if (last && now() - last.at < MINUTE) {
      last.times += 1
      return
    }
    for (const [other, { at }] of said) {
      if (now() - at >= MINUTE) said.delete(other)
    }
    said.set(sentence, { at: now(), times: 0 })
    say(sentence, (last?.times ?? 0) + 1)
  }
}

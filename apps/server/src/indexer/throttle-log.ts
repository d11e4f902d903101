const MINUTE_MS = 60_000

/** Logs the same message at most once a minute, with how many times it occurred since. */
export function throttleLog(
  write: (message: string, times: number) => void,
  now: () => number,
): (message: string) => void {
  const logged = new Map<string, { at: number; times: number }>()
  return (message) => {
    const last = logged.get(message)
    if (last && now() - last.at < MINUTE_MS) {
      last.times += 1
      return
    }
    for (const [other, { at }] of logged) {
      if (now() - at >= MINUTE_MS) logged.delete(other)
    }
    logged.set(message, { at: now(), times: 0 })
    write(message, (last?.times ?? 0) + 1)
  }
}

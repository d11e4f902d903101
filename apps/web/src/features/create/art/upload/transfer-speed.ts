/** Bytes a second and seconds left; undefined until two seconds were measured. */
export type TransferSpeed = { bytesPerSecond: number; secondsLeft: number }

/** Time over which the speed is taken. */
const WINDOW_MS = 20_000
const MIN_MS = 2_000

/** Measures the speed of a transfer by its last 20 seconds. */
export function createSpeedMeter() {
  let samples: { at: number; bytes: number }[] = []
  return {
    /** Takes the bytes sent by `nowMs`; returns the speed once it is known. */
    add(bytes: number, totalBytes: number, nowMs: number): TransferSpeed | undefined {
      samples = samples.filter(({ at }) => nowMs - at <= WINDOW_MS)
      samples.push({ at: nowMs, bytes })
      const [first] = samples
      const passed = nowMs - (first?.at ?? nowMs)
      const sent = bytes - (first?.bytes ?? bytes)
      if (passed < MIN_MS || sent <= 0) return undefined
      const bytesPerSecond = (sent / passed) * 1000
      return { bytesPerSecond, secondsLeft: (totalBytes - bytes) / bytesPerSecond }
    },
    /** Forgets what was measured, after a pause. */
    reset() {
      samples = []
    },
  }
}

/** Writes how long something takes: `about 2 min left`, `less than 1 min left`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 55) return 'less than 1 min left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} min left`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}

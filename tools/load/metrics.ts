/** What the product says of itself at one moment. */
export type Reading = {
  /** Of the whole process. */
  megabytes: number
  /** How late the event loop was since the reading before, in milliseconds: in the mean, and 99 of 100 times. */
  delayMs: { mean: number; p99: number }
}

/** Reads the metrics every second until it is told to stop; answers what was read. */
export function watchMetrics(url: string): () => Promise<Reading[]> {
  const readings: Reading[] = []
  let isOver = false
  const reading = async () => {
    while (!isOver) {
      readings.push(await readMetrics(url))
      await new Promise((resume) => setTimeout(resume, 1000))
    }
  }
  const read = reading()
  return async () => {
    isOver = true
    await read
    return readings
  }
}

export async function readMetrics(url: string): Promise<Reading> {
  const response = await fetch(url)
  const text = await response.text()
  const figureOf = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new Error(`The metrics do not tell ${name}.`)
    return Number(value)
  }
  return {
    megabytes: figureOf('process_resident_memory_bytes') / 2 ** 20,
    delayMs: {
      mean: figureOf('nodejs_eventloop_lag_mean_seconds') * 1000,
      p99: figureOf('nodejs_eventloop_lag_p99_seconds') * 1000,
    },
  }
}

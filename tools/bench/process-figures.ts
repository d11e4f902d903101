import { CommandError } from '../command-error.ts'

/** CPU time since the start of a process, its memory in MiB, and p99 of its event loop's lag. */
export type ProcessFigures = { cpuSeconds: number; memoryMb: number; lagMs: number }

/**
 * Reads the figures of a running process from its `/metrics`, with `metrics_token` if there is
 * one. Throws `CommandError` with the setting that has to change if they cannot be read.
 */
export async function readProcessFigures(
  url: string,
  token?: string | undefined,
): Promise<ProcessFigures> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, { headers }).catch(() => undefined)
  if (!response) {
    throw new CommandError(
      `--metrics: ${url} does not answer. Start the program with METRICS_PORT (metrics_port of the configuration), and name that port.`,
    )
  }
  if (response.status === 401) {
    throw new CommandError(
      `--metrics: ${url} needs a token. Set METRICS_TOKEN to the metrics_token of the program.`,
    )
  }
  const text = await response.text()
  const cpuSeconds = readFigure(text, 'process_cpu_seconds_total')
  const memoryBytes = readFigure(text, 'process_resident_memory_bytes')
  if (!response.ok || cpuSeconds === undefined || memoryBytes === undefined) {
    throw new CommandError(
      `--metrics: ${url} answers ${response.status} without the figures of a process. Expected http://HOST:METRICS_PORT/metrics; with metrics_token alone, /metrics of the site.`,
    )
  }
  const lagSeconds = readFigure(text, 'nodejs_eventloop_lag_p99_seconds') ?? Number.NaN
  return { cpuSeconds, memoryMb: memoryBytes / 2 ** 20, lagMs: lagSeconds * 1000 }
}

function readFigure(text: string, name: string): number | undefined {
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

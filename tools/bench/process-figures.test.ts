import { afterEach, expect, test } from 'vitest'
import { configure } from '../../apps/server/src/configuration/configuration.ts'
import { createMetrics, startMetricsServer } from '../../apps/server/src/http/metrics.ts'
import { freePort } from '../local/ports.ts'
import { readProcessFigures } from './process-figures.ts'

const token = 'a-token-of-the-tests'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Starts the metrics port as the server does; returns its origin. */
async function open(settings: { metrics_token?: string } = {}): Promise<string> {
  const configuration = configure({ metrics_port: 0, ...settings })
  const metrics = createMetrics(configuration)
  const listening = metrics && (await startMetricsServer(metrics, configuration))
  if (!listening) throw new Error('no metrics')
  ends.push(listening.close)
  return `http://127.0.0.1:${listening.port}`
}

test('reads CPU time and memory of a process, with its token', async () => {
  for (const [origin, given] of [
    [await open(), undefined],
    [await open({ metrics_token: token }), token],
  ] as const) {
    const { cpuSeconds, memoryMb } = await readProcessFigures(`${origin}/metrics`, given)
    expect(cpuSeconds).toBeGreaterThan(0)
    expect(memoryMb).toBeGreaterThan(10)
  }
})

test('names the setting that is missing', async () => {
  const closed = `http://127.0.0.1:${await freePort()}/metrics`
  await expect(readProcessFigures(closed, undefined)).rejects.toThrow(
    `--metrics: ${closed} does not answer. Start the program with METRICS_PORT (metrics_port of the configuration), and name that port.`,
  )
  const guarded = `${await open({ metrics_token: token })}/metrics`
  for (const given of [undefined, `${token}x`]) {
    await expect(readProcessFigures(guarded, given)).rejects.toThrow(
      `--metrics: ${guarded} needs a token. Set METRICS_TOKEN to the metrics_token of the program.`,
    )
  }
  const other = `${await open()}/ready`
  await expect(readProcessFigures(other, undefined)).rejects.toThrow(
    `--metrics: ${other} answers 200 without the figures of a process.`,
  )
})

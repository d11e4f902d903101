import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tools/local/ports.ts'
import { startProgram, stopProgram } from '../tools/program.ts'

/** Where the running program answers; `stack.ts` reads it back from the environment. */
export type Stack = {
  url: string
  rpcUrls: Record<'local' | 'local-two', string>
  /** The data folder. */
  folder: string
}

/**
 * Starts the whole program as `npm start` does, on free ports and a fresh data folder, and
 * waits until it says it is ready. Returns what ends it again.
 */
async function startStack(): Promise<() => Promise<void>> {
  const { stack, close } = await openStack()
  process.env.PLATEMARK_E2E_STACK = JSON.stringify(stack)
  return close
}

/** Starts another one, with the `options` of `npm start`, for tests that fill it with content. */
export async function openStack(
  options: string[] = [],
): Promise<{ stack: Stack; close(): Promise<void> }> {
  // The limits have tests of their own; to the server this whole suite is one client.
  process.env.RATE_LIMIT_SCALE = '1000'
  const folder = mkdtempSync(join(tmpdir(), 'platemark-e2e-'))
  const place = { port: await freePort(), chainPort: await freePort(2), folder }
  const program = await startProgram(place, options)
  const [local = '', localTwo = ''] = program.rpcUrls
  console.log(`The program was ready after ${Math.round(program.readyAfterMs / 1000)} s.`)
  return {
    stack: { url: program.url, rpcUrls: { local, 'local-two': localTwo }, folder },
    async close() {
      await stopProgram(program)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright's globalSetup is a default export.
export default startStack

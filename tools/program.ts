import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, freePorts } from './local/ports.ts'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A running `npm start` on its own ports. */
export type Program = {
  url: string
  rpcUrls: string[]
  process: ChildProcess
  /** Time from the spawn to the line `Platemark is ready`. */
  readyAfterMs: number
  output(): string
}

export type ProgramLocation = { port: number; chainPort: number; folder: string }

/** Returns free ports and a new folder, which the caller removes. */
export async function createLocation(name: string): Promise<ProgramLocation> {
  const folder = mkdtempSync(join(tmpdir(), `platemark-${name}-`))
  return { port: await freePort(), chainPort: await freePorts(2), folder }
}

/**
 * Starts the program with these variables added to those of this process, and waits until it is
 * ready. Throws with its output when it ends earlier.
 */
export async function startProgram(
  { port, chainPort, folder }: ProgramLocation,
  options: string[] = [],
  environment: Record<string, string> = {},
): Promise<Program> {
  const began = Date.now()
  const child = spawn(
    process.execPath,
    [
      join(root, 'tools', 'start.mjs'),
      ...['--port', String(port), '--chain-port', String(chainPort), '--data', folder],
      ...options,
    ],
    // Its own process group, which can be killed at once.
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...environment },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
    })
  }
  while (!/Platemark is ready/.test(output)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`program ended before it was ready:\n${output}`)
    }
    if (Date.now() - began > 300_000)
      throw new Error(`program is not ready after 300 s:\n${output}`)
    await pause(50)
  }
  return {
    url: `http://localhost:${port}`,
    rpcUrls: [`http://127.0.0.1:${chainPort}`, `http://127.0.0.1:${chainPort + 1}`],
    process: child,
    readyAfterMs: Date.now() - began,
    output: () => output,
  }
}

/** Ends the program by SIGTERM; resolves with its exit code. */
export async function stopProgram(program: Program): Promise<number | null> {
  program.process.kill('SIGTERM')
  if (program.process.exitCode === null && program.process.signalCode === null) {
    await once(program.process, 'exit')
  }
  return program.process.exitCode
}

export { pause }

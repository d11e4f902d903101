import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { dirname, join } from 'node:path'

/** An anvil of this process, with a chain in memory. */
export type Anvil = {
  url: string
  /** Ends it; resolves once it has ended. */
  stop(): Promise<void>
}

/** The program `anvil` is not installed. */
export class AnvilMissingError extends Error {
  override readonly name = 'AnvilMissingError'
}

/**
 * For `sh -c`: runs anvil and ends it when our end of the pipe on descriptor 3 closes, which the
 * system does even after `kill -9` of this process.
 */
const KEEPER = `"$0" "$@" </dev/null 3<&- & p=$!
(read _ <&3; kill -TERM $p; sleep 3; kill -KILL $p) >/dev/null 2>&1 & w=$!
exec 3<&-; wait $p; c=$?; kill $w 2>/dev/null; exit $c`

/** Milliseconds in which anvil begins to listen. */
const START_MS = 20_000

/**
 * Starts an anvil on a port that the system chooses; it ends with `stop`, and with this process.
 * `path` is that of the program; null: the npm package for this machine. Throws
 * `AnvilMissingError`, and `Error` with its last output where it does not start.
 */
export async function startAnvil(
  options: readonly string[],
  path: string | null = null,
): Promise<Anvil> {
  const program = findAnvil(path)
  if (!program) throw new AnvilMissingError(`anvil is not installed: got ${path}`)
  const place = ['--host', '127.0.0.1', '--port', '0']
  const child = spawn('/bin/sh', ['-c', KEEPER, program, ...place, ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const stop = () => end(child)
  try {
    return { url: await listening(child), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the path of the program; undefined if it is not installed. */
export function findAnvil(path: string | null): string | undefined {
  const program = path ?? findPackagedAnvil()
  return program && existsSync(program) ? program : undefined
}

function findPackagedAnvil(): string | undefined {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${processor}/package.json`
  try {
    const found = createRequire(import.meta.url).resolve(name)
    return join(dirname(found), 'bin', 'anvil')
  } catch {
    return undefined
  }
}

/** Resolves with the address that anvil listens on; rejects if it ends or takes too long. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (how: string) => {
      clearTimeout(timer)
      reject(new Error(`anvil ${how}: ${output.trim() || 'no output'}`))
    }
    const timer = setTimeout(() => fail('did not start in time'), START_MS)
    // Continues to read: a full pipe would stop the chain.
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
      stream?.on('data', (text: string) => {
        output = `${output}${text}`.slice(-4000)
        const address = /Listening on ([\d.]+:\d+)/.exec(output)?.[1]
        if (!address) return
        clearTimeout(timer)
        resolve(`http://${address}`)
      })
    }
    // The closing of the pipe ends the keeper; errors of it are expected.
    child.stdio[3]?.on('error', () => {})
    child.once('error', () => fail('cannot be run'))
    child.once('exit', () => fail('ended at once'))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const pipe = child.stdio[3]
  if (pipe instanceof Socket) pipe.destroy()
  await exited
}

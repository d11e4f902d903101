import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Stack } from './start-stack.ts'

/** Acts as the operator of the running program does, and resolves with what is said. */
export async function operator(stack: Stack, ...args: string[]): Promise<string> {
  const file = new URL('../tools/operator/main.ts', import.meta.url).pathname
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [file, ...args, '--data', stack.folder])
  return stdout
}

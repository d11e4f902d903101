import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../program.ts'

/** Runs forge with the full profile and these arguments; the process ends with its exit code. */
export function runForge(args: readonly string[]): void {
  const child = spawn(process.execPath, [join(root, 'tools', 'forge.mjs'), ...args], {
    env: { ...process.env, FOUNDRY_PROFILE: 'soak' },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code) => process.exit(code ?? 1))
}

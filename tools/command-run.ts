import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { CommandContext } from './command-error.ts'

/** Output and exit code of a command. */
export type CommandOutput = { code: number | null; output: string; errors: string }

/** Runs a command in this process, with these variables and those of this process. */
export async function runHere(
  command: (args: string[], context: CommandContext) => Promise<number>,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandOutput> {
  const lines = { output: '', errors: '' }
  const code = await command(args, {
    environment: { ...process.env, ...environment },
    print: (line) => {
      lines.output += `${line}\n`
    },
    printError: (line) => {
      lines.errors += `${line}\n`
    },
  })
  return { code, ...lines }
}

/** Runs the file of a command as an operator does, in a process of its own. */
export async function runProcess(file: string, args: string[]): Promise<CommandOutput> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, output, errors }
}

/** An error that the user of a command can fix; only its message is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The surroundings of a command: the variables it reads, and where its lines go. */
export type CommandContext = {
  environment: NodeJS.ProcessEnv
  print(line: string): void
  printError(line: string): void
  /** Folder for files that no argument places; the present folder by default. */
  folder?: string
}

/** The surroundings of a command that runs in a process of its own. */
export const processContext: CommandContext = {
  environment: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
}

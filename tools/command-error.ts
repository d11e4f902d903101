/** An error that the user of a command can fix; only its message is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

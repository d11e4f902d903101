/** A reason to stop that the person at the terminal can do something about. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

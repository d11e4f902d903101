/** What a database or the system calls an error; undefined where it has no such name. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

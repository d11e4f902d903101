/**
 * Returns a single sentence for an error of the start that the operator can act on, else the
 * stack.
 */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (sentences.has(error.name)) return error.message
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${error.port} is taken by another program. Choose another with PORT.`
  }
  return error.stack ?? error.message
}

const sentences = new Set([
  'ConfigurationError',
  'DatabaseUnreachableError',
  'FolderInUseError',
  'FolderModeError',
  'FolderVersionError',
  'SchemaMismatchError',
])

import { DataFolderError } from './data-folder.ts'
import { OptionError } from './options.ts'
import { StartError } from './product.ts'

/** Returns one sentence for errors that the user can fix, and the stack of others. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOurs =
    error instanceof StartError ||
    error instanceof OptionError ||
    error instanceof DataFolderError ||
    error.name === 'FolderInUseError' ||
    error.name === 'FolderModeError' ||
    error.name === 'ConfigurationError' ||
    error.name === 'SchemaMismatchError'
  if (isOurs) return error.message
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return 'The disk is full. Free some space and start again.'
  }
  if ('code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) {
    return `No permission to write there: ${error.message}`
  }
  return error.stack ?? error.message
}

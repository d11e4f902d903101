/** A fault in a file of the academy, with the line it is on. */
export type ContentFault = {
  /** Path from the root of the repository. */
  file: string
  /** From 1. */
  line: number
  message: string
}

/** Thrown for content that cannot be published; names every fault with its file and line. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly faults: ContentFault[]

  constructor(faults: ContentFault[]) {
    super(faults.map(formatFault).join('\n'))
    this.faults = faults
  }
}

/** Formats a fault as editors and terminals link it: `file:line: message`. */
export function formatFault({ file, line, message }: ContentFault): string {
  return `${file}:${line}: ${message}`
}

import { isNode, LineCounter, parseDocument } from 'yaml'
import type * as z from 'zod/mini'
import { ContentError } from './content-error.ts'

/**
 * Parses YAML and checks it by a schema. `first_line` is the line of the file at which the text
 * begins. Throws `ContentError` with the line of each wrong field.
 */
export function readYaml<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  { file, first_line = 1 }: { file: string; first_line?: number },
): z.output<Schema> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const toLine = (offset: number) => lines.linePos(offset).line + first_line - 1
  if (document.errors.length > 0) {
    throw new ContentError(
      document.errors.map(({ message, pos }) => ({
        file,
        line: toLine(pos[0]),
        message: message.split('\n', 1)[0] ?? message,
      })),
    )
  }
  const parsed = schema.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  throw new ContentError(
    parsed.error.issues.map(({ path, message }) => ({
      file,
      line: toLine(findOffset(document, path)),
      message: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    })),
  )
}

/** Returns the position of a field, or of the nearest one around it that exists. */
function findOffset(
  document: ReturnType<typeof parseDocument>,
  path: readonly PropertyKey[],
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

import { parseSync } from 'oxc-parser'

/** Finds lines in a JSON text. */
export type FieldLines = {
  /** Returns the line (from 1) of a field, or of the closest value around it. */
  find(path: readonly PropertyKey[]): number
  /** Names that stand twice in one object, of which JSON keeps the last. */
  repeated: { name: string; line: number }[]
}

/** Locates the fields of a valid JSON text, which is also an expression of JavaScript. */
export function locateFields(text: string): FieldLines {
  const { program } = parseSync('file.js', `(${text}\n)`)
  const [statement] = program.body
  const root =
    statement?.type === 'ExpressionStatement' ? statement.expression : undefined
  // The parenthesis before the text is one character.
  const lineAt = (offset: number) => text.slice(0, offset - 1).split('\n').length
  const repeated: FieldLines['repeated'] = []
  collectRepeated(root, (name, at) => repeated.push({ name, line: lineAt(at) }))
  return {
    repeated,
    find(path) {
      let line = 1
      let value: Node = unwrap(root)
      for (const part of path) {
        const child = findChild(value, part)
        if (!child) break
        line = lineAt(child.start)
        value = child.value
      }
      return line
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the nodes of the syntax tree are read loosely
type Node = any

function unwrap(node: Node): Node {
  return node?.type === 'ParenthesizedExpression' ? unwrap(node.expression) : node
}

function findChild(
  node: Node,
  part: PropertyKey,
): { start: number; value: Node } | undefined {
  if (node?.type === 'ObjectExpression') {
    const found = node.properties.findLast(
      (property: Node) => property.key?.value === String(part),
    )
    return found && { start: found.start, value: found.value }
  }
  const element = node?.type === 'ArrayExpression' && node.elements[Number(part)]
  return element ? { start: element.start, value: element } : undefined
}

function collectRepeated(node: Node, add: (name: string, at: number) => void): void {
  const value = unwrap(node)
  if (value?.type === 'ArrayExpression') {
    for (const element of value.elements) collectRepeated(element, add)
  }
  if (value?.type !== 'ObjectExpression') return
  const seen = new Set<string>()
  for (const property of value.properties) {
    const name = String(property.key?.value)
    if (seen.has(name)) add(name, property.start)
    seen.add(name)
    collectRepeated(property.value, add)
  }
}

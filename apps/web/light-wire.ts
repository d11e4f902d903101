import type { ESTree, Plugin } from 'vite'

/**
 * The browser calls endpoints by method and path and believes the server's replies, so the
 * schemas of both ways and what only the server says are left out of its copy of the wire,
 * and the rest of the schemas wherever nothing uses them. Saves ten kilobytes of the first view.
 */
export function lightWire(): Plugin {
  return {
    name: 'light-wire',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transform(code, id) {
      if (!/packages[\\/]wire[\\/]src[\\/]|@platemark[\\/]wire[\\/]src[\\/]/.test(id))
        return null
      const edits: Edit[] = []
      for (const statement of this.parse(code).body) {
        const declaration =
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (declaration?.type !== 'VariableDeclaration') continue
        for (const { id: name, init } of declaration.declarations) {
          if (name.type === 'Identifier' && name.name === 'problems') {
            edits.push(...withoutSentences(init))
            continue
          }
          if (init?.type === 'ArrayExpression') {
            for (const row of init.elements) edits.push(...without(row, serverFacts))
          }
          if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression')
            continue
          // A call may have effects; a call so marked goes when its value is not used.
          edits.push({
            start: init.start,
            end: init.start,
            text: '/* @__PURE__ */ (() => (',
          })
          edits.push({ start: init.end, end: init.end, text: '))()' })
          if (init.type !== 'CallExpression') continue
          const isEndpoint =
            init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
          if (isEndpoint) edits.push(...without(init.arguments[0], unreadParts))
        }
      }
      return { code: applied(code, edits), map: null }
    },
  }
}

type Edit = { start: number; end: number; text: string }

/** Leaves each failure its status; the sentence comes with the answer of the server. */
function withoutSentences(node: ESTree.Node | null): Edit[] {
  if (node?.type !== 'ObjectExpression') return []
  return node.properties.flatMap((part) => {
    if (part.type !== 'Property' || part.key.type !== 'Identifier') return []
    if (ownProblems.has(part.key.name) || part.value.type !== 'ArrayExpression') return []
    const [status] = part.value.elements
    return status ? [{ start: status.end, end: part.value.end - 1, text: '' }] : []
  })
}

/** Takes the properties of those names out of an object as it is written. */
function without(node: ESTree.Node | null | undefined, names: Set<string>): Edit[] {
  if (node?.type !== 'ObjectExpression') return []
  return node.properties.flatMap((part, index) => {
    const isUnread =
      part.type === 'Property' &&
      part.key.type === 'Identifier' &&
      names.has(part.key.name)
    const end = node.properties[index + 1]?.start ?? node.end - 1
    return isUnread ? [{ start: part.start, end, text: '' }] : []
  })
}

/** Failures that the browser tells of by itself, when no answer of ours came. */
const ownProblems = new Set([
  'bad_request',
  'unauthenticated',
  'not_found',
  'too_many_requests',
  'internal',
])

/** What the browser asks of no page: they name themselves, and each knows whom it is for. */
const serverFacts = new Set(['title', 'access'])

/** What the browser asks of no endpoint. */
const unreadParts = new Set([
  'params',
  'query',
  'body',
  'replies',
  'meta',
  'problems',
  'summary',
  'owner',
  'limited_by',
  'cache_seconds',
])

function applied(code: string, edits: Edit[]): string {
  const fromTheEnd = edits.toSorted((a, b) => b.start - a.start || b.end - a.end)
  return fromTheEnd.reduce(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    code,
  )
}

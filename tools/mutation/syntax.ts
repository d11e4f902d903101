import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import solc from 'solc'

/** One node of the syntax tree that solc prints; what else it holds depends on its type. */
export type Node = { nodeType: string; src: string; [field: string]: unknown }

/** The sources by path, one character for each byte, because the compiler counts bytes. */
export type Sources = Record<string, string>

export type Analysed = { trees: Record<string, Node>; errors: string[] }

/** Reads sources so that the offsets of the syntax tree are offsets of the text. */
export function readSources(folder: string, paths: string[]): Sources {
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(folder, path), 'latin1')]),
  )
}

/** Parses and type-checks the sources without making code of them. */
export function analyse(sources: Sources): Analysed {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      Object.entries(sources).map(([path, text]) => [
        path,
        { content: Buffer.from(text, 'latin1').toString('utf8') },
      ]),
    ),
    settings: { evmVersion: 'paris', outputSelection: { '*': { '': ['ast'] } } },
  }
  // Safe: the format of the compiler's answer is part of its documentation.
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    sources?: Record<string, { ast: Node }>
    errors?: { severity: string; formattedMessage: string }[]
  }
  return {
    trees: Object.fromEntries(
      Object.entries(output.sources ?? {}).map(([path, { ast }]) => [path, ast]),
    ),
    errors: (output.errors ?? [])
      .filter(({ severity }) => severity === 'error')
      .map(({ formattedMessage }) => formattedMessage),
  }
}

/** Whether a path names an interface, which has nothing to run. */
export function isInterface(path: string): boolean {
  return /^I[A-Z]/.test(basename(path))
}

/** The nodes right below a node. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  )
}

/** The node in a field, or undefined. */
export function nodeIn(node: Node, field: string): Node | undefined {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** The nodes in a field that holds a list. */
export function nodesIn(node: Node, field: string): Node[] {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The text in a field, or an empty one. */
export function textIn(node: Node, field: string): string {
  const value = node[field]
  return typeof value === 'string' ? value : ''
}

/** The Solidity type of an expression, as the compiler writes it. */
export function typeOf(node: Node): string {
  const types = node.typeDescriptions
  if (typeof types !== 'object' || types === null || !('typeString' in types)) return ''
  return String(types.typeString)
}

/** Where the text of a node begins and ends. */
export function rangeOf(node: Node): { start: number; end: number } {
  const [start = 0, length = 0] = node.src.split(':').map(Number)
  return { start, end: start + length }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'nodeType' in value
}

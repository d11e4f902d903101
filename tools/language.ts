import { type Comment, parseSync } from 'oxc-parser'

/** A place where a name or a comment does not follow docs/house-style.md. */
export type Violation = { rule: Rule; file: string; text: string }
export type Rule = 'word' | 'projection' | 'constant' | 'error' | 'duplicate'

/** An exported name of a file, for the rule of one name in one app. */
export type ExportedName = { name: string; file: string }

/** Words that make somebody of data, and nouns of ours for which the field has a term. */
const banned =
  'tells?|told|telling|tellers?|says?|said|saying|hears?|heard|hearing|nobody|somebody|anybody|whoever|lies|lied|liars?|happenings?'
const words = new RegExp(`\\b(${banned})\\b`, 'i')
const nameParts = new RegExp(`(^|_)(${banned})(_|$)`)
const constant = /^(MOST|LONGEST|LEAST|MANY|FEW|DEEPEST|SHORTEST)(_|$)/

/** A parsed source file. */
export type SourceFile = { file: string; comments: Comment[]; program: Node }

/** Parses a file. Throws for one that cannot be parsed. */
export function parseFile(file: string, source: string): SourceFile {
  const { comments, program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return { file, comments, program }
}

/**
 * Returns the violations inside one file: words in comments and declared names, exported names
 * `xOf` and `xIn`, constants that are no `MAX_` or `MIN_`, and error classes without `Error`.
 */
export function checkFile({ file, comments, program }: SourceFile): Violation[] {
  const violations: Violation[] = comments
    .filter(({ value }) => words.test(value))
    .map(({ value }) => ({ rule: 'word', file, text: lineWith(value, words) }))
  for (const { name, isExported, isError } of listDeclarations(program)) {
    const add = (rule: Rule) => violations.push({ rule, file, text: name })
    if (nameParts.test(toSnakeCase(name))) add('word')
    if (constant.test(name)) add('constant')
    if (isError && !name.endsWith('Error')) add('error')
    if (isExported && isProjection(name)) add('projection')
  }
  return violations
}

/** Returns the names that a file exports by itself; passing on another file's name is none. */
export function listExports({ file, program }: SourceFile): ExportedName[] {
  return listDeclarations(program)
    .filter(({ isExported }) => isExported)
    .map(({ name }) => ({ name, file }))
}

/** Returns the names that two files of one app export, with their files. */
export function findDuplicates(names: ExportedName[]): Violation[] {
  const seen = new Map<string, Set<string>>()
  for (const { name, file } of names) {
    const key = `${appOf(file)} ${name}`
    seen.set(key, (seen.get(key) ?? new Set()).add(file))
  }
  return [...seen].flatMap(([key, files]) =>
    files.size < 2
      ? []
      : [{ rule: 'duplicate' as const, file: [...files].join(', '), text: key }],
  )
}

type Declaration = { name: string; isExported: boolean; isError: boolean }

// biome-ignore lint/suspicious/noExplicitAny: the nodes of the syntax tree are read loosely
type Node = any

function listDeclarations(program: Node): Declaration[] {
  return program.body.flatMap((node: Node) => {
    const isExported =
      node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
    const declared = isExported ? node.declaration : node
    return declared ? namesIn(declared).map((one) => ({ ...one, isExported })) : []
  })
}

function namesIn(node: Node): Omit<Declaration, 'isExported'>[] {
  if (node.type === 'VariableDeclaration') {
    return node.declarations.flatMap(({ id }: Node) =>
      id.type === 'Identifier' ? [{ name: id.name, isError: false }] : [],
    )
  }
  const name: string | undefined = node.id?.name
  if (name === undefined) return []
  const parent: string = node.superClass?.name ?? ''
  return [{ name, isError: node.type === 'ClassDeclaration' && /Error$/.test(parent) }]
}

/** Verbs that make a name with `Of` or `In` one of verb and object. */
const verbs =
  /^(list|find|get|count|insert|update|delete|mark|lock|save|load|read|is|has|can|add|remove|create|render|use|on|with|to|fill|lives|sign|log|opt|build|fetch|decode|encode|parse|write|apply|check|stay|wait|watch|zoom|fade|slide)[A-Z]/

/** To sign in and to log in are verbs. */
const signIn = /([sS]ign(ed)?|[lL]og(g(ed|ing))?)In$/

function isProjection(name: string): boolean {
  return /^[a-z]\w*(Of|In)$/.test(name) && !verbs.test(name) && !signIn.test(name)
}

function toSnakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

function appOf(file: string): string {
  const [kind = '', name = ''] = file.split('/')
  return kind === 'apps' || kind === 'packages' ? `${kind}/${name}` : kind
}

function lineWith(text: string, pattern: RegExp): string {
  return (text.split('\n').find((line) => pattern.test(line)) ?? text).trim()
}

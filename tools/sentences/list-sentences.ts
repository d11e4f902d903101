import { parseSync } from 'oxc-parser'
import { listMarkup } from './list-markup.ts'

/** A text of the product that a person can read, with the place where it is written. */
export type Sentence = {
  file: string
  /** From 1. */
  line: number
  /** Inserted values stand in braces: `Mint {count}`. */
  text: string
}

// biome-ignore lint/suspicious/noExplicitAny: the nodes of the syntax tree are read loosely
type Node = any

/** Attributes and fields whose texts are for programs. */
const technical =
  /^(class|className|style|id|href|src|srcSet|sizes|d|points|viewBox|transform|role|rel|target|type|key|htmlFor|look|kind|icon|translate|media|as|autoComplete|pattern|path|method|queryKey|font|fill|stroke|data-.+|aria-(labelledby|describedby|controls|current|live|haspopup|hidden))$/

/** Attributes whose every text is read or spoken. */
const spoken =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|title|placeholder|label)$/

/** Calls whose texts are for logs, queries and styles. */
const unread =
  /(^|\.)(log|logger|console)\.|^(sql|cva|cx|clsx|matchMedia|querySelector(All)?|closest|getAttribute|setAttribute|addEventListener|fetch|RegExp|Error|require|importModule)$|\.(querySelector(All)?|closest|matches|getAttribute|setAttribute|addEventListener|removeEventListener|split|replaceAll?|startsWith|endsWith|includes|join|where|select|orderBy)$/

/** Errors whose messages people read; those of others are for logs. */
const readErrors =
  /^(Bundle|CampaignRefused|Collection(File)?|Command|CommandRefused|Configuration|Content|Copy|DataFolder|NotVerifiable|Option|RevealRefused|SchemaMismatch|Signer|UploadRefused|Usage|WrongSigner)Error$/

/**
 * Lists the texts of a source file (`ts`, `tsx` or `html`) that look like words for a person: texts
 * and attributes of elements, strings and templates. Throws for a file that cannot be parsed.
 */
export function listSentences(file: string, source: string): Sentence[] {
  if (file.endsWith('.html')) return locate(file, source, listMarkup(source))
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: { start: number; text: string }[] = []
  const isScreen = file.endsWith('.tsx') || /messages|words|text|view/.test(file)
  const add = ({ start }: Node, text: string, isWords: boolean) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (isWords ? /[a-z]{2}/i.test(plain) : looksWritten(plain, isScreen))
      found.push({ start, text: plain })
  }
  visit(program, source, add)
  return locate(
    file,
    source,
    found.sort((one, other) => one.start - other.start),
  )
}

function locate(
  file: string,
  source: string,
  texts: { start: number; text: string }[],
): Sentence[] {
  return texts.map(({ start, text }) => ({
    ...{ file, text },
    line: source.slice(0, start).split('\n').length,
  }))
}

type Add = (node: Node, text: string, isWords: boolean) => void

function visit(node: Node, source: string, add: Add, isWords = false): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, source, add, isWords)
    return
  }
  if (typeof node?.type !== 'string' || isUnread(node, source)) return
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      visitElement(node, source, add)
      return
    case 'JSXAttribute':
      visit(node.value, source, add, spoken.test(node.name.name))
      return
    case 'Literal':
      if (typeof node.value === 'string') add(node, node.value, isWords)
      return
    case 'TemplateLiteral':
      add(node, fillTemplate(node, source), isWords)
      visit(node.expressions, source, add)
      return
    case 'TaggedTemplateExpression':
      for (const { text } of listMarkup(fillTemplate(node.quasi, source)))
        add(node, text, true)
      visit(node.quasi.expressions, source, add)
      return
  }
  for (const [key, child] of Object.entries(node)) {
    if (isKey(node, key) || child === null || typeof child !== 'object') continue
    visit(child, source, add, isWords && node.type !== 'CallExpression')
  }
}

/** Takes an element with texts as one text, and visits its attributes and what it inserts. */
function visitElement(
  { openingElement, children }: Node,
  source: string,
  add: Add,
): void {
  visit(openingElement?.attributes, source, add)
  const first = children.find(isLetters)
  if (!first) {
    visit(children, source, add)
    return
  }
  add(first, flatten(children, source), true)
  visit(children.filter(isExpression), source, add)
  visitAttributes(children, source, add)
}

/** Visits attributes and expressions of elements whose text was taken with that around them. */
function visitAttributes(children: Node[], source: string, add: Add): void {
  for (const child of children) {
    if (child.type !== 'JSXElement' && child.type !== 'JSXFragment') continue
    visit(child.openingElement?.attributes, source, add)
    visit(child.children.filter(isExpression), source, add)
    visitAttributes(child.children, source, add)
  }
}

/** Returns whether a node holds no text for people. */
function isUnread(node: Node, source: string): boolean {
  const { type } = node
  if (/^TS/.test(type) && !/^TS(As|Satisfies|NonNull)/.test(type)) return true
  if (/^(Import|ExportAll)/.test(type)) return true
  if (type === 'TaggedTemplateExpression') return node.tag.name !== 'html'
  if (type === 'JSXAttribute') return technical.test(String(node.name.name))
  if (type === 'Property' || type === 'PropertyDefinition')
    return technical.test(node.key.name ?? node.key.value ?? '')
  if (type === 'BinaryExpression') return node.operator !== '+'
  if (type === 'CallExpression' || type === 'NewExpression') {
    const callee = source.slice(node.callee.start, node.callee.end)
    const isLogged = /Error$/.test(callee) && !readErrors.test(callee)
    return unread.test(callee) || (type === 'NewExpression' && isLogged)
  }
  return false
}

/** Returns whether a child of a node is a name: key of a field, member, label of a case. */
function isKey(node: Node, key: string): boolean {
  const isNamed = node.type === 'Property' || node.type === 'PropertyDefinition'
  return (
    (key === 'key' && isNamed) ||
    (key === 'property' && node.type === 'MemberExpression') ||
    (key === 'test' && node.type === 'SwitchCase') ||
    (key === 'source' && /^Export/.test(node.type))
  )
}

function isLetters(node: Node): boolean {
  return node.type === 'JSXText' && /[a-z]{2}/i.test(node.value)
}

function isExpression(node: Node): boolean {
  return node.type === 'JSXExpressionContainer'
}

/** Returns the text of children with inserted values in braces, as one line. */
function flatten(children: Node[], source: string): string {
  return children
    .map((child) => {
      if (child.type === 'JSXText') return decode(child.value)
      if (child.type === 'JSXElement' || child.type === 'JSXFragment')
        return flatten(child.children, source)
      const { expression } = child
      if (expression?.type === 'JSXEmptyExpression') return ''
      return typeof expression?.value === 'string'
        ? expression.value
        : nameValue(expression, source)
    })
    .join('')
}

function fillTemplate({ quasis, expressions }: Node, source: string): string {
  return quasis
    .map(({ value }: Node, index: number) =>
      index < expressions.length
        ? `${value.cooked}${nameValue(expressions[index], source)}`
        : value.cooked,
    )
    .join('')
}

const MAX_VALUE_CHARACTERS = 24

/** Returns an inserted value in braces, by its code where that is short. */
function nameValue(expression: Node, source: string): string {
  const code = expression ? source.slice(expression.start, expression.end) : ''
  return `{${code.length <= MAX_VALUE_CHARACTERS && !/[\n'`]/.test(code) ? code : '…'}}`
}

const entities: Record<string, string> = {
  ...{ nbsp: ' ', rsquo: '’', lsquo: '‘', ldquo: '“', rdquo: '”', amp: '&' },
  ...{ apos: "'", quot: '"', lt: '<', gt: '>' },
}

function decode(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name) => entities[name] ?? entity)
}

/** Returns whether a string is written for people: a sentence, or words on a screen. */
function looksWritten(text: string, isScreen: boolean): boolean {
  const values = text.match(/\{[^}]*\}/g) ?? []
  const rest = text.replace(/\{[^}]*\}/g, '1')
  if (/[=<>_|\\#]|:\/\/|^[./@(*-]|--|\b\d+px\b|\bvar\(/.test(rest)) return false
  // A semicolon may join two sentences, but not declarations of styles or types.
  if (/;(?! [A-Za-z\d])|: [^;]*; \w+\??:/.test(rest)) return false
  const words = rest.match(/[A-Za-z][a-z’']+/g) ?? []
  if (/\s/.test(rest) && words.length >= 1 && words.length + values.length >= 2)
    return isScreen || /^[A-Z“\d]/.test(rest) || /[.?!]$/.test(rest)
  return isScreen && /^[A-Z][a-z]{2,}[.?!…]*$/.test(rest)
}

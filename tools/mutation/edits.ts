import {
  childrenOf,
  type Node,
  nodeIn,
  nodesIn,
  rangeOf,
  type Sources,
  textIn,
  typeOf,
} from './syntax.ts'

/** One small fault that could be planted: the text from `start` to `end` becomes `after`. */
export type Edit = {
  file: string
  line: number
  /** The function, modifier or constant it lies in. */
  place: string
  /** The lines it touches, before and after: with file and place the name of the edit. */
  edit: string
  operator: string
  isAssembly: boolean
  start: number
  end: number
  after: string
}

type Change = { operator: string; start: number; end: number; after: string }
type Context = { text: string; place: string; isAssembly: boolean; parameters: Node[] }

const BINARY: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
}

const ASSIGNMENT: Record<string, string> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '|=': '&=',
  '&=': '|=',
  '^=': '&=',
  '<<=': '>>=',
  '>>=': '<<=',
}

const YUL_NAMES: Record<string, string> = {
  lt: 'gt',
  gt: 'lt',
  slt: 'sgt',
  sgt: 'slt',
  add: 'sub',
  sub: 'add',
  mul: 'div',
  div: 'mul',
  mod: 'mul',
  and: 'or',
  or: 'and',
  xor: 'and',
  shl: 'shr',
  shr: 'shl',
  caller: 'address',
  address: 'caller',
}

/** Functions of Yul whose result turns round when one puts iszero before it. */
const YUL_RELATIONS = ['lt', 'gt', 'slt', 'sgt', 'eq']
/** The relation that, turned round, is the same with the boundary included. */
const YUL_BOUNDARY: Record<string, string> = {
  lt: 'gt',
  gt: 'lt',
  slt: 'sgt',
  sgt: 'slt',
}
/** Which arguments are the beginning of a piece of memory; the next one is its size. */
const YUL_MEMORY: Record<string, number[]> = {
  log0: [0],
  log1: [0],
  log2: [0],
  log3: [0],
  log4: [0],
  revert: [0],
  return: [0],
  call: [3, 5],
  delegatecall: [2, 4],
  staticcall: [2, 4],
}
const YUL_COMMUTATIVE = ['add', 'mul', 'and', 'or', 'xor', 'eq']
const LITERAL = /^(0x[0-9a-fA-F]+|[0-9_]+(?:e[0-9]+)?)(\s+[a-z]+)?$/

/** Every edit that the operators know for a source, in the order of the text. */
export function editsOf(file: string, tree: Node, sources: Sources): Edit[] {
  const text = sources[file] ?? ''
  const edits: Edit[] = []
  const seen = new Set<string>()
  visit(
    tree,
    { text, place: '', isAssembly: false, parameters: [] },
    (change, context) => {
      const { start, end, after, operator } = change
      const isSame = collapsed(text.slice(start, end)) === collapsed(after)
      const id = `${start} ${end} ${after}`
      if (isSame || seen.has(id)) return
      seen.add(id)
      const { place, isAssembly } = context
      const line = text.slice(0, start).split('\n').length
      const edit = phrase(text, start, end, after)
      edits.push({ file, line, place, edit, operator, isAssembly, start, end, after })
    },
  )
  edits.sort((a, b) => a.start - b.start || a.end - b.end)
  return withDistinctNames(edits)
}

/** The source with the edit made. */
export function applyEdit(text: string, { start, end, after }: Edit): string {
  return text.slice(0, start) + after + text.slice(end)
}

/** The name of an edit, which survives changes of other lines. */
export function nameOf({
  file,
  place,
  edit,
}: Pick<Edit, 'file' | 'place' | 'edit'>): string {
  return `${file} ${place}: ${edit}`
}

function visit(
  node: Node,
  context: Context,
  emit: (change: Change, context: Context) => void,
) {
  if (SKIPPED.has(node.nodeType)) return
  if (node.nodeType === 'ContractDefinition' && node.contractKind === 'interface') return
  const inside = contextIn(node, context)
  for (const change of changesOf(node, inside)) emit(change, inside)
  const idle = idleOffsetsOf(node, context)
  for (const child of childrenOf(node)) {
    if (!idle.includes(child)) visit(child, inside, emit)
  }
}

/** Where memory begins of which nothing is read or written: any number there does the same. */
function idleOffsetsOf(node: Node, { text }: Context): Node[] {
  if (node.nodeType !== 'YulFunctionCall') return []
  const called = nodeIn(node, 'functionName')
  const parts = nodesIn(node, 'arguments')
  return (YUL_MEMORY[called ? textIn(called, 'name') : ''] ?? []).flatMap((index) => {
    const [offset, size] = [parts[index], parts[index + 1]]
    return offset && size && textOf(size, text) === '0' ? [offset] : []
  })
}

/** What declares names and types, and what is only there for readers. */
const SKIPPED = new Set([
  'ArrayTypeName',
  'ElementaryTypeName',
  'EnumDefinition',
  'ErrorDefinition',
  'EventDefinition',
  'ImportDirective',
  'InheritanceSpecifier',
  'Mapping',
  'ParameterList',
  'PragmaDirective',
  'StructDefinition',
  'StructuredDocumentation',
  'UserDefinedTypeName',
  'UsingForDirective',
])

function contextIn(node: Node, context: Context): Context {
  switch (node.nodeType) {
    case 'FunctionDefinition': {
      const list = nodeIn(node, 'parameters')
      const parameters = list ? nodesIn(list, 'parameters') : []
      return {
        ...context,
        place: textIn(node, 'name') || textIn(node, 'kind'),
        parameters,
      }
    }
    case 'ModifierDefinition':
      return { ...context, place: textIn(node, 'name'), parameters: [] }
    case 'VariableDeclaration':
      if (!node.stateVariable) return context
      return { ...context, place: textIn(node, 'name'), parameters: [] }
    case 'InlineAssembly':
      return { ...context, isAssembly: true }
    default:
      return context
  }
}

function changesOf(node: Node, context: Context): Change[] {
  switch (node.nodeType) {
    case 'BinaryOperation':
      return binaryChanges(node, context)
    case 'UnaryOperation':
      return unaryChanges(node, context)
    case 'Assignment':
      return assignmentChanges(node, context)
    case 'Literal':
      return literalChanges(node, context)
    case 'Identifier':
      return identifierChanges(node, context)
    case 'MemberAccess':
      return memberChanges(node, context)
    case 'FunctionCall':
      return callChanges(node, context)
    case 'Conditional':
    case 'IfStatement':
      return forced(node, ['true', 'false'])
    case 'ForStatement':
    case 'WhileStatement':
      return [...forced(node, ['false']), ...withoutEach(nodeIn(node, 'body'), context)]
    case 'Block':
    case 'UncheckedBlock':
      return withoutEach(node, context)
    case 'EmitStatement':
      return argumentChanges(nodeIn(node, 'eventCall'), context)
    case 'RevertStatement':
      return argumentChanges(nodeIn(node, 'errorCall'), context)
    case 'VariableDeclarationStatement':
      return declarationChanges(node)
    case 'Return':
      return returnChanges(node, context)
    case 'ModifierInvocation':
      return node.kind === 'modifierInvocation' ? [erase('modifier', node, '')] : []
    case 'YulFunctionCall':
      return yulCallChanges(node, context)
    case 'YulLiteral':
      return numberChanges(node, context)
    case 'YulIf':
      return forced(node, ['1', '0'])
    case 'YulForLoop':
      return forced(node, ['0'])
    case 'YulCase':
      return [erase('statement', nodeIn(node, 'body') ?? node, '{}')]
    case 'YulBlock':
      return yulStatementChanges(node)
    default:
      return []
  }
}

function binaryChanges(node: Node, { text }: Context): Change[] {
  const left = nodeIn(node, 'leftExpression')
  const right = nodeIn(node, 'rightExpression')
  if (!left || !right) return []
  const symbol = textIn(node, 'operator')
  const start = text.indexOf(symbol, rangeOf(left).end)
  const end = start + symbol.length
  const operator = /[<>=!]=|^[<>]$/.test(symbol) ? 'relation' : 'arithmetic'
  const isLogic = symbol === '&&' || symbol === '||'
  const changes = (BINARY[symbol] ?? []).map((after) => ({
    operator: isLogic ? 'logic' : operator,
    start,
    end,
    after,
  }))
  if (!isLogic) return changes
  return [
    ...changes,
    { operator: 'logic', ...rangeOf(node), after: textOf(left, text) },
    { operator: 'logic', ...rangeOf(node), after: textOf(right, text) },
  ]
}

function unaryChanges(node: Node, { text }: Context): Change[] {
  const operand = nodeIn(node, 'subExpression')
  if (!operand) return []
  const symbol = textIn(node, 'operator')
  if (symbol === '!' || symbol === '~') {
    return [{ operator: 'negation', ...rangeOf(node), after: textOf(operand, text) }]
  }
  if (symbol !== '++' && symbol !== '--') return []
  const after = textOf(node, text).replace(symbol, symbol === '++' ? '--' : '++')
  return [{ operator: 'arithmetic', ...rangeOf(node), after }]
}

function assignmentChanges(node: Node, { text }: Context): Change[] {
  const target = nodeIn(node, 'leftHandSide')
  const symbol = textIn(node, 'operator')
  const after = ASSIGNMENT[symbol]
  if (!target || !after) return []
  const start = text.indexOf(symbol, rangeOf(target).end)
  return [{ operator: 'arithmetic', start, end: start + symbol.length, after }]
}

function literalChanges(node: Node, context: Context): Change[] {
  const written = textOf(node, context.text)
  const change = (after: string) => ({ operator: 'constant', ...rangeOf(node), after })
  switch (node.kind) {
    case 'number':
      return numberChanges(node, context)
    case 'bool':
      return [change(written === 'true' ? 'false' : 'true')]
    case 'string':
      return [change(written.length === 2 ? '"x"' : `${written.slice(0, -2)}"`)]
    case 'hexString':
      return [change(written.replace(/[0-9a-f](?=")/i, (digit) => flipped(digit)))]
    default:
      return []
  }
}

/** One more, one less, and for masks and flags one bit more or less. */
function numberChanges(node: Node, { text }: Context): Change[] {
  const [, digits, unit = ''] = LITERAL.exec(textOf(node, text)) ?? []
  if (digits === undefined) return []
  const value = parseNumber(digits)
  const values = [value + 1n, value - 1n]
  if (value > 2n && (value & (value + 1n)) === 0n)
    values.push(value >> 1n, value * 2n + 1n)
  if (value > 2n && (value & (value - 1n)) === 0n) values.push(value >> 1n, value * 2n)
  const width = digits.startsWith('0x') ? digits.length - 2 : 0
  return values
    .filter((changed) => changed >= 0n)
    .map((changed) => ({
      operator: 'constant',
      ...rangeOf(node),
      after: `${width ? `0x${changed.toString(16).padStart(width, '0')}` : changed}${unit}`,
    }))
}

/** Another parameter of the same type, or the caller in place of an account. */
function identifierChanges(node: Node, { parameters, text }: Context): Change[] {
  const index = parameters.findIndex(
    (parameter) => parameter.id === node.referencedDeclaration,
  )
  const own = parameters[index]
  if (!own) return []
  const others = [...parameters.slice(index + 1), ...parameters.slice(0, index)]
  const like = others.find(
    (other) => typeOf(other) === typeOf(own) && textIn(other, 'name') !== '',
  )
  const names = like ? [textIn(like, 'name')] : []
  if (typeOf(own) === 'address' && textOf(node, text) !== 'msg.sender') {
    names.push('msg.sender')
  }
  return names.map((after) => ({ operator: 'variable', ...rangeOf(node), after }))
}

function memberChanges(node: Node, { parameters, text }: Context): Change[] {
  if (textOf(node, text) !== 'msg.sender') return []
  const account = parameters.find(
    (parameter) => typeOf(parameter) === 'address' && textIn(parameter, 'name') !== '',
  )
  const after = account ? textIn(account, 'name') : 'address(this)'
  return [{ operator: 'variable', ...rangeOf(node), after }]
}

function callChanges(node: Node, { text }: Context): Change[] {
  const parts = nodesIn(node, 'arguments')
  const called = textOf(nodeIn(node, 'expression') ?? node, text)
  if (node.kind === 'typeConversion') {
    const isNarrowing = /^uint\d+$/.test(called) && called !== 'uint256'
    const after = parts[0] ? `(${textOf(parts[0], text)})` : ''
    return isNarrowing ? [{ operator: 'cast', ...rangeOf(node), after }] : []
  }
  if (called === 'require' && parts[0]) {
    return ['true', 'false'].map((after) => ({
      operator: 'condition',
      ...rangeOf(parts[0] ?? node),
      after,
    }))
  }
  return swaps(parts, text, (a, b) => alike(typeOf(a), typeOf(b)))
}

/** What an event or an error tells, told wrongly. */
function argumentChanges(call: Node | undefined, { text }: Context): Change[] {
  if (!call) return []
  return nodesIn(call, 'arguments').flatMap((part) =>
    otherValues(part, text).map((after) => ({
      operator: 'argument',
      ...rangeOf(part),
      after,
    })),
  )
}

function returnChanges(node: Node, { text }: Context): Change[] {
  const value = nodeIn(node, 'expression')
  if (!value) return []
  const parts =
    value.nodeType === 'TupleExpression' ? nodesIn(value, 'components') : [value]
  return parts.flatMap((part) =>
    otherValues(part, text).map((after) => ({
      operator: 'result',
      ...rangeOf(part),
      after,
    })),
  )
}

/** Wrong values of the type of an expression. */
function otherValues(node: Node, text: string): string[] {
  const written = textOf(node, text)
  const type = typeOf(node)
  if (type === 'bool') return [`!(${written})`]
  if (/^uint\d+$/.test(type)) return [`(${written}) + 1`]
  if (type === 'address') return ['address(0)', 'msg.sender']
  if (/^bytes\d+$/.test(type)) return [`${type}(0)`]
  if (/^(string|bytes) (memory|calldata)$/.test(type)) return ['""']
  return []
}

/** The declaration without its value. */
function declarationChanges(node: Node): Change[] {
  const [declared] = nodesIn(node, 'declarations')
  const value = nodeIn(node, 'initialValue')
  if (!declared || !value || nodesIn(node, 'declarations').length !== 1) return []
  const change = { start: rangeOf(declared).end, end: rangeOf(value).end, after: '' }
  return [{ operator: 'statement', ...change }]
}

/** The block without one of its statements, for each that can go. */
function withoutEach(block: Node | undefined, { text }: Context): Change[] {
  const statements = block ? nodesIn(block, 'statements') : []
  return statements.flatMap((statement) => {
    const owned =
      statement.nodeType === 'IfStatement'
        ? [nodeIn(statement, 'trueBody'), nodeIn(statement, 'falseBody')]
        : [statement]
    return owned
      .filter((one) => one !== undefined)
      .filter((one) => DELETABLE.has(one.nodeType))
      .map((one) => {
        const { start, end } = rangeOf(one)
        const isEnded = text[end] === ';'
        return { operator: 'statement', start, end: isEnded ? end + 1 : end, after: '{}' }
      })
  })
}

const DELETABLE = new Set([
  'ExpressionStatement',
  'EmitStatement',
  'RevertStatement',
  'Continue',
  'Break',
  'Return',
])

function yulStatementChanges(block: Node): Change[] {
  return nodesIn(block, 'statements').flatMap((statement) => {
    switch (statement.nodeType) {
      case 'YulAssignment':
      case 'YulExpressionStatement':
      case 'YulLeave':
      case 'YulBreak':
      case 'YulContinue':
        return [erase('statement', statement, '{}')]
      case 'YulVariableDeclaration': {
        const value = nodeIn(statement, 'value')
        const isSingle = nodesIn(statement, 'variables').length === 1
        return value && isSingle ? [erase('statement', value, '0')] : []
      }
      default:
        return []
    }
  })
}

function yulCallChanges(node: Node, context: Context): Change[] {
  const { text } = context
  const called = nodeIn(node, 'functionName')
  const name = called ? textIn(called, 'name') : ''
  const parts = nodesIn(node, 'arguments')
  const [first] = parts
  const changes: Change[] = []
  const whole = (operator: string, after: string) =>
    changes.push({ operator, ...rangeOf(node), after })

  const renamed = YUL_NAMES[name]
  if (called && renamed) {
    const operator = YUL_RELATIONS.includes(name) ? 'relation' : 'arithmetic'
    changes.push({ operator, ...rangeOf(called), after: renamed })
  }
  const written = parts.map((part) => textOf(part, text)).join(', ')
  const boundary = YUL_BOUNDARY[name]
  if (boundary) whole('relation', `iszero(${boundary}(${written}))`)
  if (name === 'eq') whole('relation', `iszero(${textOf(node, text)})`)
  if ((name === 'iszero' || name === 'not') && first) {
    whole('negation', textOf(first, text))
  }
  if (name === 'timestamp') whole('constant', 'add(timestamp(), 1)')
  if (name === 'callvalue') whole('constant', '0')
  if (/^log\d$/.test(name)) {
    const idle = idleOffsetsOf(node, context)
    for (const part of parts.filter((one) => !idle.includes(one))) {
      const after = `add(${textOf(part, text)}, 1)`
      changes.push({ operator: 'argument', ...rangeOf(part), after })
    }
  }
  if (!YUL_COMMUTATIVE.includes(name)) changes.push(...swaps(parts, text, () => true))
  return changes
}

/** Every argument changed with its neighbour, where both are of one kind. */
function swaps(
  parts: Node[],
  text: string,
  isAlike: (a: Node, b: Node) => boolean,
): Change[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1]
    if (!next || !isAlike(part, next)) return []
    const { start } = rangeOf(part)
    const { end } = rangeOf(next)
    const between = text.slice(rangeOf(part).end, rangeOf(next).start)
    const after = textOf(next, text) + between + textOf(part, text)
    return [{ operator: 'swap', start, end, after }]
  })
}

function alike(a: string, b: string): boolean {
  const family = (type: string) => (/^(uint|int_const)/.test(type) ? 'number' : type)
  return a !== '' && family(a) === family(b)
}

function forced(node: Node, values: string[]): Change[] {
  const condition = nodeIn(node, 'condition')
  if (!condition) return []
  return values.map((after) => ({ operator: 'condition', ...rangeOf(condition), after }))
}

function erase(operator: string, node: Node, after: string): Change {
  return { operator, ...rangeOf(node), after }
}

function textOf(node: Node, text: string): string {
  const { start, end } = rangeOf(node)
  return text.slice(start, end)
}

function parseNumber(digits: string): bigint {
  const [base = '0', exponent = '0'] = digits.startsWith('0x')
    ? [digits]
    : digits.replaceAll('_', '').split('e')
  return BigInt(base) * 10n ** BigInt(exponent)
}

function flipped(digit: string): string {
  return (Number.parseInt(digit, 16) ^ 1).toString(16)
}

/** The whole lines around an edit before and after it, without the space between words. */
function phrase(text: string, start: number, end: number, after: string): string {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd < 0 ? text.length : lineEnd
  const old = collapsed(text.slice(from, to))
  const changed = collapsed(text.slice(from, start) + after + text.slice(end, to))
  return `${old} → ${changed || 'nothing'}`
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Numbers the edits of a function that would have the same name, as equal lines have. */
function withDistinctNames(edits: Edit[]): Edit[] {
  const counts = new Map<string, number>()
  return edits.map((edit) => {
    const count = (counts.get(nameOf(edit)) ?? 0) + 1
    counts.set(nameOf(edit), count)
    return count === 1 ? edit : { ...edit, edit: `${edit.edit} (${count})` }
  })
}

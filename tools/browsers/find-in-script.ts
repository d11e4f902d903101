import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'
import {
  api,
  builtins,
  type Feature,
  type Finding,
  isLacking,
  javascript,
  lackingBrowsers,
} from './compat.ts'

/** Global objects whose members are looked up, with their interfaces. */
const instances: Record<string, string> = {
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  window: 'Window',
}

const globalObjects = new Set(['globalThis', 'self', 'window'])

/**
 * Returns the uses of features that a least browser lacks: globals (`ViewTransition`),
 * their members (`AbortSignal.any`, `navigator.share`), options of calls (`duplex` of
 * `fetch`), methods of any receiver whose name only such features have (`.toSorted()`),
 * iterator helpers, and syntax. `typeof X` and `x.y?.()` are guards, no uses. Throws when
 * the script does not parse.
 */
export function findInScript(file: string, text: string): Finding[] {
  const { program, errors } = parseSync(file, text, { sourceType: 'module' })
  const [error] = errors
  if (error) throw new Error(`${file} does not parse: ${error.message}`)
  const findings: Finding[] = []
  const guarded = new Set<unknown>()
  const add = (feature: string, start: number, ...candidates: Feature[]) => {
    const lacking = candidates.flatMap(lackingBrowsers)
    const near = text.slice(Math.max(0, start - 120), start + 80)
    findings.push({ feature, file, near, lacking: [...new Set(lacking)] })
  }
  new Visitor({
    UnaryExpression({ operator, argument }) {
      if (operator === 'typeof') guarded.add(argument)
    },
    MemberExpression(node) {
      const { object, property, computed } = node
      if (!computed) guarded.add(property)
      const name = propertyName(node)
      const owner = globalName(object)
      if (!name || !owner || guarded.has(node)) return
      const members = findMembers(owner, name)
      if (members.length > 0 && members.every(isLacking))
        add(`${owner}.${name}`, node.start, ...members)
    },
    Property({ key, computed, shorthand }) {
      if (!computed && !shorthand) guarded.add(key)
    },
    PropertyDefinition: ({ key, computed }) => void (computed || guarded.add(key)),
    MethodDefinition: ({ key, computed }) => void (computed || guarded.add(key)),
    Identifier(node) {
      const feature = findGlobal(node.name)
      if (!guarded.has(node) && isLacking(feature)) add(node.name, node.start, feature)
    },
    CallExpression(node) {
      const { callee, optional } = node
      if (callee.type === 'MemberExpression' && optional) guarded.add(callee)
      findInCall(node, add)
      findInOptions(callee, node.arguments, add)
    },
    NewExpression: ({ callee, arguments: given }) => findInOptions(callee, given, add),
    Literal(node) {
      if (!('regex' in node) || !node.regex) return
      const { pattern, flags } = node.regex
      for (const [name, feature] of findInPattern(pattern, flags))
        if (isLacking(feature)) add(name, node.start, feature)
    },
    ImportDeclaration({ attributes, start }) {
      const feature = javascript.statements?.import?.import_attributes
      if (attributes.length > 0 && isLacking(feature))
        add('import attributes', start, feature)
    },
    VariableDeclaration({ kind, start }) {
      const feature = javascript.statements?.[kind.replace(' ', '_')]
      if (isLacking(feature)) add(`${kind} declaration`, start, feature)
    },
  }).visit(program)
  return findings
}

type Add = (feature: string, start: number, ...candidates: Feature[]) => void

function findGlobal(name: string): Feature {
  // Compiled names are shorter than those of the globals.
  if (name.length < 3) return undefined
  return own(builtins, name) ?? own(api, name) ?? own(api.Window ?? {}, name)
}

/** Returns the name of a global, which may be written as `window.name`. */
function globalName(node: Expression): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier')
    return undefined
  return globalObjects.has(node.object.name) ? propertyName(node) : undefined
}

function own(features: Record<string, Feature>, name: string): Feature {
  return Object.hasOwn(features, name) ? features[name] : undefined
}

/** Returns the features that a member of a global may be. */
function findMembers(object: string, name: string): NonNullable<Feature>[] {
  const instance = instances[object]
  return [
    own(own(builtins, object) ?? {}, name),
    own(own(api, object) ?? {}, `${name}_static`),
    instance ? own(own(api, instance) ?? {}, name) : undefined,
    globalObjects.has(object) ? findGlobal(name) : undefined,
  ].filter((feature) => feature !== undefined)
}

/** Features of each name: methods of the language, and distinctive ones of the browser. */
const methods = listMethods()

function listMethods(): Map<string, Feature[]> {
  const found = new Map<string, Feature[]>()
  const collect = (features: Record<string, Identifier>) => {
    for (const members of Object.values(features)) {
      for (const key of Object.keys(members)) {
        const name = key.replace(/_static$/, '')
        const member = members[key]
        if (!member?.__compat || !/^[a-z][A-Za-z]*$/.test(name)) continue
        found.set(name, [...(found.get(name) ?? []), member])
      }
    }
  }
  collect(builtins)
  const language = new Set(found.keys())
  collect(api)
  for (const name of found.keys()) {
    // Names of one word, such as `run`, are as often methods of libraries.
    if (!language.has(name) && !/[A-Z]/.test(name)) found.delete(name)
  }
  return found
}

type Identifier = NonNullable<Feature>

function findInCall(node: CallExpression, add: Add) {
  const { callee, optional } = node
  if (callee.type !== 'MemberExpression' || optional) return
  const name = propertyName(callee)
  if (!name) return
  const { object, property } = callee
  const owner = globalName(object)
  const isNamed = owner !== undefined && findMembers(owner, name).length > 0
  const candidates = methods.get(name) ?? []
  if (!isNamed && candidates.length > 0 && candidates.every(isLacking))
    add(`.${name}()`, property.start, ...candidates)
  const helper = own(builtins.Iterator ?? {}, name)
  if (isLacking(helper) && isIteratorCall(object))
    add(`Iterator.${name}`, property.start, helper)
}

/** Returns whether an expression is a call such as `map.values()`. */
function isIteratorCall(node: Expression): boolean {
  return (
    node.type === 'CallExpression' &&
    node.arguments.length === 0 &&
    node.callee.type === 'MemberExpression' &&
    ['entries', 'keys', 'values'].includes(propertyName(node.callee) ?? '')
  )
}

/** Finds options that a call passes as an object, such as `duplex` of `fetch`. */
function findInOptions(
  callee: Expression,
  given: CallExpression['arguments'],
  add: Add,
): void {
  const [feature, name] = calledFeature(callee)
  if (!feature) return
  for (const argument of given) {
    if (argument.type !== 'ObjectExpression') continue
    for (const property of argument.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
      const option = property.key.name
      const long = `options_${option}_parameter`
      const known =
        feature.options_parameter?.[option] ??
        feature.options_parameter?.[long] ??
        feature[long]
      if (isLacking(known)) add(`${option} of ${name}`, property.start, known)
    }
  }
}

function calledFeature(callee: Expression): [Feature, string] {
  const global = globalName(callee)
  if (global) {
    const feature = findGlobal(global)
    // The feature of a class has its constructor as a child.
    return [feature?.[global] ?? feature, global]
  }
  const owner = callee.type === 'MemberExpression' ? globalName(callee.object) : undefined
  const name = callee.type === 'MemberExpression' ? propertyName(callee) : undefined
  if (!owner || !name) return [undefined, '']
  const [member] = findMembers(owner, name)
  return [member?.[name] ?? member, `${owner}.${name}`]
}

function findInPattern(pattern: string, flags: string): [string, Feature][] {
  const expressions = javascript.regular_expressions
  return [
    ...(flags.includes('v')
      ? [['regular expression flag v', builtins.RegExp?.unicodeSets] as const]
      : []),
    ...(/\(\?[ims]*-?[ims]+:/.test(pattern)
      ? [['regular expression modifier', expressions?.modifier] as const]
      : []),
  ].map(([name, feature]) => [name, feature])
}

function propertyName(node: {
  property: { type: string }
  computed: boolean
}): string | undefined {
  const { property, computed } = node
  if (!computed && 'name' in property) return String(property.name)
  if (computed && 'value' in property && typeof property.value === 'string')
    return property.value
  return undefined
}

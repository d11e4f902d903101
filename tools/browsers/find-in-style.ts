import * as csstree from 'css-tree'
import { css, type Feature, type Finding, isLacking, lackingBrowsers } from './compat.ts'

/**
 * Returns the uses of properties, values, functions, at-rules, media features and
 * selectors that a least browser lacks, and nested rules. Throws when the style sheet
 * does not parse.
 */
export function findInStyle(file: string, text: string): Finding[] {
  const findings: Finding[] = []
  const add = (feature: string, node: csstree.CssNode, ...candidates: Feature[]) => {
    const lacking = [...new Set(candidates.flatMap(lackingBrowsers))]
    if (lacking.length === 0) return
    findings.push({ feature, file, near: csstree.generate(node).slice(0, 200), lacking })
  }
  const tree = csstree.parse(text, {
    parseCustomProperty: true,
    onParseError: (error) => {
      throw new Error(`${file} does not parse: ${error.message}`)
    },
  })
  csstree.walk(tree, {
    enter(this: csstree.WalkContext, node: csstree.CssNode) {
      if (node.type === 'Declaration') findInDeclaration(node, add)
      if (node.type === 'Atrule') add(`@${node.name}`, node, css['at-rules']?.[node.name])
      if (node.type === 'Feature') {
        const rule = this.atrule?.name ?? ''
        add(`@${rule} ${node.name}`, node, css['at-rules']?.[rule]?.[node.name])
      }
      if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector')
        add(`:${node.name}`, this.rule?.prelude ?? node, css.selectors?.[node.name])
      if (node.type === 'NestingSelector')
        add('nesting', this.rule?.prelude ?? node, css.selectors?.nesting)
    },
  })
  return findings
}

function findInDeclaration(
  node: csstree.Declaration,
  add: (feature: string, node: csstree.CssNode, ...candidates: Feature[]) => void,
): void {
  const property = css.properties?.[node.property]
  add(node.property, node, property)
  csstree.walk(node.value, (value) => {
    if (value.type === 'Identifier' || value.type === 'Function') {
      const known = property?.[value.name]
      if (!isLacking(property)) add(`${node.property}: ${value.name}`, node, known)
    }
    const name =
      value.type === 'Function'
        ? value.name
        : value.type === 'Dimension'
          ? value.unit
          : undefined
    const candidates = name === undefined ? [] : (types.get(name) ?? [])
    if (candidates.length > 0 && candidates.every(isLacking)) {
      const feature = value.type === 'Function' ? `${name}()` : `unit ${name}`
      add(feature, node, ...candidates)
    }
  })
}

/** Functions and units, by name; one name may belong to several types. */
const types = new Map<string, Feature[]>()

function collectTypes(features: Record<string, Feature>): void {
  for (const [name, feature] of Object.entries(features)) {
    if (name === '__compat' || !feature) continue
    if (feature.__compat) types.set(name, [...(types.get(name) ?? []), feature])
    collectTypes(feature)
  }
}
collectTypes(css.types ?? {})

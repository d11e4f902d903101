/** A node of an article's syntax tree, in the parts that its rules read. */
export type ContentNode = {
  type: string
  /** Name of a component. */
  name?: string | null
  /** Attributes of a component: texts, or nodes for expressions. */
  attributes?: { type: string; name?: string; value?: unknown }[]
  children?: ContentNode[]
  /** Depth of a heading. */
  depth?: number
  url?: string
  lang?: string | null
  value?: string
  position?: { start: { line: number } }
}

/** Returns the attributes of a component that are texts. */
export function textAttributes(node: ContentNode): Record<string, string> {
  return Object.fromEntries(
    (node.attributes ?? []).flatMap(({ name, value }) =>
      name !== undefined && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

/** Returns whether a node is a component, in a line of text or by itself. */
export function isComponent({ type }: ContentNode): boolean {
  return type === 'mdxJsxFlowElement' || type === 'mdxJsxTextElement'
}

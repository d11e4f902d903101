/**
 * Virtual element. `patch` updates only what differs in the document, so that focus,
 * selection and live regions survive; it writes text nodes and attributes, never HTML.
 */
export type Element = {
  tag: string
  key: string | undefined
  attributes: Attributes
  children: readonly Child[]
}
export type Child = Element | string
type Listener = (event: Event) => void
type Attributes = Record<string, string | number | boolean | null | undefined | Listener>

type Renderable = Child | number | null | undefined | false | readonly Renderable[]

/**
 * Creates a virtual element. `key` distinguishes siblings of one tag, `on…` is a
 * listener, `width%` a width, `value` a field's content; false, null or undefined omits
 * an attribute.
 */
export function h(
  tag: string,
  attributes: Attributes & { key?: string } = {},
  ...children: Renderable[]
): Element {
  const { key, ...rest } = attributes
  return { tag, key, attributes: rest, children: flat(children) }
}

function flat(children: readonly Renderable[]): Child[] {
  return children.flatMap((child): Child[] => {
    if (child === null || child === undefined || child === false) return []
    if (typeof child === 'number') return [String(child)]
    if (typeof child === 'string' || 'tag' in child) return [child as Child]
    return flat(child)
  })
}

const described = new WeakMap<Node, Element>()

/** Updates the children of `parent` to the given virtual nodes. */
export function patch(parent: Node, children: readonly Child[]): void {
  children.forEach((child, index) => {
    const old = parent.childNodes[index]
    if (typeof child === 'string') {
      if (old?.nodeType === Node.TEXT_NODE) {
        if (old.nodeValue !== child) old.nodeValue = child
      } else parent.insertBefore(document.createTextNode(child), old ?? null)
      return
    }
    const found = old && isSame(old, child) ? old : later(parent, index, child)
    const node = found ?? create(child)
    if (node !== old) parent.insertBefore(node, old ?? null)
    update(node as HTMLElement, child)
  })
  while (parent.childNodes.length > children.length) parent.lastChild?.remove()
}

/** Returns a later sibling that was rendered from the same tag and key. */
function later(parent: Node, from: number, child: Element): Node | undefined {
  for (let at = from + 1; at < parent.childNodes.length; at += 1) {
    const node = parent.childNodes[at]
    if (node && isSame(node, child)) return node
  }
  return undefined
}

function isSame(node: Node, child: Element): boolean {
  const before = described.get(node)
  return before?.tag === child.tag && before.key === child.key
}

const drawn = new Set(['svg', 'path', 'rect'])

function create({ tag }: Element): Node {
  return drawn.has(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag)
}

function update(node: HTMLElement, next: Element): void {
  const before = described.get(node)?.attributes ?? {}
  described.set(node, next)
  for (const name of new Set([...Object.keys(before), ...Object.keys(next.attributes)])) {
    const value = next.attributes[name]
    if (value === before[name] && name !== 'value') continue
    set(node, name, value, before[name])
  }
  patch(node, next.children)
}

function set(
  node: HTMLElement,
  name: string,
  value: Attributes[string],
  before: Attributes[string],
): void {
  if (name.startsWith('on')) {
    const event = name.slice(2)
    if (typeof before === 'function') node.removeEventListener(event, before)
    if (typeof value === 'function') node.addEventListener(event, value)
    return
  }
  if (name === 'width%') {
    node.style.setProperty('width', `${value}%`)
    return
  }
  if (name === 'value' && node instanceof HTMLInputElement) {
    if (node.value !== value) node.value = String(value)
    return
  }
  if (value === false || value === null || value === undefined) {
    node.removeAttribute(name)
  } else if (typeof value !== 'function') {
    node.setAttribute(name, value === true ? '' : String(value))
  }
}

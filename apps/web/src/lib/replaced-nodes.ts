/**
 * Keeps React working on a page whose nodes other programs replace, wrap or remove.
 *
 * Chrome's translator replaces each text node by `<font><font>…</font></font>`, and later
 * text too; Edge's translator and many extensions do the like. React keeps the nodes that
 * it created: to remove one, or to insert before one, then throws `NotFoundError`, which
 * ends the page, and an update changes a text that is not shown. This holds for React 16
 * to 19.3 (https://github.com/facebook/react/issues/11538). Elements or keys around
 * conditional text mend one place each and leave stale text; ignoring the errors shows
 * old and new text side by side.
 *
 * The rule here: a node that React uses is put back first, in place of its stand-in, and
 * so are the other texts of its parent, since a sentence is translated as a whole. React
 * then works on the document that it knows, and the translator translates again. A node
 * that was wrapped is found in its wrapper. Translators run in a world of their own, where
 * a page cannot intercept their calls: a `MutationObserver` records what replaced what.
 * Components need no care for this; only figures that must never be reworded have
 * `translate="no"`.
 */

/** Where a node was when another program removed it, and what replaced it. */
type Place = {
  parent: Node
  previous: Node | null
  next: Node | null
  standIn?: Node
}

const places = new WeakMap<Node, Place>()
/** The node that each stand-in replaced. */
const originals = new WeakMap<Node, Node>()
/** Nodes that the page itself removed. */
const ownRemovals = new WeakSet<Node>()
let observer: MutationObserver | undefined

/**
 * Observes the document, and replaces the members of `Node.prototype` by which React
 * moves and updates nodes. Runs once, before hydration.
 */
export function guardReplacedNodes(): void {
  observer = new MutationObserver(record)
  observer.observe(document, { childList: true, subtree: true })
  const { prototype } = Node
  const { removeChild, insertBefore, appendChild } = prototype
  const nodeValue = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')

  Object.assign(prototype, {
    removeChild(this: Node, child: Node) {
      if (child.parentNode !== this) putBack(child)
      // Earlier records of the node must not count as later than its mark.
      takeRecords()
      ownRemovals.add(child)
      const node = findWrapper(this, child, ({ childNodes }) => childNodes.length === 1)
      if (node.parentNode) removeChild.call(node.parentNode, node)
      return child
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      putBack(node)
      if (next && next.parentNode !== this) putBack(next)
      const at =
        next && findWrapper(this, next, ({ firstChild }, part) => firstChild === part)
      const parent = at?.parentNode
      if (!parent || !this.contains(parent)) return appendChild.call(this, node)
      return insertBefore.call(parent, node, at)
    },
    appendChild(this: Node, node: Node) {
      putBack(node)
      return appendChild.call(this, node)
    },
  })
  Object.defineProperty(prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      nodeValue?.set?.call(this, value)
      putBack(this)
    },
  })
}

/** Returns whether a translator has changed this page; the page has no `<font>` itself. */
export function isTranslated(): boolean {
  return document.body.querySelector('font') !== null
}

/** Puts back every replaced node within `root`, as the server rendered it. */
export function putBackAll(root: Node): void {
  takeRecords()
  const nodes = document.createNodeIterator(root)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const original = originals.get(node)
    if (original) putBack(original)
  }
}

/** Puts a removed node back to its place, with the other texts of its parent. */
function putBack(node: Node): void {
  if (node.parentNode) return
  takeRecords()
  for (const sibling of putBackOne(node)?.childNodes ?? []) {
    const original = originals.get(sibling)
    if (original instanceof Text) putBackOne(original)
  }
}

/**
 * Puts back one node, and the removed nodes next to it. Returns its parent, unless its
 * place is unknown.
 */
function putBackOne(node: Node): Node | undefined {
  const place = places.get(node)
  if (!place || node.parentNode) return undefined
  places.delete(node)
  const { previous, next } = place
  const standIn = findShown(place.standIn)
  const parent = standIn?.parentNode ?? place.parent
  if (standIn) {
    ownRemovals.add(standIn)
    parent.replaceChild(node, standIn)
  } else {
    const [before, after] = [findShown(previous), findShown(next)]
    const isBetween = before?.parentNode === parent
    const at = isBetween ? before.nextSibling : after?.parentNode === parent && after
    parent.insertBefore(node, at || null)
  }
  for (const neighbour of [previous, next]) if (neighbour) putBackOne(neighbour)
  return parent
}

/** Returns the node, or what stands in for it now. */
function findShown(node: Node | null | undefined): Node | null | undefined {
  let shown = node
  while (shown && !shown.parentNode) shown = places.get(shown)?.standIn
  return shown
}

/**
 * Returns the outermost wrapper of a node below `parent` of which `isPart` holds at every
 * level, or the node itself.
 */
function findWrapper(
  parent: Node,
  node: Node,
  isPart: (wrapper: Node, part: Node) => boolean,
): Node {
  let part = node
  for (let { parentNode } = part; parentNode; { parentNode } = part) {
    if (parentNode === parent || !parent.contains(parentNode)) break
    if (!isPart(parentNode, part)) break
    part = parentNode
  }
  return part
}

function takeRecords(): void {
  const records = observer?.takeRecords()
  if (records?.length) record(records)
}

/**
 * Records the places of removed nodes. What replaced a node was added in the same change,
 * next to it before, or at its place afterwards.
 */
function record(records: MutationRecord[]): void {
  const neighbours = new Map<Node | null, (Node | null)[]>()
  let gap: Node | undefined
  for (const change of records) {
    const { target, previousSibling, nextSibling, addedNodes, removedNodes } = change
    const [first] = addedNodes
    for (const node of addedNodes) {
      places.delete(node)
      ownRemovals.delete(node)
      neighbours.set(node, [previousSibling, nextSibling])
    }
    const left = gap && places.get(gap)
    if (gap && first && left?.previous === previousSibling && left.next === nextSibling) {
      replaceBy(gap, first)
    }
    gap = undefined
    for (const [at, node] of removedNodes.entries()) {
      if (ownRemovals.has(node)) continue
      const previous = removedNodes[at - 1] ?? previousSibling
      const next = removedNodes[at + 1] ?? nextSibling
      places.set(node, { parent: target, previous, next })
      const beside = [previousSibling, nextSibling].find(
        (one) => neighbours.get(one)?.includes(node) && neighbours.delete(one),
      )
      const standIn = first ?? beside
      if (standIn) replaceBy(node, standIn)
      else gap = node
    }
  }
}

function replaceBy(node: Node, standIn: Node): void {
  const place = places.get(node)
  if (place) place.standIn = standIn
  originals.set(standIn, originals.get(node) ?? node)
}

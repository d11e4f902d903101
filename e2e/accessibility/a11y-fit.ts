import type { Page } from '@playwright/test'

/**
 * Returns descriptions of text and controls that are cut off at the current page size.
 */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(findMisfits)
}

/** Runs in the page and includes shadow roots. */
function findMisfits(): string[] {
  const { documentElement: root } = document
  const controls =
    'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]'
  const found = new Set<string>()
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const named = (element: Element) => {
    const classes = element.getAttribute('class') ?? ''
    const text = element.textContent.replace(/\s+/g, ' ').trim().slice(0, 40)
    return `<${element.localName} class="${classes}">${text}`
  }
  const parentOf = (element: Element) => {
    const { parentNode } = element.assignedSlot ?? element
    if (parentNode instanceof ShadowRoot) return parentNode.host
    return parentNode instanceof Element ? parentNode : null
  }
  /** Returns whether it is for screen readers only, or off-screen until focused. */
  const isForFew = (element: Element, box: DOMRect) =>
    styleOf(element).clipPath !== 'none' || box.width <= 1 || box.right < 0
  const isShortened = (element: Element) => {
    const { textOverflow, webkitLineClamp } = styleOf(element)
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  }
  const isCutBy = (element: Element, box: DOMRect, text: DOMRect): boolean => {
    const { overflowX, overflowY } = styleOf(element)
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const across = text.left < box.left - 1 || text.right > box.right + 1
    const down = text.top < box.top - 1 || text.bottom > box.bottom + 1
    return (across && hides(overflowX)) || (down && hides(overflowY))
  }
  const readText = (element: Element, text: DOMRect) => {
    for (let outer: Element | null = element; outer; outer = parentOf(outer)) {
      const { overflowX, overflowY } = styleOf(outer)
      const box = outer.getBoundingClientRect()
      const isScrolled = /auto|scroll/.test(overflowX + overflowY) && outer !== root
      if (isScrolled || isForFew(outer, box) || isShortened(outer)) return
      if (isCutBy(outer, box, text))
        found.add(`cut: ${named(element)} in ${named(outer)}`)
    }
    const { left, right } = text
    if (left < -1 || right > root.clientWidth + 1) found.add(`outside: ${named(element)}`)
  }
  const readControl = (element: Element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = [...element.getClientRects()].find(({ width }) => width > 1)
    if (!box) return
    const { left, top, width, height } = box
    // Safe: the root of a control is its document or a shadow root.
    const tree = element.getRootNode() as Document | ShadowRoot
    const hit = tree.elementFromPoint(left + width / 2, top + height / 2)
    if (!hit || hit.contains(element) || element.contains(hit)) return
    if (hit.closest('label')?.control === element) return
    if (tree instanceof ShadowRoot && hit === tree.host) return
    found.add(`covered: ${named(element)} by ${named(hit)}`)
  }
  const read = (tree: Document | ShadowRoot, open: Element | null) => {
    const inside = open ?? tree
    const walker = document.createTreeWalker(
      inside,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    )
    const pressed: Element[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element || !isSeen(element) || element.closest('[inert]')) continue
      if (node instanceof Element) {
        if (node.shadowRoot) read(node.shadowRoot, null)
        if (node.matches(controls)) pressed.push(node)
        continue
      }
      if (!node.nodeValue?.trim() || element.closest('script, style, svg')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      readText(element, range.getBoundingClientRect())
    }
    pressed.forEach(readControl)
  }
  scrollTo(0, 0)
  if (root.scrollWidth > root.clientWidth) {
    found.add(`scrolls sideways: ${root.scrollWidth} px in ${root.clientWidth} px`)
  }
  read(document, document.querySelector('dialog[open]'))
  scrollTo(0, 0)
  return [...found]
}

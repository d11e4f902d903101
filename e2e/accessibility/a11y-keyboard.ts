import type { Page } from '@playwright/test'

/** One focused element and its fault. */
type Stop = { at: number; name: string; wrong: string[] }

/**
 * Walks the whole page by Tab from its beginning and returns the faults for keyboard
 * users. `count` is the number of stops.
 */
export async function walk(page: Page): Promise<{ count: number; wrong: string[] }> {
  const names = await page.evaluate(beginWalk)
  for (let pressed = 0; pressed < names.length + 2; pressed += 1) {
    await page.keyboard.press('Tab')
  }
  const stops = await page.evaluate(endWalk)
  return { count: names.length, wrong: [...judge(names, stops)] }
}

function judge(names: string[], stops: Stop[]): Set<string> {
  const wrong = new Set<string>()
  const visits = stops.slice(0, names.length)
  for (const { name, wrong: whats } of visits) {
    for (const what of whats) wrong.add(`${name}: ${what}`)
  }
  for (const [at, name] of names.entries()) {
    const times = visits.filter((stop) => stop.at === at).length
    if (times !== 1) wrong.add(`${name}: ${times} times`)
  }
  for (const [place, { at, name }] of visits.entries()) {
    if (at === -1) wrong.add(`${name}: was not expected`)
    const last = visits[place - 1]
    // After the last stop the browser may wrap to its own controls first.
    const next = last && (last.at + 1) % names.length
    if (last && at !== next) wrong.add(`${name}: after ${last.name}`)
  }
  return wrong
}

type Walk = { end: () => Stop[] }

function endWalk(): Stop[] {
  // Safe: set at the start of the walk.
  return (globalThis as unknown as { walk: Walk }).walk.end()
}

/** Runs in the page: returns the names of all expected tab stops in order. */
function beginWalk(): string[] {
  const focusable =
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, iframe, audio[controls], video[controls], [tabindex]'
  const named = (element: Element) => {
    const classes = element.getAttribute('class') ?? ''
    const label = element.getAttribute('aria-label') ?? element.textContent
    return `<${element.localName} class="${classes}">${label.replace(/\s+/g, ' ').trim().slice(0, 40)}`
  }
  const isChosen = (element: Element) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const group = [
      ...(element.form ?? document).querySelectorAll<HTMLInputElement>(
        `input[type=radio][name="${CSS.escape(element.name)}"]`,
      ),
    ]
    return element === (group.find(({ checked }) => checked) ?? group[0])
  }
  const scrolls = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const across =
      element.scrollWidth > element.clientWidth && /auto|scroll/.test(overflowX)
    const down =
      element.scrollHeight > element.clientHeight && /auto|scroll/.test(overflowY)
    if (element === document.documentElement || element === document.body) return false
    return (across || down) && !element.querySelector(focusable)
  }
  const isStop = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert]') &&
    ((element.matches(focusable) &&
      element.getAttribute('tabindex') !== '-1' &&
      isChosen(element)) ||
      scrolls(element))
  const under = (tree: ParentNode): Element[] =>
    [...tree.children].flatMap((element) => [
      ...(isStop(element) ? [element] : []),
      ...under(element),
      ...(element.shadowRoot ? under(element.shadowRoot) : []),
    ])
  const stops = under(document.querySelector('dialog[open]') ?? document)

  /** Returns the style of an element and its ancestors. */
  const lookOf = (element: Element) => {
    const card = element.closest('article, li, label')
    const within = card ? [card, ...card.querySelectorAll('*')].slice(0, 20) : []
    return [element, element.parentElement, element.nextElementSibling, ...within]
      .map((one) => {
        if (!one) return ''
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(one)
        return [outline, boxShadow, borderColor, backgroundColor].join()
      })
      .join('|')
  }
  const hiddenWhy = (element: Element): string[] => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const shown = [element, ...labels].find(
      (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        one.getBoundingClientRect().width > 1,
    )
    if (!shown) return ['has the focus and is hidden']
    const box = [...shown.getClientRects()].find(({ width }) => width > 1)
    if (!box) return ['has the focus and no size']
    const { left, top, width, height } = box
    if (left + width < 1 || top + height < 1 || left >= innerWidth || top >= innerHeight)
      return ['has the focus outside the window']
    // Safe: the root of an element is its document or a shadow root.
    const tree = shown.getRootNode() as Document | ShadowRoot
    const at = (share: number) => {
      const y = Math.min(Math.max(top + height * share, 1), innerHeight - 1)
      const hit = tree.elementFromPoint(Math.max(left + width / 2, 1), y)
      return (
        !hit ||
        hit.contains(shown) ||
        shown.contains(hit) ||
        hit.closest('label')?.control === element
      )
    }
    return [0.1, 0.5, 0.9].some(at) ? [] : ['has the focus and is covered']
  }

  const trees = (tree: ParentNode): EventTarget[] =>
    [...tree.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? [shadowRoot, ...trees(shadowRoot)] : [],
    )
  const roots = [document, ...trees(document)]
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  const without = new Map(stops.map((element) => [element, lookOf(element)]))
  if (activeElement instanceof HTMLElement) activeElement.focus()
  const seen: (Stop & { element: Element })[] = []
  const onFocus = (event: Event) => {
    const [element] = event.composedPath()
    // The event reaches both a component and its page; a dialog itself is no stop.
    if (!(element instanceof Element) || element === seen.at(-1)?.element) return
    if (element instanceof HTMLDialogElement) return
    const isShown = lookOf(element) !== without.get(element)
    seen.push({
      ...{ element, at: stops.indexOf(element), name: named(element) },
      wrong: [...hiddenWhy(element), ...(isShown ? [] : ['shows no focus'])],
    })
  }
  for (const one of roots) one.addEventListener('focusin', onFocus, true)
  const end = () => {
    for (const one of roots) one.removeEventListener('focusin', onFocus, true)
    const { activeElement: left } = document
    if (left instanceof HTMLElement && !left.closest('dialog')) left.blur()
    return seen.map(({ at, name, wrong }) => ({ at, name, wrong }))
  }
  scrollTo(0, 0)
  Object.assign(globalThis, { walk: { end } })
  return stops.map(named)
}

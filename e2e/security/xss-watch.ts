import type { Page } from '@playwright/test'

/** Content of a page, and elements that no page of ours contains. */
type Look = {
  /** All visible text and field values, with collapsed white space. */
  text: string
  /** Targets of its links. */
  links: string[]
  wrong: string[]
}

/** Findings of each kind of page, and errors. */
export type Tally = {
  /** Texts found, once for each page that showed them. */
  seen: Record<string, string[]>
  /** Link targets found, once for each page. */
  links: Record<string, string[]>
  /** Texts in the URLs of the pages. */
  opened: Record<string, string[]>
  /** Values that the API rejected. */
  refused: number
  /** Texts that a page should show and does not. */
  missing: string[]
  wrong: string[]
  /** Texts of dialogs. */
  dialogs: string[]
}

export function newTally(): Tally {
  return {
    ...{ seen: {}, links: {}, opened: {}, refused: 0 },
    ...{ missing: [], wrong: [], dialogs: [] },
  }
}

/** Returns the number of different texts by kind of page. */
export function countByKind(found: Record<string, string[]>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(found).map(([kind, texts]) => [kind, new Set(texts).size]),
  )
}

/** Records every dialog of the page from now on, and closes it. */
export function recordDialogs(page: Page, tally: Tally): void {
  page.on('dialog', async (dialog) => {
    tally.dialogs.push(`${page.url()}: ${dialog.message()}`)
    await dialog.dismiss()
  })
}

/**
 * Polls the page until it shows all of `texts` and links to all of `links`, for at most
 * `patienceMs`, and counts the findings.
 */
export async function watch(
  page: Page,
  tally: Tally,
  { kind, texts = [], links = [], ours = [], patienceMs = 15_000 }: Wanted,
): Promise<void> {
  const wanted = texts.map(blanked)
  const until = Date.now() + patienceMs
  let seen = await look(page, ours)
  const isWhole = () =>
    wanted.every((text) => seen.text.includes(text)) &&
    links.every((link) => seen.links.includes(link))
  while (!isWhole() && Date.now() < until) {
    await page.waitForTimeout(100)
    seen = await look(page, ours)
  }
  const where = decodeURI(page.url().replace(/^https?:\/\/[^/]+/, '')).slice(0, 100)
  for (const text of wanted) {
    if (seen.text.includes(text)) addTo(tally.seen, kind, text)
    else tally.missing.push(`${where}: ${text}`)
  }
  for (const link of links) {
    if (seen.links.includes(link)) addTo(tally.links, kind, link)
    else tally.missing.push(`${where}: link ${link}`)
  }
  tally.wrong.push(...seen.wrong.map((what) => `${where}: ${what}`))
}

export type Wanted = {
  /** Kind of the page, under which findings are counted. */
  kind: string
  texts?: string[]
  links?: string[]
  /** Foreign origins that the page may load from. */
  ours?: string[]
  patienceMs?: number
}

export function addTo(
  found: Record<string, string[]>,
  kind: string,
  ...texts: string[]
): void {
  found[kind] = [...(found[kind] ?? []), ...texts]
}

/** Returns the current content of the page. */
async function look(page: Page, ours: string[]): Promise<Look> {
  const { text, ...seen } = await page.evaluate(readPage, ours)
  return { text: blanked(text), ...seen }
}

function blanked(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Runs in the page and includes shadow roots. */
function readPage(ours: string[]): Look {
  const strange =
    /^(iframe|object|embed|applet|portal|frameset|frame|base|math|marquee|plaintext|xmp|isindex|foreignobject|animate|set|discard|x|image)$/
  const leading = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcdoc']
  const texts: string[] = []
  const links: string[] = []
  const wrong: string[] = []

  const readElement = (element: Element) => {
    const name = element.localName.toLowerCase()
    const isSvgImage = name === 'image' && element instanceof SVGElement
    if ((strange.test(name) && !isSvgImage) || element instanceof HTMLUnknownElement)
      wrong.push(`<${name}>`)
    if (name === 'meta' && element.getAttribute('http-equiv')?.match(/refresh/i))
      wrong.push('<meta refresh>')
    const isProgram = name === 'style' || isScript(element)
    if (isProgram && /alert\(|evil\.example/.test(element.textContent)) {
      wrong.push(`<${name}>${element.textContent.slice(0, 80)}`)
    }
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute) || /[^\w:.-]/.test(attribute)) {
        wrong.push(`<${name} ${attribute}="${value}">`)
      }
      if (leading.includes(attribute)) readAddress(name, attribute, value)
    }
    if (element instanceof HTMLAnchorElement) links.push(element.href)
    const isField =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    if (isField) texts.push(element.value)
  }
  const isScript = (element: Element) =>
    element.localName === 'script' &&
    !/^(application|importmap|speculationrules)/.test(element.getAttribute('type') ?? '')
  const readAddress = (name: string, attribute: string, value: string) => {
    const address = URL.canParse(value, document.baseURI)
      ? new URL(value, document.baseURI)
      : undefined
    const isPicture = name === 'img' && /^(data:image\/|blob:)/.test(value)
    const isOurs = [location.origin, ...ours].includes(address?.origin ?? '')
    const isAway = name === 'a' && address?.protocol === 'https:'
    const isDataLink = name === 'link' && /^data:image\//.test(value)
    if (!isOurs && !isAway && !isPicture && !isDataLink) {
      wrong.push(`<${name} ${attribute}="${value}">`)
    }
  }
  const read = (root: Document | ShadowRoot) => {
    const walker = document.createTreeWalker(
      root,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        readElement(node)
        if (node.shadowRoot) read(node.shadowRoot)
      } else if (!node.parentElement?.closest('script, style')) {
        texts.push(node.nodeValue ?? '')
      }
    }
  }
  read(document)
  return { text: texts.join(''), links, wrong }
}

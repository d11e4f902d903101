import { isProvider, type Provider } from './provider.ts'
import { readField } from './read-field.ts'
import { abstractWalletId, demoWallet, injectedId, knownWalletName } from './wallets.ts'

/** A wallet of this browser. */
export type FoundWallet = {
  /** Announced reverse domain name, or an id made here; at most 64 characters. */
  id: string
  /** One line of at most 40 characters; that of the specification for a known wallet. */
  name: string
  /** Data URI of the icon, which may not decode; null where there is none to show. */
  icon: string | null
  provider: Provider
}

export type WalletDiscovery = {
  /** Requests announcements again, and waits anew for a wallet that is late. */
  refresh(): void
  stop(): void
}

/** A window, or what stands for one in tests. */
type Page = EventTarget & { ethereum?: unknown }

/** Name on screen of a wallet without an announcement. */
const injectedName = 'Browser wallet'

/** The longest `connector` that a sign-in accepts, in characters. */
const MAX_ID = 64
const MAX_NAME = 40
/** Characters of an icon; EIP-6963 has 96 x 96 pixels in mind. */
const MAX_ICON = 262_144
/** How long, and how often, a page without a wallet looks for `window.ethereum`. */
const MAX_LOOKING_MS = 60_000
const LOOK_EVERY_MS = 500
/** Wallets that the page announces itself, which make none of the browser a second one. */
const ownIds = new Set<string>([demoWallet.id, abstractWalletId])

/**
 * Finds the wallets of this browser, which is the only place where that is decided:
 * - every wallet announced by EIP-6963, now or later, once for each `rdns` (the first one
 *   counts); odd names, ids and icons are replaced, and only an announcement without a
 *   provider is dropped;
 * - `window.ethereum`, or each of `window.ethereum.providers`, while it is none of the
 *   announced: it is "Browser wallet", or one of the known wallets where its flags are
 *   unmistakable. Beside announced wallets it counts only with a flag that none of them has,
 *   because wallets put wrappers of themselves there.
 *
 * `onFound` receives all wallets after each change, first before this function returns
 * where there are any.
 */
export function discoverWallets(
  onFound: (wallets: FoundWallet[]) => void,
  page: Page = globalThis as unknown as Page,
): WalletDiscovery {
  const announced: FoundWallet[] = []
  let shown: FoundWallet[] = []
  let timer: ReturnType<typeof setInterval> | undefined

  const look = () => {
    const found = [...announced, ...findInjected(page, announced)]
    if (isSameList(found, shown)) return
    shown = found
    onFound(found)
  }
  const listen = (event: Event) => {
    const wallet = readAnnouncement(event, announced)
    if (wallet) announced.push(wallet)
    look()
  }
  const lookLater = () => {
    clearInterval(timer)
    const started = Date.now()
    timer = setInterval(() => {
      look()
      const isLate = Date.now() - started > MAX_LOOKING_MS
      if (isLate || shown.some(({ id }) => !ownIds.has(id))) clearInterval(timer)
    }, LOOK_EVERY_MS)
  }
  const refresh = () => {
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    look()
    lookLater()
  }

  page.addEventListener('eip6963:announceProvider', listen)
  for (const name of lateEvents) page.addEventListener(name, look)
  refresh()
  return {
    refresh,
    stop() {
      clearInterval(timer)
      page.removeEventListener('eip6963:announceProvider', listen)
      for (const name of lateEvents) page.removeEventListener(name, look)
    },
  }
}

/** Events after which `window.ethereum` may be there. */
const lateEvents = ['ethereum#initialized', 'DOMContentLoaded', 'load']

/** Reads an announcement; undefined without a provider, or when it is known already. */
function readAnnouncement(
  event: Event,
  known: readonly FoundWallet[],
): FoundWallet | undefined {
  const detail = readField(event, 'detail')
  const info = readField(detail, 'info')
  const provider = readField(detail, 'provider')
  if (!isProvider(provider)) return undefined
  const rdns = readField(info, 'rdns')
  const announcedName = cleanName(readField(info, 'name'))
  const icon = cleanIcon(readField(info, 'icon'))
  const id = readId(rdns)
  if (id) {
    if (known.some((wallet) => wallet.id === id)) return undefined
    return { id, name: knownWalletName(id) || announcedName || id, icon, provider }
  }
  // Without an id, the same provider is the same wallet.
  if (known.some((wallet) => wallet.provider === provider)) return undefined
  const name = announcedName || 'Unnamed wallet'
  return { id: makeId(name, known), name, icon, provider }
}

/** Returns an announced reverse domain name in lower case; undefined when it is none. */
function readId(rdns: unknown): string | undefined {
  if (typeof rdns !== 'string') return undefined
  const id = rdns.trim().toLowerCase()
  const isDomain = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(id)
  return id.length <= MAX_ID && (isDomain || id === demoWallet.id) ? id : undefined
}

/** Makes an id from a name: the same at the next visit, so that the wallet is restored. */
function makeId(name: string, known: readonly FoundWallet[]): string {
  const letters = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const base = `wallet:${letters}`.slice(0, MAX_ID - 4)
  return firstFree(base, known)
}

function firstFree(base: string, known: readonly FoundWallet[]): string {
  const taken = new Set(known.map(({ id }) => id))
  let id = base
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`
  return id
}

/** Characters that are never shown, or change the direction of the text around them. */
const invisible =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u00ad\u061c\u180e\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
const blank = /[\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Returns a name as one line of text; empty where nothing of it can be seen. */
function cleanName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const line = name
    .slice(0, 1_000)
    .replace(/\s/g, ' ')
    .replace(invisible, '')
    .replace(/ +/g, ' ')
    .trim()
  if (line.replace(blank, '') === '') return ''
  if (line.length <= MAX_NAME) return line
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (short.length + segment.length >= MAX_NAME) break
    short += segment
  }
  return `${short.trim()}…`
}

/** Any other address would be fetched from a foreign host. */
function cleanIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > MAX_ICON) return null
  const uri = icon.trim()
  return /^data:image\/[a-z0-9.+-]+[;,]/i.test(uri) ? uri : null
}

/** Flags by which a wallet is known. Many others set `isMetaMask`, so it names none. */
const knownFlags: Record<string, string> = {
  isRabby: 'io.rabby',
  isZerion: 'io.zerion.wallet',
  isOkxWallet: 'com.okex.wallet',
  isOKExWallet: 'com.okex.wallet',
}

/** Finds the wallets behind `window.ethereum` that are none of the announced ones. */
function findInjected(page: Page, announced: readonly FoundWallet[]): FoundWallet[] {
  const ethereum = readField(page, 'ethereum')
  const listed = readField(ethereum, 'providers')
  const several = Array.isArray(listed) ? listed.filter(isProvider) : []
  const candidates = several.length > 0 ? several : [ethereum].filter(isProvider)
  const others = announced.filter(({ id }) => !ownIds.has(id))
  const found: FoundWallet[] = []
  for (const provider of new Set(candidates)) {
    if (others.some((wallet) => isSameWallet(wallet, provider))) continue
    const known = listFlags(provider).flatMap((flag) => knownFlags[flag] ?? [])[0]
    const taken = [...others, ...found]
    const isFree = taken.every(({ id }) => id !== known)
    const id = known && isFree ? known : firstFree(injectedId, taken)
    const name = id.replace(injectedId, injectedName).replace('-', ' ')
    found.push({ id, name: knownWalletName(id) || name, icon: null, provider })
  }
  if (others.length === 0) return found
  const flags = new Set(others.flatMap(({ provider }) => listFlags(provider)))
  return found.filter(({ provider }) => {
    const own = listFlags(provider).filter((flag) => flag !== 'isMetaMask')
    return own.some((flag) => !flags.has(flag))
  })
}

function isSameWallet(announced: FoundWallet, provider: Provider): boolean {
  const isNamed = listFlags(provider).some((flag) => knownFlags[flag] === announced.id)
  return announced.provider === provider || isNamed
}

/** Lists the `isName` flags that a provider sets. */
function listFlags(provider: Provider): string[] {
  try {
    const names = new Set<string>()
    for (const name in provider) if (/^is[A-Z]/.test(name)) names.add(name)
    return [...names].filter((name) => readField(provider, name) === true)
  } catch {
    return []
  }
}

function isSameList(one: readonly FoundWallet[], other: readonly FoundWallet[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, provider }, index) => {
      const second = other[index]
      return second?.id === id && second.provider === provider
    })
  )
}

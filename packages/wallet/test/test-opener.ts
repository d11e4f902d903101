import type { Opener, Popup } from '../src/cross-app/popup.ts'

/** Window of a test, which a test answers in place of a page. */
export type TestPopup = Popup & { closed: boolean; isFocused: boolean; features: string }

/** Page that opens windows. Messages are dispatched by the test. */
export class TestOpener extends EventTarget implements Opener {
  readonly location = { origin: 'https://mint.example' }
  readonly screenX = 100
  readonly screenY = 50
  readonly outerWidth = 1_440
  readonly outerHeight = 900
  readonly popups: TestPopup[] = []
  /** Blocks windows, as browsers do. */
  isBlocked = false

  open(url: string, _target: string, features: string): Popup | null {
    if (this.isBlocked) return null
    const popup: TestPopup = {
      closed: false,
      isFocused: false,
      location: { href: url },
      features,
      close: () => {
        popup.closed = true
      },
      focus: () => {
        popup.isFocused = true
      },
    }
    this.popups.push(popup)
    return popup
  }

  /** The window that was opened last. Throws where there is none. */
  get lastPopup(): TestPopup {
    const popup = this.popups.at(-1)
    if (!popup) throw new Error('no window was opened')
    return popup
  }

  /** Dispatches a message as `source` of `origin` posts it. */
  receive(data: unknown, { source, origin }: { source: unknown; origin: string }): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }))
  }
}

/** Storage in memory, as browsers have it. */
export class MemoryStorage {
  readonly rows = new Map<string, string>()
  getItem = (key: string) => this.rows.get(key) ?? null
  setItem = (key: string, value: string) => void this.rows.set(key, value)
  removeItem = (key: string) => void this.rows.delete(key)
}

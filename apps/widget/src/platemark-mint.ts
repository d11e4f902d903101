import { type StateDetail, startPanel } from './panel.ts'
import type { MintDetail } from './panel-mint.ts'
import { patch } from './render.ts'
import { attributeNames, readSettings } from './settings.ts'
import styles from './styles.css?inline'
import { messagePanel } from './view.ts'

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
let hasFonts = false

/**
 * `<platemark-mint chain address>`: the mint panel of one collection for any page. Emits
 * `platemark:state` when its state changes and `platemark:mint` when a mint is confirmed.
 */
class PlatemarkMint extends HTMLElement {
  static observedAttributes = attributeNames.filter((name) => name !== 'theme')
  #stop = () => {}
  #isDue = false
  #root = this.attachShadow({ mode: 'open' })

  connectedCallback() {
    this.#root.adoptedStyleSheets = [sheet]
    this.#startSoon()
    if (hasFonts) return
    hasFonts = true
    requestAnimationFrame(() => {
      setTimeout(() =>
        import('./fonts.ts').then(
          ({ addFonts }) => addFonts(),
          () => {},
        ),
      )
    })
  }

  disconnectedCallback() {
    this.#stop()
  }

  attributeChangedCallback() {
    this.#startSoon()
  }

  /** Attributes change one by one, also initially: start once. */
  #startSoon() {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      if (this.isConnected) this.#start()
    })
  }

  #start() {
    this.#stop()
    const settings = readSettings(this)
    if (typeof settings === 'string') {
      return patch(this.#root, [messagePanel(settings)])
    }
    this.#stop = startPanel(this.#root, settings, {
      onState: (detail) => this.#emit('platemark:state', detail),
      onMint: (detail) => this.#emit('platemark:mint', detail),
    })
  }

  #emit(name: string, detail: StateDetail | MintDetail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

if (!customElements.get('platemark-mint')) {
  customElements.define('platemark-mint', PlatemarkMint)
}

import type { MintAction, MintState } from '@platemark/rules/mint-state-types'
import type { FoundWallet } from '@platemark/wallet/discover-wallets'
import type { Facts } from './facts.ts'
import type { Model } from './model.ts'
import { type Child, type Element, h } from './render.ts'

/** Handlers of the panel's controls. */
export type Actions = {
  press(action: MintAction): void
  choose(wallet: FoundWallet): void
  close(): void
  disconnect(): void
  setQuantity(quantity: number): void
  choosePhase(phaseId: number): void
  togglePriceRows(): void
}

/** Props of every view function. */
export type ViewProps = {
  model: Model
  facts: Facts
  state: MintState
  actions: Actions
}

/** Returns an image that hides when it fails to load, revealing the fallback beneath. */
export function picture(src: string): Element {
  const onerror = ({ target }: Event) => {
    if (target instanceof HTMLElement) target.style.display = 'none'
  }
  return h('img', { key: src, src, alt: '', decoding: 'async', onerror })
}

/** Returns a link that opens a new tab. */
export function externalLink(look: string, href: string, children: Child[]): Element {
  return h('a', { class: look, href, target: '_blank', rel: 'noopener' }, children)
}

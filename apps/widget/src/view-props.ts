import type { MintAction, MintState } from '@platemark/rules/mint-state-types'
import type { Facts } from './facts.ts'
import type { Model } from './model.ts'
import { type Child, type Element, h } from './render.ts'
import type { FoundWallet } from './wallets.ts'

/** What can be pressed. */
export type Actions = {
  press(action: MintAction): void
  choose(wallet: FoundWallet): void
  close(): void
  disconnect(): void
  setQuantity(quantity: number): void
  choosePhase(phaseId: number): void
  togglePriceRows(): void
}

/** What every part of the panel is drawn from. */
export type ViewProps = {
  model: Model
  facts: Facts
  state: MintState
  actions: Actions
}

/** A picture over what stands in its place when it does not come. */
export function picture(src: string): Element {
  const onerror = ({ target }: Event) => {
    if (target instanceof HTMLElement) target.style.display = 'none'
  }
  return h('img', { key: src, src, alt: '', decoding: 'async', onerror })
}

/** A link that leaves the page around the panel as it is. */
export function externalLink(look: string, href: string, children: Child[]): Element {
  return h('a', { class: look, href, target: '_blank', rel: 'noopener' }, children)
}

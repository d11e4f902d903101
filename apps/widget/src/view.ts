import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { NEVER_ENDS, openPhase } from '@platemark/rules/collection-state'
import { explorerLink } from '@platemark/rules/explorer'
import { isolateText } from '@platemark/rules/isolate-text'
import { isUnlimited } from '@platemark/rules/limits'
import type { MintPhase, OfferedPhase } from '@platemark/rules/mint-phase'
import type { MintState } from '@platemark/rules/mint-state-types'
import { formatPrice, priceTerms } from '@platemark/rules/price'
import { formatMoment, timeUntil } from '@platemark/rules/times'
import type { Facts } from './facts.ts'
import { icon } from './icons.ts'
import { creatorName, networkName } from './message-context.ts'
import { type Model, optimisticTerms } from './model.ts'
import { type Child, type Element, h } from './render.ts'
import { type Actions, externalLink, picture, type ViewProps } from './view-props.ts'
import { stateBody } from './view-state.ts'
import { walletChoice } from './view-wallets.ts'

/** Renders the panel in any state. */
export function panelView(
  model: Model,
  state: MintState | null,
  actions: Actions,
): Element {
  const { problem, facts, settings } = model
  if (problem !== null && typeof problem === 'object') {
    return messagePanel(problem.sentence)
  }
  if (!state) return frame('Mint', skeleton())
  if (!facts) {
    const shown = { model, state, actions, facts: unknownFacts(settings.chain) }
    return emptyPanel(stateBody(shown))
  }
  const shown = { model, state, actions, facts }
  if (model.choosing) {
    return frame(`Mint ${facts.name}`, [
      top(shown),
      body(walletChoice(shown, model.choosing)),
      foot(facts),
    ])
  }
  const isDone = state.code === 'success'
  return frame(`Mint ${facts.name}`, [
    isDone ? prints(facts, state.params.quantity) : top(shown),
    body([isDone ? [] : progress(shown), stateBody(shown)].flat()),
    foot(facts),
  ])
}

/**
 * Renders a panel that cannot show a collection, with a message for the page's author.
 */
export function messagePanel(sentence: string): Element {
  return emptyPanel([h('p', { class: 'say', role: 'alert' }, sentence)])
}

/** Renders a message without a collection, centered under a placeholder. */
function emptyPanel(children: Child[]): Element {
  const seat = h('div', { class: 'seat' }, icon('alert', 24))
  return frame('Mint', [h('div', { class: 'body vacant' }, seat, children)])
}

function frame(label: string, children: Child[]): Element {
  return h('div', { class: 'widget', role: 'group', 'aria-label': label }, children)
}

function body(children: Child | Child[]): Element {
  return h('div', { class: 'body' }, children)
}

/** Returns placeholder facts of a collection that has not been read. */
function unknownFacts(chain: string): Facts {
  return {
    source: 'chain',
    contract: '0x',
    name: '',
    kind: 'drop',
    creator: { address: '0x', name: null },
    image: null,
    network: {
      id: 0,
      alias: chain,
      name: networkName(chain),
      coin: { name: '', symbol: '', decimals: 18 },
      rpcUrls: [],
      explorer: null,
      isDemo: false,
      stack: 'evm',
      confirmations: 0,
    },
    terms: { isPaused: false, minted: 0, maxSupply: null, phases: [] },
    mintFeeWei: 0n,
    rate: null,
    lists: [],
    listsUrl: '',
    hasUnreadLists: false,
    site: null,
  }
}

function top(shown: ViewProps): Element {
  const { facts } = shown
  const name = creatorName(facts)
  return h(
    'div',
    { class: 'top' },
    art(facts),
    h(
      'div',
      {},
      h('p', { class: 'name' }, facts.name),
      facts.site
        ? externalLink(
            'by',
            `${facts.site.origin}/collections?creator=${facts.creator.address}`,
            [name],
          )
        : h('span', { class: 'by' }, name),
      phaseLines(shown),
    ),
  )
}

/** Returns the collection’s picture over the first letter of its name. */
function art({ name, image }: Facts): Element {
  return h(
    'div',
    { class: 'art' },
    h('span', { class: 'blank', 'aria-hidden': 'true' }, [...name][0]?.toUpperCase()),
    image && picture(image),
  )
}

/** Returns the pictures of the tokens just minted. */
function prints(facts: Facts, quantity: number): Element {
  const few = Array.from({ length: Math.min(quantity, 2) }, () => art(facts))
  return h('div', { class: 'prints' }, few)
}

function phaseLines({ model, facts, state }: ViewProps): Element | null {
  const [title, line, isLive] = phaseMessage(model, facts, state)
  if (!title) return null
  return h(
    'div',
    { class: 'phase' },
    h('b', {}, isLive && h('i'), h('span', {}, title)),
    line && h('span', {}, line),
  )
}

/** Returns title and line of the panel's phase; `true` while it is open. */
function phaseMessage(
  model: Model,
  facts: Facts,
  state: MintState,
): [title: string | null, line: string | null, isLive: boolean] {
  switch (state.code) {
    case 'unavailable':
      return [null, null, false]
    case 'sold_out':
      return ['Sold out', null, false]
    case 'ended':
      return ['Ended', null, false]
    case 'no_phase':
      return ['No date yet', null, false]
    case 'not_started': {
      const phase = state.params.place ?? state.params.next
      return [pricedTitle(phase, model, facts), formatMoment(phase.start), false]
    }
    default: {
      const own = 'phase' in state.params ? state.params.phase : null
      const phase = own ?? openPhase(facts.terms.phases, model.now)
      if (!phase) return [null, null, false]
      const isPaused = state.code === 'paused'
      const ends =
        phase.end < NEVER_ENDS ? `ends in ${timeUntil(phase.end - model.now)}` : null
      return [pricedTitle(phase, model, facts), isPaused ? 'paused' : ends, !isPaused]
    }
  }
}

/** Returns the title of a phase with its price, the mint fee beside it. */
function pricedTitle(phase: MintPhase, { wallet }: Model, facts: Facts): string {
  const terms = priceTerms(phase, facts.mintFeeWei)
  // A wallet whose terms are known sees its own price, and reads whether it is on the list.
  const isKnown = wallet?.facts?.phases !== undefined
  const shown = isKnown ? { ...terms, isAllowlistOnly: false } : terms
  return `${isolateText(phase.title)}, ${formatPrice(shown, facts.network.coin)}`
}

function progress({ model, state }: ViewProps): Element {
  const { minted, maxSupply } = optimisticTerms(model)
  const share = maxSupply ? (Math.min(minted, maxSupply) / maxSupply) * 100 : 0
  return h(
    'div',
    { class: 'progress' },
    maxSupply !== null &&
      h(
        'div',
        {
          class: 'bar',
          role: 'progressbar',
          'aria-label': 'Minted',
          'aria-valuemin': 0,
          'aria-valuemax': maxSupply,
          'aria-valuenow': minted,
        },
        h('i', { 'width%': Number(share.toFixed(1)) }),
      ),
    h(
      'div',
      { class: 'figures' },
      h(
        'span',
        {},
        h('b', {}, formatCount(minted)),
        maxSupply === null
          ? ' minted, open edition'
          : ` of ${formatCount(maxSupply)} minted`,
      ),
      h('span', {}, beside(model, state)),
    ),
  )
}

/** Returns the text beside the count: wallet usage, remaining quantity or time. */
function beside(model: Model, state: MintState): Child | null {
  if (state.code === 'not_started') {
    const { next, place } = state.params
    const left = timeUntil((place ?? next).start - model.now)
    return h('span', { role: 'timer' }, 'opens in ', h('b', {}, left))
  }
  const phase = 'phase' in state.params ? state.params.phase : null
  if (!phase) return null
  const isOwn = state.code === 'ready' || state.code === 'wallet_limit'
  if (isOwn && !isUnlimited(phase.phaseId, phase.allowed)) {
    return `${formatCount(phase.used)} of ${formatCount(phase.allowed)} used`
  }
  return leftInPhase(phase)
}

function leftInPhase({ maxSupply, minted }: OfferedPhase): string | null {
  if (maxSupply === null) return null
  return `${formatCount(Math.max(maxSupply - minted, 0))} left in phase`
}

function foot({ network, contract, site }: Facts): Element {
  const words = `${network.name}, ${shortAddress(contract)}`
  return h(
    'div',
    { class: 'foot' },
    network.explorer
      ? externalLink('', explorerLink(network.explorer, 'address', contract), [
          words,
          icon('external', 12),
        ])
      : h('span', {}, words),
    site
      ? externalLink('brand', site.page, [site.product])
      : h('span', { class: 'brand' }, 'Platemark'),
  )
}

/** Returns the placeholder before the first read. */
function skeleton(): Child[] {
  const wait = (look = '') => h('span', { class: `wait ${look}` })
  return [
    h(
      'div',
      { class: 'top', 'aria-hidden': 'true' },
      h('div', { class: 'art' }, h('span', { class: 'blank' })),
      h('div', { class: 'wallets' }, wait(), wait(), wait()),
    ),
    body([
      h('p', { class: 'sr', role: 'status' }, 'Loading'),
      h('div', { class: 'wallets', 'aria-hidden': 'true' }, wait(), wait()),
      h('div', { class: 'foot-of-body', 'aria-hidden': 'true' }, wait('tall')),
    ]),
  ]
}

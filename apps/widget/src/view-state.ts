import { shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { type MintMessages, waitingMessage } from '@platemark/rules/mint-messages'
import type { OfferedPhase } from '@platemark/rules/mint-phase'
import type { MintAction, MintState } from '@platemark/rules/mint-state-types'
import { formatPrice } from '@platemark/rules/price'
import { formatMoment } from '@platemark/rules/times'
import {
  chainReadMessages,
  unconfirmedMessages,
  walletMessages,
} from '@platemark/rules/wallet-messages'
import type { Facts } from './facts.ts'
import { icon } from './icons.ts'
import { messageContext } from './message-context.ts'
import { acceptedReferrer, rejectedReferrer } from './model.ts'
import { type Child, type Element, h } from './render.ts'
import { phaseChoice, priceLines, stepper } from './view-order.ts'
import { externalLink, type ViewProps } from './view-props.ts'

/** Returns message and actions of a state: the part between count and footer. */
export function stateBody(shown: ViewProps): Child[] {
  const { model, facts, state } = shown
  const words = walletMessages(state, messageContext(facts, model.wallet, model.now))
  const canChoose = state.code === 'ready' || state.code === 'insufficient_funds'
  const fault = model.fault ?? model.warning
  return [
    canChoose && phaseChoice(shown, state),
    h('div', { role: 'status', key: 'say' }, stateMessage(state, words)),
    ...laterPhases(shown),
    canChoose && priceLines(shown, state),
    h(
      'div',
      { class: 'foot-of-body' },
      fault !== null &&
        h('p', { class: 'fault', role: 'alert' }, icon('alert'), h('span', {}, fault)),
      mainRow(shown, words),
      notes(shown, words).map((note) => h('p', { class: 'note' }, note)),
      secondRow(shown, words),
    ),
  ].filter((part) => part !== false && part !== null)
}

function stateMessage(state: MintState, { title, text }: MintMessages): Child[] {
  // The button already contains the title.
  if (state.code === 'disconnected') return [h('p', { class: 'say' }, text)]
  if (state.code === 'success') {
    return [h('p', { class: 'name' }, title), h('p', { class: 'say' }, text)]
  }
  return title ? [h('p', { class: 'say' }, h('b', {}, `${title}. `), text)] : []
}

/**
 * Returns the phases that this wallet can enter later, where the message ends with a
 * colon.
 */
function laterPhases({ facts, state }: ViewProps): Element[] {
  return listLaterPhases(state).map((phase) =>
    h(
      'div',
      { class: 'lines', key: 'later' },
      h(
        'div',
        { class: 'line' },
        h('b', {}, phase.title),
        h('b', {}, laterPrice(phase, facts)),
      ),
      h('div', { class: 'line small' }, h('span', {}, formatMoment(phase.start))),
    ),
  )
}

/** Returns the price of a phase that the wallet can enter, with the mint fee. */
function laterPrice({ priceWei }: OfferedPhase, { mintFeeWei, network }: Facts): string {
  return formatPrice({ priceWei, mintFeeWei, isAllowlistOnly: false }, network.coin)
}

function listLaterPhases(state: MintState): readonly OfferedPhase[] {
  switch (state.code) {
    case 'not_eligible':
      return state.params.later.slice(0, 1)
    case 'wallet_limit':
    case 'phase_sold_out':
      return state.params.next ? [state.params.next] : []
    default:
      return []
  }
}

/** Returns the row of stepper and primary button. */
function mainRow(shown: ViewProps, words: MintMessages): Element | null {
  const { state, model } = shown
  const canChoose = state.code === 'ready' || state.code === 'insufficient_funds'
  const main = mainButton(shown, words)
  const beside = state.code === 'success' ? viewPrints(shown) : null
  if (!canChoose && !main) return null
  return h(
    'div',
    { class: beside ? 'act even' : 'act' },
    canChoose && stepper(shown, state, model.isBusy),
    main,
    beside,
  )
}

const usefulActions: readonly MintAction[] = [
  'connect',
  'switch_chain',
  'get_funds',
  'mint',
  'share',
]

function mainButton(shown: ViewProps, words: MintMessages): Element | null {
  const { state, model, actions } = shown
  const { primary } = state
  if (state.code === 'pending_tx') return pendingButton(shown, words)
  if (!words.primary) return null
  const href = findActionHref(shown, primary)
  const hasPlace = state.code === 'not_started' && state.params.place !== null
  const isUseful = usefulActions.includes(primary) || hasPlace
  const look = `button ${isUseful ? '' : 'quiet'}`
  if (href === null) return null
  if (href) return externalLink(look, href, [words.primary, icon('external')])
  const isWaiting = primary === 'wait' || model.isBusy
  const isBarred = isWaiting || (model.isOffline && primary === 'mint')
  return h(
    'button',
    {
      class: look,
      type: 'button',
      key: 'main',
      'aria-disabled': isBarred ? 'true' : null,
      onclick: () => {
        if (!isBarred) actions.press(primary)
      },
    },
    isWaiting && h('i', { class: 'spin' }),
    primary === 'add_to_calendar' && icon('calendar'),
    primary === 'share' && icon('share'),
    words.primary,
  )
}

/** Returns the button of a pending mint: its step, or the explorer link. */
function pendingButton(
  { facts, state, model }: ViewProps,
  words: MintMessages,
): Element | null {
  if (state.code !== 'pending_tx') return null
  const { hash } = state.params
  const { explorer } = facts.network
  const spin = h('i', { class: 'spin' })
  if (words.primary && hash && explorer) {
    return externalLink('button quiet', explorerLink(explorer, 'tx', hash), [
      spin,
      words.primary,
    ])
  }
  const wallet = model.wallet?.name ?? 'your wallet'
  const text =
    state.params.step === 'wallet'
      ? `Waiting for you in ${wallet}`
      : waitingMessage(state.params.step)
  return h('span', { class: 'button quiet' }, spin, text)
}

/**
 * Returns the URL of an action that another page performs; undefined for actions of this
 * panel, null for unavailable ones.
 */
function findActionHref(
  { facts, model }: ViewProps,
  action: MintAction,
): string | null | undefined {
  const { site } = facts
  switch (action) {
    case 'see_phases':
      return site && `${site.page}#phases`
    case 'see_changes':
      return site && `${site.page}?tab=changes#changes`
    case 'see_prints':
      return site && `${site.page}?tab=items#items`
    case 'view_prints':
      return site && model.wallet && `${site.origin}/collector/${model.wallet.address}`
    case 'see_more_by_creator':
      return site && `${site.origin}/collections?creator=${facts.creator.address}`
    case 'get_funds':
      return site && (facts.network.isDemo ? site.page : site.bridge)
    default:
      return undefined
  }
}

/** Returns the link to the new tokens, or else to their transaction. */
function viewPrints(shown: ViewProps): Element | null {
  const { facts, state } = shown
  if (state.code !== 'success') return null
  const prints = findActionHref(shown, 'view_prints')
  if (prints) return externalLink('button quiet', prints, ['View items'])
  const { explorer } = facts.network
  return explorer
    ? externalLink('button quiet', explorerLink(explorer, 'tx', state.params.hash), [
        'Transaction',
      ])
    : null
}

function secondRow(shown: ViewProps, words: MintMessages): Element | null {
  const { state, actions, model } = shown
  const href = findActionHref(shown, state.secondary)
  const isShown = state.code === 'success' && state.secondary === 'view_prints'
  const label = isShown ? null : words.secondary
  const second =
    !label || href === null
      ? null
      : href
        ? externalLink('link', href, [label])
        : button(label, () => actions.press(state.secondary))
  const knows = model.wallet && state.code !== 'pending_tx'
  const other =
    knows && state.secondary !== 'use_another_wallet'
      ? pale(walletLabel(model.wallet), () => actions.press('use_another_wallet'))
      : null
  if (!second && !other) return null
  return h('div', { class: 'second' }, second, other)
}

function walletLabel(wallet: ViewProps['model']['wallet']): string {
  return wallet ? `${wallet.name}, ${shortAddress(wallet.address)}` : ''
}

function button(label: string, onclick: () => void): Element {
  return h('button', { class: 'link', type: 'button', onclick }, label)
}

function pale(label: string, onclick: () => void): Element {
  return h('button', { class: 'link pale', type: 'button', onclick }, label)
}

/** Returns the notes below the button. */
function notes(shown: ViewProps, words: MintMessages): string[] {
  const { model, facts, state } = shown
  const referrer = state.code === 'ready' ? acceptedReferrer(model) : null
  const unthankedLink = state.code === 'ready' ? rejectedReferrer(model) : null
  const all = [
    model.isOffline && state.code === 'ready' && 'You are offline. Nothing was sent.',
    model.notice,
    model.fault === null && words.note,
    referrer &&
      `${shortAddress(referrer)} referred you and gets 20% of the mint fee. You pay the same.`,
    unthankedLink && unconfirmedMessages(unthankedLink),
    facts.source === 'chain' &&
      state.code !== 'unavailable' &&
      chainReadMessages(facts.network.name),
    facts.hasUnreadLists &&
      'Allowlist phases could not be read, so they are missing here.',
  ]
  return all.filter((note) => typeof note === 'string')
}

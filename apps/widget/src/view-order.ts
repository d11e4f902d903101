import { formatAmount, formatCount, formatUsdUp } from '@platemark/rules/amounts'
import type { MintStateFor } from '@platemark/rules/mint-state-types'
import { shownFunds, shownTotal } from '@platemark/rules/price'
import { icon } from './icons.ts'
import { priceText } from './message-context.ts'
import { type Child, type Element, h } from './render.ts'
import { roundedAmount } from './view-amount.ts'
import type { ViewProps } from './view-props.ts'

type Open = MintStateFor<'ready'> | MintStateFor<'insufficient_funds'>

/** Returns the choice among the phases open to this wallet; null when there is one. */
export function phaseChoice(
  { facts, actions }: ViewProps,
  { params }: Open,
): Element | null {
  const { phase, others } = params
  if (others.length === 0) return null
  const open = [phase, ...others].sort((a, b) => a.phaseId - b.phaseId)
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', { class: 'sr' }, 'Phase to mint in'),
    open.map((each) =>
      h(
        'label',
        { key: String(each.phaseId) },
        h('input', {
          type: 'radio',
          name: 'phase',
          checked: each === phase,
          onchange: () => actions.choosePhase(each.phaseId),
        }),
        h('span', {}, each.title),
        h('b', {}, priceText(each.priceWei, facts)),
      ),
    ),
  )
}

/** Returns the quantity control. */
export function stepper(
  { actions }: ViewProps,
  { params }: Open,
  isBusy: boolean,
): Element {
  const { quantity, most } = params
  const set = (next: number) => {
    if (!isBusy && next >= 1 && next <= most) actions.setQuantity(next)
  }
  const step = (label: string, by: number, drawing: 'minus' | 'plus') => {
    const isEnd = isBusy || quantity + by < 1 || quantity + by > most
    return h(
      'button',
      {
        type: 'button',
        key: drawing,
        'aria-label': label,
        'aria-disabled': isEnd ? 'true' : null,
        onclick: () => set(quantity + by),
      },
      icon(drawing),
    )
  }
  return h(
    'span',
    { class: 'stepper' },
    step('One fewer', -1, 'minus'),
    h('input', {
      role: 'spinbutton',
      inputmode: 'numeric',
      autocomplete: 'off',
      'aria-label': 'Quantity',
      'aria-valuemin': 1,
      'aria-valuemax': most,
      'aria-valuenow': quantity,
      value: String(quantity),
      readonly: isBusy,
      onchange: (event) => set(Number((event.target as HTMLInputElement).value)),
      onkeydown: (event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[(event as KeyboardEvent).key]
        if (by) {
          event.preventDefault()
          set(quantity + by)
        }
      },
    }),
    step('One more', 1, 'plus'),
  )
}

/** Returns the total and its breakdown. */
export function priceLines(shown: ViewProps, state: Open): Element {
  const { model, facts, actions } = shown
  const { network, rate } = facts
  const { quantity } = state.params
  const { networkFeeWei, wholeWei } = shownTotal(state.params)
  const prints = quantity === 1 ? '1 item' : `${formatCount(quantity)} items`
  const fees = networkFeeWei === null ? 'plus the network fee' : 'including all fees'
  const isOpen = model.showsPriceRows
  return h(
    'div',
    { class: 'lines' },
    h(
      'div',
      { class: 'line' },
      h('span', {}, `${prints}, ${fees}`),
      h('b', {}, aboutOf(shown, state) + formatAmount(wholeWei, network.coin)),
    ),
    h(
      'div',
      { class: 'line small' },
      h(
        'button',
        {
          class: 'link pale',
          type: 'button',
          'aria-expanded': String(isOpen),
          onclick: () => actions.togglePriceRows(),
        },
        'Price details',
      ),
      rate !== null && h('span', {}, formatUsdUp(wholeWei, rate, network.coin.decimals)),
    ),
    isOpen && priceRows(shown, state),
  )
}

/** Returns the breakdown of the price. */
function priceRows(shown: ViewProps, state: Open): Element {
  const { facts } = shown
  const { network, mintFeeWei } = facts
  const { quantity, phase } = state.params
  const { networkFeeWei } = shownTotal(state.params)
  const amount = (wei: bigint) => formatAmount(wei, network.coin)
  return h(
    'dl',
    { class: 'rows' },
    row(
      `Price, ${formatCount(quantity)}\u00a0×\u00a0${priceText(phase.priceWei, facts)}`,
      priceText(phase.priceWei * BigInt(quantity), facts),
    ),
    mintFeeWei > 0n &&
      row(
        `Mint fee, ${formatCount(quantity)}\u00a0×\u00a0${amount(mintFeeWei)}`,
        amount(mintFeeWei * BigInt(quantity)),
      ),
    row(
      'Network fee, estimate',
      networkFeeWei === null
        ? 'not known'
        : [
            aboutOf(shown, state),
            roundedAmount(state.params.networkFeeWei ?? 0n, networkFeeWei, network.coin),
          ],
    ),
    state.code === 'insufficient_funds' &&
      row(
        `You have on ${network.name}`,
        roundedAmount(
          state.params.balanceWei,
          shownFunds(state.params).balanceWei,
          network.coin,
        ),
      ),
  )
}

/** Returns the prefix of amounts whose network fee is incomplete. */
function aboutOf({ model }: ViewProps, { params }: Open): string {
  return model.isFeeRough && params.networkFeeWei !== null ? 'about ' : ''
}

function row(term: string, amount: Child | Child[]): Element {
  return h('div', {}, h('dt', {}, term), h('dd', {}, amount))
}

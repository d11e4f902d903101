import type { FoundWallet } from '@platemark/wallet/discover-wallets'
import { listWallets } from '@platemark/wallet/list-wallets'
import {
  abstractWalletId,
  wallets as known,
  walletLetter,
} from '@platemark/wallet/wallets'
import { icon as drawing } from './icons.ts'
import { type Child, type Element, h } from './render.ts'
import { externalLink, picture, type ViewProps } from './view-props.ts'

/** Returns the available wallets, or links to get one. */
export function walletChoice(
  { model, actions }: ViewProps,
  found: readonly FoundWallet[],
): Child[] {
  const text =
    found.length > 0
      ? 'Connecting only shares your address. Nothing is spent.'
      : 'No wallet was found in this browser. Install one, or open this page in the browser of your wallet.'
  return [
    h(
      'div',
      { role: 'status', key: 'say' },
      h('p', { class: 'say' }, h('b', {}, 'Choose a wallet. '), text),
    ),
    h(
      'div',
      { class: 'wallets' },
      listWallets(found).ready.map((wallet) =>
        walletButton(wallet, model.isBusy, actions.choose),
      ),
      found.length === 0 && elsewhere(),
    ),
    h(
      'div',
      { class: 'foot-of-body' },
      model.fault !== null &&
        h(
          'p',
          { class: 'fault', role: 'alert' },
          drawing('alert'),
          h('span', {}, model.fault),
        ),
      h(
        'div',
        { class: 'second' },
        h(
          'button',
          { class: 'link', type: 'button', key: 'back', onclick: () => actions.close() },
          'Back',
        ),
        model.wallet &&
          h(
            'button',
            { class: 'link', type: 'button', onclick: () => actions.disconnect() },
            `Disconnect ${model.wallet.name}`,
          ),
      ),
    ),
  ]
}

function walletButton(
  wallet: FoundWallet & { detail: string | null },
  isBusy: boolean,
  choose: (wallet: FoundWallet) => void,
): Element {
  return h(
    'button',
    {
      class: 'button quiet',
      type: 'button',
      key: wallet.id,
      'aria-disabled': isBusy ? 'true' : null,
      onclick: () => {
        if (!isBusy) choose(wallet)
      },
    },
    tile(wallet),
    h('span', {}, wallet.detail ? `${wallet.name}, ${wallet.detail}` : wallet.name),
  )
}

/** Returns the announced icon, or the first letter of the name. */
function tile({ name, icon }: FoundWallet): Element {
  return h(
    'span',
    { class: 'tile', 'aria-hidden': 'true' },
    h('span', {}, walletLetter(name)),
    icon && picture(icon),
  )
}

/** Returns links to install a wallet, or to open its in-app browser on phones. */
function elsewhere(): Element[] {
  const isPhone = matchMedia('(pointer: coarse)').matches
  // Abstract is not an extension, and can only be used from this product's own pages.
  const others = known.filter(({ id }) => id !== abstractWalletId)
  return others.flatMap(({ name, link, openInApp }) => {
    if (!isPhone)
      return [externalLink('button quiet', link, [`Get ${name}`, drawing('external')])]
    if (!openInApp) return []
    return [externalLink('button quiet', openInApp(location.href), [`Open in ${name}`])]
  })
}

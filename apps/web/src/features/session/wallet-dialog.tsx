import type { AppConfig } from '@platemark/api/config'
import {
  abstractWalletId,
  demoWallet,
  type WalletOption,
  wallets,
} from '@platemark/wallet/wallets'
import { type MouseEvent, useMemo, useSyncExternalStore } from 'react'
import type { Config, Connector } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
import type { DialogRequest } from '../../lib/dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { isPicture } from './controller/connections.ts'
import type { Controller } from './controller.ts'
import type { SessionFailure, State } from './machine/state.ts'
import { SessionIcon } from './session-icon.tsx'
import { walletDialogText } from './wallet-dialog-text.ts'
import { WalletTile } from './wallet-tile.tsx'

type WalletDialogProps = {
  config: AppConfig
  controller: Controller
  wagmi: Config
  request: Extract<DialogRequest, { name: 'wallet' }>
  onClose: () => void
}

/**
 * Dialog that connects a wallet and, unless the purpose is `connect`, continues to the
 * signature.
 */
export function WalletDialog({
  config,
  controller,
  wagmi,
  request,
  onClose,
}: WalletDialogProps) {
  const { read, subscribe } = controller.state
  const state = useSyncExternalStore(subscribe, read, read)
  const connectors = useConnectors(wagmi)
  const busy = busyWallet(state)

  const connectorOf = (id: string) => connectors.find((connector) => connector.id === id)
  const pick = (connector: string) => {
    const intent = { purpose: request.purpose, surface: 'wallet-dialog' } as const
    controller.dispatch({ type: 'wallet-picked', connector, intent })
  }
  const rowOf = (id: string) => ({
    connector: connectorOf(id),
    busyText: busy?.connector === id ? busy.text : undefined,
    isOff: busy !== undefined && busy.connector !== id,
    failure: state.failure?.connector === id ? state.failure : undefined,
    onPick: () => pick(id),
  })
  const hasInstalled = wallets.some(
    ({ id }) => id !== abstractWalletId && connectorOf(id),
  )
  const hasAbstract = connectorOf(abstractWalletId) !== undefined
  const isLost = isPhone() && !hasInstalled
  const first = wallets.find(({ id }) => connectorOf(id)) ?? wallets[0]

  return (
    <Dialog
      title={`Connect to ${config.product_name}`}
      isOpen
      {...(!request.isUnclosable && { onClose })}
    >
      <p className="dialog-text">{walletDialogText(request, { isLost, hasAbstract })}</p>
      <p className="hide" role="status">
        {busy?.text}
      </p>
      <ul className="wallets">
        {wallets.map((wallet) => (
          <WalletRow
            key={wallet.id}
            wallet={wallet}
            isFirst={wallet === first}
            isLost={isLost}
            {...rowOf(wallet.id)}
          />
        ))}
        {connectorOf(demoWallet.id) && (
          <WalletRow
            wallet={demoWallet}
            text="Test funds, embedded chains only"
            {...rowOf(demoWallet.id)}
          />
        )}
      </ul>
    </Dialog>
  )
}

type WalletRowProps = {
  wallet: Pick<WalletOption, 'id' | 'name' | 'image'> &
    Partial<Pick<WalletOption, 'link' | 'openInApp'>>
  connector: Connector | undefined
  busyText: string | undefined
  isOff: boolean
  failure: SessionFailure | undefined
  onPick: () => void
  /** Receives the focus when the dialog opens. */
  isFirst?: boolean
  /** On a phone without a wallet: its apps can open this page. */
  isLost?: boolean
  text?: string
}

function WalletRow(props: WalletRowProps) {
  const { wallet, connector, failure, onPick } = props
  return (
    <li className={wallet.id === demoWallet.id ? 'apart' : undefined}>
      {connector ? <InstalledWallet {...props} /> : <MissingWallet {...props} />}
      {failure && (
        <Notice
          kind="error"
          title={failure.title}
          actions={
            <Button look="quiet" onClick={onPick}>
              {failure.action ?? 'Retry'}
            </Button>
          }
        >
          {failure.text}
        </Notice>
      )}
    </li>
  )
}

function InstalledWallet({
  wallet,
  connector,
  busyText,
  isOff,
  onPick,
  isFirst,
  text,
}: WalletRowProps) {
  const { name, image } = wallet
  const icon = isPicture(connector?.icon) ? connector.icon : undefined
  return (
    <button
      type="button"
      className="wallet"
      ref={isFirst ? takeFocus : undefined}
      aria-busy={busyText !== undefined || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff || busyText ? undefined : onPick}
    >
      <WalletTile
        letter={image.letter}
        icon={wallet.id === demoWallet.id ? undefined : icon}
        isDemo={wallet.id === demoWallet.id}
      />
      <span className="wallet-who">
        <b>{name}</b>
        {(busyText ?? text) && <span>{busyText ?? text}</span>}
      </span>
      {busyText ? <Spinner size={18} /> : <span className="wallet-state">Installed</span>}
    </button>
  )
}

function MissingWallet({ wallet, isOff, isFirst, isLost }: WalletRowProps) {
  const { name, image, link, openInApp } = wallet
  const isInApp = isLost && openInApp !== undefined
  const href = isInApp ? openInApp(location.href) : link
  const stop = (event: MouseEvent) => {
    if (isOff) event.preventDefault()
  }
  return (
    <a
      className="wallet"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      ref={isFirst ? takeFocus : undefined}
      aria-disabled={isOff || undefined}
      onClick={stop}
    >
      <WalletTile letter={image.letter} />
      <span className="wallet-who">
        <b>{name}</b>
      </span>
      <span className="wallet-state get">
        {isInApp ? 'Open in app' : 'Download'} <SessionIcon name="leave" size={15} />
      </span>
      <span className="hide"> (opens in a new tab)</span>
    </a>
  )
}

/** Returns the wallet with a pending request and the text of its row. */
function busyWallet(state: State): { connector: string; text: string } | undefined {
  switch (state.at) {
    case 'connecting':
      return { connector: state.connector, text: 'Waiting for your answer in the wallet' }
    case 'requesting-message':
      return { connector: state.wallet.connector, text: 'Preparing the message' }
    case 'signing':
      return { connector: state.wallet.connector, text: 'Sign the message in the wallet' }
    case 'logging-in':
    case 'loading-user':
      return { connector: state.wallet.connector, text: 'Signing you in' }
    default:
      return undefined
  }
}

/** Subscribes to the connectors of this page, including late announcements. */
function useConnectors(wagmi: Config): readonly Connector[] {
  const subscribe = useMemo(
    () => (onChange: () => void) => watchConnectors(wagmi, { onChange }),
    [wagmi],
  )
  return useSyncExternalStore(
    subscribe,
    () => wagmi.connectors,
    () => wagmi.connectors,
  )
}

/** Marks the element that receives the focus when the dialog opens. */
function takeFocus(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

function isPhone(): boolean {
  return /Android|iPhone|iPad/i.test(navigator.userAgent)
}

import type { AppConfig } from '@platemark/api/config'
import { listWallets } from '@platemark/wallet/list-wallets'
import {
  abstractWalletId,
  demoWallet,
  type WalletOption,
} from '@platemark/wallet/wallets'
import {
  type MouseEvent,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Config, Connector } from 'wagmi'
import { watchConnectors } from 'wagmi/actions'
import type { DialogRequest } from '../../lib/dialogs.ts'
import { refreshWallets } from '../../lib/wagmi.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Controller } from './controller.ts'
import type { State } from './machine/state.ts'
import { outsideUrl } from './outside-url.ts'
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

  const { ready, missing } = listWallets(connectors.map(toFound))
  const [first] = useState(ready[0]?.id)
  const isLost = isPhone() && ready.every(({ id }) => isWithoutApp(id))
  useEffect(refreshWallets, [])

  const pick = (connector: string) => {
    const intent = { purpose: request.purpose, surface: 'wallet-dialog' } as const
    controller.dispatch({ type: 'wallet-picked', connector, intent })
  }
  const isOff = (id: string) => busy !== undefined && busy.connector !== id
  const isFirst = (id: string) => id === (first ?? (isLost ? missing[0]?.id : undefined))

  return (
    <Dialog
      title={`Connect to ${config.product_name}`}
      isOpen
      {...(!request.isUnclosable && { onClose })}
    >
      <p className="dialog-text">
        {walletDialogText(request, { isLost, usable: ready.map(({ name }) => name) })}
      </p>
      <p className="hide" role="status">
        {busy?.text}
      </p>
      <ul className="wallets">
        {ready.map((wallet) => (
          <li key={wallet.id}>
            <ReadyWallet
              wallet={wallet}
              busyText={busy?.connector === wallet.id ? busy.text : undefined}
              isOff={isOff(wallet.id)}
              isFirst={isFirst(wallet.id)}
              onPick={() => pick(wallet.id)}
            />
            <Failure state={state} id={wallet.id} onRetry={() => pick(wallet.id)} />
          </li>
        ))}
        {missing.map((wallet, index) => (
          <li
            key={wallet.id}
            className={index === 0 && ready.length > 0 ? 'apart' : undefined}
          >
            <MissingWallet
              wallet={wallet}
              isOff={isOff(wallet.id)}
              isFirst={isFirst(wallet.id)}
              isLost={isLost}
            />
            <Failure state={state} id={wallet.id} onRetry={() => pick(wallet.id)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type FailureProps = { state: State; id: string; onRetry: () => void }

/** The failure of one wallet, beneath its row. */
function Failure({ state: { failure }, id, onRetry }: FailureProps) {
  if (failure?.connector !== id) return null
  return (
    <Notice
      kind="error"
      title={failure.title}
      actions={
        <>
          <Button look="quiet" onClick={onRetry}>
            {failure.action ?? 'Retry'}
          </Button>
          {failure.isWindowLost && <OpenOutside />}
        </>
      }
    >
      {failure.text}
    </Notice>
  )
}

/** Opens this page where windows may stay open: in a browser with windows, or a new tab of this one. */
function OpenOutside() {
  const [href] = useState(() => outsideUrl(location.href, navigator.userAgent))
  return (
    <a className="button quiet" href={href} target="_blank" rel="noopener noreferrer">
      Open in this browser
      <span className="hide"> (opens in a new tab)</span>
    </a>
  )
}

type RowProps = {
  /** Another wallet has a pending request. */
  isOff: boolean
  /** Receives the focus when the dialog opens. */
  isFirst: boolean
}

type ReadyWalletProps = RowProps & {
  wallet: { id: string; name: string; icon: string | undefined; detail: string | null }
  busyText: string | undefined
  onPick: () => void
}

function ReadyWallet({ wallet, busyText, isOff, isFirst, onPick }: ReadyWalletProps) {
  const { name, icon, detail } = wallet
  const isDemo = wallet.id === demoWallet.id
  const text = busyText ?? (isDemo ? 'Test funds, embedded chains only' : detail)
  return (
    <button
      type="button"
      className="wallet"
      ref={isFirst ? takeFocus : undefined}
      aria-busy={busyText !== undefined || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff || busyText ? undefined : onPick}
    >
      <WalletTile name={name} icon={icon} isDemo={isDemo} />
      <span className="wallet-who">
        <b>{name}</b>
        {text && <span>{text}</span>}
      </span>
      {busyText ? <Spinner size={18} /> : <span className="wallet-state">Installed</span>}
    </button>
  )
}

type MissingWalletProps = RowProps & {
  wallet: WalletOption
  isLost: boolean
}

function MissingWallet({ wallet, isOff, isFirst, isLost }: MissingWalletProps) {
  const { name, link, openInApp } = wallet
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
      <WalletTile name={name} />
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

function toFound({ id, name, icon }: Connector) {
  return { id, name, icon }
}

/** Returns whether a wallet needs neither an extension nor an app. */
function isWithoutApp(id: string): boolean {
  return id === demoWallet.id || id === abstractWalletId
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

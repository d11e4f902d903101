import type { AppConfig } from '@platemark/api/config'
import type { User } from '@platemark/api/profile'
import { routes } from '@platemark/api/routes'
import { shortAddress } from '@platemark/rules/amounts'
import { formatDollars } from '@platemark/rules/dollars'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { AccountName } from '../../components/accounts/account-name.tsx'
import { collectorHref } from '../../components/creator.tsx'
import { plateUrl } from '../../components/plate-picture.tsx'
import {
  closeDialog,
  dialogs,
  openFaucetDialog,
  openNetworksDialog,
  openUserMenu,
} from '../../lib/dialogs.ts'
import { requestLogOut, useSession, type Wallet } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { PopupMenu, useOutsidePress } from '../../ui/popup-menu.tsx'
import { chooseTheme, useTheme } from '../../ui/theme.ts'
import { findNetwork } from './find-network.ts'
import { SessionIcon, type SessionIconName } from './session-icon.tsx'

/** Signed-in side of the header: Create, and the user's picture with its menu. */
export function UserMenu({ config }: { config: AppConfig }) {
  const { status, user, wallet } = useSession()
  const isOpen = useSyncExternalStore(
    dialogs.subscribe,
    () => dialogs.read()?.name === 'account',
  )
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useFocusAfterLogout(status)
  useOutsidePress(isOpen, [button, panel], closeDialog)

  if (status !== 'signed-in' || !user || !wallet) return null
  const close = () => {
    closeDialog()
    button.current?.focus()
  }
  const hasBalance = user.balance > 0
  const waiting = describeWaiting(user)
  return (
    <>
      {exists('/create') && (
        <Link className="button quiet create" href="/create">
          Create
        </Link>
      )}
      <div className="account">
        <button
          ref={button}
          type="button"
          id="account-button"
          className="me"
          aria-label={waiting ? `Account menu, ${waiting}` : 'Account menu'}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={isOpen ? close : openUserMenu}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            openUserMenu()
          }}
        >
          <UserPicture user={user} size={36} />
          {waiting && <i className="attention" />}
        </button>
        {isOpen && (
          <div className="menu-panel account-panel" ref={panel}>
            <MenuTop user={user} onClose={close} />
            {hasBalance && <Balance user={user} />}
            <PopupMenu label="Account" onClose={close} onLeave={closeDialog}>
              {pages(user).map(({ label, icon, href, note }) => (
                <Link
                  key={href}
                  href={href}
                  role="menuitem"
                  tabIndex={-1}
                  onClick={close}
                >
                  <SessionIcon name={icon} />
                  {label}
                  {note && <small>{note}</small>}
                </Link>
              ))}
              <NetworkItems config={config} wallet={wallet} />
              <ThemeItem />
              <hr />
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => requestLogOut()}
              >
                <Icon name="logout" />
                Logout
                <small>disconnects the wallet</small>
              </button>
            </PopupMenu>
          </div>
        )}
      </div>
    </>
  )
}

/** The menu and its button are gone after a logout: the focus goes to the button in their place. */
function useFocusAfterLogout(status: string) {
  const before = useRef(status)
  useEffect(() => {
    const isOut = before.current === 'signed-in' && status !== 'signed-in'
    before.current = status
    if (!isOut || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('header .connect')?.focus()
  }, [status])
}

/** Picture of a user, or the plate of their address. */
export function UserPicture({ user, size }: { user: User; size: number }) {
  const plate = plateUrl(user.address)
  return <Avatar src={user.avatar_url ?? plate} isPlate={!user.avatar_url} size={size} />
}

function MenuTop({ user, onClose }: { user: User; onClose: () => void }) {
  const short = shortAddress(user.address)
  return (
    <div className="account-top">
      <UserPicture user={user} size={44} />
      <div>
        <b>
          <AccountName address={user.address} name={user.username} />
        </b>
        {user.username && <span className="muted small">{short}</span>}
      </div>
      <Copy text={user.address} label="Copy address" />
      <IconButton className="close" icon="close" label="Close" onClick={onClose} />
    </div>
  )
}

/** Balance, linked to the earnings. */
function Balance({ user }: { user: User }) {
  return (
    <Link className="account-balance" href="/studio/earnings" onClick={closeDialog}>
      <span>
        <span className="muted tiny">To withdraw</span>
        <b>~{formatDollars(user.balance)}</b>
      </span>
      <Icon name="right" />
    </Link>
  )
}

function NetworkItems({ config, wallet }: { config: AppConfig; wallet: Wallet }) {
  const current = findNetwork(config, wallet.chainId)
  const demo = config.networks.filter(({ is_demo }) => is_demo)
  return (
    <>
      {demo.length > 0 && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => openFaucetDialog()}
        >
          <SessionIcon name="drop" />
          Get test funds
          <small>{demo.length === 1 ? demo[0]?.name : `${demo.length} networks`}</small>
        </button>
      )}
      <button type="button" role="menuitem" tabIndex={-1} onClick={openNetworksDialog}>
        <SessionIcon name="network" />
        Network
        <small>{current.network?.name ?? current.message}</small>
      </button>
    </>
  )
}

/** Next theme at each choice, and the name of the current one. */
const themes = {
  system: { label: 'System', next: 'light' },
  light: { label: 'Light', next: 'dark' },
  dark: { label: 'Dark', next: 'system' },
} as const

/** Chooses the next theme; the menu stays open. */
function ThemeItem() {
  const { label, next } = themes[useTheme()]
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={() => chooseTheme(next)}>
      <SessionIcon name="theme" />
      Theme
      <small aria-live="polite">{label}</small>
    </button>
  )
}

/** Names why the picture has a dot; null: nothing waits for the user. */
function describeWaiting({ balance, claimable_achievements }: User): string | null {
  if (balance > 0) return 'balance to withdraw'
  return claimable_achievements > 0 ? 'achievements to claim' : null
}

type MenuPage = {
  label: string
  icon: SessionIconName
  path: string
  href: string
  note?: string | false
}

/** Returns the pages of the menu that exist. */
function pages({ address, account_chain, claimable_achievements }: User): MenuPage[] {
  const planned: MenuPage[] = [
    {
      ...{ label: 'Profile', icon: 'profile', path: '/settings', href: '/settings' },
      note: claimable_achievements > 0 && `${claimable_achievements} to claim`,
    },
    {
      label: 'Your page',
      icon: 'page',
      path: '/collector/$address',
      href: collectorHref(address, account_chain),
    },
    { label: 'Saved', icon: 'saved', path: '/saved', href: '/saved' },
    { label: 'Studio', icon: 'studio', path: '/studio', href: '/studio' },
    { label: 'Academy', icon: 'academy', path: '/academy', href: '/academy' },
  ]
  return planned.filter(({ path }) => exists(path))
}

function exists(path: string): boolean {
  return routes.some((route) => route.path === path)
}

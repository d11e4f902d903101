import type { AppConfig } from '@platemark/api/config'
import { NetworkMark } from '../../components/network-mark.tsx'
import { openNetworkDialog } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Dialog with every network of this instance to switch the wallet to. */
export function NetworksDialog({
  config,
  onClose,
}: {
  config: AppConfig
  onClose: () => void
}) {
  const { wallet } = useSession()
  return (
    <Dialog title="Networks" isOpen onClose={onClose}>
      <p className="dialog-text">
        Each collection is on one network. Choose which one your wallet uses.
      </p>
      <ul className="wallets">
        {config.networks.map(({ id, alias, name, is_demo }) => (
          <li key={id}>
            <button
              type="button"
              className="wallet"
              aria-current={wallet?.chainId === id || undefined}
              onClick={() =>
                wallet?.chainId === id ? onClose() : openNetworkDialog({ chainId: id })
              }
            >
              <NetworkMark alias={alias} size={28} />
              <span className="wallet-who">
                <b>{name}</b>
                {is_demo && <span>Demo network</span>}
              </span>
              {wallet?.chainId === id ? (
                <span className="wallet-state">
                  <Icon name="check" size={16} /> Your wallet
                </span>
              ) : (
                <span className="wallet-state">Switch</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

import type { Network } from '@platemark/api/config'
import { shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { Copy } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { AccountName } from './accounts/account-name.tsx'

type AddressProps = {
  address: string
  /** Noun for the labels: "contract". */
  noun?: string
  canCopy?: boolean
  /** It is that of a person, who is shown by name. */
  isAccount?: boolean
  /** Explorer of this network, when it has one, is linked. */
  network?: Network | undefined
}

/** Shortened address with the full one on hover and on copy. */
export function Address({
  address,
  noun = 'address',
  canCopy = true,
  isAccount = false,
  network,
}: AddressProps) {
  const explorer = network?.explorer
  return (
    <span className="address">
      <code title={address} translate="no">
        {isAccount ? <AccountName address={address} /> : shortAddress(address)}
      </code>
      {canCopy && <Copy text={address} label={`Copy ${noun}`} />}
      {explorer && (
        <a
          className="icon-button mini"
          href={explorerLink(explorer, 'address', address)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${noun} on ${explorer.name} (opens in a new tab)`}
        >
          <Icon name="external" size={16} />
        </a>
      )}
    </span>
  )
}

import { MAX_CHECKED_ACCOUNTS } from '@platemark/api/list-limits'
import { shortAddress } from '@platemark/rules/amounts'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import type { DraftList } from './draft-list.ts'
import { type CheckedAccounts, fetchAccounts } from './list-queries.ts'

type AccountKindsProps = {
  draftId: string
  list: DraftList
  onDrop(address: string): void
}

/** Milliseconds without a change until a short list is checked. */
const PAUSE_MS = 800

const nothingChecked: CheckedAccounts = { contracts: [], delegated: 0, checked: 0 }

/**
 * Names the contracts among the wallets. Up to 500 wallets are checked at once, of longer
 * lists as many more as are asked for: each wallet is a read of a node.
 */
export function AccountKinds({ draftId, list, onDrop }: AccountKindsProps) {
  const { entries } = list.merged
  const [found, setFound] = useState(nothingChecked)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const running = useRef(0)
  const check = async (before: CheckedAccounts) => {
    const run = ++running.current
    setBusy(true)
    setFailure(undefined)
    try {
      const addresses = entries.map(({ address }) => address)
      const more = await fetchAccounts(draftId, addresses, before.checked)
      if (run !== running.current) return
      setFound({
        contracts: [...before.contracts, ...more.contracts],
        delegated: before.delegated + more.delegated,
        checked: before.checked + more.checked,
      })
    } catch (error) {
      if (run === running.current) {
        setFailure(error instanceof Error ? error.message : String(error))
      }
    }
    if (run === running.current) setBusy(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is checked anew.
  useEffect(() => {
    running.current += 1
    setFound(nothingChecked)
    setBusy(false)
    if (entries.length === 0 || entries.length > MAX_CHECKED_ACCOUNTS || !draftId) return
    const timer = setTimeout(() => void check(nothingChecked), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [entries, draftId])
  if (entries.length === 0 || !draftId) return null
  const { contracts, checked } = found
  const left = entries.length - checked
  const count = contracts.length
  return (
    <section className="sub account-kinds" aria-label="Contracts on the list">
      <Icon name="info" />
      <div>
        <h3>
          {checked === 0
            ? 'Contracts on the list'
            : count === 0
              ? 'No address is a contract'
              : count === 1
                ? '1 address is a contract'
                : `${count.toLocaleString('en')} addresses are contracts`}
        </h3>
        <p className="muted small">
          {kindsSentence(found)}{' '}
          {checked > 0 && left > 0
            ? `${checked.toLocaleString('en')} of ${entries.length.toLocaleString('en')} wallets were checked.`
            : checked === 0 && left > MAX_CHECKED_ACCOUNTS
              ? 'A contract that is not a wallet cannot mint. 500 wallets are checked at a time.'
              : ''}
        </p>
        {failure && <p className="small warn-text">Not checked: {failure}</p>}
        {isOpen && (
          <ul className="account-list">
            {contracts.slice(0, 100).map(({ address, kind }) => (
              <li key={address}>
                <code title={address} translate="no">
                  {shortAddress(address)}
                </code>
                <span>{kind === 'safe' ? 'Safe wallet' : 'Another contract'}</span>
                <button
                  type="button"
                  className="underlined-button"
                  onClick={() => onDrop(address.toLowerCase())}
                >
                  Drop<span className="hide"> {shortAddress(address)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="row">
        {count > 0 && (
          <button
            type="button"
            className="underlined-button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Review
          </button>
        )}
        {(left > 0 || failure) && (
          <button
            type="button"
            className="underlined-button"
            disabled={isBusy}
            onClick={() => void check(found)}
          >
            {isBusy
              ? 'Checking'
              : failure
                ? 'Try again'
                : `Check ${Math.min(left, MAX_CHECKED_ACCOUNTS)}${checked > 0 ? ' more' : ''}`}
          </button>
        )}
      </div>
    </section>
  )
}

function kindsSentence({ contracts, delegated }: CheckedAccounts): string {
  const safes = contracts.filter(({ kind }) => kind === 'safe').length
  const others = contracts.filter(({ kind }) => kind !== 'safe')
  const sentences = [
    safes === 1 && '1 is a Safe wallet and can mint.',
    safes > 1 && `${safes} are Safe wallets and can mint.`,
    others.length === 1 &&
      `${shortAddress(others[0]?.address ?? '')} is another contract and probably cannot.`,
    others.length > 1 && `${others.length} are other contracts and probably cannot.`,
    contracts.length > 0 && 'All are kept.',
    delegated > 0 &&
      `${delegated === 1 ? '1 wallet uses' : `${delegated} wallets use`} smart-account features and can mint.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

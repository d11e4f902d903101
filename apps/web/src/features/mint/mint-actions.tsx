import type { Collection } from '@platemark/api/collections'
import { explorerLink } from '@platemark/rules/explorer'
import type { MintAction, MintState } from '@platemark/rules/mint-state-types'
import type { ReactNode } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { collectionHref } from '../../components/collection-href.ts'
import { collectorHref } from '../../components/creator.tsx'
import { writeSearch } from '../../lib/search.ts'
import { useSearch } from '../../lib/use-search.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import type { MintViewProps } from './mint-panel-context.ts'

/** Error, buttons and note of a state. */
export function MintActions(props: MintViewProps) {
  const { words, fault, isBlocked } = props
  const note = props.note ?? words.note
  return (
    <div className="actions">
      {fault && (
        <p className="fault" role="alert">
          <Icon name="circle_alert" size={16} />
          <span>{fault}</span>
        </p>
      )}
      {words.primary && <Primary {...props} label={words.primary} />}
      {note && (!fault || isBlocked) && (
        <p className="note" id="mint-note">
          {note}
        </p>
      )}
      <SecondLine {...props} />
    </div>
  )
}

function SecondLine(props: MintViewProps) {
  const { state, words, faultCode } = props
  const further = furtherLink(props)
  if (!words.secondary && !faultCode && !further) return null
  return (
    <div className="second">
      {faultCode && (
        <button
          type="button"
          className="link"
          onClick={() => void navigator.clipboard?.writeText(faultCode)}
        >
          Copy code
        </button>
      )}
      {words.secondary && (
        <Secondary {...props} action={state.secondary} label={words.secondary} />
      )}
      {further}
    </div>
  )
}

/** Returns the link to further information of a state, or null. */
function furtherLink({ state, collection, network }: MintViewProps): ReactNode {
  if (state.code === 'wrong_chain') {
    return (
      <Link className="link" href="/about#networks">
        What is a network?
      </Link>
    )
  }
  const { explorer } = network
  if (!explorer) return null
  if (state.code === 'success') {
    return (
      <ExternalLink
        className="link"
        href={explorerLink(explorer, 'tx', state.params.hash)}
      >
        Transaction
      </ExternalLink>
    )
  }
  const isLost = state.code === 'unavailable' && state.params.reason === 'network'
  return isLost ? (
    <ExternalLink
      className="link"
      href={explorerLink(explorer, 'address', collection.contract_address)}
    >
      Contract in the explorer
    </ExternalLink>
  ) : null
}

const usefulActions: readonly MintAction[] = [
  'connect',
  'sign_in',
  'switch_chain',
  'get_funds',
  'mint',
  'share',
]

type PrimaryProps = MintViewProps & { label: string }

/** Primary button of a state, or the link in its place. */
function Primary(props: PrimaryProps) {
  const { state, label, collection, wallet, network } = props
  const action = state.primary
  const place = useActionHref(action, collection, wallet?.address)
  if (place) {
    return (
      <ActionLink className="button quiet wide" href={place}>
        {label}
      </ActionLink>
    )
  }
  const hash = state.code === 'pending_tx' && state.params.hash
  if (action === 'view_transaction' && hash && network.explorer) {
    return (
      <ExternalLink
        className="button quiet wide"
        href={explorerLink(network.explorer, 'tx', hash)}
        iconSize={16}
      >
        {label}
      </ExternalLink>
    )
  }
  if (action === 'get_funds' && !network.is_demo) return <Bridge label={label} />
  return <PrimaryButton {...props} />
}

function PrimaryButton({
  state,
  label,
  isBusy = false,
  isBlocked = false,
  onAction,
}: PrimaryProps) {
  const action = state.primary
  const isWaiting = action === 'wait' || isBusy
  return (
    <Button
      isWide
      look={isUseful(state) ? 'filled' : 'quiet'}
      className={isWaiting ? 'resting' : ''}
      isBusy={isWaiting}
      {...(isBlocked && { blockedBy: 'mint-note' })}
      onClick={() => onAction(action)}
    >
      {action === 'add_to_calendar' && <Icon name="calendar" size={16} />}
      {action === 'share' && <Icon name="share" size={16} />}
      {label}
    </Button>
  )
}

/** Link to the operator's bridge, if one is configured. */
function Bridge({ label }: { label: string }) {
  const { bridge_url } = useAppConfig()
  if (!bridge_url) return null
  return (
    <ExternalLink className="button wide" href={bridge_url} iconSize={16}>
      {label}
    </ExternalLink>
  )
}

/**
 * Returns whether the primary button performs an action of its own rather than a
 * navigation.
 */
function isUseful(state: MintState): boolean {
  const hasPlace = state.code === 'not_started' && state.params.place !== null
  return usefulActions.includes(state.primary) || state.code === 'wrong_chain' || hasPlace
}

function Secondary({
  action,
  label,
  collection,
  wallet,
  onAction,
}: MintViewProps & { action: MintAction; label: string }) {
  const place = useActionHref(action, collection, wallet?.address)
  if (place) {
    return (
      <ActionLink className="link" href={place}>
        {label}
      </ActionLink>
    )
  }
  return (
    <button type="button" className="link" onClick={() => onAction(action)}>
      {label}
    </button>
  )
}

function ActionLink(props: { className: string; href: string; children: string }) {
  return props.href.startsWith('#') ? <a {...props} /> : <Link {...props} />
}

/**
 * Returns the URL of an action that navigates, keeping the referrer; null for other
 * actions.
 */
function useActionHref(
  action: MintAction,
  collection: Collection,
  wallet: string | undefined,
): string | null {
  const { ref } = useSearch()
  const page = collectionHref(collection)
  switch (action) {
    case 'see_phases':
      return '#phases'
    case 'see_changes':
      return `${page}${writeSearch({ ref, tab: 'changes' })}#changes`
    case 'see_prints':
      return `${page}${writeSearch({ ref, tab: 'items' })}#items`
    case 'see_more_by_creator':
      return moreByHref(collection.creator)
    case 'view_prints':
      return wallet ? collectorHref(wallet) : null
    default:
      return null
  }
}

/** A contract's account made only what is on its network. */
function moreByHref({ address, account_chain }: Collection['creator']): string {
  return `/collections${writeSearch({ creator: address, chain: account_chain ?? '' })}`
}

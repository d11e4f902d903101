import type { StudioEntry } from '@platemark/api/studio'
import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import { formatWorth } from '@platemark/rules/worth'
import { useQueryClient } from '@tanstack/react-query'
import { useNetwork } from '../../components/app-config.ts'
import { kindNames } from '../../components/kind-names.ts'
import { MintProgress } from '../../components/mint-progress.tsx'
import { PlatePicture, plateUrl } from '../../components/plate-picture.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { When } from '../../components/when.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { EntryMenu, pageHref } from './entry-menu.tsx'
import { type EntryState, isDeployed } from './entry-state.ts'
import { changeEntry } from './queries.ts'
import { VisibilitySwitch } from './visibility-switch.tsx'

type EntryRowProps = {
  entry: StudioEntry
  state: EntryState
  /** False: the user is a co-editor. */
  isOwn: boolean
  onDelete: () => void
  onEditors: () => void
}

/** One draft or collection: a table row, on narrow screens a card. */
export function EntryRow({ entry, state, isOwn, ...actions }: EntryRowProps) {
  const network = useNetwork(entry.fields.chain_alias)
  const queries = useQueryClient()
  const name = entryName(entry)
  const { href, verb } = entryLink(entry, state, isOwn)
  return (
    <tr>
      <td>
        <div className="entry-name">
          <EntryPicture entry={entry} />
          <div>
            <Link className="name" href={href}>
              {name}
            </Link>
            <span className="muted small">{kindNames[entry.fields.kind]}</span>
            {!isOwn && (
              <span className="small">You edit for {shortAddress(entry.owner)}</span>
            )}
          </div>
        </div>
      </td>
      <td className="network" data-label="Network">
        {network?.name ?? entry.fields.chain_alias}
      </td>
      <td className="state-cell" data-label="State">
        {entry.block ? (
          <Tag kind="warn">Blocked</Tag>
        ) : (
          <StatusBadge state={state.state} />
        )}
        {state.line !== '' && (
          <span className={`small ${state.state === 'failed' ? 'danger-text' : 'muted'}`}>
            {state.line}
            {state.at !== null && (
              <>
                {' '}
                <When at={state.at} />
              </>
            )}
          </span>
        )}
      </td>
      <td className="minted-cell" data-label="Minted">
        <Minted entry={entry} />
      </td>
      <td className="number" data-label="Revenue">
        <Revenue entry={entry} />
      </td>
      <td className="visibility" data-label="On the launchpad">
        {isDeployed(entry) ? (
          isOwn ? (
            <VisibilitySwitch
              id={entry.contract_id}
              visibility={entry.visibility}
              name={name}
              onChange={(visibility) =>
                changeEntry(queries, entry.contract_id, { visibility })
              }
            />
          ) : (
            <span>{entry.visibility === 'shown' ? 'Shown' : 'Hidden'}</span>
          )
        ) : (
          <span className="muted small">
            {entry.state === 'deploying' ? 'Once it is deployed' : 'Private draft'}
          </span>
        )}
      </td>
      <td className="actions-cell">
        <div>
          <Link
            className={`button ${state.state === 'failed' ? 'danger' : 'quiet'}`}
            href={href}
          >
            {verb}
            <span className="hide"> {name}</span>
          </Link>
          <EntryMenu entry={entry} name={name} isOwn={isOwn} {...actions} />
        </div>
      </td>
    </tr>
  )
}

/** Returns the name of an entry, also while it has none. */
export function entryName({ fields }: StudioEntry): string {
  return fields.name || 'Untitled collection'
}

function entryLink(entry: StudioEntry, { state }: EntryState, isOwn: boolean) {
  const page = pageHref(entry)
  if (page && !isOwn) return { href: `${page}/edit`, verb: 'Edit page' }
  if (page) return { href: `/studio/${entry.contract_id}`, verb: 'Open' }
  const draft = `/create?draft=${entry.contract_id}`
  if (state === 'deploying')
    return { href: `${draft}&step=review`, verb: 'View progress' }
  if (state === 'failed') return { href: `${draft}&step=review`, verb: 'Try again' }
  return { href: draft, verb: 'Continue' }
}

function EntryPicture({
  entry: { contract_id, contract_address, fields, image },
}: {
  entry: StudioEntry
}) {
  const seed = contract_address
    ? `${fields.chain_alias}-${contract_address}`
    : contract_id
  const plate = plateUrl(seed)
  return (
    <div className="mat">
      {image ? (
        <PlatePicture picture={image} alt="" sizes="72px" fallback={plate} />
      ) : (
        <img src={plate} alt="" width={72} height={72} />
      )}
    </div>
  )
}

function Minted({ entry }: { entry: StudioEntry }) {
  const { minted, fields, state } = entry
  const { max_supply } = fields
  if (!isDeployed(entry)) {
    return (
      <span className="muted">
        {max_supply === null ? 'Nothing yet' : `${formatCount(max_supply)} planned`}
      </span>
    )
  }
  return (
    <>
      <span>
        {formatCount(minted)}{' '}
        <span className="muted">
          / {max_supply === null ? 'no cap' : formatCount(max_supply)}
        </span>
      </span>
      {max_supply !== null && <MintProgress {...{ minted, max_supply, state }} />}
    </>
  )
}

function Revenue({ entry: { revenue, fields } }: { entry: StudioEntry }) {
  const network = useNetwork(fields.chain_alias)
  if (!revenue || !network) {
    return (
      <span className="muted">
        <span aria-hidden="true">–</span>
        <span className="hide">None</span>
      </span>
    )
  }
  const { revenue_wei, revenue_usd } = revenue
  return (
    <>
      <span translate="no">
        {formatAmount(BigInt(revenue_wei), network.native_currency)}
      </span>
      {revenue_usd !== null && revenue_wei !== '0' && (
        <span className="muted small">{formatWorth(revenue_usd)}</span>
      )}
    </>
  )
}

import type { User } from '@platemark/api/profile'
import { formatCount } from '@platemark/rules/amounts'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { useNetworkNames } from '../../../components/app-config.ts'
import { formatUtcDay } from '../../../lib/format.ts'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Link } from '../../../ui/link.tsx'
import { type CardCell, countCells } from './card-cells.ts'
import { EmptyMark } from './empty-mark.tsx'

type StampCardProps = {
  cells: CardCell[]
  /** Owner of the card; null: it is that of a visitor. */
  user: User | null
  /** Number of the card; null: without one. */
  number: number | null
}

/** Fields of a card: an empty one leads to drops, a stamped one to its transaction. */
export function StampCard({ cells, user, number }: StampCardProps) {
  const { stamped, pending, total } = countCells(cells)
  return (
    <section
      className="stamp-card"
      aria-label={`${user ? 'Your stamp card' : 'Stamp card'}, ${stamped + pending} of ${total} stamps`}
    >
      <p className="stamp-card-head">
        {user ? (
          <b>
            <AccountName address={user.address} name={user.username} />
          </b>
        ) : (
          <span className="muted">One mint on each network</span>
        )}
        {number !== null && (
          <span className="muted small">Card no. {formatCount(number)}</span>
        )}
      </p>
      <ul className="stamp-cells" style={{ ['--columns' as string]: Math.min(3, total) }}>
        {cells.map((cell) => (
          <li key={cell.key}>
            <Cell cell={cell} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cell({ cell }: { cell: CardCell }) {
  const networkName = useNetworkNames()
  const { title, action, chain } = cell
  const network = chain ? networkName(chain) : title
  if (cell.state === 'empty') {
    const content = (
      <>
        <EmptyMark name={title} chain={chain} />
        <b>{title}</b>
        <span className={`small ${action ? 'stamp-go' : 'muted'}`}>
          {action ? (
            <>
              {action.label}
              <span className="hide"> on {network}, no stamp yet</span>
            </>
          ) : (
            'No stamp'
          )}
        </span>
      </>
    )
    return action ? (
      <Link className="stamp-cell" href={action.to}>
        {content}
      </Link>
    ) : (
      <div className="stamp-cell">{content}</div>
    )
  }
  const isFinal = cell.state === 'stamped'
  const day = cell.at.slice(0, 10)
  const content = (
    <>
      {chain ? (
        <img
          className="postmark"
          src={`/marks/postmarks/${chain}/${isFinal ? day : 'pending'}.svg?theme=system`}
          alt=""
          width={180}
          height={160}
          decoding="async"
        />
      ) : (
        <EmptyMark name={title} chain={null} isDone />
      )}
      <b>{title}</b>
      <span className={`small ${isFinal ? 'muted' : 'stamp-wait'}`}>
        {isFinal ? (
          <>
            <span className="hide">Stamped on </span>
            {formatUtcDay(cell.at)} {day.slice(0, 4)}
          </>
        ) : (
          'Waiting until its block is final'
        )}
      </span>
    </>
  )
  return cell.explorerUrl ? (
    <ExternalLink className="stamp-cell" href={cell.explorerUrl} iconSize={13}>
      {content}
      <span className="hide">, view transaction</span>
    </ExternalLink>
  ) : (
    <div className="stamp-cell">{content}</div>
  )
}

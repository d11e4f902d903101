import type { NameRow } from '@platemark/api/names'
import { useQuery } from '@tanstack/react-query'
import { shareLink } from '../../../components/share-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import { nameHref } from '../name-href.ts'
import { ownNamesQuery } from '../queries.ts'
import type { Registration } from './use-registration.ts'

type RegisteredProps = { registration: Registration; onClose: () => void }

/** Milliseconds between two reads until the name is indexed. */
const REFRESH_MS = 2_000

/** A registered name with what can be done next. */
export function Registered({ registration, onClose }: RegisteredProps) {
  const { name, home } = registration
  const own = useQuery({
    ...ownNamesQuery,
    // Until the index has its block, with which it may become the primary name.
    refetchInterval: ({ state }) =>
      findIndexed(state.data?.data, name) ? false : REFRESH_MS,
  }).data?.data
  const isPrimary = findIndexed(own, name)?.is_primary ?? false
  return (
    <div className="registered" role="status">
      <NameCard name={name} size={220} isFirst />
      <p>
        <b>
          <FullName name={name} suffix={home.suffix} />
        </b>
        <span className="muted">
          {isPrimary ? 'is yours, and your primary name.' : 'is yours.'}
        </span>
      </p>
      <p className="muted small">It works here now. Other apps follow within minutes.</p>
      <Link className="button wide" href={nameHref(name)} onClick={onClose}>
        View name
      </Link>
      <div className="register-pair">
        <Link className="button quiet" href={`${nameHref(name)}?edit=records`}>
          Edit records
        </Link>
        <Button
          look="quiet"
          onClick={() =>
            void shareLink({
              title: `${name}.${home.suffix}`,
              url: location.origin + nameHref(name),
            })
          }
        >
          <Icon name="share" size={16} />
          Share
        </Button>
      </div>
    </div>
  )
}

function findIndexed(rows: NameRow[] | undefined, name: string): NameRow | undefined {
  return rows?.find((row) => row.name === name && row.registered_at !== null)
}

import type { NameCheck } from '@platemark/api/names'
import { useRouter } from '@tanstack/react-router'
import { writeSearch } from '../../../lib/search.ts'
import { ClockIcon } from '../../../ui/clock-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import { NamePriceLines } from '../name-price.tsx'
import { RegisterButton } from '../register-button.tsx'
import { describeResult } from '../search/describe-result.ts'
import { Suggestions } from '../search/suggestions.tsx'
import type { NameHome } from '../use-name-home.ts'
import { RawName } from './raw-name.tsx'

type UnregisteredNameProps = { asked: string; check: NameCheck; home: NameHome }

/** A name without a page: offered, reserved, waiting, or impossible. */
export function UnregisteredName({ asked, check, home }: UnregisteredNameProps) {
  const router = useRouter()
  const { status, name, price, reason, warnings } = check
  const isOffered = status === 'available' && name !== null
  const { title, text } = describeResult(check, {
    network: home.network.name,
    isOwn: false,
  })
  const search = (label: string) =>
    void router.navigate({ href: `/names${writeSearch({ name: label })}` })
  return (
    <div className="name-blank card">
      {isOffered ? (
        <NameCard name={name} size={200} isFirst />
      ) : (
        <div className="name-seat">
          {status === 'pending' ? (
            <ClockIcon size={28} />
          ) : (
            <Icon name={status === 'reserved' ? 'lock' : 'close'} size={28} />
          )}
        </div>
      )}
      <div>
        {status === 'invalid' || name === null ? (
          <>
            <h1>This is not a valid name</h1>
            <p>{reason}</p>
            <RawName text={asked} />
          </>
        ) : (
          <>
            <h1>
              <FullName name={name} suffix={home.suffix} /> {title}
            </h1>
            <p>
              {isOffered && check.checked === 'chain'
                ? `${name.length} characters. Paid once, no renewals.`
                : text}
            </p>
          </>
        )}
        {warnings.map((warning) => (
          <Notice key={warning.name} kind="warning" title={warning.message}>
            People may confuse the two.
          </Notice>
        ))}
        <div className="name-offer">
          {isOffered ? (
            <>
              {price && <NamePriceLines price={price} />}
              <RegisterButton name={name} />
            </>
          ) : (
            <Link className="button quiet" href="/names">
              {status === 'invalid' ? 'Find a name' : 'Find another name'}
            </Link>
          )}
        </div>
        <Suggestions check={check} home={home} onChoose={search} />
      </div>
    </div>
  )
}

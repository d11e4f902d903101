import type { NameCheck } from '@platemark/api/names'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePageUser } from '../../../lib/page-user.ts'
import { ClockIcon } from '../../../ui/clock-icon.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import { nameHref } from '../name-href.ts'
import { NamePriceLines } from '../name-price.tsx'
import { ownNamesQuery } from '../queries.ts'
import { RegisterButton } from '../register-button.tsx'
import type { NameHome } from '../use-name-home.ts'
import { describeResult } from './describe-result.ts'
import { Suggestions } from './suggestions.tsx'

type NameResultProps = {
  check: NameCheck
  home: NameHome
  onSuggestion: (name: string) => void
}

/** State of a searched name with what can be done about it. */
export function NameResult({ check, home, onSuggestion }: NameResultProps) {
  const { name, status, price, warnings } = check
  const isOwn = useIsOwnName(check)
  const { title, text } = describeResult(check, { network: home.network.name, isOwn })
  const isAvailable = status === 'available'
  const isName = name !== null && status !== 'invalid'
  return (
    <div className="name-result card" data-status={status}>
      <div className="result-top">
        {isAvailable && name ? (
          <NameCard name={name} size={136} isFirst />
        ) : (
          <Mark status={isOwn ? 'available' : status} />
        )}
        <div className="result-text">
          <h2>
            {isName && <FullName name={name} suffix={home.suffix} />}
            {isName && ' '}
            {title}
          </h2>
          <p className="muted">{text}</p>
        </div>
        <div className="result-side">
          {isAvailable && price && <NamePriceLines price={price} />}
          {isAvailable && name && <RegisterButton name={name} />}
          {status === 'taken' && name && (
            <Link className="button quiet" href={nameHref(name)}>
              View name
            </Link>
          )}
        </div>
      </div>
      {warnings.map((warning) => (
        <Notice key={warning.name} kind="warning" title={warning.message}>
          People may confuse the two.
        </Notice>
      ))}
      {!isOwn && <Suggestions check={check} home={home} onChoose={onSuggestion} />}
    </div>
  )
}

/** Returns whether a taken name is one of the signed-in user, who may have just registered it. */
function useIsOwnName({ name, status }: NameCheck): boolean {
  const isKnown = usePageUser().at === 'known'
  const { data } = useQuery({ ...ownNamesQuery, enabled: isKnown && status === 'taken' })
  return isKnown && (data?.data.some((own) => own.name === name) ?? false)
}

const marks: Record<Exclude<NameCheck['status'], 'pending'>, IconName> = {
  available: 'check',
  taken: 'close',
  invalid: 'close',
  reserved: 'lock',
}

function Mark({ status }: Pick<NameCheck, 'status'>): ReactNode {
  const isRefused = status === 'taken' || status === 'invalid'
  const kind = status === 'available' ? 'ok' : isRefused ? 'no' : ''
  return (
    <span className={`result-mark ${kind}`}>
      {status === 'pending' ? (
        <ClockIcon size={20} />
      ) : (
        <Icon name={marks[status]} size={20} />
      )}
    </span>
  )
}

import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { formatCount } from '@platemark/rules/amounts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { useAdjacentTokens, useTokenNavigation } from './token-navigation.ts'

type TokenStepsProps = { collection: Collection; token: TokenDetails }

/** Links to the adjacent tokens and the position among all. */
export function TokenSteps({ collection, token }: TokenStepsProps) {
  const { hrefOf } = useTokenNavigation()
  const { left, right, place } = useAdjacentTokens(collection, token)
  if (left === null && right === null) return <div className="token-steps" />
  const stepTo = (id: string) => ({ href: hrefOf(id), replace: true, scroll: false })
  return (
    <nav className="token-steps" aria-label="Other items">
      {left === null ? (
        <span />
      ) : (
        <Link className="button quiet" rel="prev" {...stepTo(left)}>
          <Icon name="left" />#{left}
        </Link>
      )}
      <p>
        {place !== null && (
          <span>
            {formatCount(place)} of {formatCount(token.existing)}
          </span>
        )}
        <span className="keys" aria-hidden="true">
          <kbd>←</kbd>
          <kbd>→</kbd>
        </span>
      </p>
      {right === null ? (
        <span />
      ) : (
        <Link className="button quiet" rel="next" {...stepTo(right)}>
          #{right}
          <Icon name="right" />
        </Link>
      )}
    </nav>
  )
}

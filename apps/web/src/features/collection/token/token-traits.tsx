import type { TokenDetails } from '@platemark/api/collection-reads'
import { formatCount } from '@platemark/rules/amounts'

/** Traits of a token with the number of existing tokens that share each, never a rank. */
export function TokenTraits({ token }: { token: TokenDetails }) {
  const { attributes, existing } = token
  if (attributes.length === 0) return null
  const isCounted = attributes.some(({ tokens }) => tokens !== null)
  return (
    <section>
      <h3>Traits</h3>
      <table className="token-traits">
        <caption className="hide">
          Traits{isCounted && ', and how many items have each'}
        </caption>
        <tbody>
          {attributes.map(({ trait_type, value, tokens }) => (
            <tr key={trait_type}>
              <th scope="row">
                <span>{trait_type}</span>
                {value}
              </th>
              {tokens !== null && (
                <td>
                  <Share tokens={tokens} existing={existing} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isCounted && (
        <p className="tiny muted">
          Percentages are of the {formatCount(existing)} items that exist.
        </p>
      )}
    </section>
  )
}

function Share({ tokens, existing }: { tokens: number; existing: number }) {
  const percent = `${((tokens / existing) * 100).toFixed(1)}%`
  return (
    <>
      <b>{formatCount(tokens)}</b> of {formatCount(existing)}, {percent}
      <div className="bar" aria-hidden="true">
        <i style={{ width: percent }} />
      </div>
    </>
  )
}

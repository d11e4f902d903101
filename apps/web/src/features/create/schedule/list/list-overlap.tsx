import type { ListOverlap } from '@platemark/lists/compare-lists'

/** A phase with its list, as the table of overlaps names it. */
export type NamedList = { phaseId: number; title: string; limit: number }

type ListOverlapProps = {
  lists: readonly NamedList[]
  overlap: ListOverlap
  /** Pairs of phases that are open at the same time, by id. */
  openPairs: readonly [one: number, other: number][]
}

/** How many wallets each two lists share, and who can mint twice at the same time. */
export function ListOverlapTable({ lists, overlap, openPairs }: ListOverlapProps) {
  const { shared, onAll, total } = overlap
  const most = Math.max(
    1,
    ...shared.flatMap((row, at) => row.filter((_, to) => to !== at)),
  )
  const positions = new Map(lists.map(({ phaseId }, at) => [phaseId, at]))
  const together = openPairs.flatMap(([one, other]) => {
    const [from, to] = [positions.get(one), positions.get(other)]
    const first = from === undefined ? undefined : lists[from]
    const second = to === undefined ? undefined : lists[to]
    const count = from === undefined || to === undefined ? 0 : (shared[from]?.[to] ?? 0)
    return first && second && count > 0 ? [{ first, second, count }] : []
  })
  return (
    <section className="sub" aria-label="Overlap with other lists">
      <h3>Overlap with other lists</h3>
      <p className="muted small">
        Wallets on both. On the diagonal: on that list only.{' '}
        {lists.length > 2 && `${onAll.toLocaleString('en')} are on all ${lists.length}, `}
        {total.toLocaleString('en')} wallets in all.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard. */}
      <section className="matrix-scroll" tabIndex={0} aria-label="Table of overlaps">
        <table className="matrix">
          <thead>
            <tr>
              <td />
              {lists.map(({ phaseId, title }) => (
                <th key={phaseId} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lists.map(({ phaseId, title }, at) => (
              <tr key={phaseId}>
                <th scope="row">{title}</th>
                {lists.map((other, to) => {
                  const count = shared[at]?.[to] ?? 0
                  const isSelf = at === to
                  const share = Math.round((count / most) * 40)
                  return (
                    <td
                      key={other.phaseId}
                      className={isSelf ? 'self' : undefined}
                      style={isSelf ? undefined : { ['--share' as string]: `${share}%` }}
                    >
                      {count.toLocaleString('en')}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {together.map(({ first, second, count }) => (
        <p className="small" key={`${first.phaseId} ${second.phaseId}`}>
          {first.title} and {second.title} are open at the same time:{' '}
          {count === 1 ? '1 wallet' : `${count.toLocaleString('en')} wallets`} can mint{' '}
          {first.limit === second.limit ? `${first.limit} in each` : 'in both'}.
        </p>
      ))}
    </section>
  )
}

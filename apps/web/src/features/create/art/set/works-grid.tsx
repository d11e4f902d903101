import { formatCount } from '@platemark/rules/amounts'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { type ShownWork, WorkPicture } from './work-picture.tsx'

type WorksGridProps = {
  count: number
  /** Renders the works of one row, which begin at this index. */
  renderRow(from: number, to: number): ReactNode
}

/** Narrowest card, with its gap. */
const MIN_CARD_PX = 132

/** All works of a set in a box of its own, of which only the visible rows are rendered. */
export function WorksGrid({ count, renderRow }: WorksGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const columns = useColumns(box)
  const rows = Array.from({ length: Math.ceil(count / columns) }, (_, at) => at * columns)
  return (
    <section className="card panel set-card" aria-labelledby="set-works">
      <h2 className="h3" id="set-works">
        {formatCount(count)} {count === 1 ? 'item' : 'items'}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs the keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame. */}
      <div className="works-box" ref={box} tabIndex={0} role="group" aria-label="Items">
        <Virtualizer scrollRef={box} data={rows}>
          {(from) => (
            <ul
              key={from}
              className="works-row"
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {renderRow(from, Math.min(from + columns, count))}
            </ul>
          )}
        </Virtualizer>
      </div>
    </section>
  )
}

/** Card of one work in the grid; without a work the place that it will take. */
export function WorkCard({
  work,
  rank,
  onOpen,
}: {
  work: ShownWork | undefined
  rank?: number | undefined
  onOpen(work: ShownWork): void
}) {
  if (!work) {
    return (
      <li aria-hidden="true">
        <div className="mat">
          <span className="work-none" />
        </div>
        <p className="tiny">&nbsp;</p>
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        className="mat work-open"
        aria-label={`Edit #${work.token_id}`}
        onClick={() => onOpen(work)}
      >
        <WorkPicture work={work} />
      </button>
      <p className="tiny">
        <b>#{work.token_id}</b> {work.name}
      </p>
      {rank !== undefined && <p className="tiny muted">Rarity {formatCount(rank)}</p>}
    </li>
  )
}

/** Returns how many cards fit beside each other. */
function useColumns(box: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(4)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      setColumns(Math.max(2, Math.floor(width / MIN_CARD_PX)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return columns
}

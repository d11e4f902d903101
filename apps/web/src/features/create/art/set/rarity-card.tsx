import { formatCount } from '@platemark/rules/amounts'
import type { TraitCount } from '@platemark/works/count-traits'
import { useState } from 'react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { type ShownWork, WorkPicture } from './work-picture.tsx'

/** A trait as page and server count it. */
export type ShownTrait = Pick<TraitCount, 'trait' | 'values' | 'absent'>

type RarityCardProps = {
  traits: readonly ShownTrait[]
  /** Works to take examples from. */
  works: readonly ShownWork[]
  workCount: number
}

/** Values that are shown of one trait; the others are counted. */
const MAX_VALUES = 12
const MAX_EXAMPLES = 6

/** Values of one trait at a time with count and share, and works that have them. */
export function RarityCard({ traits, works, workCount }: RarityCardProps) {
  const [index, setIndex] = useState(0)
  // The traits may have become fewer.
  const at = Math.min(index, traits.length - 1)
  const trait = traits[at]
  if (!trait) return null
  const { values, absent } = trait
  const most = values[0]?.count ?? 1
  const rest = values.slice(MAX_VALUES)
  const others = rest.reduce((sum, { count }) => sum + count, 0)
  const share = (count: number) => formatShare(count / workCount)
  return (
    <section className="card panel set-card" aria-labelledby="set-rarity">
      <div className="set-head">
        <div>
          <h2 className="h3" id="set-rarity">
            Trait rarity
          </h2>
          <p className="muted small" aria-live="polite">
            {trait.trait}, {at + 1} of {traits.length}{' '}
            {traits.length === 1 ? 'trait' : 'traits'}
          </p>
        </div>
        <div className="row">
          <IconButton
            icon="left"
            label="Previous trait"
            disabled={at === 0}
            onClick={() => setIndex(at - 1)}
          />
          <IconButton
            icon="right"
            label="Next trait"
            disabled={at === traits.length - 1}
            onClick={() => setIndex(at + 1)}
          />
        </div>
      </div>
      <div className="rarity">
        <div className="rarity-works">
          {findExamples(trait, works).map(({ work, count }) => (
            <figure key={work.token_id}>
              <div className="mat">
                <WorkPicture work={work} />
              </div>
              <figcaption className="tiny">
                <span>#{work.token_id}</span>
                <span className="muted">{share(count)}</span>
              </figcaption>
            </figure>
          ))}
        </div>
        <table className="rarity-values small">
          <caption className="hide">Values of {trait.trait}</caption>
          <thead className="hide">
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Share of the most frequent</th>
              <th scope="col">Items</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {values.slice(0, MAX_VALUES).map(({ value, count }) => (
              <Row
                key={String(value)}
                label={String(value)}
                count={count}
                bar={count / most}
                share={share(count)}
              />
            ))}
            {others > 0 && (
              <Row
                label={`${formatCount(rest.length)} other values`}
                count={others}
                share={share(others)}
              />
            )}
            {absent > 0 && <Row label="None" count={absent} share={share(absent)} />}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type RowProps = { label: string; count: number; share: string; bar?: number }

function Row({ label, count, share, bar }: RowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="value-bar">
        {bar !== undefined && <i style={{ width: `${bar * 100}%` }} />}
      </td>
      <td>{formatCount(count)}</td>
      <td className="muted">{share}</td>
    </tr>
  )
}

/** Finds a work of each of the first values. */
function findExamples(
  { trait, values }: ShownTrait,
  works: readonly ShownWork[],
): { work: ShownWork; count: number }[] {
  return values.slice(0, MAX_EXAMPLES).flatMap(({ value, count }) => {
    const work = works.find(({ path, picture, attributes }) => {
      const own = attributes.find(({ trait_type }) => trait_type === trait)
      return (path ?? picture) !== null && own?.value === value
    })
    return work ? [{ work, count }] : []
  })
}

function formatShare(share: number): string {
  const percent = share * 100
  return percent > 0 && percent < 0.1 ? '< 0.1%' : `${percent.toFixed(1)}%`
}

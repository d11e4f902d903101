import { diffSentences } from 'diff'

/** Text with its differences to the one before: sentences that were added, and taken out. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  if (after === '') return <span className="muted">Empty</span>
  return diffSentences(before, after).map(({ value, added, removed }, index) => {
    // Safe as keys: the parts have no state.
    const key = `${index} ${value}`
    if (added) return <ins key={key}>{value}</ins>
    return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
  })
}

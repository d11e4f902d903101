/** Number of characters of a text, marked where there are too many. */
export function CharacterCount({ count, max }: { count: number; max: number }) {
  return (
    <span className={count > max ? 'over' : undefined}>
      {count} / {max.toLocaleString('en')}
      <span className="hide"> characters</span>
    </span>
  )
}

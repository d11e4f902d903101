/** Dash for a worth in dollars that is not known. */
export function UnknownWorth() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hide">not known</span>
    </>
  )
}

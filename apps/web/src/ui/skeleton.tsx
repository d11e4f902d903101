/** Grey placeholder in the size of the content. */
export function Skeleton({
  width,
  height,
}: {
  width?: number | string
  height?: number
}) {
  return <span className="skeleton" style={{ width, height }} />
}

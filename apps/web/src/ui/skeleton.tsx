/** A grey stand-in with the size of what will come. */
export function Skeleton({
  width,
  height,
}: {
  width?: number | string
  height?: number
}) {
  return <span className="skeleton" style={{ width, height }} />
}

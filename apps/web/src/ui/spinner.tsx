/** Something is going on; the words beside it say what. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <span className="spinner" aria-hidden="true" style={{ width: size, height: size }} />
  )
}

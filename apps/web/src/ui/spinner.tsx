/** Busy indicator; the text beside it describes the activity. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <span className="spinner" aria-hidden="true" style={{ width: size, height: size }} />
  )
}

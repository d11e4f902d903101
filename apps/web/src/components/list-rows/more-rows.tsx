const MORE_ROWS = 100

type MoreRowsProps = { count: number; shown: number; onShow(rows: number): void }

/** Button that shows the next rows, while there are some. */
export function MoreRows({ count, shown, onShow }: MoreRowsProps) {
  if (count <= shown) return null
  return (
    <button
      type="button"
      className="underlined-button"
      onClick={() => onShow(shown + MORE_ROWS)}
    >
      Show {Math.min(MORE_ROWS, count - shown)} more
    </button>
  )
}

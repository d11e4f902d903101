import type { ReactNode } from 'react'

type SumFigureProps = {
  /** It breaks at spaces only. */
  text: string
  /** The same text with its elements; absent: the text alone. */
  children?: ReactNode
}

/** A large figure in a size at which its longest part fits its column: no number breaks inside. */
export function SumFigure({ text, children = text }: SumFigureProps) {
  const longest = Math.max(...text.split(' ').map((part) => part.length))
  return (
    <span className="sum-figure" style={{ ['--longest' as string]: longest }}>
      {children}
    </span>
  )
}

/** Lets an amount break before its unit, where it is too long for its column. */
export function breakable(amount: string): string {
  return amount.replaceAll('\u00a0', ' ')
}

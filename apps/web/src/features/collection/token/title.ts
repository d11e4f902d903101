import type { RefObject } from 'react'

/** What makes a heading the title of the token's dialog. */
export type TitleProps = {
  ref: RefObject<HTMLHeadingElement | null>
  id: string
  tabIndex: number
}

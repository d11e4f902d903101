import { useRouter } from '@tanstack/react-router'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** URL of this app, `/collections?page=2`. */
  href: string
  /** Replaces the current history entry. */
  replace?: boolean
  /** False keeps the scroll position. */
  scroll?: boolean
}

/** Link within the app: a real anchor, followed without a page load. */
export function Link({
  href,
  replace = false,
  scroll = true,
  onClick,
  ...rest
}: LinkProps) {
  const router = useRouter()
  const warm = () => void router.preloadRoute({ to: '.', href }).catch(() => undefined)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event) || rest.target === '_blank') return
    event.preventDefault()
    void router.navigate({ href, replace, resetScroll: scroll })
  }
  return (
    <a href={href} onClick={follow} onPointerEnter={warm} onFocus={warm} {...rest}>
      {rest.children}
    </a>
  )
}

function isPlain(event: MouseEvent): boolean {
  const hasKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !hasKey
}

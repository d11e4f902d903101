import { type ComponentType, lazy, Suspense } from 'react'

/** A part that a page can do without: it shows once it is loaded, and not at all if it cannot be. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load().catch(() => Empty) }))
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

function Empty() {
  return null
}

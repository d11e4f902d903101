import { type ComponentType, lazy, Suspense } from 'react'

/**
 * Returns an optional part that shows once its chunk has loaded, and renders nothing when
 * that fails.
 */
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

import { type ComponentType, type ReactNode, useRef } from 'react'
import { PartFailure } from '../../components/part-failure.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { usePart } from '../../lib/use-part.ts'
import { deferHydration } from '../../ui/deferred-hydration.tsx'

type ServedPartOptions = {
  /** Title of the error when its scripts cannot be loaded: "The lessons could not be loaded". */
  missing: string
  /** Shown while they load on a later page. */
  placeholder: ReactNode
  /** Later pages do not wait for it. */
  isRare?: boolean
}

/**
 * Returns a main part of a page whose scripts load after the first view, for which the server
 * renders it. On a later page it has a placeholder, and an error with another attempt.
 */
export function servedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { missing, placeholder, isRare = false }: ServedPartOptions,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = await load()
    return loaded
  }
  const part: Part<Props> = {
    Served: deferHydration(loadPart, { isRare }),
    read: () => loaded,
    load: loadPart,
    missing,
    placeholder,
  }
  return (props) => <ServedPart part={part} props={props} />
}

type Part<Props> = {
  Served: ComponentType<Props>
  read(): ComponentType<Props> | undefined
  load(): Promise<ComponentType<Props>>
  missing: string
  placeholder: ReactNode
}

type ServedPartProps<Props> = { part: Part<Props>; props: Props }

function ServedPart<Props extends object>({ part, props }: ServedPartProps<Props>) {
  const { Served, missing, placeholder } = part
  const isHydrated = useHydrated()
  const isServed = useRef(!isHydrated).current
  const wanted = usePart(
    async () => ({ Loaded: await part.load() }),
    !isServed && !part.read(),
  )
  if (isServed) return <Served {...props} />
  const Loaded = part.read() ?? wanted.part?.Loaded
  if (Loaded) return <Loaded {...props} />
  if (!wanted.error) return placeholder
  return (
    <PartFailure
      title={missing}
      kept="Your progress is kept"
      error={wanted.error}
      onRetry={wanted.retry}
    />
  )
}

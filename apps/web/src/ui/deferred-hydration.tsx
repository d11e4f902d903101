import {
  type ComponentType,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { OnMount } from './on-mount.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A part that the server paints like any other and whose script, in a chunk of its own, comes
 * after the first view: React then takes the painted HTML over as it stands. What it shows at
 * first has to follow from its props alone. When its script cannot be loaded, the painted part
 * stays as it is; on a page that was not painted nothing stands in its place. `isRare`: a
 * later page does not wait for it either, it is loaded once it is shown.
 */
export function deferHydration<Props extends object>(
  load: Load<Props>,
  { isRare = false } = {},
): ComponentType<Props> {
  const part = createPart(load, isRare)
  parts.push(part)
  return (props) => <Deferred part={part} props={props} />
}

type DeferredProps<Props> = { part: Part<Props>; props: Props }

function Deferred<Props extends object>({ part, props }: DeferredProps<Props>) {
  const [isReact, setReact] = useState(false)
  const painted = useRef(props)
  // An update that reached a part before its script would make React throw its HTML away.
  const shown = isReact ? props : painted.current
  const takeOver = useCallback(() => setReact(true), [])
  useEffect(() => {
    if (isReact) return
    // The painted part, or nothing, does until the next page asks again.
    part.load().catch(() => {})
    return trackPending(takeOver)
  }, [part, isReact, takeOver])
  return useMemo(
    () => (
      <Suspense>
        <OnMount then={takeOver}>
          <Loaded part={part} props={shown} />
        </OnMount>
      </Suspense>
    ),
    [part, shown, takeOver],
  )
}

function Loaded<Props extends object>({ part, props }: DeferredProps<Props>) {
  const Component = part.read() ?? use(part.arrival)
  return <Component {...props} />
}

/** The component of a part, once it was loaded. A load that failed can be tried again. */
function createPart<Props>(load: Load<Props>, isRare: boolean) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let arrive = (_: ComponentType<Props>) => {}
  const arrival = new Promise<ComponentType<Props>>((resolve) => {
    arrive = resolve
  })
  const loadOnce = async () => {
    try {
      loaded = await load()
      arrive(loaded)
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    isRare,
    arrival,
    read: () => loaded,
    load: () => {
      loading ??= loadOnce()
      return loading
    },
  }
}

type Part<Props> = ReturnType<typeof createPart<Props>>

const parts: Pick<Part<never>, 'load' | 'isRare'>[] = []

/** Loads the painted parts that are known, and those that become known by it. */
export async function preload({ withRare = false } = {}): Promise<void> {
  const known = parts.length
  const wanted = parts.filter(({ isRare }) => withRare || !isRare)
  await Promise.all(wanted.map(({ load }) => load()))
  if (parts.length > known) await preload({ withRare })
}

/** A page that somebody stays on: what it does at once, and loads ahead, is done by then. */
const PRELOAD_REST_AFTER_MS = 6000

/** Rare parts come too once a page was looked at: without a connection they could not any more. */
export function usePreloadRest(): void {
  useEffect(() => {
    const timer = setTimeout(
      () => void preload({ withRare: true }).catch(() => {}),
      PRELOAD_REST_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [])
}

/** Parts that React has not taken over, and buttons that were pressed in them. */
const pendingParts = new Set<object>()
const queuedButtons = new Set<HTMLElement>()

function trackPending(part: object) {
  pendingParts.add(part)
  return () => {
    pendingParts.delete(part)
    replayClicks()
  }
}

/** Keeps the buttons that are pressed in parts without their script, for `pressAgain`. */
export function queueClicks(): void {
  addEventListener('click', queueClick, true)
}

// React stops a click on its way to such a part, so that its button never hears of it.
function queueClick({ target }: MouseEvent) {
  const button = target instanceof Element && target.closest('button')
  if (!button) return
  queuedButtons.add(button)
  const hear = () => queuedButtons.delete(button)
  button.addEventListener('click', hear, { capture: true, once: true })
}

/** Presses the kept buttons again, soon. Those of parts without their script are kept once more. */
export function replayClicks(): void {
  if (pendingParts.size === 0) removeEventListener('click', queueClick, true)
  // A button that is being pressed at this moment cannot be pressed a second time.
  setTimeout(() => {
    const buttons = [...queuedButtons]
    queuedButtons.clear()
    for (const button of buttons) if (button.isConnected) button.click()
  })
}

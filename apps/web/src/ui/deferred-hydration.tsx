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
 * Defers hydration of a part: the server renders it, and its chunk loads after the first
 * view. The first render must follow from its props alone; `isRare` parts are not awaited
 * by later pages.
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
  const [isHydrated, setHydrated] = useState(false)
  const initialProps = useRef(props)
  // An update before the chunk has loaded would make React discard the server's HTML.
  const shown = isHydrated ? props : initialProps.current
  const markHydrated = useCallback(() => setHydrated(true), [])
  useEffect(() => {
    if (isHydrated) return
    // On failure the server-rendered part stays until the next page retries.
    part.load().catch(() => {})
    return trackPending(markHydrated)
  }, [part, isHydrated, markHydrated])
  return useMemo(
    () => (
      <Suspense>
        <OnMount onMount={markHydrated}>
          <Loaded part={part} props={shown} />
        </OnMount>
      </Suspense>
    ),
    [part, shown, markHydrated],
  )
}

function Loaded<Props extends object>({ part, props }: DeferredProps<Props>) {
  const Component = part.read() ?? use(part.arrival)
  return <Component {...props} />
}

/** Creates the loader of a part. A failed load can be retried. */
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

/** Loads the registered parts, and those that they register in turn. */
export async function preload({ withRare = false } = {}): Promise<void> {
  const known = parts.length
  const wanted = parts.filter(({ isRare }) => withRare || !isRare)
  await Promise.all(wanted.map(({ load }) => load()))
  if (parts.length > known) await preload({ withRare })
}

/** Delay after which the page's own requests have finished. */
const PRELOAD_REST_AFTER_MS = 6000

/**
 * Loads the rare parts after a delay, so that they work when the connection is lost
 * later.
 */
export function usePreloadRest(): void {
  useEffect(() => {
    const timer = setTimeout(
      () => void preload({ withRare: true }).catch(() => {}),
      PRELOAD_REST_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [])
}

/** Parts that are not hydrated yet, and buttons pressed in them. */
const pendingParts = new Set<object>()
const queuedButtons = new Set<HTMLElement>()

function trackPending(part: object) {
  pendingParts.add(part)
  return () => {
    pendingParts.delete(part)
    replayClicks()
  }
}

/** Queues clicks on buttons and links to dialogs that are not hydrated, for `replayClicks`. */
export function queueClicks(): void {
  addEventListener('click', queueClick, true)
}

// React stops a click on its way to such a part, so that its button never receives it.
function queueClick(event: MouseEvent) {
  const { target } = event
  const button =
    target instanceof Element && target.closest<HTMLElement>('button,a[aria-haspopup]')
  if (!button) return
  if (button.matches('a')) event.preventDefault()
  queuedButtons.add(button)
  const unqueue = () => queuedButtons.delete(button)
  button.addEventListener('click', unqueue, { capture: true, once: true })
}

/**
 * Replays the queued clicks soon. Those in parts that are still not hydrated are queued
 * again.
 */
export function replayClicks(): void {
  if (pendingParts.size === 0) removeEventListener('click', queueClick, true)
  // A button cannot be clicked again within its own click event.
  setTimeout(() => {
    const buttons = [...queuedButtons]
    queuedButtons.clear()
    for (const button of buttons) if (button.isConnected) button.click()
  })
}

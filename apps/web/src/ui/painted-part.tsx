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
import { Told } from './told.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A part that the server paints like any other and whose script, in a chunk of its own, comes
 * after the first view: React then takes the painted HTML over as it stands. What it shows at
 * first has to follow from its props alone. When its script cannot be loaded, the painted part
 * stays as it is; on a page that was not painted nothing stands in its place. `isRare`: a
 * later page does not wait for it either, it is loaded once it is shown.
 */
export function paintedPart<Props extends object>(
  load: Load<Props>,
  { isRare = false } = {},
): ComponentType<Props> {
  const part = partOf(load, isRare)
  parts.push(part)
  return (props) => <Painted part={part} props={props} />
}

type PaintedProps<Props> = { part: Part<Props>; props: Props }

function Painted<Props extends object>({ part, props }: PaintedProps<Props>) {
  const [isReact, setReact] = useState(false)
  const painted = useRef(props)
  // An update that reached a part before its script would make React throw its HTML away.
  const shown = isReact ? props : painted.current
  const takeOver = useCallback(() => setReact(true), [])
  useEffect(() => {
    if (isReact) return
    // The painted part, or nothing, does until the next page asks again.
    part.load().catch(() => {})
    return waitFor(takeOver)
  }, [part, isReact, takeOver])
  return useMemo(
    () => (
      <Suspense>
        <Told then={takeOver}>
          <Loaded part={part} props={shown} />
        </Told>
      </Suspense>
    ),
    [part, shown, takeOver],
  )
}

function Loaded<Props extends object>({ part, props }: PaintedProps<Props>) {
  const Component = part.read() ?? use(part.arrival)
  return <Component {...props} />
}

/** The component of a part, once it was loaded. A load that failed can be tried again. */
function partOf<Props>(load: Load<Props>, isRare: boolean) {
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

type Part<Props> = ReturnType<typeof partOf<Props>>

const parts: Pick<Part<never>, 'load' | 'isRare'>[] = []

/** Loads the painted parts that are known, and those that become known by it. */
export async function loadParts({ withRare = false } = {}): Promise<void> {
  const known = parts.length
  const wanted = parts.filter(({ isRare }) => withRare || !isRare)
  await Promise.all(wanted.map(({ load }) => load()))
  if (parts.length > known) await loadParts({ withRare })
}

/** A page that somebody stays on: what it does at once, and loads ahead, is done by then. */
const LOOKED_AT_MS = 6000

/** Rare parts come too once a page was looked at: without a connection they could not any more. */
export function useRareParts(): void {
  useEffect(() => {
    const timer = setTimeout(
      () => void loadParts({ withRare: true }).catch(() => {}),
      LOOKED_AT_MS,
    )
    return () => clearTimeout(timer)
  }, [])
}

/** Parts that React has not taken over, and buttons that were pressed in them. */
const waiting = new Set<object>()
const pressed = new Set<HTMLElement>()

function waitFor(part: object) {
  waiting.add(part)
  return () => {
    waiting.delete(part)
    pressAgain()
  }
}

/** Keeps the buttons that are pressed in parts without their script, for `pressAgain`. */
export function keepPressed(): void {
  addEventListener('click', keep, true)
}

// React stops a click on its way to such a part, so that its button never hears of it.
function keep({ target }: MouseEvent) {
  const button = target instanceof Element && target.closest('button')
  if (!button) return
  pressed.add(button)
  const hear = () => pressed.delete(button)
  button.addEventListener('click', hear, { capture: true, once: true })
}

/** Presses the kept buttons again, soon. Those of parts without their script are kept once more. */
export function pressAgain(): void {
  if (waiting.size === 0) removeEventListener('click', keep, true)
  // A button that is being pressed at this moment cannot be pressed a second time.
  setTimeout(() => {
    const buttons = [...pressed]
    pressed.clear()
    for (const button of buttons) if (button.isConnected) button.click()
  })
}

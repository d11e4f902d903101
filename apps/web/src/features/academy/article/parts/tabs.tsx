import {
  Children,
  isValidElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { useHydrated } from '../../../../lib/use-hydrated.ts'

type TabProps = { label: string; children: ReactNode }

/**
 * Tabs with arrow keys, Home and End (WAI-ARIA pattern for tabs). Without scripts all panels are
 * shown, each under its label.
 */
export function ContentTabs({ children }: { children: ReactNode }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const isHydrated = useHydrated()
  const tabs = Children.toArray(children).filter(isTab)
  if (!isHydrated) return tabs.map((tab) => <PlainTab key={tab.key} {...tab.props} />)

  const onKeyDown = (event: KeyboardEvent) => {
    const next = findNext(event.key, current, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="article-tabs">
      <div className="tabs" role="tablist" ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === current}
            tabIndex={index === current ? 0 : -1}
            onClick={() => setCurrent(index)}
          >
            {tab.props.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== current}
        >
          {tab.props.children}
        </div>
      ))}
    </div>
  )
}

/** One of `ContentTabs`, which renders it. */
export function ContentTab({ children }: TabProps) {
  return children
}

function PlainTab({ label, children }: TabProps) {
  return (
    <section aria-label={label}>
      <p>
        <b>{label}</b>
      </p>
      {children}
    </section>
  )
}

function isTab(child: ReactNode): child is ReactElement<TabProps> {
  return isValidElement(child)
}

function findNext(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

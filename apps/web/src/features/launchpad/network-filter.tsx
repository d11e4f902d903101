import { formatCount } from '@platemark/rules/amounts'
import { useEffect, useRef } from 'react'
import { useAppConfig } from '../../components/app-config.ts'
import { NetworkMark } from '../../components/network-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ChangeList } from './list-search.ts'

type NetworkFilterProps = {
  /** Selected network aliases; none means all. */
  chosen: string[]
  total: number | undefined
  onChange: ChangeList
}

/** Disclosure with a checkbox for every network: a popover, on phones a sheet. */
export function NetworkFilter({ chosen, total, onChange }: NetworkFilterProps) {
  const { networks } = useAppConfig()
  const details = useRef<HTMLDetailsElement>(null)
  useClosing(details)

  const close = () => {
    details.current?.removeAttribute('open')
    details.current?.querySelector('summary')?.focus()
  }
  const toggle = (alias: string, isOn: boolean) => {
    const next = networks.filter((network) =>
      network.alias === alias ? isOn : chosen.includes(network.alias),
    )
    onChange({ chain: next.map((network) => network.alias).join(',') })
  }
  return (
    <details className="networks" ref={details}>
      <summary className="input">
        Networks
        {chosen.length > 0 && <span className="number">{chosen.length}</span>}
        <Icon name="down" />
      </summary>
      <div className="popover">
        <div className="sheet-head">
          Networks
          <IconButton icon="close" label="Close" onClick={close} />
        </div>
        {networks.map(({ alias, name, is_demo }) => (
          <label key={alias}>
            <input
              type="checkbox"
              name="chain"
              value={alias}
              checked={chosen.includes(alias)}
              onChange={(event) => toggle(alias, event.target.checked)}
            />
            <NetworkMark alias={alias} size={20} />
            {name}
            {is_demo && <span className="muted small">demo</span>}
          </label>
        ))}
        <div className="end">
          <button
            type="button"
            className="underlined-button"
            onClick={() => onChange({ chain: '' })}
          >
            Clear
          </button>
          <button type="button" className="button" onClick={close}>
            {total === undefined ? 'Show' : `Show ${formatCount(total)}`}
          </button>
        </div>
      </div>
    </details>
  )
}

/** Closes it on Escape and on an outside press. */
function useClosing(details: React.RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = details.current
      if (event.key !== 'Escape' || !element?.open) return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      const element = details.current
      const { target } = event
      if (!element?.open || !(target instanceof Node)) return
      // The backdrop of the sheet belongs to the element itself.
      if (!element.contains(target) || target === element) element.open = false
    }
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', onPress)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', onPress)
    }
  }, [details])
}

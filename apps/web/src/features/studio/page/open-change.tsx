import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PartFailure } from '../../../components/part-failure.tsx'
import { usePart } from '../../../lib/use-part.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { changeHref } from './change-link.tsx'
import type { ChangeName } from './change-props.ts'
import { changes } from './changes.ts'
import type { Own } from './own.ts'

type OpenChangeProps = { own: Own; names: readonly ChangeName[] }

/** The change that the address names, in place, if it is one of `names`. */
export function OpenChange({ own, names }: OpenChangeProps) {
  const { change } = useSearch()
  const name = names.find((one) => one === change)
  const load = name && changes[name]
  return load ? <LoadedChange key={name} own={own} load={load} /> : null
}

type LoadedChangeProps = {
  own: Own
  load: NonNullable<(typeof changes)[ChangeName]>
}

function LoadedChange({ own, load }: LoadedChangeProps) {
  const router = useRouter()
  const place = useRef<HTMLDivElement>(null)
  const { part: Part, error, retry } = usePart(load, true)
  // It may have been opened from another part of the page.
  useEffect(() => {
    if (Part) place.current?.scrollIntoView({ block: 'nearest' })
  }, [Part])
  const close = () =>
    void router.navigate({
      href: changeHref(own, ''),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="open-change" ref={place}>
      {Part && <Part own={own} onClose={close} />}
      {!Part && !error && <Skeleton width="100%" height={160} />}
      {error && (
        <PartFailure
          title="This change could not be opened"
          kept="Nothing was changed"
          error={error}
          onRetry={retry}
        />
      )}
    </div>
  )
}

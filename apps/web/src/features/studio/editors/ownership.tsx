import './editors.css'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Address } from '../../../components/address.tsx'
import { useSearch } from '../../../lib/use-search.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { changeHref } from '../page/change-link.tsx'
import type { Own } from '../page/own.ts'
import { Editors } from './editors.tsx'

/** Who runs a collection: its owner, who can hand it over, and the co-editors they named. */
export function Ownership({ own }: { own: Own }) {
  const router = useRouter()
  const isOpen = useSearch().change === 'owner'
  const section = useRef<HTMLElement>(null)
  // A link in another part of the page opens it, too.
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const show = (change: 'owner' | '') =>
    void router.navigate({
      href: changeHref(own, change),
      replace: change === '',
      resetScroll: false,
    })
  return (
    <section className="card panel ownership" ref={section} aria-labelledby="ownership">
      <h2 id="ownership">Owner and co-editors</h2>
      <div className="owner-row">
        <span>
          Owner <Address address={own.collection.owner} isAccount network={own.network} />
        </span>
        {!isOpen && (
          <Button look="quiet" onClick={() => show('owner')}>
            Hand over
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<Skeleton width="100%" height={160} />}>
          <HandOver own={own} onClose={() => show('')} />
        </Suspense>
      )}
      <h3>Co-editors</h3>
      <Editors id={own.draft.contract_id} />
    </section>
  )
}

/** Loaded once it is opened: it sends transactions. */
const HandOver = lazy(async () => ({
  default: (await import('./hand-over.tsx')).HandOver,
}))

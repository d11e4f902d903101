import './studio.css'
import { useMatch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { EarningsPage } from '../features/studio/earnings/earnings-page.tsx'
import { EditPage } from '../features/studio/edit/edit-page.tsx'
import { AcceptPage } from '../features/studio/editors/accept-page.tsx'
import { StudioCollectionPage } from '../features/studio/page/studio-collection-page.tsx'
import { StudioPage } from '../features/studio/studio-page.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

/** Pages of the studio by the path of their route. */
const pages: Record<string, ComponentType> = {
  '/studio': StudioPage,
  '/studio/$contract_id': StudioCollectionPage,
  '/studio/earnings': EarningsPage,
  '/studio/$contract_id/accept': AcceptPage,
  '/collection/$chain/$alias/edit': () => <EditPage missing={<NotFoundPage />} />,
}

/** Page of the studio that belongs to the matched route. */
export function Page() {
  const path = useMatch({
    strict: false,
    select: ({ fullPath }): string => fullPath,
  })
  const Shown = pages[path] ?? StudioPage
  return <Shown />
}

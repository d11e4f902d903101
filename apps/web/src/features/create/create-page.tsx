import { lazy, Suspense, useEffect } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { ReadOnlyNotice } from '../../components/read-only/read-only-notice.tsx'
import { usePageUser } from '../../lib/page-user.ts'
import { VisitorIntro } from './visitor-intro.tsx'
import { WizardSkeleton } from './wizard-skeleton.tsx'

/**
 * Page `/create`: what creating means for visitors, the wizard for signed-in people. The
 * server renders the first, which can be read without JavaScript.
 */
export function CreatePage() {
  const page = usePageUser()
  const isWaiting = page.at === 'waiting'
  useEffect(() => {
    // Loaded in parallel with the wallet chunk.
    if (isWaiting) void loadWizard().catch(() => undefined)
  }, [isWaiting])
  return (
    <div className="create-page">
      <PageTitle>Create</PageTitle>
      <ReadOnlyNotice />
      {page.at === 'known' ? (
        <Suspense fallback={<WizardSkeleton />}>
          <Wizard key={page.user.address} {...page} />
        </Suspense>
      ) : (
        <VisitorIntro isWaiting={isWaiting} />
      )}
    </div>
  )
}

const loadWizard = () => import('./wizard.tsx')

const Wizard = lazy(async () => {
  const { Wizard: component } = await loadWizard()
  return { default: component }
})

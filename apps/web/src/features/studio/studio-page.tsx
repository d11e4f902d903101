import { lazy, Suspense, useEffect } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { SignInBlock } from '../../components/sign-in-block.tsx'
import { usePageUser } from '../../lib/page-user.ts'
import { StudioSkeleton } from './studio-skeleton.tsx'

/** Page `/studio`: the collections and drafts of the signed-in user. */
export function StudioPage() {
  const page = usePageUser()
  const isWaiting = page.at === 'waiting'
  useEffect(() => {
    // Loaded in parallel with the wallet chunk.
    if (isWaiting) void loadStudio().catch(() => undefined)
  }, [isWaiting])
  return (
    <div className="studio">
      <PageTitle>Studio</PageTitle>
      <h1>Studio</h1>
      {isWaiting && <StudioSkeleton />}
      {page.at === 'signed-out' && (
        <SignInBlock title="Sign in to see your collections">
          Your drafts and collections belong to your wallet. Signing in is free and moves
          nothing.
        </SignInBlock>
      )}
      {page.at === 'known' && (
        <Suspense fallback={<StudioSkeleton />}>
          <OwnStudio key={page.user.address} user={page.user} />
        </Suspense>
      )}
    </div>
  )
}

const loadStudio = () => import('./own-studio.tsx')

const OwnStudio = lazy(async () => {
  const { OwnStudio: component } = await loadStudio()
  return { default: component }
})

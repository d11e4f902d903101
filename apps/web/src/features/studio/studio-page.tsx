import { OwnPage, ownPart } from './own-page.tsx'
import { StudioHead } from './studio-head.tsx'
import { StudioSkeleton } from './studio-skeleton.tsx'

const part = ownPart(async () => (await import('./own-studio.tsx')).OwnStudio)

/** Page `/studio`: the collections and drafts of the signed-in user. */
export function StudioPage() {
  return (
    <OwnPage
      title="Studio"
      heading={<StudioHead current="collections" />}
      signIn={{
        title: 'Sign in to see your collections',
        text: 'Your drafts and collections belong to your wallet. Signing in is free and sends no transaction.',
      }}
      skeleton={<StudioSkeleton />}
      part={part}
    />
  )
}

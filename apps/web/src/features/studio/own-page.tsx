import type { User } from '@platemark/api/profile'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { ReadOnlyNotice } from '../../components/read-only/read-only-notice.tsx'
import { SignInBlock } from '../../components/sign-in-block.tsx'
import { usePageUser } from '../../lib/page-user.ts'

type OwnPageProps = {
  /** Browser title; the content has the heading unless `heading` is given. */
  title: string
  heading?: ReactNode
  skeleton: ReactNode
  part: OwnPart
} & (
  | { signIn: { title: string; text: string }; missing?: never }
  | {
      /** In place of the request to sign in: the page exists for certain accounts only. */
      missing: ReactNode
      signIn?: never
    }
)

export type OwnPartProps = {
  user: User
  /** The server ended the session while input was unsaved. */
  hasEnded: boolean
  /** Shown to others; undefined where a page is shown to everyone who is signed in. */
  missing: ReactNode
}

/** Page part for a signed-in user, in a chunk that is loaded beside the wallet's. */
type OwnPart = { Part: ComponentType<OwnPartProps>; load: () => Promise<unknown> }

/** Returns a part of `OwnPage`, made once per page at module level. */
export function ownPart(load: () => Promise<ComponentType<OwnPartProps>>): OwnPart {
  return { load, Part: lazy(async () => ({ default: await load() })) }
}

/** Page of the studio: its part once the user is known, else the request to sign in. */
export function OwnPage(props: OwnPageProps) {
  const { title, heading, skeleton, part, signIn, missing } = props
  const page = usePageUser()
  const isWaiting = page.at === 'waiting'
  const { Part, load } = part
  useEffect(() => {
    // Loaded in parallel with the wallet chunk.
    if (isWaiting) void load().catch(() => undefined)
  }, [isWaiting, load])
  if (page.at === 'signed-out' && missing) return missing
  return (
    <div className="studio">
      <PageTitle>{title}</PageTitle>
      {heading}
      <ReadOnlyNotice />
      {isWaiting && skeleton}
      {page.at === 'signed-out' && signIn && (
        <SignInBlock title={signIn.title} level={heading ? 'h2' : 'h1'}>
          {signIn.text}
        </SignInBlock>
      )}
      {page.at === 'known' && (
        <Suspense fallback={skeleton}>
          <Part
            key={page.user.address}
            user={page.user}
            hasEnded={page.hasEnded}
            missing={missing}
          />
        </Suspense>
      )}
    </div>
  )
}

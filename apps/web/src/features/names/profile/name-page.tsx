import type { NameDetail } from '@platemark/api/names'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageTitle } from '../../../components/page-title.tsx'
import { isShown } from '../../../lib/query.ts'
import { deferHydration, usePreloadRest } from '../../../ui/deferred-hydration.tsx'
import { nameHref } from '../name-href.ts'
import { nameProfileQuery } from '../queries.ts'
import { RegistrationPart } from '../registration/registration-part.tsx'
import { type NameHome, useNameHome } from '../use-name-home.ts'
import { NameHead } from './name-head.tsx'
import { OwnerPart } from './owner-part.tsx'

const NameRecords = deferHydration(
  async () => (await import('./name-records.tsx')).NameRecords,
)
const UnregisteredName = deferHydration(
  async () => (await import('./unregistered-name.tsx')).UnregisteredName,
  { isRare: true },
)
const NameTabs = deferHydration(async () => (await import('./name-tabs.tsx')).NameTabs)

/** Page `/names/{name}`: a registered name, or why there is none. */
export function NamePage() {
  const { name: asked = '' } = useParams({ strict: false })
  const home = useNameHome()
  const { data: body } = useSuspenseQuery(nameProfileQuery(asked))
  const router = useRouter()
  const profile = isShown(body) ? body.data : null
  const normal = profile?.check.valid ? profile.check.name : null
  const isNormal = normal === null || normal === asked
  useEffect(() => {
    // Other spellings lead to the page of the name.
    if (normal && !isNormal)
      void router.navigate({ href: nameHref(normal), replace: true })
  }, [normal, isNormal, router])
  if (!home || !profile) return null
  return (
    <div className="name-page">
      <PageTitle>{profile.check.full_name ?? 'Not a name'}</PageTitle>
      {profile.name ? (
        <RegisteredName key={profile.name.name} name={profile.name} home={home} />
      ) : (
        <UnregisteredName asked={asked} check={profile.check} home={home} />
      )}
      <RegistrationPart home={home} />
    </div>
  )
}

function RegisteredName({ name, home }: { name: NameDetail; home: NameHome }) {
  usePreloadRest()
  return (
    <>
      <NameHead name={name} home={home}>
        <OwnerPart name={name} home={home} />
      </NameHead>
      <NameRecords name={name} />
      <NameTabs name={name} home={home} />
    </>
  )
}

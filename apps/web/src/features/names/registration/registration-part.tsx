import { useEffect } from 'react'
import { walletLikelyNeeded } from '../../../lib/dialogs.ts'
import { usePageUser } from '../../../lib/page-user.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { NameHome } from '../use-name-home.ts'
import { useOpenedName, useOpenRegistration } from './use-registration-url.ts'

const RegisterDialog = lazyPart(
  async () => (await import('./register-dialog.tsx')).RegisterDialog,
)

/** Registration of the name in the URL, once its user is known. */
export function RegistrationPart({ home }: { home: NameHome }) {
  const name = useOpenedName()
  const open = useOpenRegistration()
  const page = usePageUser()
  useEffect(() => {
    if (name) walletLikelyNeeded.write(true)
  }, [name])
  if (!name || page.at !== 'known') return null
  const { user } = page
  return (
    <RegisterDialog
      key={`${user.address} ${name}`}
      name={name}
      home={home}
      user={user}
      onClose={() => open(null)}
    />
  )
}

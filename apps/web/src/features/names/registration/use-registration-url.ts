import { useRouter } from '@tanstack/react-router'
import { writeSearch } from '../../../lib/search.ts'
import { useSearch } from '../../../lib/use-search.ts'

/** Returns a function that opens the registration of a name; null closes it. */
export function useOpenRegistration(): (name: string | null) => void {
  const router = useRouter()
  return (name) => {
    const { pathname, search } = router.state.location
    const href = pathname + writeSearch({ ...search, register: name ?? '' })
    void router.navigate({ href, replace: true, resetScroll: false })
  }
}

/** Returns the name whose registration is open by the URL, which a reload keeps; or null. */
export function useOpenedName(): string | null {
  return useSearch().register || null
}

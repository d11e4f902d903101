import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { writeSearch } from '../../../lib/search.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { useUrlText } from '../../../lib/use-url-text.ts'
import { nameCheckQuery } from '../queries.ts'

/** Most characters of a text that can be checked. */
export const MAX_NAME_TEXT = 255

/** Returns the text of the field for a name, which the URL holds after a pause in typing. */
export function useNameText() {
  const { name: asked = '' } = useSearch()
  const router = useRouter()
  const typing = useUrlText({
    shown: asked,
    toValue: (text) => text.trim(),
    onSettle: (name) => {
      const { pathname, search } = router.state.location
      const href = pathname + writeSearch({ ...search, name })
      void router.navigate({ href, replace: true, resetScroll: false })
    },
  })
  return { ...typing, asked }
}

/** Returns the normal form of the name in the URL once it was checked; null: none. */
export function useSearchedName(): string | null {
  const { name: asked = '' } = useSearch()
  const check = useQuery({ ...nameCheckQuery(asked), enabled: asked !== '' }).data?.data
  return check?.valid ? check.name : null
}

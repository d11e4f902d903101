import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { writeSearch } from '../../../lib/search.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { nameCheckQuery } from '../queries.ts'

/** Milliseconds after the last key until a name is checked. */
const DEBOUNCE_MS = 250

/** Most characters of a text that can be checked. */
export const MAX_NAME_TEXT = 255

/** Returns the text of the field for a name, and writes it to the URL after a pause in typing. */
export function useNameText() {
  const { name: asked = '' } = useSearch()
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(asked)
  const sent = useRef(asked)

  // The URL changed by other means: Back, a suggestion, a link.
  useEffect(() => {
    if (asked === sent.current) return
    sent.current = asked
    setText(asked)
  }, [asked])

  const settle = (next: string) => {
    setText(next)
    const name = next.trim()
    if (name === sent.current) return
    sent.current = name
    const { pathname, search } = router.state.location
    const href = pathname + writeSearch({ ...search, name })
    void router.navigate({ href, replace: true, resetScroll: false })
  }
  const latest = useRef(settle)
  latest.current = settle
  useEffect(() => {
    const here = router.history.location.pathname
    const timer = setTimeout(() => {
      // Another page was opened meanwhile.
      if (router.history.location.pathname === here) latest.current(text)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, router])

  useEffect(() => {
    // Text typed before hydration is in the element only.
    const typed = input.current?.value
    if (typed) setText(typed)
  }, [])
  return { text, setText, settle, input, asked }
}

/** Returns the normal form of the name in the URL once it was checked; null: none. */
export function useSearchedName(): string | null {
  const { name: asked = '' } = useSearch()
  const check = useQuery({ ...nameCheckQuery(asked), enabled: asked !== '' }).data?.data
  return check?.valid ? check.name : null
}

import type { ArticleModule } from 'virtual:academy/articles'
import { useEffect } from 'react'
import { contentComponents } from './parts/content-components.tsx'
import { TermsContext } from './parts/term.tsx'

/** Text of an article with the components of this page. */
export function ArticleText({ module }: { module: ArticleModule }) {
  const { default: Text, terms } = module
  useHashScroll()
  return (
    <TermsContext value={terms}>
      <Text components={contentComponents} />
    </TermsContext>
  )
}

/** Scrolls to the heading of the URL, which was not there when the page was opened. */
function useHashScroll() {
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1))
    // A reader who has scrolled already stays where they are.
    if (id && scrollY === 0) document.getElementById(id)?.scrollIntoView()
  }, [])
}

import { articles, tags, tracks } from 'virtual:academy'
import { useRouter } from '@tanstack/react-router'
import { writeSearch } from '../../../lib/search.ts'
import { useProgress, useProgressSync } from '../progress/use-progress.ts'
import { AcademyHead } from './academy-head.tsx'
import { KeepProgress } from './keep-progress.tsx'
import { LeadLesson } from './lead-lesson.tsx'
import { LessonList } from './lesson-list.tsx'
import { LessonTools } from './lesson-tools.tsx'
import {
  type ChangeFilters,
  filterArticles,
  parseFilters,
  toQuery,
} from './list-filters.ts'

/** Everything on the page of lessons; `query` is that of its URL. */
export function Lessons({ query }: { query: Record<string, string> }) {
  const router = useRouter()
  useProgressSync()
  const progress = useProgress()
  const filters = parseFilters(query, tags)
  const found = filterArticles(articles, filters, progress.states)
  const change: ChangeFilters = (changes, { replace = false } = {}) => {
    const href = `/academy${writeSearch({ ...toQuery(filters), ...changes })}`
    void router.navigate({ to: '.', href, replace, resetScroll: false })
  }
  return (
    <>
      <AcademyHead articles={articles} states={progress.states} />
      <LeadLesson articles={articles} tracks={tracks} progress={progress} />
      <LessonTools filters={filters} tags={tags} count={found.length} onChange={change} />
      <LessonList
        found={found}
        all={articles}
        tracks={tracks}
        filters={filters}
        states={progress.states}
        onChange={change}
      />
      <KeepProgress progress={progress} />
    </>
  )
}

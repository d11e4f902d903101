import type { FormEvent } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { countLessons, levelNames, toTagName } from '../article-words.ts'
import {
  type ChangeFilters,
  type LessonFilters,
  levels,
  MAX_QUERY_CHARACTERS,
} from './list-filters.ts'
import { useQueryText } from './use-query-text.ts'

type LessonToolsProps = {
  filters: LessonFilters
  tags: readonly string[]
  /** Lessons that pass the filters. */
  count: number
  onChange: ChangeFilters
}

/** Search and filters; a form that works without scripts. */
export function LessonTools({ filters, tags, count, onChange }: LessonToolsProps) {
  const typing = useQueryText(filters.q, (q) => onChange({ q }, { replace: true }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    typing.settle(typing.text)
  }
  return (
    <search>
      <form className="lesson-tools" action="/academy" onSubmit={submit}>
        <SearchField
          label="Search lessons"
          name="q"
          maxLength={MAX_QUERY_CHARACTERS}
          placeholder="Search lessons and terms"
          {...typing}
        />
        <fieldset className="segmented">
          <legend className="hide">Level</legend>
          {(['', ...levels] as const).map((level) => (
            <label key={level}>
              <input
                className="hide"
                type="radio"
                name="level"
                value={level}
                checked={(filters.level ?? '') === level}
                onChange={() => onChange({ level })}
              />
              {level === '' ? 'All levels' : levelNames[level]}
            </label>
          ))}
        </fieldset>
        <label className="select">
          <span className="hide">Tag</span>
          <select
            className="input"
            name="tag"
            value={filters.tag ?? ''}
            onChange={(event) => onChange({ tag: event.target.value })}
          >
            <option value="">Any tag</option>
            {tags.map((tag) => (
              <option key={tag} value={tag}>
                {toTagName(tag)}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </label>
        <label className="open-only">
          <input
            type="checkbox"
            name="open"
            value="yes"
            checked={filters.isOpenOnly}
            onChange={(event) => onChange({ open: event.target.checked ? 'yes' : '' })}
          />
          Not completed
        </label>
        <noscript>
          <button className="button" type="submit">
            Show
          </button>
        </noscript>
      </form>
      <p className="hide" role="status">
        {countLessons(count)}
      </p>
    </search>
  )
}

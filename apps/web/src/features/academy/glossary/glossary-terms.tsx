import { articles } from 'virtual:academy'
import { glossary } from 'virtual:academy/glossary'
import { useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { writeSearch } from '../../../lib/search.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { articleHref } from '../article-words.ts'
import { useQueryText } from '../list/use-query-text.ts'
import { findTerms, groupTerms } from './group-terms.ts'

type GlossaryTerm = (typeof glossary)[number]

/** All terms by letter, or those of a search. */
export function GlossaryTerms({ q }: { q: string }) {
  const router = useRouter()
  const change = (text: string) => {
    const href = `/academy/glossary${writeSearch({ q: text })}`
    void router.navigate({ to: '.', href, replace: true, resetScroll: false })
  }
  const typing = useQueryText(q, change)
  const found = findTerms(glossary, typing.text)
  const isSearch = typing.text.trim() !== ''
  const groups = isSearch ? [{ letter: '', terms: found }] : groupTerms(found)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    typing.settle(typing.text)
  }
  return (
    <>
      <nav className="crumbs" aria-label="Breadcrumb">
        <ol>
          <li>
            <Link href="/academy">Academy</Link>
          </li>
          <li aria-current="page">Glossary</li>
        </ol>
      </nav>
      <h1>Glossary</h1>
      <p className="muted glossary-lead">
        The {glossary.length} terms of the lessons, each with the lesson that explains it.
      </p>
      <search>
        <form className="glossary-search" action="/academy/glossary" onSubmit={submit}>
          <label className="search-field">
            <span className="hide">Search terms</span>
            <Icon name="search" />
            <input
              ref={typing.input}
              className="input"
              type="search"
              name="q"
              maxLength={64}
              placeholder="Search terms"
              autoComplete="off"
              enterKeyHint="search"
              value={typing.text}
              onChange={(event) => typing.setText(event.target.value)}
            />
            {typing.text === '' ? (
              <span className="key" aria-hidden="true">
                /
              </span>
            ) : (
              <IconButton
                className="clear"
                icon="close"
                label="Clear search"
                onClick={() => {
                  typing.settle('')
                  typing.input.current?.focus()
                }}
              />
            )}
          </label>
        </form>
        <p className="hide" role="status">
          {found.length === 1 ? '1 term' : `${found.length} terms`}
        </p>
      </search>
      {!isSearch && (
        <nav className="letters" aria-label="Letters">
          {groups.map(({ letter }) => (
            <a key={letter} href={`#letter-${letter.toLowerCase()}`}>
              {letter}
            </a>
          ))}
        </nav>
      )}
      {found.length === 0 && (
        <EmptyBlock
          level="h2"
          title={`No term matches “${typing.text.trim()}”.`}
          actions={
            <Button look="quiet" onClick={() => typing.settle('')}>
              Clear search
            </Button>
          }
        >
          Try a shorter word.
        </EmptyBlock>
      )}
      {groups.map(({ letter, terms }) => (
        <section key={letter} className="letter-group">
          {letter && <h2 id={`letter-${letter.toLowerCase()}`}>{letter}</h2>}
          <dl>
            {terms.map((term) => (
              <Entry key={term.id} entry={term} />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

function Entry({ entry }: { entry: GlossaryTerm }) {
  const { id, term, short, text, see_also, article } = entry
  const lesson = articles.find(({ alias }) => alias === article)
  const others = see_also.flatMap(
    (one) => glossary.find((other) => other.id === one) ?? [],
  )
  return (
    <div className="term-entry" id={id}>
      <dt>{term}</dt>
      <dd>
        <p>{short}</p>
        <p className="muted">{text}</p>
        <p className="small term-links">
          {lesson && <Link href={articleHref(lesson.alias)}>Lesson: {lesson.title}</Link>}
          {others.length > 0 && (
            <span>
              See also{' '}
              {others.map((other, index) => (
                <span key={other.id}>
                  {index > 0 && ', '}
                  <Link href={`/academy/glossary#${other.id}`}>{other.term}</Link>
                </span>
              ))}
            </span>
          )}
        </p>
      </dd>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { nameCheckQuery } from '../queries.ts'
import type { NameHome } from '../use-name-home.ts'
import { NameResult } from './name-result.tsx'
import { MAX_NAME_TEXT, useNameText } from './use-name-text.ts'

/** Search for a name to register. It works without scripts too: the URL holds what is searched. */
export function NameSearch({ home }: { home: NameHome }) {
  const typing = useNameText()
  const { text, setText, settle, input, asked } = typing
  const read = useQuery({
    ...nameCheckQuery(asked),
    enabled: asked !== '',
    // A name may be registered by someone else at any time.
    staleTime: 5_000,
  })
  const error = useLastError(read)
  const isTyping = text.trim() !== asked
  const isChecking = isTyping || (read.isPending && asked !== '' && !error)
  const check = isTyping || asked === '' ? undefined : read.data?.data
  const result = useRef<HTMLDivElement>(null)
  useResultInView(result, { input, check })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    settle(text)
  }
  return (
    <>
      <search>
        <form action="/names" onSubmit={submit}>
          <label className={`name-search ${check?.status === 'invalid' ? 'bad' : ''}`}>
            <span className="hide">Name to register</span>
            <Icon name="search" size={20} />
            <span className="name-input">
              <span aria-hidden="true">{text || 'yourname'}</span>
              <input
                ref={input}
                name="name"
                type="text"
                size={1}
                placeholder="yourname"
                maxLength={MAX_NAME_TEXT}
                autoCapitalize="none"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                translate="no"
                enterKeyHint="search"
                aria-invalid={check?.status === 'invalid' || undefined}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </span>
            <span className="suffix" translate="no">
              .{home.suffix}
            </span>
            <span className="name-search-side">
              {isChecking && text !== '' ? (
                <Spinner size={18} />
              ) : (
                text !== '' && (
                  <IconButton
                    icon="close"
                    label="Clear search"
                    onClick={() => {
                      settle('')
                      input.current?.focus()
                    }}
                  />
                )
              )}
            </span>
          </label>
          <noscript>
            <button className="button" type="submit">
              Check
            </button>
          </noscript>
        </form>
      </search>
      <div aria-live="polite" ref={result}>
        {text.trim() === '' ? (
          <p className="name-hint">3 to 31 letters a-z, digits and hyphens.</p>
        ) : check ? (
          <NameResult check={check} home={home} onSuggestion={settle} />
        ) : error && !isTyping ? (
          <Failure
            level="h2"
            title="This name could not be checked"
            text="Nothing is lost: try again in a moment."
            error={error}
            isBusy={read.isFetching}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <Checking />
        )}
      </div>
    </>
  )
}

type Typing = { input: RefObject<HTMLInputElement | null>; check: object | undefined }

/** Brings the price of a typed name into view where a keyboard on the screen leaves little room. */
function useResultInView(
  result: RefObject<HTMLElement | null>,
  { input, check }: Typing,
) {
  useEffect(() => {
    if (!check || document.activeElement !== input.current) return
    const price = result.current?.querySelector('.result-side')
    const { offsetTop = 0, height = innerHeight } = window.visualViewport ?? {}
    if (!price || price.getBoundingClientRect().bottom <= offsetTop + height) return
    input.current?.closest('label')?.scrollIntoView({ block: 'start' })
  }, [check, input, result])
}

/** Placeholder in the size of a result. */
function Checking() {
  return (
    <div className="name-result card" aria-busy="true">
      <span className="hide">Checking…</span>
      <div className="result-top">
        <Skeleton width={36} height={36} />
        <div className="result-text">
          <Skeleton width="60%" height={16} />
          <p>
            <Skeleton width="40%" />
          </p>
        </div>
        <Skeleton width={96} height={40} />
      </div>
    </div>
  )
}

import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ChangeList } from './list-search.ts'

const debounceMs = 250

/** What is typed in the field `input`, sent to the address when the typing rests. */
export function useSearchText(shown: string, onChange: ChangeList) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(shown)
  const sent = useRef(shown)

  // The address changed by other means: Back, a chip, a link.
  useEffect(() => {
    if (shown === sent.current) return
    sent.current = shown
    setText(shown)
  }, [shown])

  const settle = (next: string) => {
    setText(next)
    const value = next.trim().length < 2 ? '' : next.trim()
    if (value === sent.current) return
    sent.current = value
    onChange({ search: value }, { replace: true })
  }
  const latest = useRef(settle)
  latest.current = settle
  const { history } = useRouter()
  useEffect(() => {
    const here = history.location.pathname
    const timer = setTimeout(() => {
      // Whoever has pressed a card meanwhile is not called back.
      if (history.location.pathname !== here) return
      // Typing goes on with what it has; only the address is brought up to date.
      if (text.trim() !== sent.current) latest.current(text)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, history])

  useEffect(() => {
    // Typed before the app had started: the field has it, the app does not.
    const typed = input.current?.value
    if (typed) setText(typed)
  }, [])
  useSlashKey(input)

  return { text, setText, settle, input }
}

/** The slash key leads into the field, from wherever nothing is typed. */
function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input])
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input, textarea, select, [contenteditable]')
  )
}

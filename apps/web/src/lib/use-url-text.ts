import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last key until the URL is written. */
const DEBOUNCE_MS = 250

type UrlText = {
  /** Value of the URL that the field shows. */
  shown: string
  /** Returns what the URL holds of a typed or pasted text. */
  toValue: (text: string) => string
  /** Writes a changed value to the URL. */
  onSettle: (value: string) => void
}

/**
 * Returns the text of the field `input` and writes its value to the URL after a pause in typing, or
 * at once by `settle`.
 */
export function useUrlText({ shown, toValue, onSettle }: UrlText) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(shown)
  const sent = useRef(shown)

  // The URL changed by other means: Back, a chip, a link.
  useEffect(() => {
    if (shown === sent.current) return
    sent.current = shown
    setText(shown)
  }, [shown])

  const write = (next: string) => {
    const value = toValue(next)
    if (value === sent.current) return
    sent.current = value
    onSettle(value)
  }
  const latest = useRef(write)
  latest.current = write
  const { history } = useRouter()
  useEffect(() => {
    const here = history.location.pathname
    const timer = setTimeout(() => {
      // Another page was opened meanwhile: do not navigate back.
      if (history.location.pathname === here) latest.current(text)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, history])

  useEffect(() => {
    // Text typed before hydration is in the element only.
    const typed = input.current?.value
    if (typed) setText(typed)
  }, [])
  const settle = (next: string) => {
    setText(next)
    write(next)
  }
  return { text, setText, settle, input }
}

import type { RefObject } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type SearchFieldProps = {
  /** Read aloud in place of a visible label. */
  label: string
  name: string
  placeholder: string
  minLength?: number
  maxLength: number
  text: string
  setText: (text: string) => void
  /** Takes over a text at once. */
  settle: (text: string) => void
  input: RefObject<HTMLInputElement | null>
}

/** Search field with a clear button; its page reaches it by the slash key. */
export function SearchField({
  label,
  text,
  setText,
  settle,
  input,
  ...attributes
}: SearchFieldProps) {
  return (
    <label className="search-field">
      <span className="hide">{label}</span>
      <Icon name="search" />
      <input
        ref={input}
        className="input"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...attributes}
      />
      {text === '' ? (
        <span className="key" aria-hidden="true">
          /
        </span>
      ) : (
        <IconButton
          className="clear"
          icon="close"
          label="Clear search"
          onClick={() => {
            settle('')
            input.current?.focus()
          }}
        />
      )}
    </label>
  )
}

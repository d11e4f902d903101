import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

type FileButtonProps = Pick<
  ComponentProps<typeof Button>,
  'look' | 'isBusy' | 'children'
> & {
  /** Accessible name of the input. */
  label: string
  /** File types, as the attribute `accept` has them. */
  accept: string
  onChoose(file: File): void
}

/** Button that lets a person choose one file. */
export function FileButton({ label, accept, onChoose, ...button }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        className="hide"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onChoose(file)
          // The same file can be chosen again once it was corrected.
          target.value = ''
        }}
      />
    </>
  )
}

import { MAX_REVEAL_FILE_CHARACTERS } from '@platemark/rules/reveal-file'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ConfirmedReveal } from './exit-queries.ts'

type RevealChoiceProps = {
  /** Name of the collection, which is typed to confirm. */
  name: string
  reveal: ConfirmedReveal
  onChange(reveal: ConfirmedReveal): void
}

/** Adds the reveal file to a bundle, once the name of the collection was typed. */
export function RevealChoice({ name, reveal, onChange }: RevealChoiceProps) {
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File) => {
    const isLarge = file.size > MAX_REVEAL_FILE_CHARACTERS
    setProblem(
      isLarge
        ? `${file.name} is too large to be a reveal file. Choose the file that you downloaded.`
        : undefined,
    )
    if (!isLarge) onChange({ reveal_file: await file.text(), confirmation: '' })
  }
  if (reveal.reveal_file === undefined) {
    return (
      <>
        <p className="small">
          The reveal file is not in the bundle unless you add it. Keep it safe, because
          the works can never be revealed without it.
        </p>
        {problem && (
          <p className="small danger-text" role="alert">
            {problem}
          </p>
        )}
        <div className="row">
          <FileButton
            look="quiet"
            label="Reveal file"
            accept=".json,application/json"
            onChoose={(file) => void choose(file)}
          >
            Add the reveal file
          </FileButton>
        </div>
      </>
    )
  }
  return (
    <>
      <Notice kind="warning" title="The bundle will hold your secret">
        Anyone with the bundle can then see the order of the works. This site reads it
        when it writes the file.
      </Notice>
      <TextField
        label="Type the name to confirm"
        hint={<span id="exit-name">{name}</span>}
        autoComplete="off"
        value={reveal.confirmation ?? ''}
        onChange={({ target }) => onChange({ ...reveal, confirmation: target.value })}
      />
      <div className="row">
        <Button look="quiet" onClick={() => onChange({})}>
          Leave the reveal file out
        </Button>
      </div>
    </>
  )
}

import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type TextName, textLabels } from './page-texts.ts'
import type { SavedPage } from './saved-page.ts'
import { TextDiff } from './text-diff.tsx'
import type { PageEditState } from './use-page-edit.ts'

type TextConflictProps = {
  form: PageEditState
  name: TextName
  /** Address of the signed-in account. */
  user: string
}

/** Both versions of a text that was changed here and elsewhere, to choose from. */
export function TextConflict({ form, name, user }: TextConflictProps) {
  const [isMine, setMine] = useState(true)
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  const { page, edit, openedAt } = form
  const [opened, mine, theirs] = [edit.opened[name], form.textOf(name), edit.saved[name]]
  const label = textLabels[name].toLowerCase()
  // It comes from a save that was pressed further down.
  useEffect(() => panel.current?.focus(), [])
  const editBoth = () => {
    form.choose(name, [mine, theirs].filter((text) => text !== '').join('\n\n'))
    document.getElementById(name)?.focus()
  }
  return (
    <section
      className="conflict"
      id={`conflict-${name}`}
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
    >
      <div className="conflict-head" role="alert">
        <Icon name="alert" />
        <b id={id}>
          The {label} was changed elsewhere, <When at={page.updatedAt} />
        </b>
        <p>Nothing is lost. Choose which text to keep. Your other changes are kept.</p>
      </div>
      <fieldset className="versions">
        <legend className="hide">Which {label} to keep</legend>
        <Version
          title="Yours, not saved yet"
          group={id}
          isChosen={isMine}
          onChoose={() => setMine(true)}
        >
          <TextDiff before={opened} after={mine} />
        </Version>
        <Version
          title={
            <>
              Saved <When at={page.updatedAt} /> {describeSaver(page, user)}
            </>
          }
          group={id}
          isChosen={!isMine}
          onChoose={() => setMine(false)}
        >
          <TextDiff before={opened} after={theirs} />
        </Version>
      </fieldset>
      <footer>
        <span className="muted small">
          Differences from the text you opened{' '}
          <When at={new Date(openedAt).toISOString()} /> are marked
        </span>
        {name === 'description' && (
          <Button look="plain" onClick={editBoth}>
            Combine both texts
          </Button>
        )}
        <Button onClick={() => form.choose(name, isMine ? mine : theirs)}>
          Use this text
        </Button>
      </footer>
    </section>
  )
}

/** Returns who saved a version, as far as it is known. */
export function describeSaver({ updatedBy }: SavedPage, user: string): string {
  if (updatedBy === null || isSameAddress(updatedBy, user)) return 'on another device'
  return `by ${shortAddress(updatedBy)}`
}

type VersionProps = {
  title: ReactNode
  group: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Version({ title, group, isChosen, onChoose, children }: VersionProps) {
  return (
    <label>
      <span className="version-title">
        <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
        <span>{title}</span>
      </span>
      <span className="version-text">{children}</span>
    </label>
  )
}

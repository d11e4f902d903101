import { formatCount } from '@platemark/rules/amounts'
import type { ReactNode } from 'react'
import { StudioIcon } from '../studio-icon.tsx'
import { ChangeLink } from './change-link.tsx'
import type { ChangeName } from './change-props.ts'
import { changes } from './changes.ts'
import { OpenChange } from './open-change.tsx'
import type { Own } from './own.ts'

const names = [
  'airdrop',
  'reveal',
  'freeze',
  'pause',
] as const satisfies readonly ChangeName[]

type ActionName = (typeof names)[number]

/** Actions that count at once: airdrop, reveal, freeze and pause. */
export function QuickActions({ own }: { own: Own }) {
  const offered = names.filter((name) => changes[name] && isPossible(name, own))
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="actions">
      <h2 className="hide" id="actions">
        Quick actions
      </h2>
      <div className="quick-actions">
        {offered.map((name) => {
          const { title, text } = describeAction(name, own)
          return (
            <ChangeLink key={name} own={own} name={name} className="quick-action">
              <StudioIcon name={name} />
              <b>{title}</b>
              <small>{text}</small>
            </ChangeLink>
          )
        })}
      </div>
      {/* Also one that is no longer offered: its result stays in view. */}
      <OpenChange own={own} names={names} />
    </section>
  )
}

/** Returns whether the contract still accepts the change. */
function isPossible(name: ActionName, { collection, draft }: Own): boolean {
  if (name === 'reveal') {
    return draft.fields.shown === 'at_reveal' && !collection.is_metadata_frozen
  }
  return name === 'freeze' ? !collection.is_metadata_frozen : true
}

function describeAction(
  name: ActionName,
  { collection }: Own,
): { title: string; text: ReactNode } {
  switch (name) {
    case 'airdrop':
      return {
        title: 'Airdrop',
        text: `Send items from a CSV. No mint fee.${leftSentence(collection)}`,
      }
    case 'reveal':
      return { title: 'Reveal', text: 'Shows the works in the order you committed to.' }
    case 'freeze':
      return {
        title: 'Freeze art and metadata',
        text: 'No one can ever change them again, including you.',
      }
    case 'pause':
      return collection.is_paused
        ? { title: 'Resume minting', text: 'Open phases can be minted again.' }
        : {
            title: 'Pause minting',
            text: 'Stops all phases at once. Can be undone.',
          }
  }
}

function leftSentence({ minted, max_supply }: Own['collection']): string {
  if (max_supply === null) return ''
  const left = Math.max(0, max_supply - minted)
  return ` ${left === 0 ? 'None' : formatCount(left)} left.`
}

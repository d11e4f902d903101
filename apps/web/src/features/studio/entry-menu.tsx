import type { StudioEntry } from '@platemark/api/studio'
import { useRef, useState } from 'react'
import { collectionHref } from '../../components/collection-href.ts'
import { shareLink } from '../../components/share-link.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PopupMenu, useOutsidePress } from '../../ui/popup-menu.tsx'
import { isDeployed } from './entry-state.ts'
import { StudioIcon } from './studio-icon.tsx'

type EntryMenuProps = {
  entry: StudioEntry
  name: string
  /** False: the user is a co-editor, who can delete nothing. */
  isOwn: boolean
  onDelete: () => void
  onEditors: () => void
}

/** Menu of what is seldom done with an entry. */
export function EntryMenu({ entry, name, isOwn, onDelete, onEditors }: EntryMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const leave = () => setOpen(false)
  useOutsidePress(isOpen, [button, panel], leave)
  const close = () => {
    leave()
    button.current?.focus()
  }
  const path = pageHref(entry)
  if (!isOwn && !path) return null
  return (
    <div className="entry-menu">
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={`More for ${name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <StudioIcon name="more" />
      </button>
      {isOpen && (
        <div className="card menu-panel" ref={panel}>
          <PopupMenu label={`More for ${name}`} onClose={close} onLeave={leave}>
            {path && (
              <Link href={path} role="menuitem" tabIndex={-1}>
                <StudioIcon name="reveal" />
                View the page
              </Link>
            )}
            {path && (
              <Link href={`${path}/edit`} role="menuitem" tabIndex={-1}>
                <StudioIcon name="pencil" />
                Edit the page
              </Link>
            )}
            {path && (
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  void shareLink({ title: name, url: `${location.origin}${path}` })
                }}
              >
                <Icon name="share" />
                Share the page
              </button>
            )}
            {isOwn && (
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  onEditors()
                }}
              >
                <StudioIcon name="edit" />
                Co-editors
              </button>
            )}
            {isOwn && (
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                className="danger-text"
                onClick={() => {
                  close()
                  onDelete()
                }}
              >
                <StudioIcon name="trash" />
                {path ? 'Delete the page' : 'Delete the draft'}
              </button>
            )}
          </PopupMenu>
        </div>
      )}
    </div>
  )
}

/** Returns the path of the page of an entry; null for a draft. */
export function pageHref(entry: StudioEntry): string | null {
  const { contract_address, fields, visibility } = entry
  if (!isDeployed(entry) || !contract_address) return null
  const { chain_alias, alias } = fields
  const hidden = visibility === 'hidden'
  return collectionHref({ chain_alias, alias, contract_address, hidden })
}

import { type MouseEvent, useState } from 'react'
import { useSlashKey } from '../lib/use-slash-key.ts'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const SearchDialog = lazyPart(
  async () => (await import('../features/search/search-dialog.tsx')).SearchDialog,
)

/** Opens the search of the whole site, also by the slash key; without scripts, the list's. */
export function HeaderSearch() {
  const [isOpen, setOpen] = useState(false)
  useSlashKey(() => setOpen(true))
  const open = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a
        className="header-search"
        href="/collections"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={open}
      >
        <Icon name="search" size={20} />
        <span>Search</span>
      </a>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import type { PictureKind } from '../../../components/editing/send-picture.ts'
import { When } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { SavedPage } from './saved-page.ts'
import { describeSaver } from './text-conflict.tsx'
import type { PictureClash } from './use-picture-change.ts'

type PictureConflictProps = {
  conflict: PictureClash
  title: string
  page: SavedPage
  kind: PictureKind
  /** Address of the signed-in account. */
  user: string
  onMine: () => void
  onTheirs: () => void
}

/** Both versions of a picture that was changed here and elsewhere, to choose from. */
export function PictureConflict({
  conflict: { file },
  title,
  page,
  kind,
  user,
  onMine,
  onTheirs,
}: PictureConflictProps) {
  const mine = useFileUrl(file)
  const name = title.toLowerCase()
  return (
    <Notice
      kind="warning"
      title={`The ${name} was changed elsewhere.`}
      actions={
        <>
          <Button look="quiet" onClick={onMine}>
            {file ? `Use your ${name}` : `Remove the ${name}`}
          </Button>
          <Button look="quiet" onClick={onTheirs}>
            Keep the saved one
          </Button>
        </>
      }
    >
      <span className="edit-versions">
        <Thumb url={mine} label="Yours, not saved yet" />
        <Thumb
          url={page[kind]?.small_url}
          label={
            <>
              Saved <When at={page.updatedAt} /> {describeSaver(page, user)}
            </>
          }
        />
      </span>
    </Notice>
  )
}

function Thumb({ url, label }: { url: string | undefined; label: ReactNode }) {
  return (
    <span>
      {url ? <img src={url} alt="" width={120} height={80} /> : <i>None</i>}
      <span>{label}</span>
    </span>
  )
}

/** Returns an address under which the browser shows a file. */
function useFileUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

import type { PictureViews } from '@platemark/api/collections'
import type { RowSource } from '@platemark/works/work-types'
import { createContext, useContext, useEffect, useState } from 'react'
import { PlatePicture } from '../../../../components/plate-picture.tsx'

/** A work as the grid and the examples show it. */
export type ShownWork = {
  token_id: string
  name: string | null
  description: string | null
  /** Path of its file; null: missing, or known to the server only. */
  path: string | null
  /** Views of the server, once it has the work. */
  picture: PictureViews | null
  attributes: readonly {
    trait_type: string
    value: string | number | boolean
    display_type?: string | undefined
  }[]
  /** Where it is described. */
  source: RowSource
}

/** Files of the chosen set by path, for pictures of its works. */
export const ChosenFiles = createContext<ReadonlyMap<string, File>>(new Map())

/** Picture of a work, from its file or the server; empty where there is none. */
export function WorkPicture({ work }: { work: ShownWork }) {
  const files = useContext(ChosenFiles)
  const url = useObjectUrl(work.path === null ? undefined : files.get(work.path))
  const alt = work.name ?? `#${work.token_id}`
  if (work.picture) {
    const { picture } = work
    return <PlatePicture picture={picture} alt={alt} sizes="160px" fallback="" />
  }
  if (url === undefined) return <span className="work-none" />
  return <img src={url} alt={alt} decoding="async" width={384} height={384} />
}

/** Returns an address of a file for as long as it is shown. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

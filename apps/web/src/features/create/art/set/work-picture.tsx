import type { Picture } from '@platemark/api/collections'
import { classifyFile } from '@platemark/works/set-files'
import type { RowSource } from '@platemark/works/work-types'
import { createContext, useContext, useEffect, useState } from 'react'
import { PlatePicture } from '../../../../components/plate-picture.tsx'
import { PlayableArt } from '../../../../components/playable-art.tsx'

/** A work as the grid and the examples show it. */
export type ShownWork = {
  token_id: string
  name: string | null
  description: string | null
  /** Path of its file; null: missing, or known to the server only. */
  path: string | null
  /** Path of its video or animation, and the address that the server has for it. */
  animation?: string | null
  animation_url?: string | null
  /** Views of the server, once it has the work. */
  picture: Picture | null
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

/** Picture of a work that plays its video on request. */
export function PlayableWork({ work }: { work: ShownWork }) {
  const files = useContext(ChosenFiles)
  const { animation, animation_url, picture, path } = work
  // An animated picture is its own poster, and moves by itself.
  const isOwnPoster = picture
    ? animation_url === picture.original_url
    : animation === path
  const film = useObjectUrl(isOwnPoster ? undefined : files.get(animation ?? ''))
  const poster = useObjectUrl(files.get(path ?? ''))
  const name = work.name ?? `#${work.token_id}`
  const stored = isOwnPoster ? null : (animation_url ?? null)
  return (
    <PlayableArt
      animationUrl={picture ? stored : (film ?? null)}
      posterUrl={picture?.medium_url ?? poster ?? ''}
      name={name}
      isVideo={classifyFile(animation_url ?? animation ?? '') === 'video'}
    >
      <WorkPicture work={work} />
    </PlayableArt>
  )
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

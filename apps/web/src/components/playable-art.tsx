import { lazy, Suspense } from 'react'
import type { FilmPlayerProps } from './film-player.tsx'

type PlayableArtProps = Omit<FilmPlayerProps, 'animationUrl'> & {
  /** Address of a film or an animated picture; null: the image is the whole work. */
  animationUrl: string | null
}

const Player = lazy(async () => ({
  default: await import('./film-player.tsx').then(
    ({ FilmPlayer }) => FilmPlayer,
    () => Still,
  ),
}))

/** Image of a work that plays its film on request. */
export function PlayableArt({ animationUrl, ...art }: PlayableArtProps) {
  if (animationUrl === null) return art.children
  return (
    <Suspense fallback={art.children}>
      <Player animationUrl={animationUrl} {...art} />
    </Suspense>
  )
}

function Still({ children }: FilmPlayerProps) {
  return children
}

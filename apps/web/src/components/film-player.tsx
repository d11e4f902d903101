import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Drawing } from '../ui/icon.tsx'

export type FilmPlayerProps = {
  /** Address of a film or an animated picture. */
  animationUrl: string
  /** Shown until the film has its first frame. */
  posterUrl: string
  name: string
  /** False: an animated picture. Absent: as the ending of the address has it. */
  isVideo?: boolean
  /** The image. */
  children: ReactNode
}

/**
 * Image of a work that plays its film on request: before that nothing moves, sounds or is
 * loaded.
 */
export function FilmPlayer(props: FilmPlayerProps) {
  const { animationUrl, name, children } = props
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  if (state === 'playing') {
    const fail = () => setState('failed')
    return <Film {...props} onFail={fail} />
  }
  return (
    <div className="playable">
      {children}
      {state === 'failed' ? (
        <p className="play small" role="status">
          This video could not be played.{' '}
          <a className="link" href={animationUrl}>
            Open the file
          </a>
        </p>
      ) : (
        <Button
          look="quiet"
          className="play"
          aria-label={`Play ${name}`}
          onClick={() => setState('playing')}
        >
          <Drawing path="M8 5.500v13l10.500-6.500z" size={16} />
          Play
        </Button>
      )}
    </div>
  )
}

type FilmProps = FilmPlayerProps & { onFail(): void }

/** The film with the controls of the browser, or the moving picture. */
function Film({ animationUrl, posterUrl, name, isVideo, onFail }: FilmProps) {
  const isFilm = isVideo ?? /\.(mp4|webm)$/.test(animationUrl)
  // The button that had the focus is gone.
  const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
  if (!isFilm) {
    return (
      <img ref={focus} tabIndex={-1} src={animationUrl} alt={name} onError={onFail} />
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: creators add none.
    <video
      ref={focus}
      src={animationUrl}
      poster={posterUrl}
      aria-label={name}
      width={768}
      height={768}
      controls
      autoPlay
      loop
      playsInline
      onError={onFail}
    />
  )
}

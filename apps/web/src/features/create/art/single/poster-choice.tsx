import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'

type PosterChoiceProps = {
  video: File
  onChoose(poster: File): void
  onCancel(): void
}

/** Asks for the poster of a video: an image, or the frame that the video stands at. */
export function PosterChoice({ video, onChoose, onCancel }: PosterChoiceProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [url, setUrl] = useState<string>()
  const [canPlay, setCanPlay] = useState<boolean>()
  const [failure, setFailure] = useState<ReactNode>()
  useEffect(() => {
    const made = URL.createObjectURL(video)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [video])
  const takeThisFrame = async () => {
    const poster = player.current && (await takeFrame(player.current, video.name))
    if (poster) onChoose(poster)
    else setFailure('This frame could not be taken. Choose an image instead.')
  }
  return (
    <section className="card panel set-card" aria-labelledby="poster-title">
      <h2 className="h3" id="poster-title">
        {video.name} needs a poster
      </h2>
      <p className="small">
        A video needs an image that is shown until it plays. Choose one
        {canPlay === false
          ? '. This browser cannot play the video, so that no frame of it can be used.'
          : ', or stop the video at a frame and use that: it becomes a new PNG.'}
      </p>
      {canPlay !== false && (
        // biome-ignore lint/a11y/useMediaCaption: creators add none.
        <video
          ref={player}
          className="poster-video"
          src={url}
          aria-label={video.name}
          controls
          playsInline
          preload="auto"
          onLoadedData={() => setCanPlay(true)}
          onError={() => setCanPlay(false)}
        />
      )}
      <div className="row">
        <FileButton
          label={`Poster of ${video.name}`}
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChoose={onChoose}
        >
          Choose an image
        </FileButton>
        {canPlay && (
          <Button look="quiet" onClick={() => void takeThisFrame()}>
            Use this frame
          </Button>
        )}
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div className="field" aria-live="polite">
        {failure && <FieldError>{failure}</FieldError>}
      </div>
    </section>
  )
}

/** Draws the frame that a video shows as a PNG in its size; undefined where none is there. */
async function takeFrame(
  video: HTMLVideoElement,
  name: string,
): Promise<File | undefined> {
  video.pause()
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) return undefined
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.png`, { type: 'image/png' })
}

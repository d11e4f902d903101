import './share-dialog.css'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { postLinks } from './post-links.ts'

export type ShareDialogProps = {
  /** Name of the shared work. */
  name: string
  url: string
  /** URL of the share image, and of the one in its place while it does not exist yet. */
  picture: string
  fallback: string
  /** Sentence about the reward of the link. */
  note?: string | undefined
  onClose: () => void
}

/** Shares a page with its picture: to a network, by the system's sheet, or as a link. */
export function ShareDialog(props: ShareDialogProps) {
  const { name, url, fallback, note, onClose } = props
  const [picture, setPicture] = useState(props.picture)
  const file = useFile(picture)
  const [outcome, setOutcome] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setOutcome('Copied'),
      () => setOutcome('The link could not be copied.'),
    )
  const shareBySystem = async () => {
    const withPicture = file && { title: name, url, files: [file] }
    const isTaken = withPicture && navigator.canShare(withPicture)
    try {
      await navigator.share(isTaken ? withPicture : { title: name, url })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      setOutcome('The link could not be shared.')
    }
  }
  return (
    <Dialog title={`Share ${name}`} isOpen onClose={onClose} className="share-dialog">
      <img
        src={picture}
        width={1200}
        height={630}
        alt={`${name} as messengers show it`}
        onError={() => setPicture(fallback)}
      />
      <div className="share-ways">
        {postLinks(name, url).map(({ title, href }) => (
          <ExternalLink key={title} className="button quiet" href={href}>
            {title}
          </ExternalLink>
        ))}
        {'share' in navigator && (
          <Button look="quiet" onClick={() => void shareBySystem()}>
            <Icon name="share" />
            More
          </Button>
        )}
        <a className="button quiet" href={picture} download={`${name}.png`}>
          Save picture
        </a>
        <Button onClick={() => void copy()}>
          <Icon name={outcome === 'Copied' ? 'check' : 'copy'} />
          Copy link
        </Button>
      </div>
      <p className="small muted" role="status">
        {outcome || note}
      </p>
    </Dialog>
  )
}

/** Loads the picture ahead: a system's sheet opens only right after a press. */
function useFile(picture: string): File | undefined {
  const [file, setFile] = useState<File>()
  useEffect(() => {
    if (!('canShare' in navigator)) return
    const stop = new AbortController()
    fetch(picture, { signal: stop.signal })
      .then(async (response) => {
        const blob = await response.blob()
        if (response.ok) setFile(new File([blob], 'picture.png', { type: blob.type }))
      })
      // The link is shared without its picture.
      .catch(() => undefined)
    return () => stop.abort()
  }, [picture])
  return file
}

import './enlarge.css'
import { type ReactNode, useState } from 'react'
import { Drawing } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { ArtViewerProps } from './art-viewer.tsx'

const ArtViewer = lazyPart(async () => (await import('./art-viewer.tsx')).ArtViewer)

type EnlargeProps = Omit<ArtViewerProps, 'onClose'> & { children: ReactNode }

/** Picture that opens in a full-screen view; without scripts its file opens. */
export function Enlarge({ children, ...art }: EnlargeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        className="enlarge"
        href={art.picture.original_url}
        aria-label={`View ${art.name} full screen`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
        <Drawing path="M14 5h5v5M19 5l-6 6M10 19H5v-5M5 19l6-6" size={20} />
      </a>
      {isOpen && <ArtViewer {...art} onClose={() => setOpen(false)} />}
    </>
  )
}

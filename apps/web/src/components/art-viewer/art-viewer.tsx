import './art-viewer.css'
import type { Picture } from '@platemark/api/collections'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { viewWidths } from '../plate-picture.tsx'
import { useDragging } from './use-dragging.ts'
import { useStage } from './use-stage.ts'
import { stepZoom } from './zoom.ts'

export type ArtViewerProps = {
  picture: Picture
  /** Name of the work. */
  name: string
  /** Generated art shown when the picture fails to load. */
  fallback: string
  onClose: () => void
}

/** A picture in full screen: zoom by buttons, keys and wheel, and its original file. */
export function ArtViewer({ picture, name, fallback, onClose }: ArtViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  const { zoom, zoomTo, size, measure } = useStage(stage)
  useDragging(stage)
  // The dialog focuses its first control; the keys of the zoom belong to the picture.
  useEffect(() => stage.current?.focus(), [])

  const isPlate = picture.is_plate || isBroken
  const views = isPlate || zoom > 1 ? undefined : viewWidths(picture)
  const file = zoom > 1 ? picture.original_url : picture.url
  const onKey = (event: KeyboardEvent) => {
    // The arrows move the picture, not the tokens of a view below.
    event.stopPropagation()
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === '+' || event.key === '=') zoomTo(stepZoom(zoom, 1))
    if (event.key === '-') zoomTo(stepZoom(zoom, -1))
    if (event.key === '0') zoomTo(1)
  }
  return (
    <Dialog title={name} isOpen onClose={onClose} className="art-viewer">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the controls below, too. */}
      <div className="art-viewer-body" onKeyDown={onKey}>
        {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame. */}
        <div
          ref={stage}
          className={zoom > 1 ? 'art-stage is-zoomed' : 'art-stage'}
          role="group"
          aria-label={`${name}. Press plus or minus to zoom, arrow keys to move.`}
          tabIndex={0}
          onDoubleClick={() => zoomTo(zoom > 1 ? 1 : 2)}
        >
          <img
            src={isPlate ? fallback : file}
            srcSet={views}
            sizes={views && '100vw'}
            alt={name}
            draggable={false}
            // Its size is known once it has loaded.
            style={size ?? { visibility: 'hidden' }}
            onLoad={({ currentTarget }) => measure(currentTarget)}
            onError={() => setBroken(true)}
          />
        </div>
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above. */}
        <div className="art-tools">
          <IconButton
            icon="minus"
            label="Zoom out"
            aria-disabled={stepZoom(zoom, -1) === zoom}
            onClick={() => zoomTo(stepZoom(zoom, -1))}
          />
          <span role="status">{zoom * 100}%</span>
          <IconButton
            icon="plus"
            label="Zoom in"
            aria-disabled={stepZoom(zoom, 1) === zoom}
            onClick={() => zoomTo(stepZoom(zoom, 1))}
          />
          <ExternalLink className="button quiet" href={picture.original_url}>
            Original
          </ExternalLink>
        </div>
      </div>
    </Dialog>
  )
}

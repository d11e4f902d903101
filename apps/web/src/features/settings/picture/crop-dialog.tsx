import { Problem } from '@platemark/api/problem'
import { useEffect, useRef, useState } from 'react'
import { type Crop, startingCrop } from '../../../components/crop/crop.ts'
import { CropPreview, CropView } from '../../../components/crop/crop-view.tsx'
import { CropZoom } from '../../../components/crop/crop-zoom.tsx'
import { refreshUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { uploadPicture } from '../queries.ts'
import { encodeCrop } from './picture-file.ts'

type CropDialogProps = {
  picture: ImageBitmap
  /** Sentences on the parts of the file that are not kept. */
  notes: readonly string[]
  /** Preview that the page shows meanwhile. */
  onPreview: (url: string | undefined) => void
  /** `sentence`: the reason of the refusal. */
  onClose: (sentence?: string) => void
}

/** Dialog that crops a picture to a square and uploads it. */
export function CropDialog({ picture, notes, onPreview, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(() => startingCrop(picture))
  const upload = useUpload({ picture, crop, onPreview, onClose })
  const { percent, failure } = upload
  const isUploading = percent !== undefined
  return (
    <Dialog title="Crop picture" isOpen onClose={() => onClose()} className="crop-dialog">
      <CropView
        picture={picture}
        crop={crop}
        onChange={setCrop}
        isStill={isUploading}
        aspect={1}
        isRound
      />
      <CropZoom
        picture={picture}
        crop={crop}
        onChange={setCrop}
        isStill={isUploading}
        aspect={1}
        className="zoom"
      />
      <div className="previews">
        <CropPreview picture={picture} crop={crop} size={40} />
        <CropPreview picture={picture} crop={crop} size={28} />
        <span className="hint" id="crop-hint">
          Drag to move. Arrow keys, + and − work too.
        </span>
      </div>
      {notes.length > 0 && <Notice>{notes.join(' ')}</Notice>}
      {failure && (
        <Notice kind="error" title="Your picture was not saved.">
          {failure}
        </Notice>
      )}
      <div className="split">
        <Button look="quiet" onClick={isUploading ? upload.cancel : () => onClose()}>
          Cancel
        </Button>
        <Button isBusy={isUploading} onClick={upload.start}>
          {isUploading ? wordsOf(percent) : failure ? 'Try again' : 'Use picture'}
        </Button>
      </div>
    </Dialog>
  )
}

/** Fully sent; the server is still processing it. */
function wordsOf(percent: number): string {
  return percent < 100 ? `Uploading ${percent}%` : 'Almost done'
}

type UploadNeeds = Omit<CropDialogProps, 'notes'> & { crop: Crop }

function useUpload({ picture, crop, onPreview, onClose }: UploadNeeds) {
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const shown = useRef<string>(undefined)
  useEffect(
    () => () => {
      running.current?.abort()
      if (shown.current) URL.revokeObjectURL(shown.current)
    },
    [],
  )

  const show = (blob: Blob | undefined) => {
    if (shown.current) URL.revokeObjectURL(shown.current)
    shown.current = blob && URL.createObjectURL(blob)
    onPreview(shown.current)
  }
  const start = async () => {
    running.current = new AbortController()
    const { signal } = running.current
    setFailure(undefined)
    setPercent(0)
    try {
      const blob = await encodeCrop(picture, crop)
      show(blob)
      refreshUser(await uploadPicture({ picture: blob, onProgress: setPercent, signal }))
      toast('success', 'Picture saved.')
      onClose()
    } catch (error) {
      show(undefined)
      setPercent(undefined)
      if (signal.aborted) return
      const sentence = refusalIn(error)
      if (sentence) onClose(sentence)
      else setFailure(reasonOf(error))
    }
  }
  return { percent, failure, start, cancel: () => running.current?.abort() }
}

/**
 * Returns the message when the file itself is invalid; it is shown beside the picture.
 */
function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return undefined
  if ([413, 415].includes(error.status)) return error.message
  return error.fields?.avatar?.[0]
}

function reasonOf(error: unknown): string {
  const { message, requestId } =
    error instanceof Problem ? error : new Problem('internal')
  return requestId ? `${message} Request ${requestId}` : message
}

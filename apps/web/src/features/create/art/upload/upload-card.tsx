import { formatCount } from '@platemark/rules/amounts'
import { classifyFile } from '@platemark/works/set-files'
import { formatBytes } from '../../../../lib/format-bytes.ts'
import { Button } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import type { Choice } from './chosen-files.ts'
import { formatTimeLeft } from './transfer-speed.ts'
import type { ShownUpload, TransferState } from './uploader.ts'

type UploadCardProps = TransferState & {
  choice: Choice | undefined
  /** File that describes the works. */
  describedBy?: string | null | undefined
  onPause(): void
  /** Undefined where this page does not have the files. */
  onResume: (() => void) | undefined
  onCancel(): void
}

/** The chosen files, and the progress of reading and sending them, with pause and cancel. */
export function UploadCard({
  choice,
  reading,
  upload,
  describedBy,
  onPause,
  onResume,
  onCancel,
}: UploadCardProps) {
  // A stored set needs no card.
  if (!choice && (!upload || upload.status === 'ready')) return null
  const isRunning = upload?.status === 'sending' || upload?.status === 'waiting'
  const isDone = upload?.status === 'checking' || upload?.status === 'ready'
  const canResume = upload?.status === 'paused' || upload?.status === 'stopped'
  const isLost = canResume && !onResume
  return (
    <section className="card panel set-card" aria-labelledby="set-name">
      <div className="set-head">
        <div>
          <h2 className="h3" id="set-name">
            {choice?.name ?? 'Your files'}
          </h2>
          {choice && <p className="muted small">{describeChoice(choice, describedBy)}</p>}
        </div>
        <div className="row">
          {isRunning && (
            <Button look="quiet" onClick={onPause}>
              <Icon name="pause" />
              Pause
            </Button>
          )}
          {canResume && onResume && (
            <Button look="quiet" onClick={onResume}>
              <Icon name="retry" />
              Resume
            </Button>
          )}
          <Button look={isDone || isLost ? 'quiet' : 'plain'} onClick={onCancel}>
            {isDone ? 'Choose other files' : isLost ? 'Choose again' : 'Cancel'}
          </Button>
        </div>
      </div>
      {reading ? (
        <Bar
          label="Files read"
          value={reading.done}
          max={reading.total}
          text={
            <>
              <b>{formatCount(reading.done)}</b> of {formatCount(reading.total)} files
              read
            </>
          }
        />
      ) : (
        upload && <UploadProgress upload={upload} />
      )}
      {isLost && (
        <p className="small">
          Choose the files again to resume. What was uploaded is kept.
        </p>
      )}
    </section>
  )
}

function UploadProgress({ upload }: { upload: ShownUpload }) {
  const { checkedFiles = 0, filesToCheck } = upload
  if (upload.status === 'checking') {
    return (
      <Bar
        label="Files checked"
        value={filesToCheck ? checkedFiles : 0}
        max={filesToCheck ?? 1}
        text={
          filesToCheck ? (
            <>
              All files are uploaded. <b>{formatCount(checkedFiles)}</b> of{' '}
              {formatCount(filesToCheck)} checked
            </>
          ) : (
            'All files are uploaded and are being checked'
          )
        }
      />
    )
  }
  const { status, receivedBytes, totalBytes, filesReceived, fileCount, speed } = upload
  const next = Math.min(filesReceived + 1, fileCount)
  return (
    <>
      {/* The last upload may be a file that was added to a set. */}
      {fileCount > 0 && status !== 'ready' && (
        <Bar
          label="Bytes sent"
          value={receivedBytes}
          max={totalBytes}
          text={
            <>
              <b>{formatCount(filesReceived)}</b> of {formatCount(fileCount)}{' '}
              {fileCount === 1 ? 'file' : 'files'}
            </>
          }
          note={describeSpeed(upload)}
        />
      )}
      <div aria-live="polite">
        {status === 'ready' && <p className="muted small">All files are uploaded.</p>}
        {status === 'paused' && (
          <p className="muted small">Paused. What was uploaded is kept.</p>
        )}
        {status === 'waiting' && (
          <p className="small">{upload.reason} Retrying automatically.</p>
        )}
        {status === 'stopped' && (
          <div className="field">
            <FieldError>{upload.reason}</FieldError>
          </div>
        )}
      </div>
      {status === 'sending' && (
        <p className="muted small">
          {fileCount === 1
            ? 'If this stops, choose the same file again, and the upload resumes where it stopped.'
            : `If this stops, choose the same files again, and the upload resumes from file ${formatCount(next)}.`}
          {speed && ` ${formatBytes(speed.bytesPerSecond)} a second.`}
        </p>
      )}
    </>
  )
}

function describeSpeed({
  receivedBytes,
  totalBytes,
  speed,
  status,
}: ShownUpload): string {
  const sent = `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)} sent`
  return speed && status === 'sending'
    ? `${sent}, ${formatTimeLeft(speed.secondsLeft)}`
    : sent
}

type BarProps = {
  label: string
  value: number
  max: number
  text: React.ReactNode
  note?: string
}

function Bar({ label, value, max, text, note }: BarProps) {
  return (
    <>
      <progress className="set-bar" aria-label={label} value={value} max={max || 1} />
      <div className="set-numbers small">
        <span className="muted">{text}</span>
        {note && <span className="muted">{note}</span>}
      </div>
    </>
  )
}

function describeChoice({ kind, files }: Choice, describedBy?: string | null): string {
  const bytes = formatBytes(files.reduce((sum, { file }) => sum + file.size, 0))
  if (kind === 'zip') return bytes
  const images = files.filter(({ path }) => classifyFile(path) === 'picture').length
  const videos = files.filter(({ path }) => classifyFile(path) === 'video').length
  const parts = [
    `${formatCount(images)} ${images === 1 ? 'image' : 'images'}`,
    ...(videos > 0
      ? [`${formatCount(videos)} ${videos === 1 ? 'video' : 'videos'}`]
      : []),
    bytes,
    ...(describedBy ? [`with ${describedBy.split('/').at(-1)}`] : []),
  ]
  return parts.join(', ')
}

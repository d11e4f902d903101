import '../set/set.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { FieldError } from '../../../../ui/field.tsx'
import { useDraftEditor } from '../../draft-editor.tsx'
import { draftQuery } from '../../queries.ts'
import { UnfinishedUpload } from '../upload/unfinished-upload.tsx'
import { UploadCard } from '../upload/upload-card.tsx'
import { PosterChoice } from './poster-choice.tsx'
import { findWorkSession } from './work-session.ts'

type WorkUploadProps = {
  contractId: string
  /** The picture or the drop area, while no work is on its way. */
  children: ReactNode
}

/** The work of all tokens on its way to the server, or why it was not taken. */
export function WorkUpload({ contractId, children }: WorkUploadProps) {
  const editor = useDraftEditor()
  const queries = useQueryClient()
  const session = findWorkSession(contractId)
  const state = useSyncExternalStore(session.subscribe, session.read)
  const { files, video, upload, reading, refusal, canKeep } = state
  const last = editor.draft.work_upload
  const refresh = async () => {
    const read = { ...draftQuery(contractId), staleTime: 0 }
    const { data } = await queries.fetchQuery(read)
    editor.replace(data)
  }
  const status = upload?.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state.
  useEffect(() => {
    // The draft has the work, or its upload, from then on.
    if (status === 'ready') void refresh().finally(session.finish)
    else if (status === 'sending') void refresh().catch(() => undefined)
  }, [status])
  useEffect(() => {
    // A work that was being read when the page was left.
    const isIdle = !session.read().upload && session.read().files.length === 0
    if (last?.state === 'checking' && isIdle) void session.watch(last.upload_id)
  }, [last, session])
  const cancel = async () => {
    await session.cancel(last?.upload_id)
    await refresh().catch(() => undefined)
  }
  const keep = async () => {
    editor.change({ keeps_camera_data: true })
    if (await editor.flush()) await session.resume()
  }
  if (video) {
    return (
      <PosterChoice
        key={video.name}
        video={video}
        onChoose={(poster) => void session.choose([video, poster])}
        onCancel={() => void cancel()}
      />
    )
  }
  if (upload || reading) {
    const name = files.map(({ path }) => path).join(', ')
    const choice = { kind: 'files' as const, name, files }
    return (
      <UploadCard
        choice={files.length > 0 ? choice : undefined}
        {...{ reading, upload }}
        onPause={session.pause}
        onResume={files.length > 0 ? () => void session.resume() : undefined}
        onCancel={() => void cancel()}
      />
    )
  }
  return (
    <>
      {children}
      <div className="field picture-failure" aria-live="polite">
        {refusal && (
          <FieldError>
            {refusal}
            {canKeep && (
              <button
                type="button"
                className="underlined-button"
                onClick={() => void keep()}
              >
                Keep it
              </button>
            )}
          </FieldError>
        )}
      </div>
      {last?.state === 'receiving' && !refusal && (
        <UnfinishedUpload onCancel={() => void cancel()} />
      )}
    </>
  )
}

/** Begins with files that were chosen as the work of a draft. */
export function chooseWork(contractId: string, files: readonly File[]): void {
  void findWorkSession(contractId).choose(files)
}

import { Problem } from '@platemark/api/problem'
import type { UploadState } from '@platemark/api/uploads'
import { expect, test } from 'vitest'
import { followUpload } from './follow-upload.ts'

const state = (name: UploadState['state'], checked_files = 0): UploadState => ({
  ...{ upload_id: 'a', kind: 'folder', state: name, file_count: 2, total_bytes: 9 },
  ...{ received_bytes: 9, missing: [], checked_files, files_to_check: 2 },
  ...{ failure: null, can_keep: false, updated_at: '2026-11-26T00:00:00.000Z' },
})

/** Follows an upload that answers with these, one after the other. */
function follow(...answers: (UploadState | Error)[]) {
  const shown: number[] = []
  const followed = followUpload(state('checking'), {
    async read() {
      const answer = answers.shift()
      if (!answer || answer instanceof Error) throw answer
      return answer
    },
    onState: ({ checked_files }) => shown.push(checked_files),
    signal: new AbortController().signal,
    pollMs: 0,
  })
  return { followed, shown }
}

test('an upload is followed until its files are read, over lost connections', async () => {
  const answers = [state('checking', 1), new TypeError('lost'), new Problem('internal')]
  const { followed, shown } = follow(...answers, state('ready', 2))
  expect(await followed).toMatchObject({ state: 'ready' })
  expect(shown).toEqual([0, 1, 1, 1])
})

test('bytes that the server asks for again end the wait', async () => {
  expect(await follow(state('receiving')).followed).toMatchObject({ state: 'receiving' })
})

test('an upload that is gone ends the wait with its problem', async () => {
  const { followed } = follow(new Problem('not_found'))
  await expect(followed).rejects.toMatchObject({ code: 'not_found' })
})

import { nameCameraData } from '@platemark/rules/picture-file'
import { notices as noticeSentences, sentences } from './messages.ts'
import { describePlace } from './number-works.ts'
import { createProblem } from './problem.ts'
import { baseName } from './set-files.ts'
import type { Notice, WorkFile, WorkFiles, WorkProblem, WorkRow } from './work-types.ts'

/** A row with its token id and its files. */
export type PicturedRow = { row: WorkRow; token_id: string; files: WorkFiles }

/** Reports works that show the same, by the hashes of their files. The first one counts. */
export function checkDuplicates(works: readonly PicturedRow[], problems: WorkProblem[]) {
  const seen = new Map<string, PicturedRow>()
  for (const work of works) {
    const { image, animation } = work.files
    // Before the bytes were read there is no hash.
    if (!image?.sha256) continue
    const key = `${image.sha256} ${animation?.sha256 ?? ''}`
    const first = seen.get(key)
    if (!first) {
      seen.set(key, work)
      continue
    }
    const place = describePlace(first.row.source, work.row.source)
    const sentence = sentences.duplicate(first.token_id, place && ` ${place}`)
    problems.push(
      createProblem('duplicate', work.row.source, sentence, {
        token_id: work.token_id,
        fix: {
          kind: 'compare',
          path: image.path,
          with_path: first.files.image?.path ?? '',
          with_token_id: first.token_id,
        },
        ...{ can_keep: true, subject: nameContent(image, animation) },
      }),
    )
  }
}

/** Up to this share of the works may have another size before sizes are taken as wanted. */
const MAX_WRONG_SHARE = 0.1
const MAX_WRONG_FEW = 2

/** Reports images that do not have the size of nearly all others. */
export function checkSizes(
  works: readonly PicturedRow[],
  problems: WorkProblem[],
  notices: Notice[],
) {
  const sized = works.flatMap((work) => {
    const { width, height } = work.files.image ?? {}
    return width === undefined || height === undefined
      ? []
      : [{ ...work, size: `${width} × ${height}` }]
  })
  const counts = new Map<string, number>()
  for (const { size } of sized) counts.set(size, (counts.get(size) ?? 0) + 1)
  const [usual] = [...counts].sort(([, one], [, other]) => other - one)
  if (!usual || counts.size === 1) return
  const others = sized.length - usual[1]
  const most = Math.max(MAX_WRONG_FEW, MAX_WRONG_SHARE * sized.length)
  if (others > most || others >= usual[1]) {
    const sentence = noticeSentences.sizes(counts.size)
    notices.push({ code: 'sizes', sentence, count: counts.size })
    return
  }
  for (const { row, token_id, size, files } of sized) {
    if (size === usual[0] || !files.image) continue
    problems.push(
      createProblem('wrong_size', row.source, sentences.wrongSize(size, usual[0]), {
        token_id,
        fix: { kind: 'replace_file', path: files.image.path },
        ...{ can_keep: true, subject: nameContent(files.image) },
      }),
    )
  }
}

/** Asks about files of which camera data cannot be removed, and counts those with any. */
export function checkCameraData(
  works: readonly PicturedRow[],
  problems: WorkProblem[],
  notices: Notice[],
) {
  const counts = { removed: 0, kept: 0, stays: 0 }
  const seen = new Set<string>()
  for (const { row, token_id, files } of works) {
    for (const field of ['image', 'animation'] as const) {
      const file = files[field]
      if (!file?.camera_data || seen.has(file.path)) continue
      const { path, camera_data } = file
      seen.add(path)
      const { finds, state } = camera_data
      counts[state] += 1
      if (state !== 'stays') continue
      const sentence = sentences.cameraData(baseName(path), nameCameraData(finds))
      const fix = { kind: 'replace_file', path } as const
      const parts = { field, token_id, fix, can_keep: true, subject: nameContent(file) }
      problems.push(createProblem('camera_data', row.source, sentence, parts))
    }
  }
  const { removed } = counts
  const kept = counts.kept + counts.stays
  if (removed > 0) {
    const sentence = noticeSentences.cameraRemoved(removed)
    notices.push({ code: 'camera_removed', sentence, count: removed })
  }
  if (kept > 0) {
    const sentence = noticeSentences.cameraKept(kept)
    notices.push({ code: 'camera_kept', sentence, count: kept })
  }
}

/** Names the bytes of files: enough of each hash that no other file of a set has it. */
function nameContent(...files: (WorkFile | null)[]): string {
  return files.map((file) => file?.sha256.slice(0, 16) ?? '').join(' ')
}

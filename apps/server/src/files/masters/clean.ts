import { type CleanedBlock, cleanExif } from './exif.ts'
import type { FileLayout, Find, MetadataPart } from './file-layout.ts'
import type { Edit } from './file-source.ts'
import { cleanImageResources } from './iptc.ts'
import { cleanXmp } from './xmp.ts'

/** Personal data found in a file, and the edits that take it out. */
export type Cleaning = { finds: Find[]; edits: Edit[] }

/**
 * Finds where a picture was taken and with which camera, in EXIF, XMP and IPTC, and how to
 * remove it. The edits touch no coded pixel, and keep orientation and colour profile.
 */
export async function findPersonalData(layout: FileLayout): Promise<Cleaning> {
  const finds = new Set<Find>(layout.finds)
  if (layout.tail === 'camera trailer' || layout.tail === 'film') finds.add('camera')
  const edits: Edit[] = []
  for (const part of layout.metadata) {
    const cleaned = cleanPart(part)
    for (const find of cleaned.finds) finds.add(find)
    if (cleaned.finds.length > 0) edits.push(...part.replace(cleaned.kept))
  }
  edits.sort((one, other) => one.start - other.start)
  return {
    finds: (['location', 'camera'] as const).filter((find) => finds.has(find)),
    edits: layout.complete ? await layout.complete(edits) : edits,
  }
}

function cleanPart({ kind, data }: MetadataPart): CleanedBlock {
  if (kind === 'exif') return cleanExif(data)
  if (kind === 'xmp') return cleanXmp(data)
  if (kind === 'iptc') return cleanImageResources(data)
  return { finds: [kind], kept: undefined }
}

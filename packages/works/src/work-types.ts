import type { ProblemCode, SetOrigin } from './messages.ts'

/** Location and camera data that was found in a file. */
export type CameraData = {
  finds: ('location' | 'camera')[]
  /** `stays`: the format allows no removal, and the creator has not chosen to keep it. */
  state: 'removed' | 'kept' | 'stays'
}

/** A file of a set. What is optional is there once its bytes were read. */
export type WorkFile = {
  /** Path inside the folder or ZIP, with slashes. */
  path: string
  /** Bytes. */
  size: number
  /** Lower-case hex. */
  sha256: string
  width?: number
  height?: number
  format?: string
  camera_data?: CameraData
}

/** Files of a work; an image is also the poster of an animation. */
export type WorkFiles = { image: WorkFile | null; animation: WorkFile | null }

/** Where the description of a work stands: a line of a sheet or of a JSON list, or a file. */
export type RowSource = {
  file: string
  /** From 1; absent where the whole file describes one work. */
  line?: number
}

/** A value as a sheet (always text) or JSON holds it. */
export type RowTrait = {
  name: string
  value: string | number | boolean
  display_type?: string
}

/** The description of one work, before it is matched to files. */
export type WorkRow = {
  source: RowSource
  origin: 'sheet' | 'json' | 'files'
  /** Id as written. */
  id?: string
  /** Name of the file of the work, as written. */
  image?: string
  /** True where the name was taken from the name of the JSON file. */
  is_image_implied?: boolean
  animation?: string
  name?: string
  description?: string
  external_url?: string
  traits: RowTrait[]
  /** Fields that were reported already and are not judged again. */
  reported: string[]
}

/** Rows read from a sheet or from JSON files. */
export type RowReading = {
  rows: WorkRow[]
  problems: WorkProblem[]
  notices: Notice[]
  /** Trait columns or names in the order in which they were found. */
  traits: string[]
}

/** Attribute of a token's metadata; of a date the value is unix seconds. */
export type Attribute = {
  trait_type: string
  value: string | number | boolean
  display_type?: 'number' | 'date' | 'boost_number' | 'boost_percentage'
}

/** One token of a set. */
export type Work = {
  /** Decimal, from 1. */
  token_id: string
  name: string | null
  description: string | null
  external_url: string | null
  /** Path of the picture, or of the poster of an animation; null: missing. */
  image: string | null
  animation: string | null
  attributes: Attribute[]
  source: RowSource
}

/** A change of the creator to what was read: it takes a problem away, or edits a work. */
export type Correction =
  | { kind: 'use_value'; source: RowSource; trait: string; value: string }
  | { kind: 'use_text'; source: RowSource; field: 'name' | 'description'; text: string }
  | { kind: 'use_file'; source: RowSource; path: string }
  | { kind: 'rename_trait'; from: string; to: string }
  | { kind: 'leave_out'; path: string }
  | { kind: 'confirm_order' }
  /** Works whose name holds their own id have none: the token's name and id take its place. */
  | { kind: 'drop_numbers' }

/** Fix of a problem: a correction, or an act that needs a file or a look. */
export type WorkFix =
  | Correction
  | { kind: 'add_file'; name: string }
  | { kind: 'replace_file'; path: string }
  | { kind: 'compare'; path: string; with_path: string; with_token_id: string }

/** A problem by file, line and field; one of the whole set has the file ''. */
export type WorkProblem = {
  /** The same for the same problem in every reading. */
  key: string
  code: ProblemCode
  file: string
  line?: number
  /** Column, field or trait. */
  field?: string
  token_id?: string
  sentence: string
  fix?: WorkFix
  /** The creator may keep it as it is: its key then stands in `accepted`. */
  can_keep: boolean
}

/** A value that was read otherwise than it was written, or not read, and needs no answer. */
export type Notice = { code: string; sentence: string; count: number }

export type MatchOptions = {
  origin: SetOrigin
  /** Supply of the collection; absent or null: it follows the set. */
  supply?: number | null
  corrections?: readonly Correction[]
  /** Keys of problems that the creator keeps as they are. */
  accepted?: readonly string[]
  /** Rows could not be read: gaps, files without a row and counts are not judged. */
  is_partial?: boolean
}

/** Works in the order of their ids, and what is left to correct. */
export type MatchedWorks = {
  works: Work[]
  problems: WorkProblem[]
  notices: Notice[]
}

import { type PageTexts, readPageText, type TextName, textNames } from './page-texts.ts'

/**
 * Texts of a page in three versions, as of a three-way merge. `opened` is the version that the
 * typed text began from: it stays behind `saved` where both sides changed a text, until one of
 * them is chosen.
 */
export type TextEdit = {
  opened: PageTexts
  saved: PageTexts
  typed: Partial<PageTexts>
}

/** Returns an edit without changes. */
export function startEdit(saved: PageTexts): TextEdit {
  return { opened: saved, saved, typed: {} }
}

/** Returns the text that the form shows. */
export function shownText({ typed, saved }: TextEdit, name: TextName): string {
  return typed[name] ?? saved[name]
}

/** Returns the texts that saving would change; another spelling of a saved one is no change. */
export function changedTexts({ typed, saved }: TextEdit): TextName[] {
  return textNames.filter((name) => {
    const text = typed[name]
    if (text === undefined || text === saved[name]) return false
    const read = readPageText(name, text)
    return read.problem !== undefined || read.saved !== saved[name]
  })
}

/** Returns the texts that were changed here and elsewhere, to different ones. */
export function conflictingTexts(edit: TextEdit): TextName[] {
  return changedTexts(edit).filter((name) => edit.opened[name] !== edit.saved[name])
}

/**
 * Takes over a version that was saved elsewhere: texts that only one side changed have its
 * change, and those that both changed differently are in conflict.
 */
export function mergeSaved(edit: TextEdit, saved: PageTexts): TextEdit {
  return mergeWith(edit, saved, (name, text) => text === edit.opened[name])
}

/**
 * Takes over the version that saving made: what was sent is no change any more, and what was typed
 * meanwhile is a change to it.
 */
export function settleSent(
  edit: TextEdit,
  sent: Partial<PageTexts>,
  saved: PageTexts,
): TextEdit {
  const merged = mergeWith(
    edit,
    saved,
    (name, text) => text === (sent[name] ?? edit.opened[name]),
  )
  const opened = { ...merged.opened }
  for (const name of textNames) if (name in sent) opened[name] = saved[name]
  return { ...merged, opened }
}

function mergeWith(
  { opened, typed }: TextEdit,
  saved: PageTexts,
  isUnchanged: (name: TextName, text: string) => boolean,
): TextEdit {
  const kept = textNames.filter((name) => {
    const text = typed[name]
    return text !== undefined && text !== saved[name] && !isUnchanged(name, text)
  })
  return {
    saved,
    typed: Object.fromEntries(kept.map((name) => [name, typed[name]])),
    opened: pick(opened, saved, kept),
  }
}

/** Ends a conflict: `text` is what the page gets unless it is saved already. */
export function chooseText(edit: TextEdit, name: TextName, text: string): TextEdit {
  const { [name]: _, ...others } = edit.typed
  return {
    ...edit,
    opened: { ...edit.opened, [name]: edit.saved[name] },
    typed: text === edit.saved[name] ? others : { ...others, [name]: text },
  }
}

/** Returns the texts of `some` with these names, the others of `rest`. */
function pick(some: PageTexts, rest: PageTexts, names: readonly TextName[]): PageTexts {
  const picked = { ...rest }
  for (const name of names) picked[name] = some[name]
  return picked
}

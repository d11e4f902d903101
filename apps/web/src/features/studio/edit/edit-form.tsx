import type { Collection } from '@platemark/api/collections'
import type { User } from '@platemark/api/profile'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import { collectionHref } from '../../../components/collection-href.ts'
import { collectionQuery } from '../../../components/collection-queries.ts'
import { SaveBar } from '../../../components/editing/save-bar.tsx'
import { LeaveGuard } from '../../../components/leave-guard.tsx'
import { ReadOnlyFields } from '../../../components/read-only/read-only-fields.tsx'
import { toast } from '../../../ui/toast.ts'
import { VisibilitySwitch } from '../visibility-switch.tsx'
import { ChainFacts } from './chain-facts.tsx'
import { EditPreview } from './edit-preview.tsx'
import { type TextName, textLabels } from './page-texts.ts'
import { PictureEdit } from './picture-edit.tsx'
import { pageOfDraft, type SavedPage } from './saved-page.ts'
import { TextConflict } from './text-conflict.tsx'
import { TextFields } from './text-fields.tsx'
import { type PageEditState, usePageEdit } from './use-page-edit.ts'

type EditFormProps = {
  collection: Collection
  opened: SavedPage
  user: User
  onSaved: (collection: Collection) => void
}

/** Texts and pictures of a page to edit, terms of its contract to read, and the preview. */
export function EditForm({ collection, opened, user, onSaved }: EditFormProps) {
  const form = usePageEdit(collection, opened, (saved, merged) => {
    onSaved(saved)
    toast('success', 'Page saved.', mergedNote(merged))
  })
  const { receive } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version is taken over.
  useEffect(() => receive(opened), [opened.updatedAt])
  useCanonicalAddress(collection, form)
  const [shown, setShown] = useState<SavedPage['visibility']>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.changes === 0 || form.isSaving) return
    const stopped = form.trySave()
    if (stopped) focusText(stopped, form)
  }
  const { chain_alias, is_metadata_frozen, name, contract_id, own } = collection
  const isOwner = own?.role === 'owner'
  return (
    <form className="edit-form" aria-label="Page" noValidate onSubmit={submit}>
      {form.conflicts.map((text) => (
        <TextConflict key={text} form={form} name={text} user={user.address} />
      ))}
      <div className="edit-columns">
        <div className="edit-groups">
          <section className="edit-group pencil" aria-labelledby="edit-page">
            <header>
              <h2 id="edit-page">On the page</h2>
              <b className="edit-mark pencil">In pencil</b>
              <p>
                Kept by this site. Wallets and marketplaces read the contract instead.
              </p>
            </header>
            <TextFields
              form={form}
              network={chain_alias}
              isFrozen={is_metadata_frozen}
              isOwner={isOwner}
            />
            <ReadOnlyFields>
              <div className="edit-pictures">
                <PictureEdit
                  form={form}
                  collection={collection}
                  user={user}
                  kind="image"
                />
                <PictureEdit
                  form={form}
                  collection={collection}
                  user={user}
                  kind="cover"
                />
              </div>
            </ReadOnlyFields>
            {isOwner && (
              <div className="edit-visibility">
                <div>
                  <h3>On the launchpad</h3>
                  <p className="muted small">
                    Hidden pages are in no list and not in search engines. The link still
                    works.
                  </p>
                </div>
                <div>
                  <VisibilitySwitch
                    id={contract_id}
                    visibility={shown ?? form.page.visibility}
                    name={name}
                    onChange={(visibility, stored) => {
                      setShown(stored ? undefined : visibility)
                      if (stored) receive(pageOfDraft(stored))
                    }}
                  />
                </div>
              </div>
            )}
          </section>
          {isOwner ? (
            <ChainFacts collection={collection} user={user} />
          ) : (
            <p className="muted small">
              You are a co-editor. Only the owner can change the page address, its
              visibility and everything on the chain.
            </p>
          )}
        </div>
        <EditPreview collection={collection} form={form} />
      </div>
      <SaveBar form={form} failed="The page was not saved." label="Save page">
        <SaveState form={form} />
      </SaveBar>
      <LeaveGuard isDirty={form.isDirty} />
    </form>
  )
}

function SaveState({ form: { changes, wrong, conflicts } }: { form: PageEditState }) {
  return (
    <>
      {changes} {changes === 1 ? 'change' : 'changes'}
      <span className="save-noun"> on the page</span>
      {wrong.length > 0 && `, ${wrong.length} to correct`}
      {conflicts.length > 0 && `, ${conflicts.length} to choose`}
    </>
  )
}

/** Returns the options of a toast that names the texts which others changed meanwhile. */
function mergedNote(merged: TextName[]): Parameters<typeof toast>[2] {
  if (merged.length === 0) return {}
  const names = merged.map((name) => textLabels[name]).join(', ')
  return { text: `Changed elsewhere and kept: ${names}.` }
}

/** Moves the focus to what a save waits for. */
function focusText(name: TextName, { conflicts, errorOf }: PageEditState): void {
  const isConflict = conflicts.includes(name) && !errorOf(name)
  document.getElementById(isConflict ? `conflict-${name}` : name)?.focus()
}

/** Keeps the address of the page and the stored collection at the slug that is saved. */
function useCanonicalAddress(collection: Collection, { page, isDirty }: PageEditState) {
  const router = useRouter()
  const queries = useQueryClient()
  const { chain = '', alias = '' } = useParams({ strict: false })
  const href = collectionHref({
    ...collection,
    alias: page.texts.alias || null,
    hidden: page.visibility === 'hidden',
  })
  const isElsewhere = href !== `/collection/${chain}/${alias}`
  const isOld = page.updatedAt !== collection.own?.updated_at
  useEffect(() => {
    // Everything that shows the collection reads the version that is saved.
    if (isOld) void queries.invalidateQueries(collectionQuery(chain, alias))
  }, [queries, chain, alias, isOld])
  useEffect(() => {
    // Input that is not saved would be asked about.
    if (isDirty || !isElsewhere) return
    void router.navigate({ to: '.', href: `${href}/edit`, replace: true })
  }, [router, href, isElsewhere, isDirty])
}

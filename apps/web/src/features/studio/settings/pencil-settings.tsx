import { formatCount } from '@platemark/rules/amounts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { collectionHref } from '../../../components/collection-href.ts'
import { Link } from '../../../ui/link.tsx'
import type { Own } from '../page/own.ts'
import { useRefreshOwn } from '../page/own-queries.ts'
import { changeEntry } from '../queries.ts'
import { VisibilitySwitch } from '../visibility-switch.tsx'
import { SettingRow } from './setting-row.tsx'

/** Settings that this site keeps for the collection; changes cost nothing. */
export function PencilSettings({ own }: { own: Own }) {
  const { collection, draft } = own
  const { description } = collection
  const queries = useQueryClient()
  const refresh = useRefreshOwn(own)
  // Breaks between its parts, rather than within a word.
  const [, kind, chain, alias] = collectionHref({ ...collection, hidden: false }).split(
    '/',
  )
  const edit = (term: string) => <EditLink own={own}>{term}</EditLink>
  return (
    <section aria-labelledby="pencil">
      <div className="between">
        <h3 id="pencil">On the page</h3>
        <span className="mark in-pencil">In pencil</span>
      </div>
      <p className="muted small">Kept by this site. Free to change at any time.</p>
      <ul>
        <SettingRow term="On the launchpad">
          <VisibilitySwitch
            id={draft.contract_id}
            visibility={draft.visibility}
            name={collection.name}
            onChange={(visibility, stored) => {
              changeEntry(queries, draft.contract_id, { visibility })
              if (stored) void refresh()
            }}
          />
        </SettingRow>
        <SettingRow term="Page address" action={edit('page address')}>
          <span className="page-path">
            /{kind}/<wbr />
            {chain}/<wbr />
            {alias}
          </span>
        </SettingRow>
        <SettingRow term="Description" action={edit('description')}>
          {description === ''
            ? 'None'
            : `${formatCount([...description].length)} characters`}
        </SettingRow>
        <SettingRow term="Image and cover" action={edit('image and cover')}>
          {describePictures(own)}
        </SettingRow>
        <SettingRow term="Links" action={edit('links')}>
          {describeLinks(own)}
        </SettingRow>
        <SettingRow term="Share image">Drawn from the art</SettingRow>
      </ul>
    </section>
  )
}

/** Link to the page that edits texts and pictures. */
function EditLink({ own: { collection }, children }: { own: Own; children: ReactNode }) {
  return (
    <Link className="link" href={`${collectionHref(collection)}/edit`}>
      Edit<span className="hide"> {children}</span>
    </Link>
  )
}

function describePictures({ collection: { image, cover } }: Own): string {
  if (image.is_plate) return cover ? 'Cover set, no image' : 'Neither is set'
  return cover ? 'Both set' : 'Image set, no cover'
}

const linkNames: Record<keyof Own['collection']['links'], string> = {
  website: 'Website',
  x: 'X',
  discord: 'Discord',
  instagram: 'Instagram',
  farcaster: 'Farcaster',
}

function describeLinks({ collection: { links } }: Own): string {
  const names = Object.entries(linkNames)
    // Safe: the keys are those of the links.
    .filter(([key]) => links[key as keyof typeof links] !== null)
    .map(([, name]) => name)
  return names.length === 0 ? 'None' : names.join(', ')
}

import type { Collection, updateCollection } from '@platemark/api/collections'
import type { Input } from '@platemark/api/endpoint'
import { link } from '@platemark/api/fields'
import { collectionAlias, collectionDescription } from '@platemark/api/page-texts'
import * as z from 'zod/mini'
import {
  type LinkName,
  linkLabels,
  linkNames,
} from '../../../components/editing/page-links.ts'

export type TextName = 'description' | 'alias' | LinkName

/** The texts of a page as they stand in its form; an absent one is empty. */
export type PageTexts = Record<TextName, string>

/** All texts in the order of the form. */
export const textNames: readonly TextName[] = ['description', 'alias', ...linkNames]

export const textLabels: Record<TextName, string> = {
  description: 'Description',
  alias: 'Page address',
  ...linkLabels,
}

/** The names by which errors of the API name the texts. */
export const textPaths: Record<string, TextName> = {
  description: 'description',
  alias: 'alias',
  ...Object.fromEntries(linkNames.map((name) => [`links.${name}`, name])),
}

const alias = z.nullable(collectionAlias)

/** Returns the texts of a page as they are saved. */
export function toPageTexts({
  description,
  alias,
  links,
}: Pick<Collection, 'description' | 'alias'> & {
  links: Record<string, string | null>
}): PageTexts {
  const textOf = (name: LinkName) => links[name] ?? ''
  return {
    description,
    alias: alias ?? '',
    website: textOf('website'),
    farcaster: textOf('farcaster'),
    x: textOf('x'),
    discord: textOf('discord'),
    instagram: textOf('instagram'),
  }
}

/** Returns what a typed text would be saved as, or the sentence why it cannot be. */
export function readPageText(
  name: TextName,
  text: string,
): { saved: string; problem?: never } | { problem: string } {
  const read = parse(name, text)
  if (read.success) return { saved: read.data ?? '' }
  return { problem: read.error.issues[0]?.message ?? 'This cannot be saved.' }
}

function parse(name: TextName, text: string) {
  if (name === 'description') return collectionDescription.safeParse(text)
  if (name === 'alias') return alias.safeParse(text.trim() === '' ? null : text.trim())
  return link.safeParse(text)
}

type Changes = Input<typeof updateCollection>['body']

/** Returns the body of a change of some texts; links are sent all at once. */
export function toPageChanges(texts: PageTexts, names: readonly TextName[]): Changes {
  const savedValue = (name: TextName) =>
    texts[name].trim() === '' ? null : texts[name].trim()
  const hasLink = linkNames.some((name) => names.includes(name))
  return {
    ...(names.includes('description') && { description: texts.description }),
    ...(names.includes('alias') && { alias: savedValue('alias') }),
    ...(hasLink && {
      links: {
        website: savedValue('website'),
        farcaster: savedValue('farcaster'),
        x: savedValue('x'),
        discord: savedValue('discord'),
        instagram: savedValue('instagram'),
      },
    }),
  }
}

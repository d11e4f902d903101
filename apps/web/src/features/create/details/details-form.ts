import { chainAlias, link } from '@platemark/api/fields'
import {
  collectionAlias,
  collectionDescription,
  collectionLinks,
  draftName,
  draftSymbol,
} from '@platemark/api/page-texts'
import type { Draft, DraftChanges } from '@platemark/api/studio'
import * as z from 'zod/mini'
import { linkLabels, linkNames } from '../../../components/editing/page-links.ts'
import { emptyToNull, typedText } from '../frame/typed-text.ts'
import type { FormField } from '../frame/use-step-form.ts'

/** The fields of the API that this step changes. */
const shape = {
  name: draftName,
  symbol: draftSymbol,
  chain_alias: chainAlias,
  alias: z.nullable(collectionAlias),
  description: collectionDescription,
  links: collectionLinks,
}

/** Form of the details: texts as they are typed. */
export const detailsSchema = z.object({
  name: typedText(shape.name).check(z.minLength(1, 'Give the collection a name.')),
  symbol: typedText(shape.symbol).check(z.minLength(1, 'Choose a symbol.')),
  chain_alias: z.string(),
  alias: typedText(shape.alias, emptyToNull),
  description: typedText(shape.description),
  links: z.object({
    website: typedText(link),
    farcaster: typedText(link),
    x: typedText(link),
    discord: typedText(link),
    instagram: typedText(link),
  }),
})
export type DetailsValues = z.infer<typeof detailsSchema>

export const detailsFields: FormField<DetailsValues>[] = [
  { name: 'name', label: 'Name', path: 'name' },
  { name: 'symbol', label: 'Symbol', path: 'symbol' },
  { name: 'chain_alias', label: 'Network', path: 'chain_alias' },
  { name: 'alias', label: 'Page address', path: 'alias' },
  { name: 'description', label: 'Description', path: 'description' },
  ...linkNames.map(
    (name): FormField<DetailsValues> => ({
      name: `links.${name}`,
      label: linkLabels[name],
      path: `links.${name}`,
    }),
  ),
]

/** Returns the texts of the form for a draft. */
export function toDetailsValues(fields: Draft['fields']): DetailsValues {
  const { name, symbol, chain_alias, alias, description, links } = fields
  const textOf = (key: string) => links[key] ?? ''
  return {
    ...{ name, symbol, chain_alias, description },
    alias: alias ?? '',
    links: {
      website: textOf('website'),
      farcaster: textOf('farcaster'),
      x: textOf('x'),
      discord: textOf('discord'),
      instagram: textOf('instagram'),
    },
  }
}

/** Returns the changes of all valid fields; an invalid link keeps its stored value. */
export function toDetailsChanges(
  values: DetailsValues,
  stored: Draft['fields'],
): DraftChanges {
  const whole = {
    ...values,
    alias: emptyToNull(values.alias),
    links: Object.fromEntries(
      linkNames.map((name) => {
        const read = link.safeParse(values.links[name])
        return [name, read.success ? (read.data ?? null) : (stored.links[name] ?? null)]
      }),
    ),
  }
  // Field by field, so that one mistake holds back no other field.
  // Safe: the keys are those of the record.
  const names = Object.keys(shape) as (keyof typeof shape)[]
  return Object.assign(
    {},
    ...names.map((name) => {
      const read = shape[name].safeParse(whole[name])
      return read.success ? { [name]: read.data } : {}
    }),
  )
}

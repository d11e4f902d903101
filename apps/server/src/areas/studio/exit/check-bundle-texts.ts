import { parseText } from '@platemark/rules/characters'
import { checkText } from '@platemark/works/check-texts'
import {
  MAX_TRAIT_NAME_CHARACTERS,
  MAX_TRAIT_VALUE_CHARACTERS,
  MAX_TRAITS,
  MAX_WORK_DESCRIPTION_CHARACTERS,
  MAX_WORK_NAME_CHARACTERS,
  MAX_WORK_URL_CHARACTERS,
} from '@platemark/works/limits'
import { type BundleCollection, type BundleWork, paths } from './bundle-format.ts'

const MAX_TITLE_CHARACTERS = 60
const MAX_SENTENCES = 20

/**
 * Returns a sentence for each text of a bundle that an upload would not take: those of the page
 * are parsed with the bundle, these are the ones of phases and works.
 */
export function findTextFaults(
  { phases }: BundleCollection,
  works: readonly BundleWork[],
): string[] {
  const titles = phases.flatMap(({ title, phase_id }) => {
    const { text, problem } = parseText(title)
    const isLong = [...title].length > MAX_TITLE_CHARACTERS
    if (problem === undefined && text === title && !isLong) return []
    return [
      `${paths.collection}: the title of phase ${phase_id} is not valid: ${problem ?? 'it is too long, or has spaces at its ends.'}`,
    ]
  })
  const texts = works.flatMap((work, index) =>
    checkWork(work).map((sentence) => `${paths.works}, line ${index + 1}: ${sentence}`),
  )
  return [...titles, ...texts].slice(0, MAX_SENTENCES)
}

function checkWork({ name, description, external_url, attributes }: BundleWork) {
  const check = (
    text: string | null,
    [field, most]: readonly [string, number],
    lines = false,
  ): string[] => {
    if (text === null) return []
    const checked = checkText(text, field, most, lines)
    if ('sentence' in checked) return [checked.sentence]
    return checked.text === text ? [] : [`${field} has characters that cannot be stored.`]
  }
  return [
    ...check(name, ['Name', MAX_WORK_NAME_CHARACTERS]),
    ...check(description, ['Description', MAX_WORK_DESCRIPTION_CHARACTERS], true),
    ...(isLink(external_url) ? [] : ['The link is not an https address.']),
    ...(attributes.length > MAX_TRAITS ? ['It has too many traits.'] : []),
    ...attributes.flatMap(({ trait_type, value }) => [
      ...check(trait_type, ['A trait name', MAX_TRAIT_NAME_CHARACTERS]),
      ...(typeof value === 'string'
        ? check(value, ['The value', MAX_TRAIT_VALUE_CHARACTERS])
        : []),
    ]),
  ]
}

function isLink(text: string | null): boolean {
  if (text === null) return true
  if (text.length > MAX_WORK_URL_CHARACTERS || !URL.canParse(text)) return false
  const { protocol, username, password, href } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && href === text
}

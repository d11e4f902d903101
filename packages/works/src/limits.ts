/** The most works of one set. */
export const MAX_WORKS = 10_000

/** The most traits of one set. */
export const MAX_TRAITS = 100

/** The most code points of the texts of a work. */
export const MAX_WORK_NAME_CHARACTERS = 100
export const MAX_WORK_DESCRIPTION_CHARACTERS = 2_000
export const MAX_TRAIT_NAME_CHARACTERS = 60
export const MAX_TRAIT_VALUE_CHARACTERS = 200
export const MAX_WORK_URL_CHARACTERS = 500

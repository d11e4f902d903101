import type { Letters } from '@platemark/plates/engraving/postmark'
import { fonts } from './font.ts'

/** Draws a character of the fonts of share images as an outline. */
export const outlineLetter: Letters = (character, size, face) =>
  fonts[face].outline(character, size)

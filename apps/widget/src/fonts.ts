import display from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import text from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'

/**
 * Adds the panel's fonts to the page, once for all panels and after their first view.
 * Where the page's policy forbids them, system fonts stay.
 */
export function addFonts(): void {
  const faces = [
    new FontFace('Platemark Text', `url(${text})`, { weight: '400 700' }),
    new FontFace('Platemark Display', `url(${display})`, { weight: '200 800' }),
  ]
  for (const face of faces) {
    document.fonts.add(face)
    face.load().catch(() => undefined)
  }
}

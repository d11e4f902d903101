import { banner as bannerSchema } from '@platemark/api/config'
import { describe, expect, test } from 'vitest'
import { configure } from '../../configuration/configuration.ts'
import { currentBanner } from './banner.ts'

const site = 'https://new.example.org'

/** The banner at an instant, as text and as a whole. */
function bannerAt(settings: object, at: string) {
  const { banner } = configure({
    banner: { is_enabled: true, site_url: site, ...settings },
  })
  const shown = currentBanner(banner, new Date(at))
  const checked = shown && bannerSchema.parse(shown)
  return { shown: checked, words: checked?.pieces.map(({ text }) => text).join('') }
}

describe('the banner', () => {
  test('is absent unless it is enabled', () => {
    expect(currentBanner(configure({}).banner, new Date())).toBeNull()
  })

  test('announces the end of this version with the month, and the new one', () => {
    const { shown, words } = bannerAt({}, '2026-01-10T12:00:00Z')
    expect(words).toBe(
      'This version will be deactivated on 31 January 2026. The new version is live at the main site.',
    )
    expect(shown).toMatchObject({ kind: 'warning', is_dismissible: false })
    expect(shown?.pieces.filter(({ date, url }) => date || url)).toEqual([
      { text: '31 January 2026', date: '2026-01-31T23:59:59.000Z', url: null },
      { text: 'the main site', date: null, url: site },
    ])
  })

  test.each([
    ['2026-02-01T00:00:00Z', '28 February 2026'],
    ['2028-02-10T00:00:00Z', '29 February 2028'],
    ['2100-02-10T00:00:00Z', '28 February 2100'],
    ['2026-04-30T23:59:59.999Z', '30 April 2026'],
    ['2026-12-31T23:59:59.999Z', '31 December 2026'],
    ['2027-01-01T00:00:00Z', '31 January 2027'],
    ['2026-12-31T23:30:00-02:00', '31 January 2027'],
  ])('at %s means %s by the end of the month', (at, day) => {
    expect(bannerAt({ text: 'Until {date}' }, at).words).toBe(`Until ${day}`)
  })

  test('changes its text at a fixed date, to the millisecond', () => {
    const fixed = {
      date_mode: 'fixed',
      date: '2026-03-01T10:00:00Z',
      text: 'Ends {date}.',
      text_after: 'Gone. Use {site}.',
    }
    expect(bannerAt(fixed, '2026-03-01T09:59:59.999Z').words).toBe('Ends 1 March 2026.')
    expect(bannerAt(fixed, '2026-03-01T10:00:00Z').words).toBe('Gone. Use the main site.')
    const silent = { ...fixed, text_after: null }
    expect(bannerAt(silent, '2026-03-02T00:00:00Z').words).toBe('Ends 1 March 2026.')
  })

  test('is shown from its beginning until before its end', () => {
    const window = { from: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' }
    const at = (instant: string) => bannerAt(window, instant).shown !== null
    expect(at('2026-02-28T23:59:59.999Z')).toBe(false)
    expect(at('2026-03-01T00:00:00Z')).toBe(true)
    expect(at('2026-03-01T23:59:59.999Z')).toBe(true)
    expect(at('2026-03-02T00:00:00Z')).toBe(false)
  })
})

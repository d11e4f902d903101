import { Problem } from '@platemark/api/problem'
import { describe, expect, test } from 'vitest'
import { checkManifest } from './check-manifest.ts'

describe('a list of files', () => {
  const one = { path: 'a.png', size: 3, sha256: 'a'.repeat(64) }
  const named = (...paths: string[]) => ({
    kind: 'folder',
    files: paths.map((path) => ({ ...one, path })),
  })
  test.each<[string, object, string, RegExp]>([
    ['a path that leaves the folder', named('a/../../b.png'), 'files.0.path', /leaves/],
    ['an absolute path', named('/etc/passwd'), 'files.0.path', /absolute/],
    ['a path of Windows', named('C:\\a.png'), 'files.0.path', /absolute/],
    ['a backslash', named('a\\b.png'), 'files.0.path', /backslash/],
    ['an empty part', named('a//b.png'), 'files.0.path', /leaves/],
    ['a control character', named('a\u0000.png'), 'files.0.path', /hidden/],
    ['a direction override', named('a\u202egnp.png'), 'files.0.path', /hidden/],
    ['half a character', named('a\ud800.png'), 'files.0.path', /hidden/],
    ['a long path', named('a'.repeat(301)), 'files.0.path', /longer than 300/],
    ['no name', named(''), 'files.0.path', /no name/],
    ['one name in two forms', named('\u00e9.png', 'e\u0301.png'), 'files.1.path', /same/],
    ['no file', named(), 'files', /at least one/],
    [
      'a size below nothing',
      { kind: 'folder', files: [{ ...one, size: -1 }] },
      'files.0.size',
      /./,
    ],
    [
      'no hash',
      { kind: 'folder', files: [{ ...one, sha256: 'A'.repeat(64) }] },
      'files.0.sha256',
      /64/,
    ],
    ['two ZIP files', { ...named('a.zip', 'b.zip'), kind: 'zip' }, 'files', /one ZIP/],
  ])('with %s is refused', (_, manifest, field, reason) => {
    expect(findRefusal(manifest)?.fields?.[field]?.join()).toMatch(reason)
  })

  test('of 10,101 files is refused', () => {
    const paths = Array.from({ length: 10_101 }, (_, place) => `${place}.png`)
    expect(findRefusal(named(...paths))?.fields).toEqual({
      files: ['A set has at most 10,000 works.'],
    })
  })

  test.each(['', '{"kind":', 'null'])('that is no list is refused: %s', (text) => {
    expect(() => checkManifest(Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    )
  })
})

function findRefusal(manifest: object): Problem | undefined {
  try {
    checkManifest(Buffer.from(JSON.stringify(manifest)))
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}

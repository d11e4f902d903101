import { expect, test } from 'vitest'
import { decodeParts, decodeText } from './decode-text.ts'
import { finishSlices } from './slices.ts'

const text = 'wallet,name\n0x1,Zoë 🌊\n'

/** Decodes bytes in parts of three, which end within characters. */
function decodeCut(bytes: Uint8Array) {
  const count = Math.ceil(bytes.length / 3)
  const parts = Array.from({ length: count }, (_, at) =>
    bytes.subarray(3 * at, 3 * at + 3),
  )
  return finishSlices(decodeParts(parts))
}

test('a file read in parts has the text of the whole', () => {
  for (const start of ['', '\ufeff']) {
    const utf8 = new TextEncoder().encode(start + text)
    expect(decodeCut(utf8)).toEqual({ text })
    expect(decodeText(utf8)).toEqual({ text })
  }
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  expect(decodeCut(utf16)).toEqual({ text })
})

test('a file read in parts has the faults of the whole', () => {
  expect(decodeCut(new Uint8Array())).toEqual({ problem: 'is empty.' })
  const spoilt = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x41])])
  const cutOff = Buffer.from(text).subarray(0, -3)
  for (const bytes of [spoilt, cutOff]) {
    expect(decodeCut(bytes)).toEqual(decodeText(bytes))
    expect(decodeText(bytes)).toMatchObject({
      problem: expect.stringMatching(/not UTF-8/),
    })
  }
})

import type { CleanedBlock } from './exif.ts'
import type { Find } from './file-layout.ts'

/** Which properties of a namespace are finds; undefined: the property is none. */
type Rule = (property: string) => Find | undefined

const EXIF_OF_EDITORS =
  /^(ColorSpace|PixelXDimension|PixelYDimension|ExifVersion|NativeDigest|UserComment)$/

const rules: Record<string, Rule> = {
  'http://ns.adobe.com/exif/1.0/': (property) =>
    property.startsWith('GPS')
      ? 'location'
      : EXIF_OF_EDITORS.test(property)
        ? undefined
        : 'camera',
  'http://ns.adobe.com/tiff/1.0/': (property) =>
    /^(Make|Model)$/.test(property) ? 'camera' : undefined,
  'http://ns.adobe.com/exif/1.0/aux/': () => 'camera',
  'http://cipa.jp/exif/1.0/': () => 'camera',
  'http://cipa.jp/exif/2.32/': () => 'camera',
  'http://www.dji.com/drone-dji/1.0/': (property) =>
    /gps|altitude/i.test(property) ? 'location' : 'camera',
  // The film of a motion photo, which is cut off with its mark.
  'http://ns.google.com/photos/1.0/camera/': () => 'camera',
  'http://ns.adobe.com/photoshop/1.0/': (property) =>
    /^(City|State|Country)$/.test(property) ? 'location' : undefined,
  'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/': (property) =>
    /^(Location|CountryCode)$/.test(property) ? 'location' : undefined,
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': (property) =>
    /^Location/.test(property) ? 'location' : undefined,
}

/**
 * Finds location and camera data in an XMP packet (ISO 16684-1), whatever its prefixes.
 * The rest is the packet without those properties; nothing where they cannot be taken
 * out alone.
 */
export function cleanXmp(data: Buffer): CleanedBlock {
  const text = data.toString('latin1')
  const found = listFinds(text)
  if (found.length === 0) return { finds: [], kept: data }
  let cleaned = text
  for (const { name } of found) cleaned = without(cleaned, name)
  const isClean = listFinds(cleaned).length === 0
  return {
    finds: [...new Set(found.map(({ find }) => find))],
    kept: isClean ? Buffer.from(cleaned, 'latin1') : undefined,
  }
}

/** Lists the properties that are finds, each with its prefix. */
function listFinds(text: string): { name: string; find: Find }[] {
  const prefixes = new Map<string, Rule>()
  const declared = /xmlns:([\w.-]+)\s*=\s*["']([^"']*)["']/g
  for (const [, prefix = '', uri = ''] of text.matchAll(declared)) {
    const rule = rules[uri]
    if (rule) prefixes.set(prefix, rule)
  }
  const found = new Map<string, Find>()
  for (const [, prefix = '', name = ''] of text.matchAll(/[\s</]([\w.-]+):([\w.-]+)/g)) {
    const find = prefixes.get(prefix)?.(name)
    if (find) found.set(`${prefix}:${name}`, find)
  }
  return [...found].map(([name, find]) => ({ name, find }))
}

/** Removes a property: its attributes, and its elements with what they hold. */
function without(text: string, property: string): string {
  const name = `${property.replace(/[.]/g, '\\.')}(?![\\w.-])`
  const attribute = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g')
  const element = new RegExp(`<${name}[^>]*>`, 'g')
  const left = text.replace(attribute, '')
  const parts: string[] = []
  let at = 0
  for (const open of left.matchAll(element)) {
    if (open.index < at) continue
    const inside = open.index + open[0].length
    const close = open[0].endsWith('/>') ? inside : left.indexOf(`</${property}>`, inside)
    // Without its end the caller drops the packet whole.
    if (close < 0) break
    parts.push(left.slice(at, open.index))
    at = close === inside ? inside : close + property.length + 3
  }
  return parts.join('') + left.slice(at)
}
